"""Available, Progressing and Degraded: tables of required conditions, with prerequisites and grace periods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from .conditions import Condition


@dataclass(frozen=True)
class Check:
    """A condition that must have a status."""

    condition: str
    wanted: str
    after: tuple[str, ...] = ()
    """Conditions that must be True for the check to apply."""
    grace: float = 0
    """Seconds a failure may last before it counts."""
    ignored: tuple[str, ...] = ()
    """Reasons that do not count as a failure."""


LB, READY, DNS = "LoadBalancerManaged", "LoadBalancerReady", "DNSManaged"

AVAILABLE = (
    Check("DeploymentAvailable", "True"),
    Check("DNSReady", "True", (LB, READY, DNS)),
    Check(READY, "True", (LB,)),
)
PROGRESSING = (
    Check("LoadBalancerProgressing", "False", (LB,)),
    Check("DeploymentRollingOut", "False", ignored=("ReplicasStabilizing", "PodsStarting")),
)
DEGRADED = (
    Check("Admitted", "True"),
    Check("DeploymentAvailable", "True", grace=30),
    Check("DeploymentReplicasMinAvailable", "True", grace=60),
    Check("DeploymentReplicasAllAvailable", "True", grace=3600),
    Check(READY, "True", (LB,), grace=90),
    Check("DNSReady", "True", (LB, READY, DNS), grace=30),
)

RECHECK_DEGRADED = 60.0


@dataclass(frozen=True)
class Degradation:
    """The Degraded condition and when to look again."""

    condition: Condition
    requeue_after: float | None = None


def failing(checks: Iterable[Check], conditions: Sequence[Mapping[str, Any]]) -> list[Check]:
    """Return the checks that apply and fail, in their order."""
    state = {c["type"]: c for c in conditions}

    def fails(check: Check) -> bool:
        own = state.get(check.condition)
        if own is None:
            return False
        if any(state.get(other, {}).get("status") != "True" for other in check.after):
            return False
        return own["status"] != check.wanted and own.get("reason", "") not in check.ignored

    return [check for check in checks if fails(check)]


def listed(checks: Iterable[Check], conditions: Sequence[Mapping[str, Any]]) -> str:
    """Format failing conditions as the messages print them."""
    state = {c["type"]: c for c in conditions}
    return ", ".join(
        f"{c.condition}={state[c.condition]['status']} "
        f"({state[c.condition].get('reason', '')}: {state[c.condition].get('message', '')})"
        for c in checks
    )


def available(conditions: Sequence[Mapping[str, Any]]) -> Condition:
    """Compute the Available condition."""
    found = failing(AVAILABLE, conditions)
    if not found:
        return Condition("Available", "True")
    text = f"One or more status conditions indicate unavailable: {listed(found, conditions)}"
    return Condition("Available", "False", "IngressControllerUnavailable", text)


def progressing(conditions: Sequence[Mapping[str, Any]]) -> Condition:
    """Compute the Progressing condition."""
    found = failing(PROGRESSING, conditions)
    if not found:
        return Condition("Progressing", "False")
    text = f"One or more status conditions indicate progressing: {listed(found, conditions)}"
    return Condition("Progressing", "True", "IngressControllerProgressing", text)


def lasted(condition: Mapping[str, Any], now: datetime) -> float:
    """Return the seconds since the condition's status last changed."""
    since = datetime.strptime(condition["lastTransitionTime"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    return (now - since).total_seconds()


def degraded(conditions: Sequence[Mapping[str, Any]], now: datetime) -> Degradation:
    """Compute the Degraded condition, and when a running grace period ends."""
    state = {c["type"]: c for c in conditions}
    found = failing(DEGRADED, conditions)
    over = [check for check in found if lasted(state[check.condition], now) >= check.grace]
    if over:
        text = listed(over, conditions)
        condition = Condition(
            "Degraded",
            "True",
            "DegradedConditions",
            f"One or more other status conditions indicate a degraded state: {text}",
        )
        return Degradation(condition, RECHECK_DEGRADED)
    if found:
        soonest = min(check.grace - lasted(state[check.condition], now) for check in found)
        return Degradation(Condition("Degraded", "False"), soonest)
    return Degradation(Condition("Degraded", "False"))
