"""Networks from tables: where default routes lead, several VPCs, other owners, edge zones, full subnets, ten zones."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError

from enhancement_kit.cloud.interface import SubnetSpec, Vpc
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cloud.simulated.routes import VISIBILITIES
from enhancement_kit.errors import UsageError
from tests.cloud.world import REGION


def _made(cloud: SimulatedCloud, *rows: SubnetSpec) -> tuple[Vpc, Any]:
    return cloud.make_vpc(REGION, rows, cluster_id="c1"), cloud.client("tester", "ec2", region=REGION)


def _routes(ec2: Any, vpc: Vpc, alias: str) -> tuple[bool, list[str]]:
    """Return whether a subnet has a table of its own, and the targets of the default route in effect."""
    tables = ec2.describe_route_tables(Filters=[{"Name": "vpc-id", "Values": [vpc.id]}])["RouteTables"]
    mine = [t for t in tables if any(a.get("SubnetId") == vpc.subnets[alias] for a in t["Associations"])]
    main = [t for t in tables if any(a.get("Main") for a in t["Associations"])]
    keys = ("GatewayId", "NatGatewayId", "TransitGatewayId", "CarrierGatewayId", "VpcEndpointId")
    found = [
        route[key].split("-")[0]
        for route in (mine or main)[0]["Routes"]
        if route.get("DestinationCidrBlock") == "0.0.0.0/0"
        for key in keys
        if route.get(key)
    ]
    return bool(mine), found


WHERE = {
    "public": (True, ["igw"]),
    "private": (True, ["nat"]),
    "main": (False, ["igw"]),
    "transit": (True, ["tgw"]),
    "firewall": (True, ["vpce"]),
    "carrier": (True, ["cagw"]),
    "isolated": (True, []),
}


@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_where_the_default_route_leads(cloud: SimulatedCloud, visibility: str) -> None:
    zone = f"{REGION}-wl1-chi-wlz-1" if visibility == "carrier" else f"{REGION}a"
    rows = [SubnetSpec("front", f"{REGION}a"), SubnetSpec("x", zone, visibility), SubnetSpec("y", zone, visibility)]
    vpc, ec2 = _made(cloud, *rows)
    assert _routes(ec2, vpc, "x") == WHERE[visibility]
    assert _routes(ec2, vpc, "y") == WHERE[visibility]


def test_subnets_of_another_vpc(cloud: SimulatedCloud) -> None:
    rows = [SubnetSpec("own", f"{REGION}a"), *(SubnetSpec(n, f"{REGION}{n[-1]}", vpc="other") for n in ("o-a", "o-b"))]
    vpc, ec2 = _made(cloud, *rows)
    found = {s["SubnetId"]: s for s in ec2.describe_subnets(SubnetIds=list(vpc.subnets.values()))["Subnets"]}
    places = {alias: found[subnet]["VpcId"] for alias, subnet in vpc.subnets.items()}
    assert places["own"] == vpc.id
    assert places["o-a"] == places["o-b"] != vpc.id
    assert "Tags" not in found[vpc.subnets["o-a"]] or found[vpc.subnets["o-a"]]["Tags"] == []
    with pytest.raises(ClientError, match="must belong to the same VPC"):
        cloud.client("tester", "elbv2", region=REGION).create_load_balancer(
            Name="n", Type="network", Subnets=[vpc.subnets["own"], vpc.subnets["o-b"]]
        )


def test_a_full_subnet_takes_no_load_balancer(cloud: SimulatedCloud) -> None:
    rows = [SubnetSpec("full", f"{REGION}a", free=0), SubnetSpec("eight", f"{REGION}b", free=8)]
    vpc, ec2 = _made(cloud, *rows)
    found = ec2.describe_subnets(SubnetIds=[vpc.subnets["full"], vpc.subnets["eight"]])["Subnets"]
    assert {s["SubnetId"]: s["AvailableIpAddressCount"] for s in found} == {
        vpc.subnets["full"]: 0,
        vpc.subnets["eight"]: 8,
    }
    elb = cloud.client("tester", "elbv2", region=REGION)
    elb.create_load_balancer(Name="fits", Type="network", Subnets=[vpc.subnets["eight"]])
    with pytest.raises(ClientError, match="Not enough IP space available in"):
        elb.create_load_balancer(Name="n", Type="network", Subnets=[vpc.subnets["full"]])


def test_ten_zones_and_an_own_cidr(cloud: SimulatedCloud) -> None:
    rows = [SubnetSpec(f"s-{letter}", f"{REGION}{letter}") for letter in "abcdefghij"]
    vpc, ec2 = _made(cloud, *rows, SubnetSpec("small", f"{REGION}a", cidr="10.0.255.0/28"))
    found = ec2.describe_subnets(SubnetIds=list(vpc.subnets.values()))["Subnets"]
    assert len({s["AvailabilityZone"] for s in found}) == 10
    assert "10.0.255.0/28" in {s["CidrBlock"] for s in found}
    zones = ec2.describe_availability_zones()["AvailabilityZones"]
    assert len({zone["ZoneId"] for zone in zones}) == len(zones) == 10
    made = cloud.client("tester", "elbv2", region=REGION).create_load_balancer(
        Name="n", Type="network", Subnets=[vpc.subnets[f"s-{letter}"] for letter in "abcdefghij"]
    )
    assert len(made["LoadBalancers"][0]["AvailabilityZones"]) == 10


def test_edge_zones_have_a_parent(cloud: SimulatedCloud) -> None:
    _, ec2 = _made(cloud, SubnetSpec("lz", f"{REGION}-nyc-1a"), SubnetSpec("wl", f"{REGION}-wl1-chi-wlz-1", "carrier"))
    zones = {z["ZoneName"]: z for z in ec2.describe_availability_zones(AllAvailabilityZones=True)["AvailabilityZones"]}
    for name, kind in ((f"{REGION}-nyc-1a", "local-zone"), (f"{REGION}-wl1-chi-wlz-1", "wavelength-zone")):
        assert (zones[name]["ZoneType"], zones[name]["ParentZoneName"]) == (kind, f"{REGION}a")
    assert "ParentZoneName" not in zones[f"{REGION}a"]


def test_a_visibility_that_does_not_exist(cloud: SimulatedCloud) -> None:
    with pytest.raises(UsageError, match="visibility 'hidden'; there are public, private, main, transit"):
        _made(cloud, SubnetSpec("x", f"{REGION}a", "hidden"))


@pytest.mark.parametrize("cidr", ["192.168.0.0/24", "10.0.0.0/24", "nonsense"])
def test_a_cidr_that_does_not_fit(cloud: SimulatedCloud, cidr: str) -> None:
    with pytest.raises(UsageError, match=f"Subnet 'x' cannot be made with {cidr}: "):
        _made(cloud, SubnetSpec("first", f"{REGION}a"), SubnetSpec("x", f"{REGION}a", cidr=cidr))
