"""The DNS controller: publishes DNSRecords to the zones of the cluster's DNS config."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from ..runtime import ReconcileError, Result
from ..runtime.events import timestamp
from ..runtime.resources import DNS_RECORD
from . import conditions, names
from .build import Operator
from .cluster_config import Cluster, read_cluster
from .conditions import Condition

RETRY = 60.0
TAGGING = "resourcegroupstaggingapi"
TAGS_OF_ZONES = "us-east-1"
"""The region in which AWS shows the tags of hosted zones."""
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
    before = {str(z.get("dnsZone")): z for z in (record.get("status") or {}).get("zones") or ()}
    now = timestamp(op.clock.now())
    zones: list[dict[str, Any]] = []
    for zone in cluster.zones:
        known = before.get(str(zone), {})
        outcome = publish(op, record, zone, cluster, known)
        merged = conditions.merge(known.get("conditions"), [outcome], now)
        zones.append({"dnsZone": zone, "conditions": merged})
    new = {"observedGeneration": record["metadata"].get("generation"), "zones": zones}
    if new != (record.get("status") or {}):
        op.store.update_status(DNS_RECORD, {**record, "status": new})
    failed = any(conditions.status_of(z["conditions"], "Published") == "False" for z in zones)
    return Result(requeue_after=RETRY if failed else None)


def publish(
    op: Operator, record: Mapping[str, Any], zone: Mapping[str, Any], cluster: Cluster, known: Mapping[str, Any]
) -> Condition:
    """Publish a record in one zone and return the zone's condition."""
    if record["spec"].get("dnsManagementPolicy") == "Unmanaged":
        return Condition(
            "Published", "Unknown", "UnmanagedDNS", "DNS record is currently not being managed by the operator"
        )
    done = conditions.status_of(known.get("conditions"), "Published") == "True"
    current = (record.get("status") or {}).get("observedGeneration") == record["metadata"].get("generation")
    if not (done and current):
        try:
            change(op, record, zone, cluster, "UPSERT")
        except (ClientError, BotoCoreError, ReconcileError) as error:
            op.log.error("failed to publish DNS record", record=record["metadata"]["name"], zone=zone, error=error)
            text = f"The DNS provider failed to ensure the record: {error}"
            return Condition("Published", "False", "ProviderError", text)
    return Condition("Published", "True", "ProviderSuccess", "The DNS provider succeeded in ensuring the record")


def withdraw(op: Operator, record: Mapping[str, Any], cluster: Cluster) -> Result:
    """Remove the record from every zone, then remove its finalizer. Raises ReconcileError where a zone keeps it."""
    if names.DNS_FINALIZER not in (record["metadata"].get("finalizers") or ()):
        return Result()
    if record["spec"].get("dnsManagementPolicy") != "Unmanaged":
        for zone in cluster.zones:
            try:
                change(op, record, zone, cluster, "DELETE")
            except (ClientError, BotoCoreError) as error:
                if not already_gone(error):
                    raise ReconcileError(f"failed to delete DNS record from zone {zone}: {error}") from error
    finalizers = [f for f in record["metadata"]["finalizers"] if f != names.DNS_FINALIZER]
    op.store.patch(DNS_RECORD, record, {"metadata": {"finalizers": finalizers}})
    return Result()


def already_gone(error: Exception) -> bool:
    """Tell whether Route 53 says that there is nothing to delete: the record or the whole zone is gone."""
    if not isinstance(error, ClientError):
        return False
    told = error.response["Error"]
    missing = told["Code"] == "InvalidChangeBatch" and "not found" in told.get("Message", "")
    return missing or told["Code"] == "NoSuchHostedZone"


def client(op: Operator, cluster: Cluster, service: str) -> Any:
    """Build the client of a service, with the custom endpoint if the cluster has one."""
    region = TAGS_OF_ZONES if service == TAGGING else cluster.region
    return op.aws(service, region=region, endpoint=cluster.endpoint(service))


def change(op: Operator, record: Mapping[str, Any], zone: Mapping[str, Any], cluster: Cluster, action: str) -> None:
    """Apply one change in one zone. Raises botocore's errors, or ReconcileError where the zone cannot be found."""
    if cluster.platform not in PROVIDERS:
        return
    route53 = client(op, cluster, "route53")
    spec = record["spec"]
    # DELETE has to name what was published: every target ever sent is a plain record, so the spec has it
    records = {
        "Name": spec["dnsName"],
        "Type": spec["recordType"],
        "TTL": spec["recordTTL"],
        "ResourceRecords": [{"Value": target} for target in spec["targets"]],
    }
    batch = {"Changes": [{"Action": action, "ResourceRecordSet": records}]}
    route53.change_resource_record_sets(HostedZoneId=zone_id(op, cluster, zone), ChangeBatch=batch)


def zone_id(op: Operator, cluster: Cluster, zone: Mapping[str, Any]) -> str:
    """Return the hosted zone's id, given or by tags. Raises ReconcileError if none matches, or botocore's errors."""
    if zone.get("id"):
        return str(zone["id"])
    wanted = dict(zone.get("tags") or {})
    if wanted:
        filters = [{"Key": key, "Values": [value]} for key, value in wanted.items()]
        tagging = client(op, cluster, TAGGING)
        found = tagging.get_resources(ResourceTypeFilters=["route53:hostedzone"], TagFilters=filters)
        for one in found["ResourceTagMappingList"]:
            return str(one["ResourceARN"]).rpartition("/")[2]
    raise ReconcileError(f"no matching hosted zone found for tags {wanted}")
