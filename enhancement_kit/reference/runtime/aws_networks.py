"""Facts about AWS networks that several components read: tags, the cluster tag, and whether a subnet is public."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

CLUSTER_PREFIX = "kubernetes.io/cluster/"
PLAIN_ZONE = "availability-zone"

Subnet = Mapping[str, Any]
Table = Mapping[str, Any]


def tags_of(resource: Mapping[str, Any]) -> dict[str, str]:
    """Return tags by key."""
    return {tag["Key"]: tag["Value"] for tag in resource.get("Tags") or ()}


def tag_list(tags: Mapping[str, str]) -> list[dict[str, str]]:
    """Format tags as AWS takes them."""
    return [{"Key": key, "Value": value} for key, value in tags.items()]


def route_table(subnet: Subnet, tables: Iterable[Table]) -> Table | None:
    """Return the route table in effect: the subnet's own, else the main one of the VPC; None without any."""
    found = list(tables)

    def associated(table: Table, name: str, value: Any) -> bool:
        return any(a.get(name) == value for a in table.get("Associations") or ())

    own = next((t for t in found if associated(t, "SubnetId", subnet["SubnetId"])), None)
    return own or next((t for t in found if associated(t, "Main", True)), None)


def has_internet_gateway(table: Table) -> bool:
    """Tell whether a route leads to an internet gateway, which makes a subnet public (interpretation ISS-A27)."""
    return any(str(route.get("GatewayId") or "").startswith("igw") for route in table.get("Routes") or ())
