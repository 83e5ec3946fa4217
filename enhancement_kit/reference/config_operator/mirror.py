"""Mirrors custom AWS endpoints from Infrastructure's spec to its status, once they are valid.

Document: `Infrastructure global configuration for service endpoints`. The basic validations are static ones
(interpretation CRE-A11), all or nothing, and the last valid list stays (CRE-A12).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..api import service_endpoints
from ..runtime import ReconcileError, Result
from ..runtime.resources import INFRASTRUCTURE
from . import infrastructure
from .build import Operator

NAME = "AWSPlatformServiceLocationController"
SPEC_PATH = "spec.platformSpec.aws.serviceEndpoints"


def ordered(endpoints: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort the list by name, as it stands in status."""
    return sorted(endpoints, key=lambda endpoint: str(endpoint["name"]))


def reconcile(op: Operator, _: str) -> Result:
    """Update status to match spec. Raises ReconcileError for a spec that cannot take effect."""
    found = infrastructure.read(op)
    if infrastructure.platform(op, found) != "AWS":
        return Result()
    check_type(found)
    asked = infrastructure.endpoints_in_spec(found)
    if wrong := service_endpoints.problems(asked, SPEC_PATH):
        text = f"Invalid {SPEC_PATH} provided for {infrastructure.KIND}"
        op.recorder.event(found, "Warning", "InvalidServiceEndpoints", text)
        raise ReconcileError(service_endpoints.printed(wrong))
    wanted = ordered(asked)
    if wanted != infrastructure.endpoints_in_status(found):
        write(op, found, wanted)
    return Result()


def check_type(found: Mapping[str, Any]) -> None:
    """Raise ReconcileError where spec names a platform other than AWS."""
    kind = ((found.get("spec") or {}).get("platformSpec") or {}).get("type")
    if kind and kind != "AWS":
        raise ReconcileError(
            f'spec.platformSpec.type: Invalid value: "{kind}": non AWS platform type set in specification'
        )


def write(op: Operator, found: Mapping[str, Any], endpoints: list[dict[str, Any]]) -> None:
    """Write a list to status; an empty list removes the field."""
    change = {"status": {"platformStatus": {"aws": {"serviceEndpoints": endpoints or None}}}}
    op.store.patch(INFRASTRUCTURE, found, change, subresource="status")
