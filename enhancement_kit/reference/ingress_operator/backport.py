"""The backport of the list of subnets to the release before: the list follows the annotation, which is authoritative.

lb-subnet-selection-aws, Mutability Upgrade Compatibility via Backporting; interpretation LSS-A14. The operator of that
release never writes the annotation. It captures it in the specification, and with that in status, where the next
release finds the list as the one in effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime.resources import INGRESS_CONTROLLER
from . import names, parameters
from .build import Build, Operator

STRATEGY = "endpointPublishingStrategy"


def captures(build: Build) -> bool:
    """Tell whether this build fills the list from the annotation."""
    return build.features.subnets == "backport"


def annotated(service: Mapping[str, Any]) -> list[str]:
    """Return the subnets in the Service's annotation, without surrounding blanks; none where it is absent."""
    value = service["metadata"]["annotations"].get(names.SUBNETS)
    return [element.strip() for element in parameters.split(value) if element.strip()]


def capture(op: Operator, ic: Mapping[str, Any], service: Mapping[str, Any] | None) -> None:
    """Set the list in the specification to the annotation's value. Raises ApiError."""
    spec = ic.get("spec") or {}
    effective = ic["status"][STRATEGY]
    if service is None or not captures(op.build):
        return
    wanted = annotated(service)
    if list(parameters.draft_subnets(spec.get(STRATEGY))) == wanted:
        return
    balancer = parameters.load_balancer(effective)
    provider = {"type": "AWS", "aws": {"type": parameters.aws_type(effective), "subnets": wanted or None}}
    # create every level, since the specification may leave the strategy to the operator
    change = {"type": effective["type"], "loadBalancer": {"scope": balancer["scope"], "providerParameters": provider}}
    op.store.patch(INGRESS_CONTROLLER, ic, {"spec": {STRATEGY: change}})


def carry(current: dict[str, Any], desired: Mapping[str, Any]) -> None:
    """Copy the captured list to the AWS parameters of status."""
    if desired.get("subnets"):
        current["subnets"] = list(desired["subnets"])
    else:
        current.pop("subnets", None)
