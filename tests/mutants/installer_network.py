"""Installers that draw the wrong conclusions from what AWS says about subnets: VPC, visibility, zone, tags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.installer import existing_network, network_rules
from enhancement_kit.reference.installer import install_config as fields
from enhancement_kit.reference.installer.findings import FORBIDDEN, INVALID, Finding
from enhancement_kit.reference.installer.install_config import LIST, OLD_LIST

from .rule_editing import INSTALLER, NETWORK, instead, refusing_network, without

# name of the rule -> requirements
DROPPED: dict[str, tuple[str, ...]] = {
    "one_per_zone": ("ISS-121", "ISS-122"),
    "internal_lb_private": ("ISS-136", "ISS-138", "ISS-145", "ISS-146", "ISS-147"),
    "external_lb_public": ("ISS-140", "ISS-145", "ISS-146"),
    "no_edge_subnets": ("ISS-349",),
}
STRANGERS = f"{INSTALLER}.existing_network:strangers_in"
READ = f"{INSTALLER}.existing_network:read"


def _ingress_anywhere(patcher: Patcher) -> None:
    without(NETWORK, "ingress_scope")(patcher)


def _inverts_control_plane(patcher: Patcher) -> None:
    patcher.replace(
        NETWORK,
        {
            **network_rules.RULES,
            "internal_lb_private": lambda config, net: network_rules.internal_lb_private(config, _inverted(net)),
            "external_lb_public": lambda config, net: network_rules.external_lb_public(config, _inverted(net)),
        },
    )


def _inverted(net: existing_network.Network) -> existing_network.Network:
    return replace(net, listed=tuple(replace(subnet, public=not subnet.public) for subnet in net.listed))


def _public_nodes(config: Any, net: Any) -> bool:
    return any(subnet.public for _, subnet in network_rules.holders(config, net, fields.CLUSTER_NODE))


def _old_list_anywhere(patcher: Patcher) -> None:
    def strangers(old: Callable[..., Iterator[Finding]]) -> Callable[..., Iterator[Finding]]:
        return lambda described, field: iter(()) if field == OLD_LIST else old(described, field)

    patcher.wrap(STRANGERS, strangers)


def _one_vpc_of_the_account(patcher: Patcher) -> None:
    def read(old: Callable[..., Any]) -> Callable[..., Any]:
        def strict(ec2: Any, ids: Any, field: str) -> Any:
            found = old(ec2, ids, field)
            if any(subnet["VpcId"] != found.vpc for subnet in ec2.describe_subnets()["Subnets"]):
                raise existing_network.Unusable(
                    [Finding(field, INVALID, "all subnets of the account must be in one VPC")]
                )
            return found

        return strict

    patcher.wrap(READ, read)


def _looks_into_every_vpc(patcher: Patcher) -> None:
    def read(old: Callable[..., Any]) -> Callable[..., Any]:
        def wide(ec2: Any, ids: Any, field: str) -> Any:
            found = old(ec2, ids, field)
            strangers = [s for s in ec2.describe_subnets()["Subnets"] if s["VpcId"] != found.vpc]
            tags = [{tag["Key"]: tag["Value"] for tag in s.get("Tags", [])} for s in strangers]
            example = found.listed[0]
            more = (replace(example, id=s["SubnetId"], tags=t) for s, t in zip(strangers, tags, strict=True))
            return replace(found, others=(*found.others, *more))

        return wide

    patcher.wrap(READ, read)


def _public_only(config: Any, net: Any) -> Iterator[Finding]:
    seen = tuple(subnet for subnet in net.others if subnet.public)
    yield from network_rules.no_untagged_subnets(config, replace(net, others=seen))


def _old_list_too(config: Any, net: Any) -> Iterator[Finding]:
    if not config.aws.manual and not all(subnet.tagged for subnet in net.others):
        yield Finding(LIST, FORBIDDEN, "untagged subnets " + " ".join(subnet.id for subnet in net.others))


def _pairs_in_every_zone(config: Any, net: Any) -> bool:
    zones = [{s.zone for s in net.listed if s.public == public} for public in (True, False)]
    return not config.aws.manual and zones[0] != zones[1]


MUTANTS = [
    *(
        Mutant(f"installer-without-{rule.replace('_', '-')}", ids, f"lacks the rule {rule}", without(NETWORK, rule))
        for rule, ids in DROPPED.items()
    ),
    Mutant(
        "installer-puts-ingress-anywhere",
        ("ISS-147",),
        "does not care whether IngressControllerLB subnets are public",
        _ingress_anywhere,
    ),
    Mutant(
        "installer-inverts-the-scope-of-control-planes",
        ("ISS-137", "ISS-139", "ISS-141"),
        "wants public subnets for the internal load balancer and private ones for the external one",
        _inverts_control_plane,
    ),
    Mutant(
        "installer-wants-private-nodes",
        ("ISS-148",),
        "refuses nodes in public subnets",
        refusing_network(_public_nodes),
    ),
    Mutant(
        "installer-takes-subnets-of-several-vpcs",
        ("ISS-118", "ISS-119"),
        "does not compare the VPCs of subnets",
        lambda patcher: patcher.replace(STRANGERS, lambda described, field: iter(())),
    ),
    Mutant(
        "installer-trusts-the-old-list",
        ("ISS-119",),
        "compares the VPCs of subnets in the new list only",
        _old_list_anywhere,
    ),
    Mutant(
        "installer-wants-one-vpc-in-the-account",
        ("ISS-120",),
        "refuses where there are other VPCs",
        _one_vpc_of_the_account,
    ),
    Mutant(
        "installer-looks-into-every-vpc",
        ("ISS-154",),
        "refuses for untagged subnets of VPCs that are none of the cluster's business",
        _looks_into_every_vpc,
    ),
    Mutant(
        "installer-looks-at-public-subnets-only",
        ("ISS-081",),
        "does not look for untagged private subnets",
        instead(NETWORK, "no_untagged_subnets", _public_only),
    ),
    Mutant(
        "installer-is-strict-with-the-old-list",
        ("ISS-156",),
        "refuses untagged subnets beside the deprecated list, too",
        instead(NETWORK, "no_untagged_subnets", _old_list_too),
    ),
    Mutant(
        "installer-compares-an-absent-role",
        ("ISS-170",),
        "compares the zones of ControlPlaneExternalLB in a private cluster",
        lambda patcher: patcher.replace(
            f"{INSTALLER}.network_rules:_balanced",
            lambda config: [r for r in fields.ROLES if r != fields.CLUSTER_NODE] if config.aws.manual else [],
        ),
    ),
    Mutant(
        "installer-wants-pairs-in-every-zone",
        ("ISS-171",),
        "compares zones of public and private subnets without roles",
        refusing_network(_pairs_in_every_zone),
    ),
]
