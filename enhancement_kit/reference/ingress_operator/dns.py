"""The DNS controller: publishes DNSRecords to the zones of the cluster's DNS config."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from ..runtime import ReconcileError, Result
from ..runtime.events import timestamp
from ..runtime.resources import DNS_RECORD
from . import aws_dns, conditions, names
from .build import Operator
from .cluster_config import Cluster, read_cluster
from .conditions import Condition

RETRY = 30.0
PUBLISHED = "Published"
PROVIDERS = frozenset({"AWS"})
"""Platforms with a provider here; elsewhere every record counts as published."""


def reconcile(op: Operator, key: str) -> Result:
    """Publish a record in every zone, or withdraw it if it is being deleted."""
    namespace, _, name = key.partition("/")
    record = op.store.find(DNS_RECORD, namespace, name)
    if record is None:
        return Result()
    cluster = read_cluster(op.store)
    if record["metadata"].get("deletionTimestamp"):
        return withdraw(op, record, cluster)
    before = {str(z.get("dnsZone")): z for z in zones_of(record)}
    now = timestamp(op.clock.now())
    zones: list[dict[str, Any]] = []
    for zone in cluster.zones:
        known = before.get(str(zone), {})
        outcome = publish(op, record, zone, cluster, known)
        merged = conditions.merge(known.get("conditions"), [outcome], now)
        zones.append({"dnsZone": zone, "conditions": merged})
    new = {"observedGeneration": record["metadata"].get("generation"), "zones": zones}
    if new != (record.get("status") or {}):
        # publishing may have noted the hosted zone on it
        current = op.store.view(DNS_RECORD, namespace, name)
        op.store.update_status(DNS_RECORD, {**current, "status": new})
    failed = any(conditions.status_of(z["conditions"], PUBLISHED) == "False" for z in zones)
    return Result(requeue_after=RETRY if failed else None)


def zones_of(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what the record's status says about its zones."""
    return list((record.get("status") or {}).get("zones") or ())


def publish(
    op: Operator, record: Mapping[str, Any], zone: Mapping[str, Any], cluster: Cluster, known: Mapping[str, Any]
) -> Condition:
    """Publish a record in one zone and return the zone's condition."""
    if record["spec"].get("dnsManagementPolicy") == "Unmanaged":
        return Condition(
            PUBLISHED, "Unknown", "UnmanagedDNS", "DNS record is currently not being managed by the operator"
        )
    if older_of_domain(op, record):
        return Condition(PUBLISHED, "False", "DomainAlreadyInUse", "Domain name is already in use")
    done = conditions.status_of(known.get("conditions"), PUBLISHED) == "True"
    current = (record.get("status") or {}).get("observedGeneration") == record["metadata"].get("generation")
    verb, participle = ("replace", "replacing") if done else ("ensure", "ensuring")
    if done and current:
        (condition,) = known["conditions"]
        return Condition(PUBLISHED, "True", condition["reason"], condition["message"])
    try:
        change(op, record, zone, cluster, aws_dns.UPSERT)
    except (ClientError, BotoCoreError, ReconcileError) as error:
        op.log.error("failed to publish DNS record", record=record["metadata"]["name"], zone=zone, error=error)
        text = f"The DNS provider failed to {verb} the record: {error}"
        return Condition(PUBLISHED, "False", "ProviderError", text)
    return Condition(PUBLISHED, "True", "ProviderSuccess", f"The DNS provider succeeded in {participle} the record")


def older_of_domain(op: Operator, record: Mapping[str, Any]) -> bool:
    """Tell whether an older record has the same domain name."""

    def age(one: Mapping[str, Any]) -> tuple[str, str]:
        return str(one["metadata"].get("creationTimestamp")), str(one["metadata"]["name"])

    others = [one for one in op.store.objects(DNS_RECORD) if one["metadata"]["uid"] != record["metadata"]["uid"]]
    return any(one["spec"]["dnsName"] == record["spec"]["dnsName"] and age(one) < age(record) for one in others)


def withdraw(op: Operator, record: Mapping[str, Any], cluster: Cluster) -> Result:
    """Remove the record from every zone that it is published in, then remove its finalizer.

    Raises ReconcileError where a zone keeps it.
    """
    for zone in zones_of(record):
        if conditions.status_of(zone.get("conditions"), PUBLISHED) != "True":
            continue
        try:
            change(op, record, zone["dnsZone"], cluster, aws_dns.DELETE)
        except (ClientError, BotoCoreError) as error:
            raise ReconcileError(f"failed to delete DNS record from zone {zone['dnsZone']}: {error}") from error
    finalizers = [f for f in record["metadata"]["finalizers"] if f != names.DNS_FINALIZER]
    op.store.patch(DNS_RECORD, record, {"metadata": {"finalizers": finalizers}})
    return Result()


def change(op: Operator, record: Mapping[str, Any], zone: Mapping[str, Any], cluster: Cluster, action: str) -> None:
    """Apply one change in one zone. Raises botocore's errors, or ReconcileError where the zone cannot be found."""
    if cluster.platform in PROVIDERS:
        aws_dns.change(op, record, zone, cluster, action)
