"""Rules about Local and Wavelength Zones: what cannot be in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from enhancement_kit.cloud.simulated.strictness import elb_subnets, elbv2_identity, elbv2_subnets
from enhancement_kit.cloud.simulated.strictness.ec2_requests import BACKEND
from enhancement_kit.cloud.simulated.strictness.engine import Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.lookups import ec2_of, find_subnet, find_subnets
from enhancement_kit.cloud.simulated.zones import zone_kind

_CLASSIC, _NETWORK = elb_subnets.BACKEND, elbv2_identity.BACKEND
_NAMES = {"local-zone": "Local Zone", "wavelength-zone": "Wavelength Zone"}
_NO_NAT = "Nat Gateway is not available in this availability zone"


def _refuse(service: str, kind: str, region: str, subnets: Iterable[Any]) -> None:
    for subnet in subnets:
        place = _NAMES.get(zone_kind(region, subnet.availability_zone))
        if place is not None:
            text = f"You cannot have any {place} subnets for load balancers of type '{kind}'"
            refuse(service, "ValidationError", text)


def _classic(call: Invocation) -> None:
    subnets = find_subnets(ec2_of(call.backend), call["subnets"] or [])
    _refuse("elb", "classic", call.backend.region_name, subnets)


def _network(call: Invocation) -> None:
    held = call.backend.load_balancers.get(call.arguments.get("arn"))
    kind = held.type if held is not None else call.arguments.get("loadbalancer_type")
    if kind == elbv2_identity.NETWORK:
        subnets = find_subnets(ec2_of(call.backend), elbv2_identity.subnets_asked(call))
        _refuse("elbv2", "network", call.backend.region_name, subnets)


def _gateway(call: Invocation) -> None:
    ec2 = call.backend
    subnet = find_subnet(ec2, call["subnet_id"])
    if subnet is not None and zone_kind(ec2.region_name, subnet.availability_zone) in _NAMES:
        refuse("ec2", "NotAvailableInZone", _NO_NAT)


RULES = (
    Rule(
        id="elb-edge-zone",
        calls=("elb CreateLoadBalancer", "elb AttachLoadBalancerToSubnets"),
        moto="accepts Classic load balancers in Local and Wavelength Zones",
        aws="refuses the call",
        code="ValidationError",
        message="You cannot have any Local Zone subnets for load balancers of type 'classic'",
        source="notes on OpenShift in Local Zones quote the event of the service controller (Local Zones); "
        "https://docs.aws.amazon.com/wavelength/latest/developerguide/wavelength-quotas.html (Wavelength Zones)",
        corrections=(
            Before(_CLASSIC, elb_subnets.CREATE, _classic),
            Before(_CLASSIC, elb_subnets.ATTACH, _classic),
        ),
    ),
    Rule(
        id="elbv2-edge-zone",
        calls=("elbv2 CreateLoadBalancer", "elbv2 SetSubnets"),
        moto="accepts Network Load Balancers in Local and Wavelength Zones",
        aws="refuses the call",
        code="ValidationError",
        message="You cannot have any Local Zone subnets for load balancers of type 'network'",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/network/availability-zones.html (rule); public "
        "notes on EKS in Local Zones (message)",
        corrections=(
            Before(_NETWORK, elbv2_identity.CREATE, _network),
            Before(_NETWORK, elbv2_subnets.SET, _network),
        ),
    ),
    Rule(
        id="ec2-nat-gateway-edge-zone",
        calls=("ec2 CreateNatGateway",),
        moto="creates NAT gateways in Local and Wavelength Zones",
        aws="refuses the call",
        code="NotAvailableInZone",
        message=_NO_NAT,
        source="https://docs.aws.amazon.com/vpc/latest/userguide/Extend_VPCs.html (rule); public notes on Terraform "
        "quote code and message, for other zones",
        corrections=(Before(BACKEND, "create_nat_gateway", _gateway),),
    ),
)
