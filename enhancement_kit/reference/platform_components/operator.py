"""The common part of operators that derive something from the platform: decide, apply, report.

To add one, write a module of the component's name with an `OPERATOR`, and a row in `reactions.REACTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..runtime import Controller, ReconcileError, Result, Watch
from ..runtime.conditions import Condition, merge
from ..runtime.events import timestamp
from ..runtime.resources import CLUSTER_OPERATOR, INFRASTRUCTURE, Resource
from . import cluster_operator, library_go, reactions
from .component import SINGLETON, Component, platform_status
from .library_go import PlatformUnknown

MANAGED_BY = "app.kubernetes.io/managed-by"
FAILED = "SyncingFailed"

Object = dict[str, Any]


class Unsupported(Exception):
    """The operator cannot do its work on this cluster as it is configured, and says so in its conditions."""


@dataclass(frozen=True)
class Situation:
    """The inputs of an operator's decision."""

    component: Component
    status: Mapping[str, Any]
    """status.platformStatus of the Infrastructure."""
    kind: str
    """The platform type."""
    reaction: str
    """The cell of the table for the component and the type."""


@dataclass(frozen=True)
class Outcome:
    """The decision of an operator: wanted objects and conditions."""

    objects: Sequence[tuple[Resource, Object]] = ()
    conditions: Sequence[Condition] = field(default_factory=cluster_operator.healthy)
    detail: Sequence[Condition] = ()
    """Conditions of the operator's own configuration object."""


@dataclass(frozen=True)
class Operator:
    """One operator."""

    name: str
    decide: Callable[[Situation], Outcome]
    """Raises Unsupported, ReconcileError."""
    cluster_operator: str = ""
    """The name it reports under; empty for an operator that is not part of the payload."""
    owns: tuple[Resource, ...] = ()
    """The kinds of what it brings about."""
    reads: tuple[Resource, ...] = ()
    """What else wakes it."""
    config: Resource | None = None
    """The kind of its own configuration object `cluster`."""
    no_type: str = "platformStatus.type is not set"
    """What it says where the platform has no type."""

    def controllers(self, component: Component) -> list[Controller]:
        """Build the operator's only controller."""
        kinds = {INFRASTRUCTURE, *self.owns, *self.reads, *([self.config] if self.config else [])}
        watches = [Watch(kind, _the_one) for kind in sorted(kinds)]
        if self.cluster_operator:
            watches.append(Watch(CLUSTER_OPERATOR, self._own_report))
        return [Controller(self.name, tuple(watches), lambda _: reconcile(self, component), component.log)]

    def _own_report(self, obj: Mapping[str, Any]) -> list[str]:
        return [SINGLETON] if obj["metadata"]["name"] == self.cluster_operator else []


def _the_one(_: Mapping[str, Any]) -> list[str]:
    return [SINGLETON]


def situation(component: Component) -> Situation:
    """Read the situation from the Infrastructure. Raises ReconcileError, PlatformUnknown."""
    status = platform_status(component.store)
    kind = library_go.platform_type(status)
    return Situation(component, status, kind, reactions.reaction(component.name, kind, component.reading))


def reconcile(operator: Operator, component: Component) -> Result:
    """Decide, apply the outcome, report. Raises ReconcileError where nothing can be decided."""
    try:
        outcome = operator.decide(situation(component))
    except PlatformUnknown as error:
        _report(operator, component, cluster_operator.failing(FAILED, operator.no_type))
        raise ReconcileError(operator.no_type) from error
    except Unsupported as error:
        component.log.error("not supported", error=error)
        _report(operator, component, cluster_operator.failing(FAILED, str(error)))
        return Result()
    for resource, desired in outcome.objects:
        ensure(component, resource, desired)
    remove_others(component, operator.owns, outcome.objects)
    if operator.config is not None:
        report_detail(component, operator.config, outcome.detail)
    _report(operator, component, outcome.conditions)
    return Result()


def _report(operator: Operator, component: Component, conditions: Sequence[Condition]) -> None:
    if operator.cluster_operator:
        cluster_operator.report(component, operator.cluster_operator, conditions)


def holds(current: Any, desired: Any) -> bool:
    """Tell whether everything desired is there; what the API server added does not matter."""
    if isinstance(desired, dict):
        return isinstance(current, dict) and all(holds(current.get(key), value) for key, value in desired.items())
    if isinstance(desired, list):
        if not isinstance(current, list) or len(current) != len(desired):
            return False
        return all(holds(one, other) for one, other in zip(current, desired, strict=True))
    return bool(current == desired)


def overlaid(current: Any, desired: Any) -> Any:
    """Return the current value with everything desired written over it."""
    if isinstance(current, dict) and isinstance(desired, dict):
        return {**current, **{key: overlaid(current.get(key), value) for key, value in desired.items()}}
    if isinstance(current, list) and isinstance(desired, list) and len(current) == len(desired):
        return [overlaid(one, other) for one, other in zip(current, desired, strict=True)]
    return desired


def ensure(component: Component, resource: Resource, desired: Object) -> Object:
    """Create or update one object, labelled as the component's."""
    store = component.store
    meta = desired["metadata"]
    labels = {**(meta.get("labels") or {}), MANAGED_BY: component.name}
    wanted = {**desired, "metadata": {**meta, "labels": labels}}
    current = store.find(resource, meta.get("namespace", ""), meta["name"])
    if current is None:
        return store.create(resource, wanted)
    if holds(current, wanted):
        return current
    return store.update(resource, overlaid(current, wanted))


def remove_others(component: Component, owned: Sequence[Resource], wanted: Sequence[tuple[Resource, Object]]) -> None:
    """Delete the objects that the component created and no longer wants."""
    kept = {(resource, obj["metadata"].get("namespace", ""), obj["metadata"]["name"]) for resource, obj in wanted}
    for resource in owned:
        for obj in component.store.objects(resource):
            meta = obj["metadata"]
            own = (meta.get("labels") or {}).get(MANAGED_BY) == component.name
            if own and (resource, meta.get("namespace", ""), meta["name"]) not in kept:
                component.store.delete(resource, obj)


def report_detail(component: Component, config: Resource, conditions: Sequence[Condition]) -> None:
    """Write the conditions of the operator's configuration object, which is created if it is missing."""
    current = component.store.find(config, "", SINGLETON)
    if current is None:
        spec = {"managementState": "Managed"}
        current = component.store.create(config, {"metadata": {"name": SINGLETON}, "spec": spec})
    before = current.get("status") or {}
    merged = merge(before.get("conditions"), conditions, timestamp(component.clock.now()))
    if merged != before.get("conditions"):
        component.store.update_status(config, {**current, "status": {**before, "conditions": merged}})
