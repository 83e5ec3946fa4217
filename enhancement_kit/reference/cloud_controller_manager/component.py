"""The AWS cloud controller manager as a set of controllers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime import Controller, Watch
from ..runtime.controller import own_name
from ..runtime.resources import CONFIG_MAP, INFRASTRUCTURE, NODE, SERVICE
from . import nodes as node_list
from . import service_controller
from .service_controller import Manager

NAME = "cloud-controller-manager"
EVENT_SOURCE = "service-controller"


def node_changed(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> bool:
    """Tell whether a node's part in load balancing changed; heartbeats do not count."""

    def seen(node: Mapping[str, Any] | None) -> tuple[Any, ...]:
        return (node is not None and node_list.eligible(node), node_list.instance_id(node) if node else None)

    return seen(before) != seen(after)


def controllers(manager: Manager) -> list[Controller]:
    """Build the manager's controllers, in the order they run."""

    def every_service(_: Mapping[str, Any]) -> list[str]:
        return [key for service in manager.store.objects(SERVICE) for key in own_name(service)]

    def all_nodes(_: Mapping[str, Any]) -> list[str]:
        return ["nodes"]

    def services_of_config(config_map: Mapping[str, Any]) -> list[str]:
        meta = config_map["metadata"]
        own = (meta["namespace"], meta["name"]) == (service_controller.NAMESPACE, service_controller.CONFIG_NAME)
        return every_service(config_map) if own else []

    def platform_changed(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> bool:
        def platform(obj: Mapping[str, Any] | None) -> Any:
            return (((obj or {}).get("status") or {}).get("platformStatus") or {}).get("type")

        return bool(platform(before) != platform(after))

    return [
        Controller(
            "service",
            (
                Watch(SERVICE, own_name, service_controller.needs_sync),
                Watch(INFRASTRUCTURE, every_service, platform_changed),
                Watch(CONFIG_MAP, services_of_config),
            ),
            lambda key: service_controller.reconcile(manager, key),
            manager.log,
        ),
        Controller(
            "service-nodes",
            (Watch(NODE, all_nodes, node_changed),),
            lambda key: service_controller.reconcile_nodes(manager, key),
            manager.log,
        ),
    ]
