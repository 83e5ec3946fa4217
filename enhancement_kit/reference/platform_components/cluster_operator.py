"""How an operator reports its own health: the conditions of its ClusterOperator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..runtime import Store
from ..runtime.conditions import Condition, merge
from ..runtime.events import timestamp
from ..runtime.resources import CLUSTER_OPERATOR

AS_EXPECTED = "AsExpected"


class Reporter(Protocol):
    """An operator that reports."""

    @property
    def version(self) -> str:
        """The release it was built from."""

    @property
    def store(self) -> Store:
        """Its hands on the API."""

    @property
    def clock(self) -> Any:
        """Its time."""


def healthy() -> list[Condition]:
    """Return the conditions of an operator that has done its work."""
    states = (("Available", "True"), ("Progressing", "False"), ("Degraded", "False"), ("Upgradeable", "True"))
    return [Condition(kind, status, AS_EXPECTED) for kind, status in states]


def failing(reason: str, message: str) -> list[Condition]:
    """Return the conditions of an operator that cannot do its work."""
    return [*healthy()[:2], Condition("Degraded", "True", reason, message), Condition("Upgradeable", "False", reason)]


def report(component: Reporter, name: str, conditions: Sequence[Condition]) -> None:
    """Write the conditions that differ from the current ones."""
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
