"""A drawing of a network: VPCs with zones, subnets and load balancers, as SVG or as text.

It is read by the calls that any client of AWS may make, so that it shows what every cloud of the kit holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

_ROLE_TAG = "kubernetes.io/role/"
_WIDTH, _HEIGHT, _GAP, _HEAD = 210, 62, 12, 26
_COLOURS = {"public": "#e3f1e3", "private": "#e4ecf7"}
_OTHER_COLOUR = "#f3ece0"
_TARGETS = (
    ("GatewayId", "igw-", "public"),
    ("GatewayId", "vpce-", "firewall"),
    ("VpcEndpointId", "vpce-", "firewall"),
    ("NatGatewayId", "nat-", "private"),
    ("TransitGatewayId", "tgw-", "transit"),
    ("CarrierGatewayId", "cagw-", "carrier"),
)


@dataclass(frozen=True)
class Subnet:
    """One subnet as it is drawn."""

    name: str
    zone: str
    visibility: str
    cidr: str
    free: int
    roles: tuple[str, ...] = ()
    balancers: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """What is written about it."""
        first = f"{self.name} ({self.visibility})"
        notes = [*self.roles, *(f"LB {name}" for name in self.balancers)]
        return [first, f"{self.cidr}, {self.free} free", *([", ".join(notes)] if notes else [])]


@dataclass(frozen=True)
class Network:
    """One VPC: its subnets by zone, in the order of their names."""

    name: str
    zones: Mapping[str, Sequence[Subnet]]


def read(client: Any, aliases: Mapping[str, str] | None = None, *, all_vpcs: bool = False) -> list[Network]:
    """Read the networks that AWS holds; default VPCs only with `all_vpcs`.

    `client` makes the boto3 client of a service; `aliases` are names by id, for subnets and VPCs.
    """
    names = aliases or {}
    ec2 = client("ec2")
    tables = ec2.describe_route_tables()["RouteTables"]
    subnets = ec2.describe_subnets()["Subnets"]
    balancers = _balancers(client)
    found = []
    for vpc in ec2.describe_vpcs()["Vpcs"]:
        if vpc.get("IsDefault") and not all_vpcs:
            continue
        zones: dict[str, list[Subnet]] = {}
        for subnet in sorted(subnets, key=lambda s: names.get(s["SubnetId"], s["SubnetId"])):
            if subnet["VpcId"] == vpc["VpcId"]:
                drawn = _subnet(subnet, tables, names, balancers)
                zones.setdefault(drawn.zone, []).append(drawn)
        found.append(Network(names.get(vpc["VpcId"], _name(vpc) or vpc["VpcId"]), dict(sorted(zones.items()))))
    return found


def _subnet(
    subnet: Mapping[str, Any],
    tables: Sequence[Mapping[str, Any]],
    names: Mapping[str, str],
    balancers: Mapping[str, Sequence[str]],
) -> Subnet:
    identifier = subnet["SubnetId"]
    tags = {tag["Key"]: tag["Value"] for tag in subnet.get("Tags") or ()}
    return Subnet(
        name=names.get(identifier, tags.get("Name", identifier)),
        zone=subnet["AvailabilityZone"],
        visibility=_visibility(subnet, tables),
        cidr=subnet["CidrBlock"],
        free=subnet["AvailableIpAddressCount"],
        roles=tuple(sorted(key.removeprefix(_ROLE_TAG) for key in tags if key.startswith(_ROLE_TAG))),
        balancers=tuple(balancers.get(identifier, ())),
    )


def _visibility(subnet: Mapping[str, Any], tables: Sequence[Mapping[str, Any]]) -> str:
    """Return where the default route in effect leads: that of the subnet's own table, else of the VPC's main one."""
    mine = [t for t in tables if any(a.get("SubnetId") == subnet["SubnetId"] for a in t["Associations"])]
    main = [t for t in tables if t["VpcId"] == subnet["VpcId"] and any(a.get("Main") for a in t["Associations"])]
    for route in (mine or main or [{"Routes": ()}])[0]["Routes"]:
        if route.get("DestinationCidrBlock") == "0.0.0.0/0":
            for key, prefix, word in _TARGETS:
                if str(route.get(key) or "").startswith(prefix):
                    return word
    return "isolated"


def _balancers(client: Any) -> dict[str, list[str]]:
    """Return the names of load balancers by subnet."""
    found: dict[str, list[str]] = {}
    for one in client("elbv2").describe_load_balancers()["LoadBalancers"]:
        for zone in one["AvailabilityZones"]:
            found.setdefault(zone["SubnetId"], []).append(one["LoadBalancerName"])
    for one in client("elb").describe_load_balancers()["LoadBalancerDescriptions"]:
        for subnet in one.get("Subnets") or ():
            found.setdefault(subnet, []).append(one["LoadBalancerName"])
    return {subnet: sorted(names) for subnet, names in found.items()}


def _name(resource: Mapping[str, Any]) -> str:
    return next((str(tag["Value"]) for tag in resource.get("Tags") or () if tag["Key"] == "Name"), "")


def text(networks: Sequence[Network]) -> str:
    """Draw networks for a terminal or a log."""
    lines = []
    for network in networks:
        lines.append(f"VPC {network.name}")
        for zone, subnets in network.zones.items():
            lines.append(f"  {zone}")
            lines += [f"    {'; '.join(subnet.lines)}" for subnet in subnets]
    return "\n".join(lines) + ("\n" if lines else "")


def svg(networks: Sequence[Network]) -> str:
    """Draw networks for a report: a column for each zone, a box for each subnet."""
    parts: list[str] = []
    top = _GAP
    width = 2 * _GAP + max((len(network.zones) for network in networks), default=0) * (_WIDTH + _GAP) + _GAP
    for network in networks:
        rows = max((len(subnets) for subnets in network.zones.values()), default=0)
        height = 2 * _HEAD + rows * (_HEIGHT + _GAP) + _GAP
        parts.append(_box(_GAP, top, width - 2 * _GAP, height, "#ffffff"))
        parts.append(_write(2 * _GAP, top + 18, f"VPC {network.name}", bold=True))
        for column, (zone, subnets) in enumerate(network.zones.items()):
            left = 2 * _GAP + column * (_WIDTH + _GAP)
            parts.append(_write(left, top + _HEAD + 16, zone))
            for row, subnet in enumerate(subnets):
                parts += _draw(subnet, left, top + 2 * _HEAD + row * (_HEIGHT + _GAP))
        top += height + _GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top}" viewBox="0 0 {width} {top}" '
        'font-family="sans-serif" font-size="12" role="img">'
    )
    return "\n".join([head, f"<title>{escape('Network topology')}</title>", *parts, "</svg>\n"])


def _draw(subnet: Subnet, left: int, top: int) -> list[str]:
    colour = _COLOURS.get(subnet.visibility, _OTHER_COLOUR)
    lines = [_write(left + 8, top + 18 + 17 * n, line) for n, line in enumerate(subnet.lines)]
    return [_box(left, top, _WIDTH, _HEIGHT, colour), *lines]


def _box(left: int, top: int, width: int, height: int, colour: str) -> str:
    place = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    return f'<rect {place} rx="4" fill="{colour}" stroke="#8a8a8a"/>'


def _write(left: int, top: int, words: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{left}" y="{top}"{weight}>{escape(words)}</text>'
