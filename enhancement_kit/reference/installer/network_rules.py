"""Rules that need AWS: visibility, zones and tags of the listed subnets. Each rule yields findings.

Source: aws-lb-subnet-selection, Installer Validation Rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from . import install_config as fields
from .existing_network import Network, Subnet
from .findings import FORBIDDEN, INVALID, Finding
from .install_config import LIST, OLD_LIST, InstallConfig

BALANCED = (fields.INGRESS_LB, fields.EXTERNAL_LB, fields.INTERNAL_LB)
"""The roles that load balancers have."""

Rule = Callable[[InstallConfig, Network], Iterator[Finding]]


def holders(config: InstallConfig, network: Network, role: str) -> list[tuple[int, Subnet]]:
    """Return the known subnets that hold a role, with their positions in the install-config's list."""
    known = network.by_id()
    entries = enumerate(config.aws.subnets_config)
    return [(i, known[entry.id]) for i, entry in entries if role in entry.roles and entry.id in known]


def regular(network: Network) -> list[Subnet]:
    """Return the listed subnets outside Local and Wavelength Zones."""
    return [subnet for subnet in network.listed if not subnet.edge]


def private_subnets_given(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that, without roles, there are private subnets, which machines need."""
    if not config.aws.manual and not any(not subnet.public for subnet in regular(network)):
        yield Finding(_list(config), INVALID, "no private subnets found")


def public_beside_private(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that, without roles, a published cluster has a public subnet in every zone that has a private one."""
    zones = {public: {s.zone for s in regular(network) if s.public == public} for public in (True, False)}
    lonely = sorted(zones[False] - zones[True])
    if not config.aws.manual and config.external and lonely:
        yield Finding(_list(config), INVALID, f"No public subnet provided for zones [{' '.join(lonely)}]")


def _list(config: InstallConfig) -> str:
    """Return the list that names the subnets."""
    return LIST if config.aws.subnets_config else OLD_LIST


def ingress_scope(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that IngressControllerLB subnets are public exactly if the cluster is (interpretation ISS-A15)."""
    publish = "External" if config.external else "Internal"
    for index, subnet in holders(config, network, fields.INGRESS_LB):
        if subnet.public != config.external:
            text = (
                f"subnet {subnet.id} has role {fields.INGRESS_LB} and is {subnet.visibility}, which is not allowed "
                f"when publish is set to {publish}"
            )
            yield Finding(f"{LIST}[{index}]", INVALID, text, subnet.id)


def internal_lb_private(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that the internal control plane load balancer has private subnets only."""
    for index, subnet in holders(config, network, fields.INTERNAL_LB):
        if subnet.public:
            yield expected(index, subnet, fields.INTERNAL_LB, "private")


def external_lb_public(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that the external control plane load balancer has public subnets only."""
    for index, subnet in holders(config, network, fields.EXTERNAL_LB):
        if not subnet.public:
            yield expected(index, subnet, fields.EXTERNAL_LB, "public")


def expected(index: int, subnet: Subnet, role: str, wanted: str) -> Finding:
    """Build the finding for a subnet of the wrong visibility."""
    text = f"subnet {subnet.id} has role {role}, but is {subnet.visibility}, expected to be {wanted}"
    return Finding(f"{LIST}[{index}]", INVALID, text, subnet.id)


def no_edge_subnets(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that no subnet of a Local or Wavelength Zone has a role (interpretation ISS-A31)."""
    known = network.by_id()
    for index, entry in enumerate(config.aws.subnets_config):
        if entry.roles and known[entry.id].edge:
            text = (
                f"subnet {entry.id} is in zone {known[entry.id].zone}, a Local or Wavelength Zone, and can have no role"
            )
            yield Finding(f"{LIST}[{index}]", INVALID, text, entry.id)


def one_per_zone(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that each role has one subnet in a zone, as AWS requires for load balancers (interpretation ISS-A25)."""
    for role in config.known_roles:
        first: dict[str, Subnet] = {}
        for index, subnet in holders(config, network, role):
            other = first.setdefault(subnet.zone, subnet)
            if other is not subnet:
                text = f"subnets {other.id} and {subnet.id} have role {role} and are both in zone {subnet.zone}"
                yield Finding(f"{LIST}[{index}]", INVALID, text, subnet.id)


def zones_served(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that each load balancer covers every zone with nodes (interpretations ISS-A23 and ISS-A24)."""
    nodes = _zones(config, network, fields.CLUSTER_NODE)
    for role in _balanced(config):
        missing = sorted(nodes - _zones(config, network, role))
        if missing:
            text = (
                f"zones [{' '.join(missing)}] are not enabled for {role} load balancers, nodes in those zones are "
                "unreachable"
            )
            yield Finding(LIST, FORBIDDEN, text)


def zones_used(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that every zone of a load balancer has nodes."""
    nodes = _zones(config, network, fields.CLUSTER_NODE)
    for role in _balanced(config):
        unused = sorted(_zones(config, network, role) - nodes)
        if unused:
            text = f"zones [{' '.join(unused)}] are enabled for {role} load balancers, but are not used by any nodes"
            yield Finding(LIST, FORBIDDEN, text)


def _balanced(config: InstallConfig) -> list[str]:
    return [role for role in BALANCED if role in config.required_roles] if config.aws.manual else []


def _zones(config: InstallConfig, network: Network, role: str) -> set[str]:
    """Return the regular zones of a role; another rule reports edge subnets that have a role."""
    return {subnet.zone for _, subnet in holders(config, network, role) if not subnet.edge}


def no_untagged_subnets(config: InstallConfig, network: Network) -> Iterator[Finding]:
    """Check that no unlisted subnet is untagged: discovery would use it (only without roles: ISS-A19 to ISS-A21)."""
    if not config.aws.subnets_config or config.aws.manual:
        return
    untagged = sorted(subnet.id for subnet in network.others if not subnet.tagged)
    if untagged:
        text = (
            f"additional subnets [{' '.join(untagged)}] without a tag kubernetes.io/cluster/<cluster-id> are found "
            f"in VPC {network.vpc}. Please add a tag kubernetes.io/cluster/unmanaged to those subnets to exclude them "
            "from the cluster installation, or assign roles to the subnets in platform.aws.subnetsConfig"
        )
        yield Finding(LIST, FORBIDDEN, text)


RULES: Mapping[str, Rule] = {
    rule.__name__: rule
    for rule in (
        one_per_zone,
        internal_lb_private,
        external_lb_public,
        ingress_scope,
        zones_served,
        zones_used,
        no_edge_subnets,
        no_untagged_subnets,
        private_subnets_given,
        public_beside_private,
    )
}
"""In the order of the findings."""


def findings(config: InstallConfig, network: Network) -> list[Finding]:
    """Return the findings of all rules."""
    return [finding for rule in RULES.values() for finding in rule(config, network)]
