"""Installers that accept what they should refuse, or refuse what they should accept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.installer import infrastructure, install_config, network_rules, source, static_rules
from enhancement_kit.reference.installer.findings import Finding

from .rule_editing import INSTALLER, NETWORK, STATIC, instead, refusing, refusing_network, without

# name of the rule -> table, requirements
DROPPED: dict[str, tuple[str, tuple[str, ...]]] = {
    "all_or_nothing": (STATIC, ("ISS-113", "ISS-072", "ISS-114")),
    "node_role_assigned": (STATIC, ("ISS-097", "ISS-073")),
    "other_roles_assigned": (STATIC, ("ISS-117", "ISS-247.b", "ISS-265", "ISS-333", "ISS-334")),
    "ingress_scope": (NETWORK, ("ISS-129", "ISS-291", "ISS-131", "ISS-133", "ISS-134", "ISS-135")),
    "zones_served": (NETWORK, ("ISS-162", "ISS-164", "ISS-166", "ISS-169")),
    "zones_used": (NETWORK, ("ISS-163", "ISS-165", "ISS-167", "ISS-169")),
    "no_untagged_subnets": (
        NETWORK,
        (
            "ISS-149",
            "ISS-046",
            "ISS-054",
            "ISS-064",
            "ISS-082.a",
            "ISS-092",
            "ISS-150",
            "ISS-158",
            "ISS-159",
            "ISS-340",
        ),
    ),
}


def _looks_at_the_first(config: Any) -> Iterator[Finding]:
    if config.aws.subnets_config and config.aws.subnets_config[0].roles:
        yield from static_rules.all_or_nothing(config)


def _ignores_missing_roles(patcher: Patcher) -> None:
    """Ignore roles that no subnet has, also in the rule about zones, which would otherwise report them."""

    def only_held(config: Any, network: Any) -> Iterator[Finding]:
        for finding in network_rules.zones_served(config, network):
            if any(role in finding.message for role in install_config.ROLES if config.aws.with_role(role)):
                yield finding

    without(STATIC, "other_roles_assigned")(patcher)
    instead(NETWORK, "zones_served", only_held)(patcher)


def _internal_by_default(patcher: Patcher) -> None:
    patcher.replace(f"{INSTALLER}.install_config:InstallConfig.external", property(lambda c: c.publish == "External"))


def _inverted_scope(config: Any, network: Any) -> Iterator[Finding]:
    inverted = replace(config, publish="Internal" if config.external else "External")
    yield from network_rules.ingress_scope(inverted, network)


def _says(change: Callable[[str], str]) -> Callable[[Patcher], None]:
    def other_words(config: Any, network: Any) -> Iterator[Finding]:
        for finding in network_rules.no_untagged_subnets(config, network):
            yield replace(finding, message=change(finding.message))

    return instead(NETWORK, "no_untagged_subnets", other_words)


def _names_one(config: Any, network: Any) -> Iterator[Finding]:
    found = [s for s in network.others if not s.tagged][:1]
    yield from network_rules.no_untagged_subnets(config, replace(network, others=tuple(found)))


def _tagged(what: Callable[[Any], bool]) -> Callable[[Patcher], None]:
    return lambda patcher: patcher.replace(f"{INSTALLER}.existing_network:Subnet.tagged", property(what))


def _counts_listed(config: Any, network: Any) -> Iterator[Finding]:
    everything = replace(network, others=(*network.others, *network.listed))
    yield from network_rules.no_untagged_subnets(config, everything)


def _two_roles(config: Any) -> bool:
    return any(len(entry.roles) > 1 for entry in config.aws.subnets_config)


def _one_zone_twice(config: Any, network: Any) -> bool:
    holders = [(s.zone, s.public) for s in network.listed]
    return config.aws.manual and len(holders) != len(set(holders))


def _several_zones(config: Any, network: Any) -> bool:
    return len({s.zone for s in network.listed}) > 1


def _without_nodes(config: Any) -> bool:
    node, ingress = install_config.CLUSTER_NODE, install_config.INGRESS_LB
    return bool(set(config.aws.with_role(ingress)) - set(config.aws.with_role(node)))


def _tags_before_it_validates(patcher: Patcher) -> None:
    def hasty(create: Callable[..., Any]) -> Callable[..., Any]:
        def created(installer: Any, folder: Any) -> Any:
            config = install_config.decoded(source.read(folder / install_config.FILE))
            aws = infrastructure.Aws(installer.aws, config.aws.region)
            infrastructure.share_subnets(aws, [entry.id for entry in config.aws.entries], "hasty-12345")
            return create(installer, folder)

        return created

    patcher.wrap(f"{INSTALLER}.component:Installer.create_cluster", hasty)


def _writes_before_it_validates(patcher: Patcher) -> None:
    def hasty(create: Callable[..., Any]) -> Callable[..., Any]:
        def created(installer: Any, folder: Any) -> Any:
            source.write_text(folder / "manifests" / "cluster-ingress-02-config.yml", "kind: Ingress\n")
            return create(installer, folder)

        return created

    patcher.wrap(f"{INSTALLER}.component:Installer.create_cluster", hasty)


MUTANTS = [
    *(
        Mutant(f"installer-without-{rule.replace('_', '-')}", ids, f"lacks the rule {rule}", without(table, rule))
        for rule, (table, ids) in DROPPED.items()
    ),
    Mutant(
        "installer-tags-before-it-validates",
        ("ISS-113", "ISS-129", "ISS-131", "ISS-149", "ISS-162", "ISS-163", "ISS-055.1"),
        "tags the listed subnets before it looks at the install-config",
        _tags_before_it_validates,
    ),
    Mutant(
        "installer-writes-before-it-validates",
        ("ISS-055.2",),
        "writes a manifest before it looks at the install-config",
        _writes_before_it_validates,
    ),
    Mutant(
        "installer-ignores-missing-roles",
        ("ISS-074", "ISS-075", "ISS-076", "ISS-093.b", "ISS-117", "ISS-247.b", "ISS-265", "ISS-333", "ISS-334"),
        "does not miss a role that no subnet holds",
        _ignores_missing_roles,
    ),
    Mutant(
        "installer-compares-with-the-first-subnet-only",
        ("ISS-114",),
        "takes a list whose first entry has no roles for an automatic one",
        instead(STATIC, "all_or_nothing", _looks_at_the_first),
    ),
    Mutant(
        "installer-publishes-internally-by-default",
        ("ISS-135",),
        "takes an install-config that says nothing about publishing for an internal one",
        _internal_by_default,
    ),
    Mutant(
        "installer-inverts-the-scope",
        ("ISS-129", "ISS-131", "ISS-130", "ISS-132", "ISS-133", "ISS-134"),
        "wants private IngressControllerLB subnets for external clusters and public ones for internal clusters",
        instead(NETWORK, "ingress_scope", _inverted_scope),
    ),
    Mutant(
        "installer-hides-the-unmanaged-tag",
        ("ISS-158",),
        "does not tell how an untagged subnet is left out",
        _says(lambda text: text.replace("kubernetes.io/cluster/unmanaged", "for another cluster")),
    ),
    Mutant(
        "installer-hides-the-way-by-roles",
        ("ISS-159",),
        "does not tell that roles are a way out",
        _says(lambda text: text.partition(", or assign roles")[0]),
    ),
    Mutant(
        "installer-names-one-untagged-subnet",
        ("ISS-150",),
        "names the first untagged subnet only",
        instead(NETWORK, "no_untagged_subnets", _names_one),
    ),
    Mutant(
        "installer-does-not-know-unmanaged",
        ("ISS-151", "ISS-160"),
        "takes a subnet tagged as unmanaged for an untagged one",
        _tagged(lambda s: any(k.startswith("kubernetes.io/cluster/") and "unmanaged" not in k for k in s.tags)),
    ),
    Mutant(
        "installer-ignores-tags-of-other-clusters",
        ("ISS-152",),
        "takes a subnet of another cluster for an untagged one",
        _tagged(lambda s: "kubernetes.io/cluster/unmanaged" in s.tags),
    ),
    Mutant("installer-counts-any-tag", ("ISS-340",), "is content with any tag", _tagged(lambda s: bool(s.tags))),
    Mutant(
        "installer-counts-listed-subnets-as-untagged",
        (
            "ISS-153",
            "ISS-116",
            "ISS-053",
            "ISS-108",
            "ISS-082.b",
            "ISS-254",
            "ISS-331",
        ),
        "demands the tag of the subnets that the install-config lists, too",
        instead(NETWORK, "no_untagged_subnets", _counts_listed),
    ),
    Mutant(
        "installer-looks-for-tags-in-spite-of-roles",
        ("ISS-155", "ISS-161"),
        "refuses untagged subnets under manual selection, too",
        refusing_network(lambda config, network: not all(s.tagged for s in network.others)),
    ),
    Mutant(
        "installer-allows-one-role",
        ("ISS-115", "ISS-010", "ISS-020", "ISS-247.a"),
        "refuses a second role on a subnet",
        refusing(_two_roles),
    ),
    Mutant(
        "installer-allows-one-subnet-of-a-zone",
        ("ISS-115", "ISS-259", "ISS-124"),
        "refuses two subnets of one zone and visibility whatever their roles are",
        refusing_network(_one_zone_twice),
    ),
    Mutant(
        "installer-wants-nodes-in-ingress-subnets",
        ("ISS-298",),
        "refuses an IngressControllerLB subnet that is no ClusterNode subnet",
        refusing(_without_nodes),
    ),
    Mutant(
        "installer-allows-one-zone",
        ("ISS-168.b", "ISS-123", "ISS-277"),
        "refuses subnets of several zones",
        refusing_network(_several_zones),
    ),
]
