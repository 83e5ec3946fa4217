"""The wildcard DNSRecord of an IngressController."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime.resources import DNS_RECORD
from . import annotations as service_annotations
from . import names
from .build import Operator

TTL = 30


def desired_record(ic: Mapping[str, Any], service: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Build the record, or return None while the Service has no address to point at."""
    status = ic.get("status") or {}
    effective = status.get("endpointPublishingStrategy") or {}
    if service is None or not service_annotations.is_load_balancer(effective) or not status.get("domain"):
        return None
    ingress = ((service.get("status") or {}).get("loadBalancer") or {}).get("ingress") or []
    first = ingress[0] if ingress else {}
    target = first.get("hostname") or first.get("ip")
    if not target:
        return None
    name = ic["metadata"]["name"]
    policy = (effective.get("loadBalancer") or {}).get("dnsManagementPolicy") or "Managed"
    return {
        "metadata": {
            "name": names.wildcard_record(name),
            "namespace": ic["metadata"]["namespace"],
            "labels": {names.OWNING_LABEL: name},
            "finalizers": [names.DNS_FINALIZER],
            "ownerReferences": [
                {
                    "apiVersion": ic["apiVersion"],
                    "kind": ic["kind"],
                    "name": name,
                    "uid": ic["metadata"]["uid"],
                    "controller": True,
                    "blockOwnerDeletion": True,
                }
            ],
        },
        "spec": {
            "dnsName": f"*.{status['domain']}.",
            "targets": [target],
            "recordType": "CNAME" if first.get("hostname") else "A",
            "recordTTL": TTL,
            "dnsManagementPolicy": policy,
        },
    }


def ensure(op: Operator, ic: Mapping[str, Any], service: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Create or update the record and return it as it is now."""
    desired = desired_record(ic, service)
    current = op.store.find(DNS_RECORD, ic["metadata"]["namespace"], names.wildcard_record(ic["metadata"]["name"]))
    if desired is None:
        if current is not None and not current["metadata"].get("deletionTimestamp"):
            op.store.delete(DNS_RECORD, current)
        return None
    if current is None:
        return op.store.create(DNS_RECORD, desired)
    if current["metadata"].get("deletionTimestamp"):
        # its spec still says what to withdraw; a new record follows once it is gone
        return current
    if current["spec"] != desired["spec"]:
        return op.store.update(DNS_RECORD, {**current, "spec": desired["spec"]})
    return current
