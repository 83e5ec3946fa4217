"""Cases of the rules of EC2, with and without the rule."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import REGION, UNKNOWN_ADDRESS, UNKNOWN_SUBNET, World, outcome


def _six_addresses(w: World) -> int:
    ec2 = w.client("ec2")
    for _ in range(5):
        ec2.allocate_address(Domain="vpc")
    ec2.allocate_address(Domain="vpc")
    return len(ec2.describe_addresses()["Addresses"])


def _release_used(w: World) -> Any:
    address = w.addresses(1)[0]
    node = w.cloud.run_nodes(w.vpc, cluster_id="c1", subnets=["a"])["a"]
    w.client("ec2").associate_address(InstanceId=node, AllocationId=address)
    w.client("ec2").release_address(AllocationId=address)
    return len(w.client("ec2").describe_addresses()["Addresses"])


def _disassociate(w: World) -> Any:
    address = w.addresses(1)[0]
    w.network("a", addresses=[address])
    ec2 = w.client("ec2")
    association = ec2.describe_addresses(AllocationIds=[address])["Addresses"][0]["AssociationId"]
    ec2.disassociate_address(AssociationId=association)
    return "disassociated"


def _associate(w: World) -> Any:
    address = w.addresses(1)[0]
    w.network("a", addresses=[address])
    node = w.cloud.run_nodes(w.vpc, cluster_id="c1", subnets=["b"])["b"]
    w.client("ec2").associate_address(InstanceId=node, AllocationId=address)
    return "associated"


def _delete_used_subnet(w: World) -> Any:
    w.network("a")
    w.client("ec2").delete_subnet(SubnetId=w.subnets["a"])
    return "deleted"


def _unknown_among_known(w: World) -> bool:
    """Check twelve times that the error names the unknown id: moto picks one from a set, so once could be luck."""
    unknown = [f"{UNKNOWN_SUBNET[:-2]}{n}" for n in range(10, 22)]
    known = list(w.subnets.values())
    named = [
        outcome(lambda w, one=one: w.client("ec2").describe_subnets(SubnetIds=[*known, one]), w) for one in unknown
    ]
    return named == [f"InvalidSubnetID.NotFound: The subnet ID '{one}' does not exist" for one in unknown]


def _repeated_subnet(w: World) -> int:
    return len(w.client("ec2").describe_subnets(SubnetIds=w.ids("a", "a"))["Subnets"])


def _repeated_table(w: World) -> int:
    client = w.client("ec2")
    table = client.create_route_table(VpcId=w.vpc.id)["RouteTable"]["RouteTableId"]
    return len(client.describe_route_tables(RouteTableIds=[table, table])["RouteTables"])


def _zone_details(w: World) -> Any:
    from enhancement_kit.cloud.interface import SubnetSpec

    w.cloud.add_subnets(w.vpc, [SubnetSpec("edge", f"{REGION}-nyc-1a")], cluster_id="c1")
    zones = w.client("ec2").describe_availability_zones(ZoneNames=[f"{REGION}-nyc-1a"])["AvailabilityZones"]
    keys = ("GroupName", "NetworkBorderGroup", "OptInStatus", "ParentZoneName", "ZoneType", "ParentZoneId")
    return [zones[0].get(key) for key in keys]


def _second_table(w: World) -> Any:
    ec2 = w.client("ec2")
    table = ec2.create_route_table(VpcId=w.vpc.id)["RouteTable"]["RouteTableId"]
    return ec2.associate_route_table(RouteTableId=table, SubnetId=w.subnets["a"])["AssociationId"]


def _reserved_tag(w: World) -> str:
    w.client("ec2").create_tags(Resources=w.ids("a"), Tags=[{"Key": "aws:x", "Value": "1"}])
    return "accepted"


def _named(*patterns: str) -> Any:
    """Name three subnets, and return the names that a filter with these values finds."""

    def act(w: World) -> list[str]:
        ec2 = w.client("ec2")
        for alias, name in (("a", "ab"), ("b", "a?"), ("c", "[ab]")):
            ec2.create_tags(Resources=w.ids(alias), Tags=[{"Key": "Name", "Value": name}])
        filters = [{"Name": "tag:Name", "Values": list(patterns)}]
        found = ec2.describe_subnets(Filters=filters)["Subnets"]
        return sorted(tag["Value"] for s in found for tag in s["Tags"] if tag["Key"] == "Name")

    return act


def _gateways_named(*patterns: str) -> Any:
    """Name three VPN gateways, and return the names that a filter with these values finds."""

    def act(w: World) -> list[str]:
        ec2 = w.client("ec2")
        for name in ("ab", "a?", "[ab]"):
            tags = [{"ResourceType": "vpn-gateway", "Tags": [{"Key": "Name", "Value": name}]}]
            ec2.create_vpn_gateway(Type="ipsec.1", TagSpecifications=tags)
        filters = [{"Name": "tag:Name", "Values": list(patterns)}]
        found = ec2.describe_vpn_gateways(Filters=filters)["VpnGateways"]
        return sorted(tag["Value"] for gateway in found for tag in gateway["Tags"])

    return act


CASES = (
    Case("ec2-filter-pattern", _gateways_named("[ab]"), ["[ab]"], []),
    Case("ec2-filter-pattern", _gateways_named("[a]*"), [], ["a?", "ab"]),
    Case("ec2-filter-pattern", _gateways_named(r"a\?"), ["a?"], []),
    Case(
        "ec2-address-quota",
        _six_addresses,
        "AddressLimitExceeded: The maximum number of addresses has been reached.",
        6,
    ),
    Case(
        "ec2-unknown-id",
        lambda w: w.client("ec2").describe_addresses(AllocationIds=[UNKNOWN_ADDRESS]),
        f"InvalidAllocationID.NotFound: The allocation ID '{UNKNOWN_ADDRESS}' does not exist",
        r"InvalidAllocationID.NotFound: Allocation ID '\{.*",
    ),
    Case("ec2-release-used-address", _release_used, r"InvalidIPAddress\.InUse: Address 203\.0\.113\.1 is in use\.", 0),
    Case(
        "ec2-disassociate-managed-address",
        _disassociate,
        r"AuthFailure: You do not have permission to access the specified resource\.",
        "disassociated",
    ),
    Case(
        "ec2-associate-managed-address", _associate, r"Resource\.AlreadyAssociated: resource eipalloc-.*", "associated"
    ),
    Case(
        "ec2-used-subnet",
        _delete_used_subnet,
        r"DependencyViolation: The subnet 'subnet-\w+' has dependencies and cannot be deleted\.",
        "deleted",
    ),
    Case(
        "ec2-malformed-id",
        lambda w: w.client("ec2").describe_subnets(SubnetIds=["subnet-nonsense"]),
        r'InvalidSubnetID\.Malformed: Invalid id: "subnet-nonsense"',
        r"InvalidSubnetID\.NotFound: .*",
    ),
    Case(
        "ec2-unknown-id",
        _unknown_among_known,
        True,
        False,
    ),
    Case("ec2-repeated-id", _repeated_subnet, 1, r"InvalidSubnetID\.NotFound: .*"),
    Case("ec2-repeated-id", _repeated_table, 1, "broken"),
    Case(
        "ec2-unknown-zone",
        lambda w: w.client("ec2").describe_availability_zones(ZoneNames=["us-east-2z"])["AvailabilityZones"],
        r"InvalidParameterValue: Invalid availability zone: \[us-east-2z\]",
        [],
    ),
    Case(
        "ec2-zone-details",
        _zone_details,
        ["us-east-2-nyc-1", "us-east-2-nyc-1", "opted-in", "us-east-2a", "local-zone", "use2-az1"],
        [None, None, None, None, "local-zone", None],
    ),
    Case(
        "ec2-one-route-table",
        _second_table,
        r"Resource\.AlreadyAssociated: the specified association .*",
        "rtbassoc-.*",
    ),
    Case("ec2-reserved-tag", _reserved_tag, "InvalidParameterValue: Tag keys starting with 'aws:' .*", "accepted"),
)

PATTERNS = (
    (_named("a?"), ["a?", "ab"]),
    (_named("a*", "none"), ["a?", "ab"]),
    (_named("[ab]"), ["[ab]"]),
    (_named("[a]*"), []),
    (_named(r"a\?"), ["a?"]),
)
"""Tag filters with special characters, and what they find."""
