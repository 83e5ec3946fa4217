"""Infrastructure `cluster` as the operator reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime.resources import INFRASTRUCTURE
from .build import SINGLETON, Operator

KIND = "infrastructures.config.openshift.io/cluster"
ABSENT: Mapping[str, Any] = {"kind": "Infrastructure", "metadata": {"name": SINGLETON}}
"""What an event is about where the object does not exist."""


def read(op: Operator) -> Mapping[str, Any] | None:
    """Return the object, or None after recording a warning event."""
    found = op.store.find(INFRASTRUCTURE, "", SINGLETON)
    if found is None:
        op.recorder.event(ABSENT, "Warning", "InfrastructureNotFound", f"Required {KIND} not found")
    return found


def platform_status(infrastructure: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return status.platformStatus, possibly empty."""
    return (infrastructure.get("status") or {}).get("platformStatus") or {}


def platform(op: Operator, infrastructure: Mapping[str, Any]) -> str:
    """Return the platform type; fall back to the deprecated field, with a warning event."""
    kind = str(platform_status(infrastructure).get("type") or "")
    if kind:
        return kind
    text = f"Falling back to deprecated status.platform because {KIND} status.platformStatus.type is empty"
    op.recorder.event(infrastructure, "Warning", "PlatformTypeMissing", text)
    return str((infrastructure.get("status") or {}).get("platform") or "")


def endpoints_in_spec(infrastructure: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the endpoints that the admin asks for."""
    spec = (infrastructure.get("spec") or {}).get("platformSpec") or {}
    return list((spec.get("aws") or {}).get("serviceEndpoints") or ())


def endpoints_in_status(infrastructure: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the endpoints in effect."""
    return list((platform_status(infrastructure).get("aws") or {}).get("serviceEndpoints") or ())
