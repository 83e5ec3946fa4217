"""Rules of Network and Application load balancers about subnets: which are accepted at creation and by SetSubnets."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.elbv2_identity import (
    BACKEND,
    CREATE,
    NETWORK,
    mappings_asked,
    subnets_asked,
)
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.lookups import (
    ec2_of,
    find_subnets,
    has_internet_gateway,
    shares_zone,
    unknown_subnets,
    without_room,
)
from enhancement_kit.cloud.simulated.zones import zone_kind

SET = "set_subnets"
SAME_ZONE = "A load balancer cannot be attached to multiple subnets in the same Availability Zone"
_CREATE, _SET = "elbv2 CreateLoadBalancer", "elbv2 SetSubnets"


def _subnets(call: Invocation) -> list[Any]:
    return find_subnets(ec2_of(call.backend), subnets_asked(call))


def _not_both(call: Invocation) -> None:
    if len(mappings_asked(call)) not in (0, len(subnets_asked(call))):
        refuse("elbv2", "ValidationError", "You can specify either subnets or subnet mappings, not both")


def _some(call: Invocation) -> None:
    if not subnets_asked(call):
        refuse("elbv2", "ValidationError", "At least one subnet must be specified")


def _known(call: Invocation) -> None:
    if unknown_subnets(ec2_of(call.backend), subnets_asked(call)):
        refuse("elbv2", "SubnetNotFound", "InvalidSubnetID.NotFound")


def _one_per_zone(call: Invocation) -> None:
    if shares_zone(_subnets(call)):
        refuse("elbv2", "InvalidConfigurationRequest", SAME_ZONE)


def _two_zones(call: Invocation) -> None:
    zones = {subnet.availability_zone for subnet in _subnets(call)}
    # one Local or Wavelength Zone is enough
    kinds = {zone_kind(call.backend.region_name, zone) for zone in zones}
    if (
        "availability-zone" in kinds
        and (call["loadbalancer_type"] or "application") == "application"
        and len(zones) < 2
    ):
        refuse(
            "elbv2",
            "ValidationError",
            "At least two subnets in two different Availability Zones must be specified",
        )


def _one_vpc(call: Invocation) -> None:
    vpcs = [subnet.vpc_id for subnet in _subnets(call)]
    if len(set(vpcs)) > 1:
        text = f"All subnets must belong to the same VPC: '{vpcs[0]}'"
        refuse("elbv2", "InvalidConfigurationRequest", text)


def _internet_gateway(call: Invocation) -> None:
    ec2 = ec2_of(call.backend)
    for subnet in _subnets(call):
        if call["scheme"] != "internal" and not has_internet_gateway(ec2, subnet.vpc_id):
            refuse("elbv2", "InvalidSubnet", f"VPC {subnet.vpc_id} has no internet gateway")


def _room(call: Invocation) -> None:
    # An internal Network Load Balancer with addresses of its own needs no further ones.
    own = [mapping.get("PrivateIPv4Address") for mapping in mappings_asked(call)]
    if call["loadbalancer_type"] == NETWORK and call["scheme"] == "internal" and own and all(own):
        return
    full = without_room(_subnets(call))
    if full is not None:
        refuse(
            "elbv2",
            "InvalidSubnet",
            f"Not enough IP space available in {full.id}. ELB requires at least 8 free IP addresses in each subnet.",
        )


def _no_swap(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(call["arn"])
    if balancer is None or balancer.type != NETWORK:
        return
    by_zone = {subnet.availability_zone: subnet.id for subnet in balancer.subnets}
    for subnet in _subnets(call):
        zone = subnet.availability_zone
        if by_zone.get(zone, subnet.id) != subnet.id:
            refuse(
                "elbv2",
                "InvalidConfigurationRequest",
                "You cannot specify an additional subnet from an Availability Zone that is already associated with the "
                f"load balancer. The Availability Zone '{zone}' corresponding to the new subnet '{subnet.id}' is "
                "already associated with the load balancer.",
            )


def _one_zone_will_do(call: Invocation) -> Any:
    balancer = call.backend.load_balancers.get(call["arn"])
    subnets = _subnets(call)
    if balancer is None or balancer.type != NETWORK or len(subnets) != 1 or len(subnets_asked(call)) != 1:
        return call.proceed()
    balancer.subnets = subnets
    return balancer.availability_zones


RULES = (
    Rule(
        id="elbv2-subnets-or-mappings",
        calls=(_CREATE, _SET),
        moto="merges subnets and subnet mappings",
        aws="refuses a call that has both",
        code="ValidationError",
        message="You can specify either subnets or subnet mappings, not both",
        source="hashicorp/terraform-provider-aws issue 15031",
        corrections=(Before(BACKEND, CREATE, _not_both), Before(BACKEND, SET, _not_both)),
    ),
    Rule(
        id="elbv2-some-subnet",
        calls=(_CREATE,),
        moto="returns SubnetNotFound if no subnet is given",
        aws="returns ValidationError",
        code="ValidationError",
        message="At least one subnet must be specified",
        source="ansible/ansible pull request 42060",
        corrections=(Before(BACKEND, CREATE, _some),),
    ),
    Rule(
        id="elbv2-unknown-subnet",
        calls=(_CREATE, _SET),
        moto="returns InvalidSubnetID.NotFound, a code of EC2",
        aws="returns SubnetNotFound",
        code="SubnetNotFound",
        message="InvalidSubnetID.NotFound",
        source="mozilla/fxa-dev issue 449 (code, and as the message the code of EC2), aws/aws-cdk issue 3676",
        corrections=(Before(BACKEND, CREATE, _known), Before(BACKEND, SET, _known)),
    ),
    Rule(
        id="elbv2-one-subnet-per-zone",
        calls=(_CREATE, _SET),
        moto="accepts several subnets in one zone in CreateLoadBalancer; in SetSubnets it returns another message or "
        "SubnetNotFound",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message=SAME_ZONE,
        source="botocore's model of elbv2; coldbrewcloud/coldbrew-cli issue 44",
        corrections=(Before(BACKEND, CREATE, _one_per_zone), Before(BACKEND, SET, _one_per_zone)),
    ),
    Rule(
        id="elbv2-one-vpc",
        calls=(_CREATE, _SET),
        moto="accepts subnets of several VPCs",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message="All subnets must belong to the same VPC: '<vpc>'",
        source="an event of CloudFormation in public notes on a CDK application (code and message); which of the VPCs "
        "it names: general knowledge",
        corrections=(Before(BACKEND, CREATE, _one_vpc), Before(BACKEND, SET, _one_vpc)),
    ),
    Rule(
        id="elbv2-application-two-zones",
        calls=(_CREATE,),
        moto="creates an Application Load Balancer in one zone",
        aws="refuses the call",
        code="ValidationError",
        message="At least two subnets in two different Availability Zones must be specified",
        source="cn-terraform/terraform-aws-jenkins issue 3",
        corrections=(Before(BACKEND, CREATE, _two_zones),),
    ),
    Rule(
        id="elbv2-internet-gateway",
        calls=(_CREATE,),
        moto="creates an internet-facing load balancer in a VPC without an internet gateway",
        aws="refuses the call",
        code="InvalidSubnet",
        message="VPC <vpc> has no internet gateway",
        source="botocore's model of elbv2; boto/boto3 issue 1325",
        corrections=(Before(BACKEND, CREATE, _internet_gateway),),
    ),
    Rule(
        id="elbv2-free-addresses",
        calls=(_CREATE,),
        moto="does not check for free addresses",
        aws="refuses subnets with fewer than eight free addresses, except for internal Network Load Balancers with "
        "chosen addresses",
        code="InvalidSubnet",
        message="Not enough IP space available in <subnet>. ELB requires at least 8 free IP addresses in each subnet.",
        source="botocore's model of elbv2; kubernetes-sigs/aws-load-balancer-controller issue 4171",
        corrections=(Before(BACKEND, CREATE, _room),),
    ),
    Rule(
        id="elbv2-zone-in-use",
        calls=(_SET,),
        moto="replaces a subnet with another one of the same zone in a single call",
        aws="refuses the call: the zone must first be removed in a separate call",
        code="InvalidConfigurationRequest",
        message="You cannot specify an additional subnet from an Availability Zone that is already associated ...",
        source="message: hashicorp/terraform-provider-aws issue 15031; code not found",
        verified=False,
        corrections=(Before(BACKEND, SET, _no_swap),),
    ),
    Rule(
        id="elbv2-network-one-zone",
        calls=(_SET,),
        moto="refuses to leave a Network Load Balancer in a single zone",
        aws="accepts it",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/network/availability-zones.html",
        corrections=(Around(BACKEND, SET, _one_zone_will_do),),
    ),
)
