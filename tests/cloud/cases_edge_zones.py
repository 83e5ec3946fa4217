"""Cases of the rules about Local and Wavelength Zones, with and without the rule."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.interface import SubnetSpec
from tests.cloud.cases import Case
from tests.cloud.world import REGION, World

LOCAL, WAVELENGTH = f"{REGION}-nyc-1a", f"{REGION}-wl1-chi-wlz-1"


def edge(w: World, zone: str) -> str:
    """Create a subnet in a zone."""
    return w.cloud.add_subnets(w.vpc, [SubnetSpec("edge", zone)], cluster_id="c1").subnets["edge"]


def _classic(zone: str, *, later: bool = False) -> Any:
    def act(w: World) -> int:
        subnet = edge(w, zone)
        w.classic(Subnets=w.ids("a") if later else [subnet])
        if later:
            w.client("elb").attach_load_balancer_to_subnets(LoadBalancerName="clb", Subnets=[subnet])
        return len(w.classic_now()["Subnets"])

    return act


def _network(zone: str, *, later: bool = False) -> Any:
    def act(w: World) -> int:
        subnet = edge(w, zone)
        given = [{"SubnetId": one} for one in (w.ids("a") if later else [subnet])]
        made = w.network(SubnetMappings=given)["LoadBalancerArn"]
        if later:
            w.client("elbv2").set_subnets(LoadBalancerArn=made, Subnets=[*w.ids("a"), subnet])
        return len(w.network_now()["AvailabilityZones"])

    return act


def _application(w: World) -> str:
    asked = {"Name": "alb", "Subnets": [edge(w, LOCAL)]}
    return str(w.client("elbv2").create_load_balancer(**asked)["LoadBalancers"][0]["Type"])


def _gateway(w: World) -> str:
    asked = {"SubnetId": edge(w, LOCAL), "AllocationId": w.addresses(1)[0]}
    return str(w.client("ec2").create_nat_gateway(**asked)["NatGateway"]["State"])


def _names(zone: str) -> Any:
    """Return an act that shows id, group, long name of the group and border group of a zone."""

    def act(w: World) -> list[str]:
        edge(w, zone)
        [shown] = w.client("ec2").describe_availability_zones(ZoneNames=[zone])["AvailabilityZones"]
        return [shown[key] for key in ("ZoneId", "GroupName", "GroupLongName", "NetworkBorderGroup")]

    return act


_REFUSED = "ValidationError: You cannot have any {} Zone subnets for load balancers of type '{}'"

CASES = (
    Case("elb-edge-zone", _classic(LOCAL), _REFUSED.format("Local", "classic"), 1),
    Case("elb-edge-zone", _classic(LOCAL, later=True), _REFUSED.format("Local", "classic"), 2),
    Case("elb-edge-zone", _classic(WAVELENGTH), _REFUSED.format("Wavelength", "classic"), 1),
    Case("elbv2-edge-zone", _network(LOCAL), _REFUSED.format("Local", "network"), 1),
    Case("elbv2-edge-zone", _network(LOCAL, later=True), _REFUSED.format("Local", "network"), 2),
    Case("elbv2-edge-zone", _network(WAVELENGTH), _REFUSED.format("Wavelength", "network"), 1),
    Case(
        "ec2-nat-gateway-edge-zone",
        _gateway,
        "NotAvailableInZone: Nat Gateway is not available in this availability zone",
        "available",
    ),
)

ACCEPTED = (
    (_application, "application"),
    (_names(LOCAL), ["use2-nyc1-az1", "us-east-2-nyc-1", "US East (New York City)", "us-east-2-nyc-1"]),
    (_names(WAVELENGTH), ["use2-wl1-chi-wlz1", "us-east-2-wl1-chi-wlz-1", "US East (Chicago)", WAVELENGTH]),
    (_names(f"{REGION}a"), ["use2-az1", "us-east-2-zg-1", "US East (Ohio) 1", "us-east-2"]),
)
"""What AWS accepts or shows, and the result."""
