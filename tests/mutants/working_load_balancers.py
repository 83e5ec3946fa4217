"""Load balancers that are there and do not work, and what is left of load balancers that are gone."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .source_editing import edited

CLASSIC = "cloud_controller_manager.classic_load_balancers"
NETWORK = "cloud_controller_manager.network_load_balancers"
GROUPS = "cloud_controller_manager.security_groups"
TARGETS = "enhancement_kit.reference.cloud_controller_manager.target_groups"
INTERNAL = '{"Scheme": "internal"} if service_annotations.is_internal(request.service) else {}'


def _forgetting(*edits: tuple[str, str]) -> Callable[[Patcher], None]:
    """Return what makes the manager overlook what an NLB has, and name each target group differently."""

    def apply(patcher: Patcher) -> None:
        numbers = itertools.count()
        for before, after in edits:
            patcher.edit(f"{TARGETS}:ensure", before, after)
        patcher.wrap(f"{TARGETS}:group_name", lambda name: lambda *given: f"{name(*given)[:28]}{next(numbers)}")

    return apply


_GROUPS_OF = ("([] if fresh else groups_of(provider, arn))", "[]")
_LISTENERS_OF = ("([] if fresh else listeners_of(provider, arn))", "[]")

MUTANTS: list[Mutant] = [
    edited(
        "manager-makes-classic-balancers-internal",
        "LSS-151.a",
        "makes every Classic load balancer internal",
        f"{CLASSIC}:create",
        INTERNAL,
        '{"Scheme": "internal"}',
    ),
    edited(
        "manager-makes-network-balancers-internal",
        "LSS-151.a",
        "makes every NLB internal",
        f"{NETWORK}:create",
        INTERNAL,
        '{"Scheme": "internal"}',
    ),
    edited(
        "manager-makes-classic-balancers-internet-facing",
        "LSS-151.b",
        "makes every Classic load balancer internet-facing",
        f"{CLASSIC}:create",
        INTERNAL,
        "{}",
    ),
    edited(
        "manager-makes-network-balancers-internet-facing",
        "LSS-151.b",
        "makes every NLB internet-facing",
        f"{NETWORK}:create",
        INTERNAL,
        "{}",
    ),
    edited(
        "manager-listens-on-one-port",
        "LSS-152.1",
        "listens on the first port of a Service only",
        "cloud_controller_manager.context:Request.ports",
        'self.service["spec"]["ports"]]',
        'self.service["spec"]["ports"][:1]]',
    ),
    edited(
        "manager-leads-classic-listeners-to-the-service-port",
        "LSS-152.2",
        "leads listeners of Classic load balancers to the port of the Service instead of its node port",
        f"{CLASSIC}:listeners",
        '"InstancePort": port.node_port',
        '"InstancePort": port.port',
    ),
    edited(
        "manager-leads-network-listeners-to-the-service-port",
        "LSS-152.2",
        "leads listeners of NLBs to the port of the Service instead of its node port",
        "cloud_controller_manager.target_groups:create_group",
        "Port=port.node_port",
        "Port=port.port",
    ),
    edited(
        "manager-registers-all-nodes-but-one",
        "LSS-152.3",
        "registers all nodes but the first",
        "cloud_controller_manager.context:Request.instance_ids",
        "for instance in self.instances]",
        "for instance in self.instances[1:]]",
    ),
    edited(
        "manager-checks-a-wrong-path-of-classic-balancers",
        "LSS-152.4",
        "checks the health of a path that kube-proxy does not have",
        "cloud_controller_manager.health:for_classic",
        '"/healthz"',
        '"/health"',
    ),
    edited(
        "manager-checks-a-wrong-path-of-network-balancers",
        "LSS-152.4",
        "checks the health of a path that kube-proxy does not have",
        "cloud_controller_manager.health:for_nlb",
        '"/healthz" if local',
        '"/health" if local',
    ),
    edited(
        "manager-lets-in-private-clients-only",
        "LSS-152.5",
        "lets clients of private networks in, and nobody else",
        "cloud_controller_manager.annotations:source_ranges",
        '"0.0.0.0/0"',
        '"10.0.0.0/8"',
    ),
    edited(
        "manager-does-not-let-classic-balancers-reach-nodes",
        "LSS-152.6",
        "leaves the nodes closed to Classic load balancers",
        f"{GROUPS}:allow_from_group",
        "node_groups(provider, request.instances)",
        "()",
    ),
    edited(
        "manager-does-not-let-clients-reach-nodes",
        "LSS-152.6",
        "leaves the nodes closed to NLBs and their clients",
        f"{GROUPS}:allow_clients",
        "node_groups(provider, request.instances)",
        "()",
    ),
    edited(
        "operator-selects-other-pods",
        "LSS-153.1",
        "selects Pods that are no routers of the IngressController",
        "ingress_operator.service:desired_service",
        '"selector": {names.POD_LABEL: name}',
        '"selector": {names.POD_LABEL: "router"}',
    ),
    edited(
        "operator-lets-routers-behind-classic-balancers-do-without-proxy",
        "LSS-153.2",
        "does not tell routers that a Classic load balancer sends the PROXY protocol",
        "ingress_operator.deployment:uses_proxy_protocol",
        "return True",
        "return False",
    ),
    edited(
        "operator-lets-all-routers-expect-proxy",
        "LSS-153.2",
        "tells routers behind every NLB to expect the PROXY protocol",
        "ingress_operator.deployment:uses_proxy_protocol",
        '.get("protocol") == "PROXY"',
        '.get("protocol") != "no"',
    ),
    edited(
        "operator-has-no-public-record",
        "LSS-154.1",
        "publishes names in the private zone only",
        "ingress_operator.dns:change",
        "cluster.platform in PROVIDERS",
        "zone != cluster.zones[0]",
    ),
    edited(
        "operator-has-no-private-record",
        "LSS-154.2",
        "publishes names in the public zone only",
        "ingress_operator.dns:change",
        "cluster.platform in PROVIDERS",
        "zone == cluster.zones[0]",
    ),
    edited(
        "operator-blocks-every-upgrade",
        "LSS-155",
        "says that nothing can be upgraded",
        "ingress_operator.conditions:upgradeable",
        '"Upgradeable", "True"',
        '"Upgradeable", "False"',
    ),
    edited(
        "manager-warns-of-nothing",
        "LSS-156.1",
        "writes a warning after each success",
        "cloud_controller_manager.service_controller:ensure",
        '"Normal", "EnsuredLoadBalancer"',
        '"Warning", "EnsuredLoadBalancer"',
    ),
    edited(
        "manager-leaves-groups-of-classic-balancers",
        "LSS-156.2",
        "leaves the security group of a Classic load balancer that it deletes",
        f"{CLASSIC}:delete",
        "security_groups.delete_owned(provider, groups)",
        "return",
    ),
    edited(
        "manager-leaves-target-groups",
        "LSS-156.2",
        "leaves the target groups of an NLB that it deletes",
        f"{NETWORK}:delete",
        "for group in groups:",
        "for group in groups[:0]:",
    ),
    Mutant(
        "manager-ignores-target-groups-of-an-nlb",
        ("EIP-207.1",),
        "makes another target group for each port of an NLB at every synchronisation",
        _forgetting(_GROUPS_OF),
    ),
    Mutant(
        "manager-ignores-listeners-of-an-nlb",
        ("EIP-207.1",),
        "makes another listener and another target group for each port of an NLB at every synchronisation",
        _forgetting(_GROUPS_OF, _LISTENERS_OF),
    ),
]
