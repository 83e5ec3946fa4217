"""Whether security groups let traffic in, and which subnets a load balancer sends it from."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Any

from enhancement_kit.cloud.simulated.strictness.lookups import find_subnets

_ANY_PROTOCOL = "-1"


def lets_in(groups: Iterable[Any], port: int, *, from_groups: Sequence[str], from_ranges: Sequence[str]) -> bool:
    """Check whether one of the security groups lets TCP traffic to a port in.

    The traffic comes from members of `from_groups` with addresses in all of `from_ranges`: a rule that names one of the
    groups is enough, and so are rules whose ranges together cover the addresses.
    """
    rules = [rule for group in groups for rule in group.ingress_rules if _concerns(rule, port)]
    if any(rule.source_group.get("GroupId") in from_groups for rule in rules):
        return True
    open_to = ipaddress.collapse_addresses(ipaddress.IPv4Network(r.cidr_ipv4) for r in rules if r.cidr_ipv4)
    covering = list(open_to)
    return all(any(ipaddress.IPv4Network(one).subnet_of(net) for net in covering) for one in from_ranges)


def _concerns(rule: Any, port: int) -> bool:
    if rule.ip_protocol == _ANY_PROTOCOL:
        return True
    return bool(rule.ip_protocol == "tcp" and rule.from_port <= port <= rule.to_port)


def ranges_of(ec2: Any, subnet_ids: Iterable[str]) -> list[str]:
    """Return the address ranges of subnets."""
    return [str(subnet.cidr_block) for subnet in find_subnets(ec2, subnet_ids)]


def zones_of(ec2: Any, subnet_ids: Iterable[str]) -> set[str]:
    """Return the zones of subnets."""
    return {str(subnet.availability_zone) for subnet in find_subnets(ec2, subnet_ids)}
