"""The backport of the list of subnets to the release before: the annotation is what holds, the list follows it.

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
    """Whether this build fills the list from the annotation."""
    return build.features.subnets == "backport"


def annotated(service: Mapping[str, Any]) -> list[str]:
    """The subnets in the Service's annotation, blanks around them dropped; none where it is absent."""
    value = (service["metadata"].get("annotations") or {}).get(names.SUBNETS)
    return [element.strip() for element in parameters.split(value) if element.strip()]


def capture(op: Operator, ic: Mapping[str, Any], service: Mapping[str, Any] | None) -> None:
    """Make the list in the specification what the annotation says. Raises ApiError."""
    spec = ic.get("spec") or {}
    effective = ic["status"][STRATEGY]
    if service is None or not captures(op.build) or not parameters.aws(effective):
        return
    wanted = annotated(service)
    if list(parameters.draft_subnets(spec.get(STRATEGY))) == wanted:
        return
    balancer = parameters.load_balancer(effective)
    provider = {"type": "AWS", "aws": {"type": parameters.aws_type(effective), "subnets": wanted or None}}
    # the whole way down, for a specification that leaves the strategy to the operator
    change = {"type": effective["type"], "loadBalancer": {"scope": balancer["scope"], "providerParameters": provider}}
    op.store.patch(INGRESS_CONTROLLER, ic, {"spec": {STRATEGY: change}})


def carry(current: dict[str, Any], desired: Mapping[str, Any]) -> None:
    """Take the captured list over into the AWS parameters of status."""
    if desired.get("subnets"):
        current["subnets"] = list(desired["subnets"])
    else:
        current.pop("subnets", None)
