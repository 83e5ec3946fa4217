"""Installers that wrongly handle a VPC with other resources, the deprecated list, or an admin's manifests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.installer import install_config as fields
from enhancement_kit.reference.installer import network_rules, static_rules
from enhancement_kit.reference.installer.errors import InstallError
from enhancement_kit.reference.installer.findings import Finding

from .rule_editing import INSTALLER, NETWORK, STATIC, instead, refusing, refusing_network, without

INGRESS = f"{INSTALLER}.ingress_manifests"
MACHINES = f"{INSTALLER}.machine_manifests"
INFRASTRUCTURE = f"{INSTALLER}.infrastructure"


def _untagged_under_roles(config: Any, net: Any) -> bool:
    return config.aws.manual and any(not subnet.tagged for subnet in net.others)


def _public_nodes(config: Any, net: Any) -> bool:
    return any(subnet.public for _, subnet in network_rules.holders(config, net, fields.CLUSTER_NODE))


def _turns_selection_round(patcher: Patcher) -> None:
    def turned(config: Any) -> list[str]:
        return [] if config.aws.manual else [entry.id for entry in config.aws.entries]

    patcher.replace(f"{INGRESS}:ingress_subnets", turned)


def _pins_every_list(patcher: Patcher) -> None:
    patcher.replace(f"{INGRESS}:ingress_subnets", lambda config: [entry.id for entry in config.aws.entries])


def _balances_the_whole_vpc(patcher: Patcher) -> None:
    def wide(old: Callable[..., None]) -> Callable[..., None]:
        def make(aws: Any, balancer: Any, spec: Any) -> None:
            known = spec["network"]["subnets"]
            filters = [{"Name": "vpc-id", "Values": [spec["network"]["vpc"]["id"]]}]
            more = [
                {"id": s["SubnetId"], "availabilityZone": s["AvailabilityZone"], "isPublic": True}
                for s in aws("ec2", "describe_subnets", Filters=filters)["Subnets"]
                if s["SubnetId"] not in {one["id"] for one in known}
            ]
            old(aws, balancer, {**spec, "network": {**spec["network"], "subnets": [*known, *more]}})

        return make

    patcher.wrap(f"{INFRASTRUCTURE}:make_load_balancer", wide)


def _hides_a_subnet(patcher: Patcher) -> None:
    def shorter(old: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        def made(plan: Any) -> dict[str, Any]:
            cluster = old(plan)
            cluster["spec"]["network"]["subnets"] = cluster["spec"]["network"]["subnets"][1:]
            return cluster

        return made

    patcher.wrap(f"{MACHINES}:aws_cluster", shorter)


def _group_in_another_vpc(patcher: Patcher) -> None:
    def elsewhere(old: Callable[..., str]) -> Callable[..., str]:
        def make(aws: Any, cluster: Any) -> str:
            spec = cluster["spec"]
            own = spec["network"]["vpc"]["id"]
            other = next(v["VpcId"] for v in aws("ec2", "describe_vpcs")["Vpcs"] if v["VpcId"] != own)
            return old(aws, {**cluster, "spec": {**spec, "network": {**spec["network"], "vpc": {"id": other}}}})

        return make

    patcher.wrap(f"{INFRASTRUCTURE}:make_node_group", elsewhere)


def _one_zone(patcher: Patcher) -> None:
    patcher.wrap(f"{MACHINES}:machine_sets", lambda old: lambda plan: old(plan)[:1])


def _tags_edge_subnets(patcher: Patcher) -> None:
    def all_listed(validated: Any) -> list[str]:
        return [subnet.id for subnet in validated.network.listed]

    patcher.replace(f"{INSTALLER}.component:shared_subnets", all_listed)


def _replaces_tags(patcher: Patcher) -> None:
    def replacing(old: Callable[..., None]) -> Callable[..., None]:
        def share(aws: Any, ids: list[str], infra_id: str) -> None:
            for subnet in aws("ec2", "describe_subnets", SubnetIds=ids)["Subnets"]:
                if subnet.get("Tags"):
                    aws("ec2", "delete_tags", Resources=[subnet["SubnetId"]], Tags=subnet["Tags"])
            old(aws, ids, infra_id)

        return share

    patcher.wrap(f"{INFRASTRUCTURE}:share_subnets", replacing)


def _names_subnets(patcher: Patcher) -> None:
    def named(old: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        def defaults(config: Any) -> dict[str, Any]:
            return {
                block: {"subnets": {**value["subnets"], "names": ["front"]}} for block, value in old(config).items()
            }

        return defaults

    patcher.wrap(f"{INGRESS}:default_subnets", named)


def _writes_manifests_anew(patcher: Patcher) -> None:
    def anew(old: Callable[..., None]) -> Callable[..., None]:
        def create(self: Any, folder: Any) -> None:
            self.create_manifests(folder)
            old(self, folder)

        return create

    patcher.wrap(f"{INSTALLER}.component:Installer.create_cluster", anew)


def _validates_manifests(patcher: Patcher) -> None:
    def validating(old: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        def read(folder: Any) -> dict[str, Any]:
            found = old(folder)
            known = [
                s["id"] for m in found.values() if m["kind"] == "AWSCluster" for s in m["spec"]["network"]["subnets"]
            ]
            for name, manifest in found.items():
                if manifest["kind"] == "IngressController" and not any(one in str(manifest) for one in known):
                    raise InstallError(f"{name} names a subnet that the install-config does not list")
            return found

        return read

    patcher.wrap(f"{INSTALLER}.directory:read_manifests", validating)


def _preview_whatever_the_gates(patcher: Patcher) -> None:
    def findings(old: Callable[..., list[Finding]]) -> Callable[..., list[Finding]]:
        return lambda config, gates=frozenset(): old(config, frozenset())

    patcher.wrap(f"{INSTALLER}.static_rules:findings", findings)


def _preview_for_the_old_list(config: Any) -> Iterator[Finding]:
    yield from static_rules.preview_enabled(config)
    if config.aws.subnets:
        yield Finding(fields.OLD_LIST, "Forbidden", "is deprecated")


MUTANTS = [
    Mutant(
        "installer-overlooks-untagged-subnets",
        ("ISS-039.a", "ISS-003.b", "ISS-335"),
        "installs without roles although the VPC has untagged subnets",
        without(NETWORK, "no_untagged_subnets"),
    ),
    Mutant(
        "installer-refuses-untagged-subnets-under-roles",
        ("ISS-039.b", "ISS-045", "ISS-042"),
        "refuses untagged subnets under manual selection too",
        refusing_network(_untagged_under_roles),
    ),
    Mutant(
        "installer-turns-the-selection-round",
        ("ISS-037", "ISS-067", "ISS-003.a", "ISS-045"),
        "discovers with roles, and pins the listed subnets without",
        _turns_selection_round,
    ),
    Mutant(
        "installer-pins-every-list",
        ("ISS-068.1", "ISS-070"),
        "writes the listed subnets into the ingress manifests, whichever field lists them",
        _pins_every_list,
    ),
    Mutant(
        "installer-balances-the-whole-vpc",
        ("ISS-033",),
        "makes control plane load balancers in subnets that it finds in the VPC",
        _balances_the_whole_vpc,
    ),
    Mutant(
        "installer-hides-a-subnet-from-the-provider",
        ("ISS-034",),
        "leaves a listed subnet out of the AWSCluster",
        _hides_a_subnet,
    ),
    Mutant(
        "installer-works-in-another-vpc",
        ("ISS-012",),
        "makes security groups in another VPC of the account",
        _group_in_another_vpc,
    ),
    Mutant("installer-uses-one-zone", ("ISS-013",), "makes compute machines in the first zone only", _one_zone),
    Mutant(
        "installer-refuses-public-nodes",
        ("ISS-014", "ISS-148"),
        "refuses a public ClusterNode subnet",
        refusing_network(_public_nodes),
    ),
    Mutant(
        "installer-refuses-the-deprecated-list",
        ("ISS-059", "ISS-112"),
        "takes a deprecated field for a removed one",
        instead(STATIC, "preview_enabled", _preview_for_the_old_list),
    ),
    Mutant("installer-tags-edge-subnets", ("ISS-193",), "tags subnets of edge zones too", _tags_edge_subnets),
    Mutant("installer-replaces-tags", ("ISS-195",), "takes the tags off that a subnet has", _replaces_tags),
    Mutant("installer-names-subnets", ("ISS-207",), "writes names of subnets into the Ingress config", _names_subnets),
    Mutant(
        "installer-overwrites-edited-manifests",
        ("ISS-056.a", "ISS-056.c"),
        "writes the manifests anew when it creates the cluster",
        _writes_manifests_anew,
    ),
    Mutant(
        "installer-validates-manifests",
        (
            "ISS-322",
            "ISS-329.a",
        ),
        "refuses a manifest with a subnet that the install-config does not list",
        _validates_manifests,
    ),
    Mutant(
        "installer-needs-no-preview",
        ("ISS-312", "ISS-099"),
        "takes subnetsConfig in any feature set",
        without(STATIC, "preview_enabled"),
    ),
    Mutant(
        "installer-keeps-the-preview",
        ("ISS-314",),
        "asks for the preview after general availability",
        _preview_whatever_the_gates,
    ),
    Mutant(
        "installer-refuses-roles-of-no-layout",
        ("ISS-312",),
        "refuses every list of subnets with roles",
        refusing(lambda config: config.aws.manual),
    ),
]
