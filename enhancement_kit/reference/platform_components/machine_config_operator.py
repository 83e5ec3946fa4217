"""The machine-config operator: MachineConfigs with the kubelet's unit for each pool, and the health of the pools.

Source: section "Machine Config Operator" of the enhancement; pkg/controller/template of the operator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..runtime import Controller, ReconcileError, Result, Watch
from ..runtime.conditions import Condition, merge
from ..runtime.events import timestamp
from ..runtime.resources import CLUSTER_OPERATOR, INFRASTRUCTURE, MACHINE_CONFIG, MACHINE_CONFIG_POOL
from . import cluster_operator, kubelet, library_go, reactions
from .component import SINGLETON, Component, platform_status
from .library_go import PlatformUnknown, Reading

NAME = "machine-config-operator"
CLUSTER_OPERATOR_NAME = "machine-config"
POOLS = ("master", "worker")
ON_PREMISE_PODS = ("coredns", "haproxy", "keepalived")
ROLE = "machineconfiguration.openshift.io/role"
NO_TYPE = "cannot generate MachineConfigs when no platformStatus.type is set"


def machine_config(pool: str, status: Mapping[str, Any], reading: Reading) -> dict[str, Any]:
    """Build the MachineConfig with the kubelet's unit of a pool. Raises PlatformUnknown."""
    service = {"name": "kubelet.service", "enabled": True, "contents": kubelet.unit(status, reading)}
    return {
        "metadata": {"name": f"01-{pool}-kubelet", "labels": {ROLE: pool}},
        "spec": {"config": {"ignition": {"version": "3.2.0"}, "systemd": {"units": [service]}}},
    }


def on_premise(pool: str) -> dict[str, Any]:
    """Build the MachineConfig with the static pods that replace a cloud's load balancers and DNS."""
    files = [{"path": f"/etc/kubernetes/manifests/{name}.yaml", "mode": 0o644} for name in ON_PREMISE_PODS]
    return {
        "metadata": {"name": f"00-{pool}-on-premise", "labels": {ROLE: pool}},
        "spec": {"config": {"ignition": {"version": "3.2.0"}, "storage": {"files": files}}},
    }


def rendered(status: Mapping[str, Any], component: Component) -> list[dict[str, Any]]:
    """Build the MachineConfigs of all pools. Raises PlatformUnknown."""
    kind = library_go.platform_type(status)
    if not library_go.recognised(kind):
        component.log.warning(f"Warning: the controller config referenced an unsupported platform: {kind}")
    kubelets = [machine_config(pool, status, component.reading) for pool in POOLS]
    if reactions.reaction(NAME, kind, component.reading) == reactions.ON_PREMISE:
        return [*kubelets, *(on_premise(pool) for pool in POOLS)]
    return kubelets


def remove_others(component: Component, desired: Sequence[Mapping[str, Any]]) -> None:
    """Delete MachineConfigs of this operator that the platform no longer asks for."""
    wanted = {config["metadata"]["name"] for config in desired}
    for pool in POOLS:
        name = on_premise(pool)["metadata"]["name"]
        left = component.store.find(MACHINE_CONFIG, "", name) if name not in wanted else None
        if left is not None:
            component.store.delete(MACHINE_CONFIG, left)


def ensure(component: Component, desired: Mapping[str, Any]) -> None:
    """Create or update one MachineConfig."""
    current = component.store.find(MACHINE_CONFIG, "", desired["metadata"]["name"])
    if current is None:
        component.store.create(MACHINE_CONFIG, dict(desired))
    elif current["spec"] != desired["spec"]:
        component.store.update(MACHINE_CONFIG, {**current, "spec": desired["spec"]})


def ensure_pool(component: Component, pool: str, conditions: Sequence[Condition]) -> None:
    """Create or update a pool and its conditions."""
    store = component.store
    current = store.find(MACHINE_CONFIG_POOL, "", pool)
    if current is None:
        spec = {"machineConfigSelector": {"matchLabels": {ROLE: pool}}, "paused": False}
        current = store.create(MACHINE_CONFIG_POOL, {"metadata": {"name": pool}, "spec": spec})
    before = current.get("status") or {}
    merged = merge(before.get("conditions"), conditions, timestamp(component.clock.now()))
    if merged != before.get("conditions"):
        store.update_status(MACHINE_CONFIG_POOL, {**current, "status": {**before, "conditions": merged}})


def pool_conditions(failure: str = "") -> list[Condition]:
    """Return the conditions of a pool whose configuration was rendered, or failed with `failure`."""
    broken = "True" if failure else "False"
    return [
        Condition("Updated", "False" if failure else "True"),
        Condition("RenderDegraded", broken, "RenderFailed" if failure else "", failure),
        Condition("Degraded", broken, "", failure),
    ]


def reconcile(component: Component) -> Result:
    """Render and report. Raises ReconcileError where the platform has no type."""
    status = platform_status(component.store)
    try:
        desired = rendered(status, component)
    except PlatformUnknown as error:
        fail(component, NO_TYPE)
        raise ReconcileError(NO_TYPE) from error
    for config in desired:
        ensure(component, config)
    remove_others(component, desired)
    for pool in POOLS:
        ensure_pool(component, pool, pool_conditions())
    cluster_operator.report(component, CLUSTER_OPERATOR_NAME, cluster_operator.healthy())
    return Result()


def fail(component: Component, message: str) -> None:
    """Report that nothing could be rendered."""
    for pool in POOLS:
        ensure_pool(component, pool, pool_conditions(message))
    report = cluster_operator.failing("RenderConfigFailed", message)
    cluster_operator.report(component, CLUSTER_OPERATOR_NAME, report)


def controllers(component: Component) -> list[Controller]:
    """Build the operator's only controller."""

    def the_one(_: Mapping[str, Any]) -> list[str]:
        return [SINGLETON]

    watches = tuple(Watch(kind, the_one) for kind in (INFRASTRUCTURE, MACHINE_CONFIG, MACHINE_CONFIG_POOL))
    own = Watch(CLUSTER_OPERATOR, lambda obj: [SINGLETON] if obj["metadata"]["name"] == CLUSTER_OPERATOR_NAME else [])
    return [Controller("template", (*watches, own), lambda _: reconcile(component), component.log)]
