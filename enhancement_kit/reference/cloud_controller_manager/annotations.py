"""Service annotations as the provider reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .aws import ProviderError

PREFIX = "service.beta.kubernetes.io/"
AWS = PREFIX + "aws-load-balancer-"
TYPE = AWS + "type"
INTERNAL = AWS + "internal"
SUBNETS = AWS + "subnets"
EIPS = AWS + "eip-allocations"
TAGS = AWS + "additional-resource-tags"
PROXY = AWS + "proxy-protocol"
IDLE_TIMEOUT = AWS + "connection-idle-timeout"
CROSS_ZONE = AWS + "cross-zone-load-balancing-enabled"
TARGET_GROUP = AWS + "target-group-attributes"
SOURCE_RANGES = PREFIX + "load-balancer-source-ranges"
ELSEWHERE = frozenset({"nlb-ip", "external"})

TARGET_GROUP_KEYS = frozenset({"preserve_client_ip.enabled", "proxy_protocol_v2.enabled"})


def get(service: Mapping[str, Any], key: str) -> str | None:
    """Return the value of an annotation, or None where it is absent."""
    value = (service["metadata"].get("annotations") or {}).get(key)
    return None if value is None else str(value)


def is_nlb(service: Mapping[str, Any]) -> bool:
    """Tell whether a Service asks for an NLB: only the exact value `nlb` does."""
    return get(service, TYPE) == "nlb"


def handled_elsewhere(service: Mapping[str, Any]) -> bool:
    """Tell whether another controller serves the Service's load balancer type."""
    return get(service, TYPE) in ELSEWHERE


def is_internal(service: Mapping[str, Any]) -> bool:
    """Tell whether a Service asks for an internal load balancer: any value but an empty one and `false` does."""
    return (get(service, INTERNAL) or "false") != "false"


def subnet_elements(service: Mapping[str, Any]) -> list[str] | None:
    """Return the explicit subnets, trimmed and without empty ones; None where the annotation is absent."""
    value = get(service, SUBNETS)
    return None if value is None else [part.strip() for part in value.split(",") if part.strip()]


def eip_elements(service: Mapping[str, Any]) -> list[str] | None:
    """Return the EIP allocations as written: neither trimmed nor filtered (interpretation EIP-A10)."""
    value = get(service, EIPS)
    return None if value is None else value.split(",")


def boolean(service: Mapping[str, Any], key: str) -> bool:
    """Parse `true` or `false`, False by default. Raises ProviderError."""
    value = get(service, key)
    if value not in (None, "", "true", "false"):
        raise ProviderError(f"error parsing service annotation: {key}={value}")
    return value == "true"


def integer(service: Mapping[str, Any], key: str, default: int) -> int:
    """Parse an integer. Raises ProviderError."""
    value = get(service, key)
    if value is None:
        return default
    try:
        return int(value)
    except ValueError as error:
        raise ProviderError(f"error parsing service annotation: {key}={value}") from error


def pairs(value: str | None) -> dict[str, str]:
    """Parse `k=v,k=,k` into a mapping."""
    found: dict[str, str] = {}
    for part in (value or "").split(","):
        name, _, content = part.partition("=")
        if name.strip():
            found[name.strip()] = content.strip()
    return found


def source_ranges(service: Mapping[str, Any]) -> list[str]:
    """Return the address ranges that clients may connect from."""
    annotated = [part.strip() for part in (get(service, SOURCE_RANGES) or "0.0.0.0/0").split(",")]
    return sorted(service["spec"].get("loadBalancerSourceRanges") or annotated)


def target_group_attributes(service: Mapping[str, Any]) -> dict[str, str]:
    """Return the requested attributes. Raises ProviderError for one that is empty, unknown or not a boolean."""
    found = pairs(get(service, TARGET_GROUP))
    start = "error validating target group attributes: "
    for key, value in found.items():
        if not value:
            raise ProviderError(f'{start}attribute value is empty for "{key}"')
        if key not in TARGET_GROUP_KEYS:
            raise ProviderError(f'{start}the attribute "{key}" is not supported by the controller or is invalid')
        if value not in ("true", "false"):
            raise ProviderError(f'{start}invalid attribute value for "{key}": {value}')
    return found


def validate(service: Mapping[str, Any]) -> None:
    """Validate a Service's annotations before anything else is done. Raises ProviderError."""
    ingress = service["status"]["loadBalancer"].get("ingress") or [{}]
    hostname = str(ingress[0].get("hostname", ""))
    nlb = is_nlb(service)
    if hostname:
        # the form of the host name tells which type was created, in every partition: <name>.<region>.elb.<domain> is
        # Classic, <name>.elb.<region>.<domain> is a network load balancer
        classic = hostname.split(".")[2:3] == ["elb"]
        start = f'cannot update Load Balancer Type annotation "{TYPE}" after creation for '
        if classic and nlb:
            raise ProviderError(start + "NLB")
        if not classic and not nlb:
            raise ProviderError(start + "Classic Load Balancer")
    if get(service, TARGET_GROUP) is not None:
        if not nlb:
            raise ProviderError("target group attributes annotation is only supported for NLB")
        target_group_attributes(service)
