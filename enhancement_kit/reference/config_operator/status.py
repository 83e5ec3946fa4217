"""ClusterOperator `config-operator`: the errors of the operator's controllers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..platform_components import cluster_operator
from ..runtime import ApiError, ReconcileError, Result
from ..runtime.conditions import Condition
from .build import NAME, Operator


def conditions(outcomes: Mapping[str, str]) -> list[Condition]:
    """Build the conditions for the outcomes of the controllers; Degraded quotes each failure."""
    failed = {name: text for name, text in sorted(outcomes.items()) if text}
    if not failed:
        return cluster_operator.healthy()
    reason = "::".join(f"{name}_SyncError" for name in failed)
    message = "\n".join(f"{name}Degraded: {text}" for name, text in failed.items())
    degraded = Condition("Degraded", "True", reason, message)
    return [degraded if healthy.type == degraded.type else healthy for healthy in cluster_operator.healthy()]


def reporting(op: Operator, name: str, reconcile: Callable[[Operator, str], Result]) -> Callable[[str], Result]:
    """Wrap a reconciler so that its outcome shows on the ClusterOperator."""

    def run(key: str) -> Result:
        try:
            result = reconcile(op, key)
        except (ReconcileError, ApiError) as error:
            report(op, name, str(error))
            raise
        report(op, name, "")
        return result

    return run


def report(op: Operator, name: str, complaint: str) -> None:
    """Store the outcome of a controller, and report it if it has changed."""
    if op.outcomes.get(name) != complaint:
        op.outcomes[name] = complaint
        cluster_operator.report(op, NAME, conditions(op.outcomes))
