"""The wildcard DNSRecord of an IngressController."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime.resources import DNS_RECORD
from . import names
from .build import Operator

TTL = 30


def desired_record(ic: Mapping[str, Any], service: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Build the record, or return None while the Service has no address to point at."""
    if service is None:
        return None
    status = ic["status"]
    ingress = (service["status"].get("loadBalancer") or {}).get("ingress") or []
    first = ingress[0] if ingress else {}
    target = first.get("hostname") or first.get("ip")
    if not target:
        return None
    name = ic["metadata"]["name"]
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
            "dnsManagementPolicy": status["endpointPublishingStrategy"]["loadBalancer"]["dnsManagementPolicy"],
        },
    }


def ensure(op: Operator, ic: Mapping[str, Any], service: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Create or update the record and return it as it is now; without an address for it, an existing one stays."""
    desired = desired_record(ic, service)
    current = op.store.find(DNS_RECORD, ic["metadata"]["namespace"], names.wildcard_record(ic["metadata"]["name"]))
    if current is None:
        return None if desired is None else op.store.create(DNS_RECORD, desired)
    if desired is not None and current["spec"] != desired["spec"]:
        return op.store.update(DNS_RECORD, {**current, "spec": desired["spec"]})
    return current
