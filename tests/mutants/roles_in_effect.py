"""Installers and operators that get one consumer of subnets, one field or one load balancer type wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .source_editing import edited

INGRESS = "installer.ingress_manifests"
MACHINES = "installer.machine_manifests"
ENTRIES = "list(config.aws.with_role(fields.INGRESS_LB))"
OWN_ROLE = "list(plan.config.aws.with_role(role))"
OPTIONAL = "{EDGE_NODE} if self.external else {EDGE_NODE, EXTERNAL_LB}"
PLACES = "operator-prefers-default-subnets-of"
CHOICE = "parameters.subnets(wanted.published, lb_type) or ingress_default(wanted, lb_type)"


def _for_default_only(patcher: Patcher) -> None:
    def wanted_for(old: Callable[..., Any]) -> Callable[..., Any]:
        def computed(op: Any, ic: Any, cluster: Any, live: Any) -> Any:
            if ic["metadata"]["name"] != "default":
                cluster = replace(cluster, default_subnets=())
            return old(op, ic, cluster, live)

        return computed

    patcher.wrap("enhancement_kit.reference.ingress_operator.ingress:wanted_for", wanted_for)


MUTANTS = [
    edited(
        "installer-pins-a-subnet-of-every-zone",
        "ISS-003.a ISS-024.3 ISS-025.1 ISS-042 ISS-043.2 ISS-045 ISS-047 ISS-040",
        "writes a subnet of every zone of the VPC into the default IngressController",
        f"{INGRESS}:default_ingress_controller",
        '{"subnets": {"ids": ingress_subnets(config)}}',
        '{"subnets": {"ids": list({s.zone: s.id for s in ('
        "*sorted(plan.network.others, key=lambda s: s.public == config.external), *plan.network.listed)}.values())}}",
    ),
    edited(
        "installer-balances-every-zone",
        "ISS-024.2",
        "makes the control plane load balancers in every zone of the VPC, whatever the roles",
        f"{MACHINES}:lb_subnets",
        OWN_ROLE,
        "[*plan.config.aws.with_role(role), *{s.zone: s.id for s in plan.network.others if s.zone not in plan.zones "
        "and s.public == (role == fields.EXTERNAL_LB)}.values()]",
    ),
    edited(
        "installer-spreads-machines-over-the-vpc",
        "ISS-024.1",
        "places machines in private subnets of other zones, too",
        "installer.plan:node_subnets",
        "first_of_each_zone(chosen)",
        "first_of_each_zone([*chosen, *(s for s in network.others if not s.public)])",
    ),
    edited(
        "installer-publishes-ingress-externally",
        "ISS-043.1",
        "gives the default IngressController of a private cluster the scope External",
        f"{INGRESS}:default_ingress_controller",
        '"External" if config.external else "Internal"',
        '"External"',
    ),
    edited(
        "installer-exposes-the-internal-load-balancer",
        "ISS-018 ISS-144",
        "makes the internal control plane load balancer internet-facing",
        f"{MACHINES}:internal_lb",
        '"scheme": "internal"',
        '"scheme": "internet-facing"',
    ),
    edited(
        "installer-hides-the-external-load-balancer",
        "ISS-017 ISS-002",
        "makes the external control plane load balancer internal",
        f"{MACHINES}:external_lb",
        '"scheme": "internet-facing"',
        '"scheme": "internal"',
    ),
    edited(
        "installer-reserves-subnets-of-nodes",
        "ISS-010 ISS-020",
        "makes no load balancer in a subnet that has nodes, too",
        f"{MACHINES}:lb_subnets",
        OWN_ROLE,
        "[s for s in plan.config.aws.with_role(role) if s not in plan.config.aws.with_role(fields.CLUSTER_NODE)]",
    ),
    edited(
        "installer-knows-three-roles",
        "ISS-005.1 ISS-093.a",
        "does not know the role ControlPlaneInternalLB",
        "installer.static_rules:roles_known",
        "if role not in config.known_roles:",
        "if role not in config.known_roles[:3]:",
    ),
    edited(
        "installer-misses-no-internal-role-in-external-clusters",
        "ISS-076.a",
        "does not miss ControlPlaneInternalLB in a cluster that publishes External",
        "installer.install_config:InstallConfig.required_roles",
        OPTIONAL,
        "{EDGE_NODE, INTERNAL_LB} if self.external else {EDGE_NODE, EXTERNAL_LB}",
    ),
    edited(
        "installer-misses-no-internal-role-in-private-clusters",
        "ISS-076.b",
        "does not miss ControlPlaneInternalLB in a cluster that publishes Internal",
        "installer.install_config:InstallConfig.required_roles",
        OPTIONAL,
        "{EDGE_NODE} if self.external else {EDGE_NODE, EXTERNAL_LB, INTERNAL_LB}",
    ),
    edited(
        "installer-pins-the-new-list",
        "ISS-037.a ISS-070.a",
        "writes subnets of the new list into the ingress manifests although they have no roles",
        f"{INGRESS}:ingress_subnets",
        ENTRIES,
        f"{ENTRIES} or [entry.id for entry in config.aws.subnets_config]",
    ),
    edited(
        "installer-pins-the-old-list",
        "ISS-068.1 ISS-070.b",
        "writes the deprecated list of subnets into the ingress manifests",
        f"{INGRESS}:ingress_subnets",
        ENTRIES,
        f"{ENTRIES} or list(config.aws.subnets)",
    ),
    edited(
        "installer-hands-over-the-whole-vpc",
        "ISS-034 ISS-144",
        "lists every subnet of the VPC in the AWSCluster",
        f"{MACHINES}:aws_cluster",
        "for s in plan.network.listed",
        "for s in (*plan.network.listed, *plan.network.others)",
    ),
    edited(
        "installer-runs-machines-at-the-edge",
        "ISS-069.1",
        "places machines in subnets of Local Zones, too",
        "installer.plan:node_subnets",
        "if not subnet.edge",
        "if subnet.id",
    ),
    edited(
        "installer-balances-at-the-edge",
        "ISS-069.2",
        "makes control plane load balancers in subnets of Local Zones, too",
        "installer.infrastructure:make_load_balancers",
        'outside_edge_zones(aws, cluster["spec"])',
        'cluster["spec"]',
    ),
    edited(
        "installer-reads-its-own-manifests-only",
        "ISS-056.b",
        "passes no manifest on that the admin has added",
        "installer.directory:read_manifests",
        'if path.suffix in (".yaml", ".yml", ".json"):',
        'if path.is_file() and (folder != manifests.CLUSTER or path.name.startswith("cl")):',
    ),
    edited(
        "installer-finds-the-pattern-anywhere",
        "ISS-102 ISS-103",
        "takes an id that contains the pattern somewhere",
        "installer.static_rules:ids_well_formed",
        "SUBNET_ID.fullmatch",
        "SUBNET_ID.search",
    ),
    edited(
        "installer-names-no-vpcs",
        "ISS-118",
        "names the subnets of different VPCs without their VPCs",
        "installer.existing_network:strangers_in",
        "is from {one['VpcId']}, but ",
        "is from another VPC, but ",
    ),
    edited(
        f"{PLACES}-classic-load-balancers",
        "ISS-023.a",
        "takes the default although a Classic IngressController has subnets of its own",
        "ingress_operator.annotations:wanted_subnets",
        CHOICE,
        f"(lb_type == 'Classic' and ingress_default(wanted, lb_type)) or {CHOICE}",
    ),
    edited(
        f"{PLACES}-nlbs",
        "ISS-023.b",
        "takes the default although an NLB IngressController has subnets of its own",
        "ingress_operator.annotations:wanted_subnets",
        CHOICE,
        f"(lb_type == 'NLB' and ingress_default(wanted, lb_type)) or {CHOICE}",
    ),
    Mutant(
        "operator-keeps-default-subnets-for-default",
        ("ISS-084.b",),
        "gives the default subnets to the default IngressController only",
        _for_default_only,
    ),
]
