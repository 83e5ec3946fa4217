"""Status of an IngressController: computed from the observed objects, written only if something differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ..runtime import Invalid
from ..runtime.events import timestamp
from ..runtime.resources import INGRESS_CONTROLLER
from . import aggregates, conditions, findings, mirror, names, rollout
from . import annotations as service_annotations
from . import service as services
from .annotations import Wanted
from .build import Operator


@dataclass(frozen=True)
class Observed:
    """The objects that status is computed from."""

    deployment: Mapping[str, Any]
    service: Mapping[str, Any] | None
    desired_service: Mapping[str, Any]
    record: Mapping[str, Any] | None
    events: Sequence[Mapping[str, Any]] = field(default=())


@dataclass(frozen=True)
class Computed:
    """A status and the values derived with it."""

    status: dict[str, Any]
    degradation: aggregates.Degradation


def compute(ic: Mapping[str, Any], wanted: Wanted, observed: Observed, now: datetime) -> Computed:
    """Compute the status that `ic` should have."""
    status: dict[str, Any] = dict(ic["status"])
    name = ic["metadata"]["name"]
    effective = wanted.effective
    service = observed.service
    actual = mirror.mirrored(effective, service, wanted.cluster, wanted.build)
    status["endpointPublishingStrategy"] = actual
    status["selector"] = f"{names.POD_LABEL}={name}"
    status["availableReplicas"] = rollout.numbers(observed.deployment)["available"]
    found = findings.progressing(name, wanted, service, actual) if service is not None else []
    new = balancer_conditions(wanted, observed, found)
    merged = conditions.merge(status.get("conditions"), new, timestamp(now))
    for aggregate in (aggregates.available(merged), aggregates.progressing(merged)):
        merged = conditions.merge(merged, [aggregate], timestamp(now))
    degradation = aggregates.degraded(merged, now)
    modified: dict[str, tuple[str | None, str | None]] = {}
    if service is not None:
        keys = service_annotations.managed_keys(wanted)
        modified = services.differing_keys(service, observed.desired_service, keys)
    evaluated = findings.source_ranges(name, wanted, service) if service is not None else []
    last = [degradation.condition, conditions.upgradeable(modified), conditions.evaluation_conditions(evaluated)]
    status["conditions"] = conditions.merge(merged, last, timestamp(now))
    return Computed(status, degradation)


def balancer_conditions(wanted: Wanted, observed: Observed, found: Sequence[str]) -> list[conditions.Condition]:
    """Compute the conditions that the aggregates build on, in their order."""
    effective, cluster = wanted.effective, wanted.cluster
    new = rollout.conditions_of(observed.deployment, wanted.build)
    managed = conditions.load_balancer_managed(effective)
    new.append(managed)
    if managed.status == "True":
        new.append(conditions.load_balancer_ready(observed.service, observed.events, wanted.build))
    new.append(conditions.load_balancer_progressing(effective, observed.service, found))
    dns = conditions.dns_managed(effective, cluster)
    new.append(dns)
    if dns.reason not in ("NoDNSZones", "UnsupportedEndpointPublishingStrategy"):
        new.append(conditions.dns_ready(observed.record))
    return new


COMPARED = ("observedGeneration", "availableReplicas", "selector", "domain")


def differs(old: Mapping[str, Any], new: Mapping[str, Any], profile: str) -> bool:
    """Tell whether a status is worth a write."""

    def by_type(status: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        return sorted(status["conditions"], key=lambda c: str(c["type"]))

    return (
        any(old.get(name) != new.get(name) for name in COMPARED)
        or by_type(old) != by_type(new)
        or not mirror.equal(old["endpointPublishingStrategy"], new["endpointPublishingStrategy"], profile)
    )


def write(op: Operator, ic: Mapping[str, Any], status: dict[str, Any]) -> dict[str, Any]:
    """Store a status if it differs, and return the object.

    Interpretation EIP-A18: spec and status share their rules, so the API may refuse an actual value. It is then left
    out and logged; everything else is stored all the same. Raises the server's error for any other refusal, and, as
    released, for this one.
    """
    stored: dict[str, Any] = dict(ic)
    for leave_out in candidates(status) if op.build.profile == "document" else ((),):
        candidate = dict(status)
        if leave_out:
            candidate["endpointPublishingStrategy"] = mirror.without(status["endpointPublishingStrategy"], leave_out)
        if not differs(ic.get("status") or {}, candidate, op.build.profile):
            return stored
        try:
            return op.store.update_status(INGRESS_CONTROLLER, {**stored, "status": candidate})
        except Invalid as error:
            refusal = error
            op.log.error("actual value cannot be stored in status", object=ic["metadata"]["name"], error=error)
    raise refusal


def candidates(status: Mapping[str, Any]) -> Iterable[tuple[str, ...]]:
    """Return the groups of fields to leave out, in turn: none first, then mirrored values."""
    effective = status["endpointPublishingStrategy"]
    return [(), *(fields for fields in mirror.UNSTORABLE if mirror.without(effective, fields) != effective)]
