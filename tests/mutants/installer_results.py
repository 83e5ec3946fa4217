"""Installers that accept the right install-configs, but create the wrong cluster from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.installer import ingress_manifests, plan
from enhancement_kit.reference.installer import install_config as fields

INSTALLER = "enhancement_kit.reference.installer"
INGRESS = f"{INSTALLER}.ingress_manifests"
MACHINES = f"{INSTALLER}.machine_manifests"
INFRASTRUCTURE = f"{INSTALLER}.infrastructure"
TEARDOWN = f"{INSTALLER}.teardown"


def _lists_every_subnet(patcher: Patcher) -> None:
    patcher.replace(f"{INGRESS}:ingress_subnets", lambda config: [entry.id for entry in config.aws.entries])


def _bare_ingress_controller(patcher: Patcher) -> None:
    def bare(old: Callable[..., Any]) -> Callable[..., Any]:
        def made(given: Any) -> Any:
            manifest = old(given)
            parameters = (manifest or {}).get("spec", {}).get("endpointPublishingStrategy", {}).get("loadBalancer", {})
            for block in ingress_manifests.BLOCKS.values():
                parameters.get("providerParameters", {}).get("aws", {}).pop(block, None)
            return manifest

        return made

    patcher.wrap(f"{INGRESS}:default_ingress_controller", bare)


def _one_type(patcher: Patcher) -> None:
    def chosen(old: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        def defaults(config: Any) -> dict[str, Any]:
            own = ingress_manifests.BLOCKS[ingress_manifests.lb_type(config)]
            return {block: value for block, value in old(config).items() if block == own}

        return defaults

    patcher.wrap(f"{INGRESS}:default_subnets", chosen)


def _nlb_by_default(patcher: Patcher) -> None:
    patcher.replace(f"{INGRESS}:lb_type", lambda config: config.aws.lb_type or "NLB")


def _swaps_roles(patcher: Patcher) -> None:
    other = {fields.INTERNAL_LB: fields.EXTERNAL_LB, fields.EXTERNAL_LB: fields.INTERNAL_LB}
    patcher.wrap(f"{MACHINES}:lb_subnets", lambda old: lambda given, role: old(given, other[role]))


def _always_external(patcher: Patcher) -> None:
    def external(given: Any) -> Any:
        base = {"name": f"{given.infra_id}-ext", "scheme": "internet-facing", "loadBalancerType": "nlb"}
        return {**base, "subnets": [s.id for s in given.network.listed]}

    patcher.replace(f"{MACHINES}:external_lb", external)


def _machines_anywhere(patcher: Patcher) -> None:
    def first_listed(config: Any, network: Any) -> Any:
        return plan.first_of_each_zone(sorted(network.listed, key=lambda subnet: not subnet.public))

    patcher.replace(f"{MACHINES}:node_subnets", first_listed)


def _compute_in_one_zone(patcher: Patcher) -> None:
    patcher.wrap(f"{MACHINES}:machine_sets", lambda old: lambda given: old(given)[:1])


def _control_plane_in_one_zone(patcher: Patcher) -> None:
    def crowded(old: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
        def machines(given: Any) -> list[Any]:
            found = old(given)
            for machine in found:
                machine["spec"]["subnet"] = found[0]["spec"]["subnet"]
            return found

        return machines

    patcher.wrap(f"{MACHINES}:control_plane_machines", crowded)


def _pins_discovered_subnets(patcher: Patcher) -> None:
    def pinned(config: Any) -> list[str]:
        return list(config.aws.with_role(fields.INGRESS_LB)) or [entry.id for entry in config.aws.entries]

    patcher.replace(f"{INGRESS}:ingress_subnets", pinned)


def _lists_provider_subnets(patcher: Patcher) -> None:
    def listed(given: Any, role: str) -> dict[str, Any]:
        return {"subnets": list(given.config.aws.with_role(role)) or [s.id for s in given.network.listed][:1]}

    patcher.replace(f"{MACHINES}:lb_subnets", listed)


def _places_load_balancers_itself(patcher: Patcher) -> None:
    def chosen(old: Callable[..., list[str]]) -> Callable[..., list[str]]:
        def subnets(balancer: Any, spec: Any) -> list[str]:
            return old({key: value for key, value in balancer.items() if key != "subnets"}, spec)

        return subnets

    patcher.wrap(f"{INFRASTRUCTURE}:load_balancer_subnets", chosen)


def _places_load_balancers_upside_down(patcher: Patcher) -> None:
    def chosen(balancer: Any, spec: Any) -> list[str]:
        public = balancer["scheme"] == "internet-facing"
        return [s["id"] for s in spec["network"]["subnets"] if s["isPublic"] != public][:1]

    patcher.replace(f"{INFRASTRUCTURE}:load_balancer_subnets", chosen)


def _tags(which: Callable[[Any], list[str]]) -> Callable[[Patcher], None]:
    return lambda patcher: patcher.replace(f"{INSTALLER}.component:shared_subnets", which)


def _by_role(validated: Any) -> list[str]:
    return list(validated.config.aws.with_role(fields.INGRESS_LB))


def _whole_vpc(validated: Any) -> list[str]:
    return [subnet.id for subnet in (*validated.network.listed, *validated.network.others)]


def _keeps(*parts: str) -> Callable[[Patcher], None]:
    def keep(patcher: Patcher) -> None:
        for part in parts:
            patcher.replace(f"{TEARDOWN}:{part}", lambda aws, infra_id: None)

    return keep


def _runs_nothing(patcher: Patcher) -> None:
    patcher.replace(f"{INFRASTRUCTURE}:run", lambda aws, instance, group: "")


MUTANTS = [
    Mutant(
        "installer-gives-ingress-every-subnet",
        ("ISS-175", "ISS-015", "ISS-173", "ISS-071", "ISS-083", "ISS-250", "ISS-251"),
        "writes all listed subnets into the ingress manifests, as the document's own example does",
        _lists_every_subnet,
    ),
    Mutant(
        "installer-leaves-the-default-ingresscontroller-bare",
        (
            "ISS-001.1",
            "ISS-037.b",
            "ISS-173",
            "ISS-050",
            "ISS-176",
            "ISS-094",
            "ISS-178.2",
            "LSS-018",
            "LSS-020",
            "ISS-344",
            "ISS-251",
            "ISS-252",
            "ISS-261.1",
        ),
        "writes the subnets into the Ingress config only",
        _bare_ingress_controller,
    ),
    Mutant(
        "installer-fills-one-load-balancer-type",
        ("ISS-174", "ISS-080", "ISS-202", "ISS-203", "ISS-204", "ISS-178.3", "ISS-250", "ISS-278.2", "ISS-280"),
        "fills the Ingress config for the chosen load balancer type only",
        _one_type,
    ),
    Mutant(
        "installer-fills-no-ingress-config",
        ("ISS-001.2", "ISS-094", "ISS-176", "ISS-253", "LSS-004"),
        "writes no default subnets into the Ingress config",
        lambda patcher: patcher.replace(f"{INGRESS}:default_subnets", lambda config: {}),
    ),
    Mutant(
        "installer-takes-nlb-for-the-default-type",
        ("ISS-344",),
        "makes an NLB where lbType is not given",
        _nlb_by_default,
    ),
    Mutant(
        "installer-swaps-control-plane-roles",
        (
            *("ISS-180", "ISS-018", "ISS-181", "ISS-017", "ISS-182", "ISS-002", "ISS-052", "ISS-071", "ISS-083"),
            *("ISS-249.2", "ISS-266.2", "ISS-041"),
        ),
        "gives each control plane load balancer the subnets of the other one",
        _swaps_roles,
    ),
    Mutant(
        "installer-gives-private-clusters-an-external-load-balancer",
        ("ISS-183", "ISS-144"),
        "makes an external control plane load balancer whatever the cluster publishes",
        _always_external,
    ),
    Mutant(
        "installer-places-machines-anywhere",
        ("ISS-185", "ISS-186", "ISS-188", "ISS-187", "ISS-011", "ISS-263", "ISS-040", "ISS-249", "ISS-010", "ISS-020"),
        "places machines in the first subnet of a zone, whatever its role",
        _machines_anywhere,
    ),
    Mutant(
        "installer-crowds-the-control-plane",
        ("ISS-185", "ISS-188"),
        "places all control plane machines in the first subnet",
        _control_plane_in_one_zone,
    ),
    Mutant(
        "installer-forgets-zones-of-compute-machines",
        ("ISS-186", "ISS-188"),
        "makes a MachineSet for the first zone only",
        _compute_in_one_zone,
    ),
    Mutant(
        "installer-pins-discovered-subnets",
        ("ISS-179", "ISS-051", "ISS-257", "ISS-069.3", "ISS-037.a"),
        "writes the listed subnets into the Ingress config although they have no roles",
        _pins_discovered_subnets,
    ),
    Mutant(
        "installer-chooses-for-the-provider",
        ("ISS-184", "ISS-068.2"),
        "names subnets for the control plane load balancers although no roles are assigned",
        _lists_provider_subnets,
    ),
    Mutant(
        "installer-places-load-balancers-itself",
        ("ISS-040", "ISS-041"),
        "makes the control plane load balancers in other subnets than the AWSCluster names",
        _places_load_balancers_itself,
    ),
    Mutant(
        "installer-places-load-balancers-upside-down",
        ("ISS-069.2", "ISS-025.2", "ISS-047", "ISS-249", "ISS-183"),
        "makes the internal load balancer in public subnets and the external one in private ones",
        _places_load_balancers_upside_down,
    ),
    Mutant(
        "installer-runs-no-machines",
        ("ISS-069.1", "ISS-249"),
        "writes machines down and runs none",
        _runs_nothing,
    ),
    Mutant(
        "installer-tags-by-role",
        ("ISS-191", "ISS-189", "ISS-190", "ISS-192", "ISS-194", "ISS-256"),
        "tags the IngressControllerLB subnets only",
        _tags(_by_role),
    ),
    Mutant("installer-tags-the-whole-vpc", ("ISS-194",), "tags every subnet of the VPC", _tags(_whole_vpc)),
    Mutant(
        "installer-leaves-its-tags",
        ("ISS-351.1",),
        "destroys the cluster and leaves the tag on the subnets",
        _keeps("unshare"),
    ),
    Mutant(
        "installer-leaves-load-balancers",
        ("ISS-351.2", "ISS-361.2"),
        "destroys the cluster and leaves its load balancers",
        _keeps("delete_load_balancers", "delete_security_groups"),
    ),
]
