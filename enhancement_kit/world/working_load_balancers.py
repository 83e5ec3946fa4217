"""What every working load balancer of an IngressController has, whatever a scenario is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from enhancement_kit.world.clients.data_paths import EVERYBODY, DataPath, Listener
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.clients.load_balancers import INTERNAL, INTERNET_FACING, LoadBalancer
from enhancement_kit.world.cluster import ScenarioCluster
from enhancement_kit.world.node_ports import HEALTH_PATH
from enhancement_kit.world.observations import Observations

OUT_OF_ZONE = ("Target.NotInUse", "ELB")
"""AWS's reason codes for an instance in a zone without a subnet of the load balancer."""
EXCLUDED = "node.kubernetes.io/exclude-from-external-load-balancers"
ROUTER_PROXY = "ROUTER_USE_PROXY_PROTOCOL"


class WorkingLoadBalancer:
    """Compares the load balancer of an IngressController with the IngressController, its Service and its routers."""

    def __init__(self, name: str, observed: Observations, cluster: ScenarioCluster, *, probed: bool) -> None:
        """`probed`: whether AWS finds out which ports of the nodes are open."""
        self._name, self._observed, self._cluster, self._probed = name, observed, cluster, probed

    def problems(self, scheme: str = "") -> Iterator[str]:
        """Yield what the load balancer lacks. `scheme`: the one expected; else what the IngressController asks for."""
        balancer = self._observed.balancer(self._name)
        service = self._observed.service(self._name)
        # a Service that no IngressController owns has a load balancer, too
        controller = self._cluster.admin.find("IngressController", self._name)
        path = self._observed.data_path(balancer)
        yield from _scheme(path, scheme or _asked(controller or {"spec": {}}))
        yield from _address(balancer, service)
        nodes, proxied = self._nodes(), self._routers_expect_proxy(service)
        listeners = {listener.port: listener for listener in path.listeners}
        for port in service["spec"]["ports"]:
            listener = listeners.pop(port["port"], None)
            if listener is None:
                yield f"there is no listener on port {port['port']}"
            else:
                place = f"the listener on port {listener.port}"
                yield from _way(place, listener, service["spec"], port["nodePort"], proxied=proxied)
                # a Service that no IngressController owns may have no Pods
                yield from _targets(place, listener, nodes, healthy=controller is not None and self._probed)
        if listeners:
            yield f"it listens on {', '.join(map(str, listeners))}, where the Service has no port"
        if controller is not None:
            yield from self._names(controller, balancer)
            yield from self._conditions(controller)

    def _nodes(self) -> set[str]:
        """Return the instances of the nodes that load balancers lead to."""
        return {
            str(node["spec"]["providerID"]).rpartition("/")[2]
            for node in self._cluster.admin.all("Node")
            if EXCLUDED not in (node["metadata"].get("labels") or {})
        }

    def _routers_expect_proxy(self, service: Manifest) -> bool:
        router = self._cluster.admin.find("Deployment", service["metadata"]["name"]) or {}
        containers = router.get("spec", {}).get("template", {}).get("spec", {}).get("containers", [])
        return any(
            (one["name"], one.get("value")) == (ROUTER_PROXY, "true")
            for container in containers
            for one in container.get("env") or ()
        )

    def _names(self, controller: Manifest, balancer: LoadBalancer) -> Iterator[str]:
        strategy = controller["status"]["endpointPublishingStrategy"]
        dns = self._cluster.admin.find("DNS", "cluster") or {}
        zones = [kind for kind in ("public", "private") if dns.get("spec", {}).get(f"{kind}Zone")]
        if strategy.get("loadBalancer", {}).get("dnsManagementPolicy") != "Managed" or not zones:
            return
        route = self._observed.route(self._name)
        resolved = self._observed.resolved(route)
        for zone in zones:
            found = resolved.get(zone, ())
            if found != (balancer.host.lower(),):
                yield f"in the {zone} zone {route} resolves to {_listed(found)}, not to {balancer.host}"

    def _conditions(self, controller: Manifest) -> Iterator[str]:
        conditions = {c["type"]: c for c in controller["status"].get("conditions") or ()}
        for kind in ("LoadBalancerReady", "Upgradeable"):
            found = conditions.get(kind, {})
            if found.get("status") != "True":
                yield f"{kind} of {self._name} is {found.get('status', 'not there')}: {found.get('message', '')}"


def _asked(controller: Manifest) -> str:
    strategy = controller["spec"].get("endpointPublishingStrategy") or {}
    scope = (strategy.get("loadBalancer") or {}).get("scope")
    return INTERNAL if scope == "Internal" else INTERNET_FACING


def _scheme(path: DataPath, wanted: str) -> Iterator[str]:
    if path.scheme != wanted:
        yield f"it is {path.scheme or 'of no scheme'}, not {wanted}"


def _address(balancer: LoadBalancer, service: Manifest) -> Iterator[str]:
    ingress = ((service.get("status") or {}).get("loadBalancer") or {}).get("ingress") or []
    found = [one.get("hostname") for one in ingress]
    if found != [balancer.host]:
        yield f"the Service has the addresses {_listed(found)}, not {balancer.host}"


def _way(place: str, listener: Listener, spec: Mapping[str, Any], node_port: int, *, proxied: bool) -> Iterator[str]:
    """Compare a listener with the Service's specification. `proxied`: whether the routers expect PROXY protocol."""
    if listener.target_port != node_port:
        yield f"{place} leads to port {listener.target_port} of the nodes, the Service is on {node_port}"
    yield from _health_check(place, listener, spec)
    ranges = frozenset(spec.get("loadBalancerSourceRanges") or EVERYBODY)
    if listener.clients != ranges:
        yield f"{place} lets in {_listed(listener.clients)}, the Service wants {_listed(ranges)}"
    if not listener.nodes_let_in:
        yield f"{place}: the security groups of the nodes do not let its traffic in"
    if listener.proxy_protocol != proxied:
        does = "sends" if listener.proxy_protocol else "does not send"
        yield f"{place} {does} PROXY protocol, and the routers expect the opposite"


def _targets(place: str, listener: Listener, nodes: Set[str], *, healthy: bool) -> Iterator[str]:
    found = {target.instance for target in listener.targets}
    if found != nodes:
        yield f"{place} leads to the instances {_listed(found)}, the nodes are {_listed(nodes)}"
    for target in listener.targets if healthy else ():
        if not target.gets_traffic and target.reason not in OUT_OF_ZONE:
            yield f"{place} sends no traffic to {target.instance}: {target.state}, {target.description}"


def _health_check(place: str, listener: Listener, spec: Mapping[str, Any]) -> Iterator[str]:
    if spec.get("externalTrafficPolicy") != "Local":
        return
    check = listener.health_check
    wanted = ("HTTP", str(spec.get("healthCheckNodePort")), HEALTH_PATH)
    found = (check.protocol, check.port, check.path)
    if found != wanted:
        yield f"{place} checks {' '.join(found)}, where the nodes answer at {' '.join(wanted)}"


def _listed(words: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, words))) or "none"
