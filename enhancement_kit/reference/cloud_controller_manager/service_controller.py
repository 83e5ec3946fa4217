"""The service controller: maintains the load balancer of each LoadBalancer Service, reports by events and status."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..runtime import ApiError, ComponentLog, NotFound, ReconcileError, Recorder, Result, Store
from ..runtime.api import STRATEGIC_PATCH
from ..runtime.resources import CONFIG_MAP, INFRASTRUCTURE, NODE, SERVICE
from . import annotations as service_annotations
from . import aws, config, instance, provider
from . import nodes as node_list
from .aws import AwsError, ProviderError
from .context import Provider

FINALIZER = "service.kubernetes.io/load-balancer-cleanup"
NAMESPACE = "openshift-cloud-controller-manager"
CONFIG_NAME, CONFIG_KEY = "cloud-conf", "cloud.conf"
SYNC_FIELDS = (
    "type", "ports", "sessionAffinity", "sessionAffinityConfig", "loadBalancerSourceRanges", "loadBalancerIP",
    "externalIPs", "externalTrafficPolicy", "healthCheckNodePort", "ipFamilies", "loadBalancerClass",
)  # fmt: skip


@dataclass
class Manager:
    """The dependencies of the controller."""

    profile: str
    store: Store
    recorder: Recorder
    log: ComponentLog
    aws: Callable[..., Any]
    provider: Provider | None = field(default=None)
    """Made at the first sync from cloud.conf, and anew where that has changed: its operator restarts the manager."""
    content: str = ""
    """The cloud.conf that the provider was made from."""
    balanced: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The node names last handed to each Service's load balancer."""


def wants_load_balancer(service: Mapping[str, Any]) -> bool:
    """Tell whether this controller is responsible for the Service."""
    spec = service["spec"]
    return spec.get("type") == "LoadBalancer" and not spec.get("loadBalancerClass")


def needs_sync(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> bool:
    """Tell whether a change of a Service affects the load balancer; a change of status or labels does not."""
    if before is None or after is None:
        return True

    def seen(service: Mapping[str, Any]) -> tuple[Any, ...]:
        meta, spec = service["metadata"], service["spec"]
        fields = tuple(spec.get(name) for name in SYNC_FIELDS)
        return (meta.get("uid"), meta.get("annotations"), bool(meta.get("deletionTimestamp")), fields)

    return seen(before) != seen(after)


def on_aws(store: Store) -> bool:
    """Tell whether the cluster's platform is AWS; this manager does not run on any other."""
    status = store.view(INFRASTRUCTURE, "", "cluster")["status"].get("platformStatus", {})
    return bool(status.get("type") == "AWS")


def read_config(store: Store) -> str:
    """Return the text of cloud.conf. Raises ReconcileError where it does not exist."""
    try:
        return str(store.view(CONFIG_MAP, NAMESPACE, CONFIG_NAME)["data"][CONFIG_KEY])
    except NotFound as error:
        raise ReconcileError(f"unable to read AWS cloud provider config file: {error}") from error


def ready_provider(manager: Manager) -> Provider:
    """Build the provider for the current cloud.conf. Raises ReconcileError naming what is wrong with it."""
    content = read_config(manager.store)
    if manager.provider is None or manager.content != content:
        try:
            nodes = manager.store.objects(NODE)
            manager.provider = instance.complete(config.parse(content), nodes, manager.profile, manager.aws)
        except config.ConfigError as error:
            raise ReconcileError(str(error)) from error
        except (AwsError, ProviderError) as error:
            text = aws.text(error, manager.profile)
            raise ReconcileError(f"error getting the own instance: {text}") from error
        manager.content = content
    return manager.provider


def reconcile(manager: Manager, key: str) -> Result:
    """Sync one Service. Raises ReconcileError to be called again."""
    namespace, _, name = key.partition("/")
    service = manager.store.find(SERVICE, namespace, name)
    if service is None or not on_aws(manager.store) or service_annotations.handled_elsewhere(service):
        return Result()
    held = FINALIZER in (service["metadata"].get("finalizers") or ())
    gone = bool(service["metadata"].get("deletionTimestamp"))
    if not wants_load_balancer(service) or gone:
        manager.balanced.pop(key, None)
        if held:
            guarded(manager, service, cleanup)
        return Result()
    guarded(manager, service, ensure)
    return Result()


def guarded(manager: Manager, service: dict[str, Any], act: Callable[[Manager, dict[str, Any]], None]) -> None:
    """Run an action, and report a failure as an event on the Service. Raises ReconcileError."""
    try:
        act(manager, service)
    except ReconcileError as error:
        manager.recorder.event(service, "Warning", "SyncLoadBalancerFailed", f"Error syncing load balancer: {error}")
        raise


def step(manager: Manager, words: str, act: Callable[[], Any]) -> Any:
    """Run one step of a sync. Raises ReconcileError `<words>: <cause>`."""
    try:
        return act()
    except (AwsError, ProviderError, ApiError) as error:
        raise ReconcileError(f"{words}: {aws.text(error, manager.profile)}") from error


def ensure(manager: Manager, service: dict[str, Any]) -> None:
    """Ensure the load balancer; a failure leaves the Service's status as it was."""
    cloud = ready_provider(manager)
    manager.recorder.event(service, "Normal", "EnsuringLoadBalancer", "Ensuring load balancer")
    others = service["metadata"].get("finalizers") or []
    if FINALIZER not in others:
        change = {"finalizers": [FINALIZER], "$setElementOrder/finalizers": [*others, FINALIZER]}
        service = step(
            manager,
            "failed to add load balancer cleanup finalizer",
            lambda: patch_metadata(manager, service, change),
        )
    nodes = eligible_nodes(manager)
    if not nodes:
        text = "There are no available nodes for LoadBalancer"
        manager.recorder.event(service, "Warning", "UnAvailableLoadBalancer", text)
    status = step(manager, "failed to ensure load balancer", lambda: provider.ensure(cloud, service, nodes))
    manager.recorder.event(service, "Normal", "EnsuredLoadBalancer", "Ensured load balancer")
    manager.balanced[key_of(service)] = node_names(nodes)
    step(manager, "failed to update load balancer status", lambda: set_status(manager, service, status))


def cleanup(manager: Manager, service: dict[str, Any]) -> None:
    """Delete the load balancer and remove the Service's finalizer; an error keeps the finalizer."""
    cloud = ready_provider(manager)
    exists = step(
        manager, "failed to check if load balancer exists before cleanup", lambda: provider.exists(cloud, service)
    )
    if exists:
        manager.recorder.event(service, "Normal", "DeletingLoadBalancer", "Deleting load balancer")
        step(manager, "failed to delete load balancer", lambda: provider.delete(cloud, service))
    if not service["metadata"].get("deletionTimestamp"):
        step(manager, "failed to update load balancer status", lambda: set_status(manager, service, {}))
    step(
        manager,
        "failed to remove load balancer cleanup finalizer",
        lambda: patch_metadata(manager, service, {"$deleteFromPrimitiveList/finalizers": [FINALIZER]}),
    )
    manager.recorder.event(service, "Normal", "DeletedLoadBalancer", "Deleted load balancer")


def patch_metadata(manager: Manager, service: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Merge a change into the Service's metadata; the finalizers of others stay as they are by then."""
    return manager.store.patch(SERVICE, service, {"metadata": change}, content=STRATEGIC_PATCH)


def set_status(manager: Manager, service: Mapping[str, Any], status: dict[str, Any]) -> None:
    """Write the load balancer status where it differs."""
    wanted = status.get("ingress") or []
    if service["status"]["loadBalancer"].get("ingress", []) != wanted:
        change = {"status": {"loadBalancer": {"ingress": wanted or None}}}
        manager.store.patch(SERVICE, service, change, subresource="status")


def eligible_nodes(manager: Manager) -> list[Mapping[str, Any]]:
    """Return the nodes that receive traffic, by name."""
    return [node for node in manager.store.objects(NODE) if node_list.eligible(node)]


def node_names(nodes: list[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return node names with their instances: a new instance under an old name is another node."""
    return tuple(f"{node['metadata']['name']}={node_list.instance_id(node)}" for node in nodes)


def key_of(service: Mapping[str, Any]) -> str:
    """Return `namespace/name` of a Service."""
    return f"{service['metadata']['namespace']}/{service['metadata']['name']}"


def reconcile_nodes(manager: Manager, _: str) -> Result:
    """Update every load balancer whose nodes have changed. Raises ReconcileError naming those that failed."""
    nodes = eligible_nodes(manager)
    names = node_names(nodes)
    failed: list[str] = []
    for key in [key for key, known in manager.balanced.items() if known != names]:
        namespace, _, name = key.partition("/")
        service = manager.store.view(SERVICE, namespace, name)
        if not nodes:
            text = "There are no available nodes for LoadBalancer"
            manager.recorder.event(service, "Warning", "UnAvailableLoadBalancer", text)
        try:
            provider.ensure(ready_provider(manager), service, nodes)
        except (AwsError, ProviderError) as error:
            shown = " ".join(str(node["metadata"]["name"]) for node in nodes[:10])
            text = (
                f"Error updating load balancer with new hosts [{shown}] [node names limited, total number of nodes: "
                f"{len(nodes)}], error: {aws.text(error, manager.profile)}"
            )
            manager.recorder.event(service, "Warning", "UpdateLoadBalancerFailed", text)
            failed.append(f"{key}: {error}")
            continue
        manager.balanced[key] = names
        manager.recorder.event(service, "Normal", "UpdatedLoadBalancer", "Updated load balancer with new hosts")
    if failed:
        raise ReconcileError("; ".join(failed))
    return Result()
