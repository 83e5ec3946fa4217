"""AWS as components reach it: the region of the Infrastructure's status, and the custom endpoints in effect there.

Document: `Cluster Operators`, `Configuring the AWS SDK for controllers`, of which it is the second way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..api import service_endpoints
from .component import Component


def settings(status: Mapping[str, Any]) -> Mapping[str, Any]:
    """platformStatus.aws, possibly empty."""
    found: Mapping[str, Any] = status.get("aws") or {}
    return found


def region(status: Mapping[str, Any]) -> str:
    """The region of the cluster."""
    return str(settings(status).get("region") or "")


def endpoints(status: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The custom endpoints in effect; what the specification asks for does not count."""
    return settings(status).get("serviceEndpoints") or ()


def client(component: Component, status: Mapping[str, Any], service: str) -> Any:
    """A boto3 client of the component, at the custom endpoint of its service where there is one."""
    endpoint = service_endpoints.for_client(endpoints(status), service)
    return component.aws(service, region=region(status), endpoint=endpoint)
