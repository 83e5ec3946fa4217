"""How an operator reports its own health: the conditions of its ClusterOperator."""

from __future__ import annotations

from collections.abc import Sequence

from ..runtime.conditions import Condition, merge
from ..runtime.events import timestamp
from ..runtime.resources import CLUSTER_OPERATOR
from .component import Component

AS_EXPECTED = "AsExpected"


def healthy() -> list[Condition]:
    """An operator that has done its work."""
    states = (("Available", "True"), ("Progressing", "False"), ("Degraded", "False"), ("Upgradeable", "True"))
    return [Condition(kind, status, AS_EXPECTED) for kind, status in states]


def failing(reason: str, message: str) -> list[Condition]:
    """An operator that cannot do its work."""
    return [*healthy()[:2], Condition("Degraded", "True", reason, message), Condition("Upgradeable", "False", reason)]


def report(component: Component, name: str, conditions: Sequence[Condition]) -> None:
    """Write the conditions where they differ from what is there."""
    store = component.store
    current = store.find(CLUSTER_OPERATOR, "", name)
    if current is None:
        current = store.create(CLUSTER_OPERATOR, {"metadata": {"name": name}, "spec": {}})
    before = current.get("status") or {}
    status = {
        **before,
        "conditions": merge(before.get("conditions"), conditions, timestamp(component.clock.now())),
        "versions": [{"name": "operator", "version": component.version}],
    }
    if status != before:
        store.update_status(CLUSTER_OPERATOR, {**current, "status": status})
