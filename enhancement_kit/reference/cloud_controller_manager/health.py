"""Health checks that a Service asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import annotations as service_annotations
from .aws import ProviderError

CHECK = service_annotations.AWS + "healthcheck-"
PROTOCOL, PORT, PATH = CHECK + "protocol", CHECK + "port", CHECK + "path"
INTERVAL, TIMEOUT = CHECK + "interval", CHECK + "timeout"
HEALTHY, UNHEALTHY = CHECK + "healthy-threshold", CHECK + "unhealthy-threshold"
TRAFFIC_PORT = "traffic-port"

CLASSIC_DEFAULTS = {"healthy": 2, "unhealthy": 6, "timeout": 5, "interval": 10}
CLASSIC_MINIMUM = {"interval": 5, "timeout": 2, "healthy": 2, "unhealthy": 2}
NLB_LOCAL = {"interval": 10, "healthy": 2, "unhealthy": 2}
NLB_CLUSTER = {"interval": 30, "healthy": 3, "unhealthy": 3}


@dataclass(frozen=True)
class Check:
    """One health check."""

    protocol: str
    port: str
    path: str
    interval: int
    timeout: int
    healthy: int
    unhealthy: int

    @property
    def classic_target(self) -> str:
        """The target as a Classic load balancer writes it."""
        path = self.path if self.protocol in ("HTTP", "HTTPS") else ""
        return f"{self.protocol}:{self.port}{path}"


def is_local(service: Mapping[str, Any]) -> bool:
    """Tell whether the Service keeps traffic on its node and has a port for that check."""
    spec = service["spec"]
    return spec.get("externalTrafficPolicy") == "Local" and bool(spec.get("healthCheckNodePort"))


def _number(service: Mapping[str, Any], key: str, default: int) -> int:
    value = service_annotations.get(service, key)
    if value is None:
        return default
    try:
        return int(value)
    except ValueError as error:
        raise ProviderError(f"failed to parse annotation {key}={value}") from error


def for_classic(service: Mapping[str, Any], first_node_port: int) -> Check:
    """Build the check of a Classic load balancer. Raises ProviderError for numbers below AWS's minimum."""
    protocol, port, path = ("TCP", str(first_node_port), "")
    if is_local(service):
        protocol, port, path = "HTTP", str(service["spec"]["healthCheckNodePort"]), "/healthz"
    protocol = service_annotations.get(service, PROTOCOL) or protocol
    port = service_annotations.get(service, PORT) or port
    if port == TRAFFIC_PORT:
        port = str(first_node_port)
    path = service_annotations.get(service, PATH) or path or "/"
    keys = {"interval": INTERVAL, "timeout": TIMEOUT, "healthy": HEALTHY, "unhealthy": UNHEALTHY}
    numbers = {name: _number(service, key, CLASSIC_DEFAULTS[name]) for name, key in keys.items()}
    low = [
        f"{name} {numbers[name]} is below {least}" for name, least in CLASSIC_MINIMUM.items() if numbers[name] < least
    ]
    if low:
        raise ProviderError(
            "some of the load balancer health check parameters are invalid: HealthCheck validation errors: "
            + ", ".join(low)
        )
    return Check(protocol, port, path, **numbers)


def for_nlb(service: Mapping[str, Any]) -> Check:
    """Build the check of a target group. Raises ProviderError."""
    local = is_local(service)
    numbers = NLB_LOCAL if local else NLB_CLUSTER
    protocol = (service_annotations.get(service, PROTOCOL) or ("HTTP" if local else "TCP")).upper()
    if protocol not in ("TCP", "HTTP", "HTTPS"):
        raise ProviderError(f"Unsupported health check protocol {protocol}")
    port = service_annotations.get(service, PORT) or (
        str(service["spec"]["healthCheckNodePort"]) if local else TRAFFIC_PORT
    )
    if port != TRAFFIC_PORT and not (port.isdecimal() and 1 <= int(port) <= 65535):
        raise ProviderError(f"Invalid health check port '{port}'")
    return Check(
        protocol,
        port,
        service_annotations.get(service, PATH) or ("/healthz" if local else "/"),
        interval=_number(service, INTERVAL, numbers["interval"]),
        # the provider never sends a time-out for a target group
        timeout=0,
        healthy=_number(service, HEALTHY, numbers["healthy"]),
        unhealthy=_number(service, UNHEALTHY, numbers["unhealthy"]),
    )
