"""The observer behind the kube-controller-manager and kube-apiserver operators: a platform becomes arguments.

Source: sections "Library Go" and "Kube Controller Manager Operator" of the enhancement; neither operator has any
knowledge of platforms of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..runtime import Controller, ReconcileError, Result, Watch
from ..runtime.resources import CLUSTER_OPERATOR, INFRASTRUCTURE, Resource
from . import cluster_operator, library_go
from .component import SINGLETON, Component, platform_status
from .library_go import PlatformUnknown

OBSERVER_FAILED = "ObserveCloudProvidersFailed"
NOT_RECOGNISED = (
    "No recognized cloud provider platform found in infrastructures.config.openshift.io/cluster.status.platform"
)
NO_TYPE = "PlatformType was not set, unable to determine platform type"


@dataclass(frozen=True)
class Operand:
    """What an operator with this observer configures."""

    config: Resource
    cluster_operator: str
    arguments: str
    """The key below observedConfig."""


def observed_config(status: Mapping[str, Any], component: Component, operand: Operand) -> dict[str, Any]:
    """Compute spec.observedConfig for a platform. Raises PlatformUnknown."""
    arguments = library_go.provider_arguments(status, component.reading)
    return {operand.arguments: arguments} if arguments else {}


def ensure(component: Component, operand: Operand, observed: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Create or update the operand's configuration; return the object, and whether it was written."""
    store = component.store
    current = store.find(operand.config, "", SINGLETON)
    if current is None:
        spec = {"managementState": "Managed", "observedConfig": dict(observed)}
        return store.create(operand.config, {"metadata": {"name": SINGLETON}, "spec": spec}), True
    if (current["spec"].get("observedConfig") or {}) == observed:
        return current, False
    spec = {**current["spec"], "observedConfig": dict(observed)}
    return store.update(operand.config, {**current, "spec": spec}), True


def reconcile(component: Component, operand: Operand) -> Result:
    """Observe the platform and report. Raises ReconcileError where the platform has no type."""
    status = platform_status(component.store)
    name = operand.cluster_operator
    try:
        observed = observed_config(status, component, operand)
    except PlatformUnknown as error:
        cluster_operator.report(component, name, cluster_operator.failing("ConfigObserver", NO_TYPE))
        raise ReconcileError(NO_TYPE) from error
    written_object, written = ensure(component, operand, observed)
    if written and not library_go.recognised(library_go.platform_type(status)):
        component.recorder.event(written_object, "Warning", OBSERVER_FAILED, NOT_RECOGNISED)
    cluster_operator.report(component, name, cluster_operator.healthy())
    return Result()


def controllers(component: Component, operand: Operand) -> list[Controller]:
    """Build the operator's only controller."""

    def the_one(_: Mapping[str, Any]) -> list[str]:
        return [SINGLETON]

    def own_report(obj: Mapping[str, Any]) -> list[str]:
        return [SINGLETON] if obj["metadata"]["name"] == operand.cluster_operator else []

    watches = tuple(Watch(kind, the_one) for kind in (INFRASTRUCTURE, operand.config))
    name = f"{component.name}-config-observer"
    return [
        Controller(
            name,
            (*watches, Watch(CLUSTER_OPERATOR, own_report)),
            lambda _: reconcile(component, operand),
            component.log,
        )
    ]
