"""Infrastructure `cluster` as the operator reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime.resources import INFRASTRUCTURE
from .build import SINGLETON, Operator

KIND = "infrastructures.config.openshift.io/cluster"


def read(op: Operator) -> Mapping[str, Any]:
    """Return the object, which every cluster has."""
    return op.store.view(INFRASTRUCTURE, "", SINGLETON)


def platform_status(infrastructure: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return status.platformStatus, possibly empty."""
    status: Mapping[str, Any] = infrastructure.get("status", {}).get("platformStatus", {})
    return status


def platform(op: Operator, infrastructure: Mapping[str, Any]) -> str:
    """Return the platform type; fall back to the deprecated field, with a warning event."""
    kind = str(platform_status(infrastructure).get("type", ""))
    if kind:
        return kind
    text = f"Falling back to deprecated status.platform because {KIND} status.platformStatus.type is empty"
    op.recorder.event(infrastructure, "Warning", "PlatformTypeMissing", text)
    return str(infrastructure["status"].get("platform", ""))


def endpoints_in_spec(infrastructure: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the endpoints that the admin asks for."""
    spec = (infrastructure.get("spec") or {}).get("platformSpec") or {}
    return list((spec.get("aws") or {}).get("serviceEndpoints") or ())


def endpoints_in_status(infrastructure: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the endpoints in effect."""
    return list((platform_status(infrastructure).get("aws") or {}).get("serviceEndpoints") or ())
