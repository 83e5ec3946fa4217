"""AWS access of components: the region in the Infrastructure's status, and the custom endpoints in effect there.

Document: `Cluster Operators`, `Configuring the AWS SDK for controllers`; this is the second of its two ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..api import service_endpoints
from ..runtime.signing import signing_region
from .component import Component


def settings(status: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return platformStatus.aws, possibly empty."""
    found: Mapping[str, Any] = status.get("aws") or {}
    return found


def region(status: Mapping[str, Any]) -> str:
    """Return the region of the cluster."""
    return str(settings(status).get("region") or "")


def endpoints(status: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the custom endpoints in effect; what the specification asks for does not count."""
    return settings(status).get("serviceEndpoints") or ()


def client(component: Component, status: Mapping[str, Any], service: str) -> Any:
    """Build a boto3 client of the component, with the custom endpoint of its service if there is one."""
    endpoint = service_endpoints.for_client(endpoints(status), service)
    return component.aws(service, region=signing_region(service, region(status)), endpoint=endpoint)
