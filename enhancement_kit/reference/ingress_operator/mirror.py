"""Mirroring: status shows the subnets, EIPs and source ranges of the live Service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime.plain import clone
from . import annotations as service_annotations
from . import names, parameters
from .build import Build
from .cluster_config import Cluster

UNSTORABLE = (("eipAllocations",), ("subnets",), ("eipAllocations", "subnets"))
"""Mirrored values to leave out, in turn, where the API server refuses to store them (interpretation EIP-A18)."""


def elements(service: Mapping[str, Any], name: str, profile: str) -> list[str]:
    """Return the elements of an annotation; as released, with the blanks around them, which status cannot store."""
    found = parameters.split((service["metadata"].get("annotations") or {}).get(name))
    return list(found) if profile == "shipped" else [text for one in found if (text := one.strip())]


def mirrored_source_ranges(service: Mapping[str, Any] | None, profile: str = "document") -> list[str] | None:
    """Return the Service's source ranges: its field, else its annotation."""
    if service is None:
        return None
    ranges = service["spec"].get("loadBalancerSourceRanges")
    if ranges:
        return list(ranges)
    return elements(service, names.SOURCE_RANGES, profile) or None


def mirrored_eips(service: Mapping[str, Any], profile: str = "document") -> list[str]:
    """Return the EIPs in the Service's annotation."""
    return elements(service, names.EIP_ALLOCATIONS, profile)


def mirrored_subnets(service: Mapping[str, Any], profile: str) -> dict[str, list[str]]:
    """Return the subnets in the Service's annotation."""
    text = service["metadata"]["annotations"].get(names.SUBNETS)
    return parameters.stored_subnets(parameters.parse_subnets(text, profile))


def mirrored(
    effective: Mapping[str, Any], service: Mapping[str, Any] | None, cluster: Cluster, build: Build
) -> dict[str, Any]:
    """Return the strategy with actual values taken from the Service.

    Without a Service subnets and EIPs keep their last value. Shape `draft` mirrors no subnets: the list is fixed at
    admission and its status copy immutable (interpretation LSS-A13).
    """
    result: dict[str, Any] = clone(dict(effective))
    if not service_annotations.is_load_balancer(result):
        return result
    balancer = result["loadBalancer"]
    _put(balancer, "allowedSourceRanges", mirrored_source_ranges(service, build.profile))
    aws = (balancer.get("providerParameters") or {}).get("aws")
    if service is None or not cluster.aws or not aws:
        return result
    live = service_annotations.live_type(service)
    if live == aws.get("type"):
        other = parameters.CLASSIC if live == parameters.NLB else parameters.NLB
        aws.pop(parameters.BLOCKS[other], None)
    block = aws.get(parameters.BLOCKS[live])
    if block is None:
        return result
    if build.features.subnets == "later":
        _put(block, "subnets", mirrored_subnets(service, build.profile))
    if build.features.eips and live == parameters.NLB:
        _put(block, "eipAllocations", mirrored_eips(service, build.profile))
    return result


def without(effective: Mapping[str, Any], fields: tuple[str, ...]) -> dict[str, Any]:
    """Return the strategy without some mirrored fields."""
    result: dict[str, Any] = clone(dict(effective))
    aws = ((result.get("loadBalancer") or {}).get("providerParameters") or {}).get("aws") or {}
    for name in parameters.BLOCKS.values():
        for field in fields:
            (aws.get(name) or {}).pop(field, None)
    return result


def equal(one: Mapping[str, Any], other: Mapping[str, Any], profile: str) -> bool:
    """Tell whether two strategies need no write: the order of subnets and, as released, of EIPs does not matter."""
    return bool(_comparable(one, profile) == _comparable(other, profile))


def _comparable(effective: Mapping[str, Any], profile: str) -> Any:
    result: dict[str, Any] = clone(dict(effective))
    aws = ((result.get("loadBalancer") or {}).get("providerParameters") or {}).get("aws") or {}
    for name in parameters.BLOCKS.values():
        block = aws.get(name)
        if block is None:
            continue
        subnets = block.get("subnets")
        if subnets is not None:
            block["subnets"] = {key: sorted(values) for key, values in subnets.items()}
        if profile == "shipped" and block.get("eipAllocations") is not None:
            block["eipAllocations"] = sorted(block["eipAllocations"])
        for field in ("subnets", "eipAllocations"):
            if not block.get(field):
                block.pop(field, None)
        if not block:
            # a block that only appears or disappears is not worth a write
            aws.pop(name)
    return result


def _put(block: dict[str, Any], field: str, value: Any) -> None:
    if value:
        block[field] = value
    else:
        block.pop(field, None)
