"""Rules of EC2 about VPCs and subnets: what has to be gone before them, and where subnets can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from enhancement_kit.cloud.simulated.strictness.ec2_gateways import GONE
from enhancement_kit.cloud.simulated.strictness.ec2_requests import ERRORS, Request, first, live_interfaces
from enhancement_kit.cloud.simulated.strictness.engine import Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.lookups import find_subnet

_SMALLEST = 28
"""https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSubnet.html: the longest prefix of a subnet."""


def _held_by(ec2: Any, vpc_id: str) -> Iterator[bool]:
    """Yield for each kind of resource whether there is one that keeps a VPC from being deleted."""
    yield any(one.vpc_id == vpc_id for zone in ec2.subnets.values() for one in zone.values())
    yield any(one.vpc is not None and one.vpc.id == vpc_id for one in ec2.internet_gateways.values())
    yield any(one.vpc_id == vpc_id for one in ec2.egress_only_internet_gateways.values())
    yield any(one.vpc_id == vpc_id for one in ec2.carrier_gateways.values())
    yield any(one.vpc_id == vpc_id and not one.main_association_id for one in ec2.route_tables.values())
    yield any(not one.is_default for one in ec2.groups.get(vpc_id, {}).values())
    yield any(one.vpc_id == vpc_id and not one.default for one in ec2.network_acls.values())
    yield any(one.vpc_id == vpc_id and one.state != "deleted" for one in ec2.vpc_end_points.values())
    yield any(one.vpc_id == vpc_id and one.state not in GONE for one in ec2.nat_gateways.values())
    yield any(eni.vpc_id == vpc_id for eni in live_interfaces(ec2))
    yield any(vpc_id in (one.vpc.id, one.peer_vpc.id) and one._status.code == "active" for one in ec2.vpc_pcxs.values())


def _empty(request: Request) -> None:
    vpc_id = request["VpcId"]
    if vpc_id in request.ec2.vpcs and any(_held_by(request.ec2, vpc_id)):
        refuse("ec2", "DependencyViolation", f"The vpc '{vpc_id}' has dependencies and cannot be deleted.")


def _unreached(request: Request) -> None:
    ec2, subnet_id = request.ec2, request["SubnetId"]
    attached = any(
        subnet_id in (one.subnet_ids or ()) and one.state not in ("deleted", "deleting")
        for one in ec2.transit_gateway_attachments.values()
        if one.resource_type == "vpc"
    )
    reached = any(subnet_id in (one.subnet_ids or ()) and one.state != "deleted" for one in ec2.vpc_end_points.values())
    if find_subnet(ec2, subnet_id) is not None and (attached or reached):
        text = f"The subnet '{subnet_id}' has dependencies and cannot be deleted."
        refuse("ec2", "DependencyViolation", text)


def _zones(ec2: Any) -> list[str]:
    return [zone.name for zone in ec2.zones.get(ec2.region_name, [])]


def _zone_of_the_region(request: Request) -> None:
    zone, known = request["AvailabilityZone"], _zones(request.ec2)
    if zone and zone not in known:
        text = (
            f"Value ({zone}) for parameter availabilityZone is invalid. "
            f"Subnets can currently only be created in the following availability zones: {', '.join(known)}."
        )
        refuse("ec2", "InvalidParameterValue", text)


def _large_enough(request: Request) -> None:
    cidr = str(request["CidrBlock"] or "")
    prefix = cidr.partition("/")[2]
    if prefix.isdecimal() and int(prefix) > _SMALLEST:
        refuse("ec2", "InvalidSubnet.Range", f"The CIDR '{cidr}' is invalid.")


RULES = (
    Rule(
        id="ec2-used-vpc",
        calls=("ec2 DeleteVpc",),
        moto="deletes a VPC that has no subnets, further route tables or VPN gateways, whatever else it has",
        aws="refuses the call also for gateways, security groups, network ACLs, endpoints, interfaces and peerings",
        code="DependencyViolation",
        message="The vpc '<vpc>' has dependencies and cannot be deleted.",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteVpc.html (rule); pulumi/pulumi-aws "
        "issue 1221 (message, for an internet gateway)",
        corrections=(first("delete_vpc", _empty),),
    ),
    Rule(
        id="ec2-reached-subnet",
        calls=("ec2 DeleteSubnet",),
        moto="deletes a subnet with an endpoint or the attachment of a transit gateway",
        aws="refuses the call: both have interfaces there",
        code="DependencyViolation",
        message="The subnet '<subnet>' has dependencies and cannot be deleted.",
        source="https://docs.aws.amazon.com/vpc/latest/userguide/subnet-deleting.html (rule); message as for other "
        "interfaces",
        corrections=(first("delete_subnet", _unreached),),
    ),
    Rule(
        id="ec2-subnet-zone",
        calls=("ec2 CreateSubnet",),
        moto="creates subnets in zones of other regions, and names the zones of all regions for one that does not "
        "exist",
        aws="refuses the call and names the zones of the region",
        code="InvalidParameterValue",
        message="Value (<zone>) for parameter availabilityZone is invalid. Subnets can currently only be created in "
        "the following availability zones: <zone>, ...",
        source="moto, whose tests quote AWS",
        corrections=(first("create_subnet", _zone_of_the_region),),
    ),
    Rule(
        id="ec2-subnet-size",
        calls=("ec2 CreateSubnet",),
        moto="creates subnets of any size",
        aws="refuses prefixes longer than /28",
        code="InvalidSubnet.Range",
        message="The CIDR '<cidr>' is invalid.",
        source=f"{ERRORS} (code); message as for ranges outside the VPC",
        corrections=(first("create_subnet", _large_enough),),
    ),
)
