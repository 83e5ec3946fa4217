"""ClusterOperator `config-operator`: what the operator's controllers complain about."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..platform_components import cluster_operator
from ..runtime import ApiError, ReconcileError, Result
from ..runtime.conditions import Condition
from .build import NAME, Operator


def conditions(outcomes: Mapping[str, str]) -> list[Condition]:
    """The conditions for what the controllers found; Degraded quotes each that failed."""
    failed = {name: text for name, text in sorted(outcomes.items()) if text}
    if not failed:
        return cluster_operator.healthy()
    reason = "::".join(f"{name}_SyncError" for name in failed)
    message = "\n".join(f"{name}Degraded: {text}" for name, text in failed.items())
    degraded = Condition("Degraded", "True", reason, message)
    return [degraded if healthy.type == degraded.type else healthy for healthy in cluster_operator.healthy()]


def reporting(op: Operator, name: str, reconcile: Callable[[Operator, str], Result]) -> Callable[[str], Result]:
    """A reconciler whose outcome shows on the ClusterOperator."""

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
    """Take down the outcome of a controller, and report where it is another than before."""
    if op.outcomes.get(name) != complaint:
        op.outcomes[name] = complaint
        cluster_operator.report(op, NAME, conditions(op.outcomes))
