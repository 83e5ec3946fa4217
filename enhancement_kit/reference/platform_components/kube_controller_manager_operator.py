"""The kube-controller-manager operator: the observed configuration that becomes the arguments of its operand.

Source: section "Kube Controller Manager Operator" of the enhancement; it has no knowledge of platforms of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime import Controller, ReconcileError, Result, Watch
from ..runtime.resources import CLUSTER_OPERATOR, INFRASTRUCTURE, KUBE_CONTROLLER_MANAGER
from . import cluster_operator, library_go
from .component import SINGLETON, Component, platform_status
from .library_go import PlatformUnknown

NAME = "kube-controller-manager-operator"
CLUSTER_OPERATOR_NAME = "kube-controller-manager"
OBSERVER_FAILED = "ObserveCloudProvidersFailed"
NOT_RECOGNISED = (
    "No recognized cloud provider platform found in infrastructures.config.openshift.io/cluster.status.platform"
)
NO_TYPE = "PlatformType was not set, unable to determine platform type"


def observed_config(status: Mapping[str, Any], component: Component) -> dict[str, Any]:
    """spec.observedConfig for a platform. Raises PlatformUnknown."""
    arguments = library_go.provider_arguments(status, component.reading)
    return {"extendedArguments": arguments} if arguments else {}


def ensure(component: Component, observed: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Bring the operand's configuration about: the object, and whether it was written."""
    store = component.store
    current = store.find(KUBE_CONTROLLER_MANAGER, "", SINGLETON)
    if current is None:
        spec = {"managementState": "Managed", "observedConfig": dict(observed)}
        return store.create(KUBE_CONTROLLER_MANAGER, {"metadata": {"name": SINGLETON}, "spec": spec}), True
    if (current["spec"].get("observedConfig") or {}) == observed:
        return current, False
    return store.update(
        KUBE_CONTROLLER_MANAGER, {**current, "spec": {**current["spec"], "observedConfig": dict(observed)}}
    ), True


def reconcile(component: Component) -> Result:
    """Observe the platform and report. Raises ReconcileError where the platform has no type."""
    status = platform_status(component.store)
    try:
        observed = observed_config(status, component)
    except PlatformUnknown as error:
        cluster_operator.report(component, CLUSTER_OPERATOR_NAME, cluster_operator.failing("ConfigObserver", NO_TYPE))
        raise ReconcileError(NO_TYPE) from error
    operand, written = ensure(component, observed)
    kind = library_go.platform_type(status)
    if written and not library_go.recognised(kind):
        component.recorder.event(operand, "Warning", OBSERVER_FAILED, NOT_RECOGNISED)
    cluster_operator.report(component, CLUSTER_OPERATOR_NAME, cluster_operator.healthy())
    return Result()


def controllers(component: Component) -> list[Controller]:
    """The operator's one controller."""

    def the_one(_: Mapping[str, Any]) -> list[str]:
        return [SINGLETON]

    watches = tuple(Watch(kind, the_one) for kind in (INFRASTRUCTURE, KUBE_CONTROLLER_MANAGER))
    own = Watch(CLUSTER_OPERATOR, lambda obj: [SINGLETON] if obj["metadata"]["name"] == CLUSTER_OPERATOR_NAME else [])
    return [Controller("config-observer", (*watches, own), lambda _: reconcile(component), component.log)]
