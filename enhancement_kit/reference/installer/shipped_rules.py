"""The rules of the released installer that differ from the document's (interpretations ISS-A14, A25, A29, A31, A53).

Source: openshift/installer, validation of platform.aws.vpc.subnets. The dialect converts the document's paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ..runtime.aws_networks import CLUSTER_PREFIX
from . import endpoints, network_rules, static_rules
from . import install_config as fields
from .existing_network import Network, Subnet
from .findings import DUPLICATE, FORBIDDEN, INVALID, Finding
from .install_config import LIST, OLD_LIST, InstallConfig
from .network_rules import holders

OWNED = "owned"


def one_list(config: InstallConfig) -> Iterator[Finding]:
    """Check that the old list and the new one are not both given."""
    if config.aws.subnets:
        text = "cannot specify platform.aws.subnets and platform.aws.vpc.subnets together"
        yield Finding(OLD_LIST, FORBIDDEN, text)


def all_or_nothing(config: InstallConfig) -> Iterator[Finding]:
    """Check that either all subnets have roles or none has."""
    if config.aws.manual and not all(entry.roles for entry in config.aws.subnets_config):
        text = "either all subnets must be assigned roles or none of the subnets should have roles assigned"
        yield Finding(LIST, FORBIDDEN, text)


def ids_unique(config: InstallConfig) -> Iterator[Finding]:
    """Check that no subnet is listed twice; the later entry is reported."""
    seen: set[str] = set()
    for index, entry in enumerate(config.aws.subnets_config):
        if entry.id in seen:
            yield Finding(f"{LIST}[{index}].id", DUPLICATE, "", entry.id)
        seen.add(entry.id)


def roles_unique(config: InstallConfig) -> Iterator[Finding]:
    """Check that no subnet has a role twice."""
    for index, entry in enumerate(config.aws.subnets_config):
        for position, role in enumerate(entry.roles):
            if role in entry.roles[:position]:
                yield Finding(f"{LIST}[{index}].rolesOverride[{position}]", DUPLICATE, "", role)


def one_control_plane_role(config: InstallConfig) -> Iterator[Finding]:
    """Check that no subnet has the roles of both control plane load balancers, which need different visibility."""
    for index, entry in enumerate(config.aws.subnets_config):
        if {fields.EXTERNAL_LB, fields.INTERNAL_LB} <= set(entry.roles):
            text = f"must not have both {fields.EXTERNAL_LB} and {fields.INTERNAL_LB} role"
            yield Finding(f"{LIST}[{index}].rolesOverride", FORBIDDEN, text)


def edge_role_alone(config: InstallConfig) -> Iterator[Finding]:
    """Check that subnets of edge nodes have no other role."""
    for index, entry in enumerate(config.aws.subnets_config):
        if fields.EDGE_NODE in entry.roles and len(set(entry.roles)) > 1:
            text = f"must not combine {fields.EDGE_NODE} role with any other roles"
            yield Finding(f"{LIST}[{index}].rolesOverride", FORBIDDEN, text)


def few_ingress_subnets(config: InstallConfig) -> Iterator[Finding]:
    """Check that there are no more ingress subnets than the IngressController API accepts."""
    if len(config.aws.with_role(fields.INGRESS_LB)) > static_rules.MOST_INGRESS_SUBNETS:
        most = static_rules.MOST_INGRESS_SUBNETS
        text = f"must not include more than {most} subnets with the {fields.INGRESS_LB} role"
        yield Finding(LIST, FORBIDDEN, text)


def roles_assigned(config: InstallConfig) -> Iterator[Finding]:
    """Check that each of the required roles is assigned."""
    missing = sorted(role for role in config.required_roles if not config.aws.with_role(role))
    if config.aws.manual and missing:
        yield Finding(LIST, INVALID, f"roles [{' '.join(missing)}] must be assigned to at least 1 subnet")


STATIC: Mapping[str, static_rules.Rule] = {
    rule.__name__: rule
    for rule in (
        static_rules.platform_known,
        static_rules.region_given,
        static_rules.publishing_known,
        static_rules.lb_type_known,
        one_list,
        all_or_nothing,
        ids_unique,
        static_rules.roles_known,
        roles_unique,
        one_control_plane_role,
        edge_role_alone,
        few_ingress_subnets,
        static_rules.no_external_lb_in_private_cluster,
        roles_assigned,
        static_rules.credentials_wanted,
        endpoints.endpoints_named,
        endpoints.endpoints_located,
        endpoints.endpoints_unique,
        endpoints.endpoints_https,
        endpoints.endpoints_usable,
    )
}
"""In the order of the findings."""


def private_subnets_given(_: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that there are private subnets, which machines need."""
    if not any(not subnet.public for subnet in _regular(network).listed):
        yield Finding(LIST, INVALID, "no private subnets found")


def subnets_not_owned(_: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that no other cluster owns a subnet, since it is deleted with its owner."""
    for subnet in network.listed:
        owners = sorted(
            key.removeprefix(CLUSTER_PREFIX)
            for key, value in subnet.tags.items()
            if key.startswith(CLUSTER_PREFIX) and value == OWNED
        )
        if owners:
            text = (
                f"subnet {subnet.id} is owned by other clusters [{' '.join(owners)}] and cannot be used for new "
                "installations, another subnet must be created separately"
            )
            yield Finding(LIST, FORBIDDEN, text)


def bootstrap_as_published(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that the bootstrap machine of a published cluster can be reached from outside."""
    for index, subnet in holders(config, network, fields.BOOTSTRAP_NODE):
        if config.external and not subnet.public:
            yield network_rules.expected(index, subnet, fields.BOOTSTRAP_NODE, "public")


def nodes_private(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that the subnets of nodes are private."""
    for index, subnet in holders(config, network, fields.CLUSTER_NODE):
        if subnet.public:
            yield network_rules.expected(index, subnet, fields.CLUSTER_NODE, "private")


def edge_nodes_at_the_edge(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that EdgeNode is used in Local and Wavelength Zones only, and is the only role there."""
    known = network.by_id()
    for index, entry in enumerate(config.aws.subnets_config):
        subnet = known[entry.id]
        if fields.EDGE_NODE in entry.roles and not subnet.edge:
            text = f"subnet {subnet.id} has role {fields.EDGE_NODE}, but is not in a Local or WaveLength Zone"
            yield Finding(f"{LIST}[{index}]", INVALID, text, subnet.id)
        if subnet.edge and set(entry.roles) - {fields.EDGE_NODE}:
            text = (
                f"subnet {subnet.id} must only be assigned role {fields.EDGE_NODE} since it is in a Local or "
                "WaveLength Zone"
            )
            yield Finding(f"{LIST}[{index}]", INVALID, text, subnet.id)


def no_untagged_subnets(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that no unlisted subnet is untagged, since discovery would use it; the old list is no exception."""
    untagged = sorted(subnet.id for subnet in network.others if not subnet.tagged)
    if untagged and not config.aws.manual:
        text = (
            f"additional subnets [{' '.join(untagged)}] without tag prefix kubernetes.io/cluster/ are found in vpc "
            f"{network.vpc} of provided subnets. Please add a tag kubernetes.io/cluster/unmanaged to those subnets to "
            "exclude them from cluster installation or explicitly assign roles in the install-config to provided "
            "subnets"
        )
        yield Finding(LIST, FORBIDDEN, text)


def one_of_a_kind_per_zone(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that, without roles, a zone has one subnet of each visibility; the one with the later id is reported."""
    if config.aws.manual:
        return
    place = {entry.id: index for index, entry in enumerate(config.aws.subnets_config)}
    first: dict[tuple[str, str], Subnet] = {}
    for subnet in sorted(network.listed, key=lambda one: one.id):
        kind = "edge" if subnet.edge else subnet.visibility
        other = first.setdefault((kind, subnet.zone), subnet)
        if other is not subnet:
            text = f"{kind} subnet {other.id} is also in zone {subnet.zone}"
            yield Finding(f"{LIST}[{place[subnet.id]}]", INVALID, text, subnet.id)


def public_beside_private(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that a published cluster has a public subnet in every zone that has a private one."""
    zones = Counter((subnet.zone, subnet.public) for subnet in _regular(network).listed)
    lonely = sorted(zone for zone, public in zones if not public and (zone, True) not in zones)
    if config.publish == "External" and lonely:
        yield Finding(LIST, INVALID, f"No public subnet provided for zones [{' '.join(lonely)}]")


def _regular(network: Network) -> Network:
    """Return the network without Local and Wavelength Zones, which have rules of their own."""
    return replace(network, listed=tuple(subnet for subnet in network.listed if not subnet.edge))


def _away_from_the_edge(rule: network_rules.Rule) -> network_rules.Rule:
    return lambda config, network: rule(config, _regular(network))


NETWORK: Mapping[str, network_rules.Rule] = {
    "private_subnets_given": private_subnets_given,
    "subnets_not_owned": subnets_not_owned,
    "one_per_zone": network_rules.one_per_zone,
    **{
        rule.__name__: _away_from_the_edge(rule)
        for rule in (
            bootstrap_as_published,
            nodes_private,
            network_rules.internal_lb_private,
            network_rules.external_lb_public,
            network_rules.ingress_scope,
            network_rules.zones_served,
            network_rules.zones_used,
        )
    },
    "edge_nodes_at_the_edge": edge_nodes_at_the_edge,
    "no_untagged_subnets": no_untagged_subnets,
    "one_of_a_kind_per_zone": one_of_a_kind_per_zone,
    "public_beside_private": public_beside_private,
}
"""In the order of the findings."""


def static_findings(config: InstallConfig, _: frozenset[str] = frozenset()) -> list[Finding]:
    """Return the findings of the rules about the install-config alone; none of them depends on a feature gate."""
    return [finding for rule in STATIC.values() for finding in rule(config)]


def network_findings(config: InstallConfig, network: Network) -> list[Finding]:
    """Return the findings of the rules about AWS."""
    return [finding for rule in NETWORK.values() for finding in rule(config, network)]
