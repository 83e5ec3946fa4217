"""What listens on the nodes of a scenario's cluster: kube-proxy, for the Services whose Pods are ready."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from enhancement_kit.cloud.interface import Probe
from enhancement_kit.world.clients.kubernetes import Admin

ON_NODES = frozenset({"LoadBalancer", "NodePort"})
HEALTH_PATH = "/healthz"


def prober(client: Admin) -> Probe:
    """Return what answers health checks on the nodes of the cluster that the client reads."""

    def answers(instance: str, protocol: str, port: int, path: str) -> bool:
        nodes = client.request("GET", "/api/v1/nodes")["items"]
        if not any(node.get("spec", {}).get("providerID", "").endswith(f"/{instance}") for node in nodes):
            return False
        services = client.request("GET", "/api/v1/services")["items"]
        return any(_listens(service, protocol, port, path) and _has_pods(client, service) for service in services)

    return answers


def _listens(service: Mapping[str, Any], protocol: str, port: int, path: str) -> bool:
    """Tell whether a check succeeds on a port of a Service that has Pods: on a node port, or on that for its checks."""
    spec = service["spec"]
    if spec.get("type") not in ON_NODES:
        return False
    if port == spec.get("healthCheckNodePort"):
        return protocol == "TCP" or (protocol == "HTTP" and path == HEALTH_PATH)
    # what a Pod says to a request is unknown
    open_ports = {one.get("nodePort") for one in spec.get("ports", []) if one.get("protocol", "TCP") == "TCP"}
    return protocol == "TCP" and port in open_ports


def _has_pods(client: Admin, service: Mapping[str, Any]) -> bool:
    """Tell whether the Service selects Pods of a Deployment that has available ones."""
    selector = service["spec"].get("selector") or {}
    namespace = service["metadata"]["namespace"]
    deployments = client.request("GET", f"/apis/apps/v1/namespaces/{namespace}/deployments")["items"]
    return bool(selector) and any(
        selector.items() <= (one["spec"]["template"]["metadata"].get("labels") or {}).items()
        for one in deployments
        if (one.get("status") or {}).get("availableReplicas")
    )
