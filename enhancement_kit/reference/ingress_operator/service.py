"""The LoadBalancer Service: the desired object, the differences, and how it is created and updated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime import AlreadyExists, ReconcileError
from ..runtime.plain import clone
from ..runtime.resources import SERVICE
from . import annotations as service_annotations
from . import names, parameters
from .annotations import Wanted
from .build import Operator

CLUSTER_TRAFFIC = frozenset({"IBMCloud", "PowerVS"})
RENAMED_INTERNAL = {"0.0.0.0/0": "true"}
"""Older spellings of the internal annotation."""


def desired_service(name: str, wanted: Wanted, deployment: Mapping[str, Any]) -> dict[str, Any]:
    """Build the Service of IngressController `name`, owned by its Deployment."""
    ranges = list(parameters.load_balancer(wanted.published).get("allowedSourceRanges") or ())
    spec: dict[str, Any] = {
        "type": "LoadBalancer",
        "selector": {names.POD_LABEL: name},
        "externalTrafficPolicy": "Cluster" if wanted.cluster.platform in CLUSTER_TRAFFIC else "Local",
        "internalTrafficPolicy": "Cluster",
        "sessionAffinity": "None",
        "ports": [
            {"name": "http", "protocol": "TCP", "port": 80, "targetPort": "http"},
            {"name": "https", "protocol": "TCP", "port": 443, "targetPort": "https"},
        ],
    }
    if ranges:
        spec["loadBalancerSourceRanges"] = ranges
    return {
        "metadata": {
            "name": names.router(name),
            "namespace": names.OPERAND_NAMESPACE,
            "labels": {"app": "router", "router": names.router(name), names.OWNING_LABEL: name},
            "annotations": service_annotations.desired(wanted),
            "ownerReferences": [
                {
                    "apiVersion": "apps/v1",
                    "kind": "Deployment",
                    "name": deployment["metadata"]["name"],
                    "uid": deployment["metadata"]["uid"],
                    "controller": True,
                }
            ],
        },
        "spec": spec,
    }


def owned(service: Mapping[str, Any], name: str) -> bool:
    """Tell whether the Service belongs to IngressController `name`."""
    return (service["metadata"].get("labels") or {}).get(names.OWNING_LABEL) == name


def differing_keys(
    current: Mapping[str, Any], desired: Mapping[str, Any], keys: frozenset[str]
) -> dict[str, tuple[str | None, str | None]]:
    """Return the keys whose raw values differ: (present, wanted) by key."""
    have = current["metadata"].get("annotations") or {}
    want = desired["metadata"].get("annotations") or {}
    return {key: (have.get(key), want.get(key)) for key in sorted(keys) if have.get(key) != want.get(key)}


def needs_recreation(current: Mapping[str, Any], desired: Mapping[str, Any], wanted: Wanted) -> bool:
    """Tell whether the desired Service needs a new load balancer."""
    return bool(differing_keys(current, desired, service_annotations.creation_keys(wanted)))


def normalised(current: Mapping[str, Any]) -> dict[str, Any]:
    """Return the Service with old spellings of its annotations replaced by the current ones."""
    result = clone(dict(current))
    found = result["metadata"].get("annotations") or {}
    if found.get(names.INTERNAL) in RENAMED_INTERNAL:
        found[names.INTERNAL] = RENAMED_INTERNAL[found[names.INTERNAL]]
    return result


def updated_in_place(current: Mapping[str, Any], desired: Mapping[str, Any], wanted: Wanted) -> dict[str, Any]:
    """Return the Service with the changes that a live load balancer allows; equal to `current` if there are none."""
    result = clone(dict(current))
    found = dict(result["metadata"].get("annotations") or {})
    for key, (_, want) in differing_keys(current, desired, service_annotations.managed_keys(wanted)).items():
        if want is None:
            del found[key]
        else:
            found[key] = want
    for key, (_, want) in differing_keys(current, desired, service_annotations.one_way_keys(wanted)).items():
        if want is not None:
            found[key] = want
    ranges = desired["spec"].get("loadBalancerSourceRanges")
    if ranges:
        # emptying the list never clears the Service (LSS-109): findings report what remains
        result["spec"]["loadBalancerSourceRanges"] = list(ranges)
        found.pop(names.SOURCE_RANGES, None)
    if found or result["metadata"].get("annotations"):
        result["metadata"]["annotations"] = found
    return result


def auto_delete(ic: Mapping[str, Any]) -> bool:
    """Tell whether the admin lets the operator replace load balancers: the annotation's presence counts."""
    return names.AUTO_DELETE in (ic["metadata"].get("annotations") or {})


def ensure(op: Operator, ic: Mapping[str, Any], wanted: Wanted, deployment: Mapping[str, Any]) -> dict[str, Any] | None:
    """Create or update the Service and return it as it is now. Raises ReconcileError."""
    name = ic["metadata"]["name"]
    current = op.store.find(SERVICE, names.OPERAND_NAMESPACE, names.router(name))
    if not service_annotations.is_load_balancer(wanted.effective):
        if current is not None:
            _must_own(current, name)
            op.store.delete(SERVICE, current)
        return None
    desired = desired_service(name, wanted, deployment)
    if current is None:
        return op.store.create(SERVICE, desired)
    _must_own(current, name)
    renewed = normalised(current)
    if auto_delete(ic) and needs_recreation(renewed, desired, wanted):
        return recreate(op, current, desired)
    updated = updated_in_place(renewed, desired, wanted)
    return op.store.update(SERVICE, updated) if updated != current else current


def recreate(op: Operator, current: Mapping[str, Any], desired: dict[str, Any]) -> dict[str, Any]:
    """Delete and create in one pass; fails while a finalizer holds the old Service, and is then tried again."""
    if not current["metadata"].get("deletionTimestamp"):
        op.store.delete(SERVICE, current, propagation="Foreground")
    try:
        return op.store.create(SERVICE, desired)
    except AlreadyExists as error:
        raise ReconcileError(f"failed to update load balancer service: {error}") from error


def _must_own(current: Mapping[str, Any], name: str) -> None:
    if not owned(current, name):
        raise ReconcileError(
            "a conflicting load balancer service exists that is not owned by the ingress controller: "
            f"{names.OPERAND_NAMESPACE}/{names.router(name)}"
        )
