"""Rules of Classic load balancers about subnets: which are accepted at creation, attachment and detachment."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.interfaces import add_interface, remove_interfaces
from enhancement_kit.cloud.simulated.strictness.lookups import (
    ec2_of,
    find_subnets,
    has_internet_gateway,
    shares_zone,
    unknown_subnets,
    without_room,
)

BACKEND = "moto.elb.models:ELBBackend"
CREATE, ATTACH, DETACH = "create_load_balancer", "attach_load_balancer_to_subnets", "detach_load_balancer_from_subnets"
LAST_SUBNET = (
    'Requested configuration change for LoadBalancer "<name>" is invalid because you attempted to detach all the '
    "subnets for this LoadBalancer and a LoadBalancer cannot be attached to zero subnets in VPC."
)
SAME_ZONE = "ELB cannot be attached to multiple subnets in the same AZ."


def _all_after(call: Invocation) -> list[str]:
    """Return the subnet ids that the load balancer would have after a Create or Attach."""
    if "load_balancer_name" not in call.arguments:
        return list(call["subnets"] or [])
    balancer = call.backend.load_balancers.get(call["load_balancer_name"])
    return [*(balancer.subnets if balancer else []), *call["subnets"]]


def _one_per_zone(call: Invocation) -> None:
    if shares_zone(find_subnets(ec2_of(call.backend), _all_after(call))):
        refuse("elb", "InvalidConfigurationRequest", SAME_ZONE)


def _known(call: Invocation) -> None:
    if unknown := unknown_subnets(ec2_of(call.backend), call["subnets"] or []):
        refuse("elb", "SubnetNotFound", f"The subnet ID '{unknown[0]}' does not exist")


def _some(call: Invocation) -> None:
    if not call["subnets"] and not call["zones"]:
        refuse("elb", "ValidationError", "Either AvailabilityZones or SubnetIds must be specified")


def _one_vpc(call: Invocation) -> None:
    if len({subnet.vpc_id for subnet in find_subnets(ec2_of(call.backend), _all_after(call))}) > 1:
        refuse("elb", "InvalidConfigurationRequest", "The subnets must belong to the same VPC.")


def _internet_gateway(call: Invocation) -> None:
    ec2 = ec2_of(call.backend)
    for subnet in find_subnets(ec2, call["subnets"] or []):
        if call["scheme"] != "internal" and not has_internet_gateway(ec2, subnet.vpc_id):
            refuse("elb", "InvalidSubnet", f"VPC {subnet.vpc_id} has no internet gateway")


def _room(call: Invocation) -> None:
    full = without_room(find_subnets(ec2_of(call.backend), call["subnets"] or []))
    if full is not None:
        refuse(
            "elb",
            "InvalidSubnet",
            f"Not enough IP space available in {full.id}. ELB requires at least 8 free IP addresses in each subnet.",
        )


def _not_the_last(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(call["load_balancer_name"])
    if balancer and not set(balancer.subnets) - set(call["subnets"]):
        refuse(
            "elb",
            "InvalidConfigurationRequest",
            LAST_SUBNET.replace("<name>", balancer.name),
        )


def _show_zones(call: Invocation) -> Any:
    answer = call.proceed()
    created = "load_balancer_name" not in call.arguments
    balancer = answer if created else call.backend.load_balancers[call["load_balancer_name"]]
    # in the order in which they came: moto keeps them in the order of a set after an Attach
    subnets = find_subnets(ec2_of(call.backend), sorted(balancer.subnets))
    balancer.subnets = [subnet.id for subnet in subnets]
    balancer.availability_zones = sorted({subnet.availability_zone for subnet in subnets})
    return answer if created else balancer.subnets


def _interfaces(call: Invocation) -> Any:
    answer = call.proceed()
    created = "load_balancer_name" not in call.arguments
    balancer = answer if created else call.backend.load_balancers[call["load_balancer_name"]]
    ec2 = ec2_of(call.backend)
    held = getattr(balancer, "kit_interfaces", {})
    remove_interfaces(ec2, balancer, [subnet_id for subnet_id in held if subnet_id not in balancer.subnets])
    for subnet in find_subnets(ec2, balancer.subnets):
        if subnet.id not in held:
            add_interface(
                ec2,
                balancer,
                subnet,
                description=f"ELB {balancer.name}",
                kind="interface",
                public=balancer.scheme != "internal",
                groups=balancer.security_groups,
            )
    return answer


def _drop_interfaces(call: Invocation) -> Any:
    balancer = call.backend.load_balancers.get(call["load_balancer_name"])
    answer = call.proceed()
    if balancer is not None:
        remove_interfaces(ec2_of(call.backend), balancer)
    return answer


_CREATE, _ATTACH, _DETACH = (
    "elb CreateLoadBalancer",
    "elb AttachLoadBalancerToSubnets",
    "elb DetachLoadBalancerFromSubnets",
)

RULES = (
    Rule(
        id="elb-subnets-or-zones",
        calls=(_CREATE,),
        moto="accepts a load balancer without subnets or zones",
        aws="refuses the call",
        code="ValidationError",
        message="Either AvailabilityZones or SubnetIds must be specified",
        source="kubernetes-sigs/cluster-api-provider-aws issue 1423",
        corrections=(Before(BACKEND, CREATE, _some),),
    ),
    Rule(
        id="elb-unknown-subnet",
        calls=(_CREATE, _ATTACH),
        moto="checks only the first subnet (and answers InvalidSubnetID.NotFound, a code of EC2), and attaches unknown "
        "ones",
        aws="refuses the call",
        code="SubnetNotFound",
        message="The subnet ID '<subnet>' does not exist",
        source="code: botocore's model of elb; message: not found, named after EC2's",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _known), Before(BACKEND, ATTACH, _known)),
    ),
    Rule(
        id="elb-one-subnet-per-zone",
        calls=(_CREATE, _ATTACH),
        moto="accepts several subnets in one zone",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message=SAME_ZONE,
        source="botocore's model of elb; hashicorp/terraform-provider-aws issue 1497",
        corrections=(Before(BACKEND, CREATE, _one_per_zone), Before(BACKEND, ATTACH, _one_per_zone)),
    ),
    Rule(
        id="elb-one-vpc",
        calls=(_CREATE, _ATTACH),
        moto="accepts subnets of several VPCs",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message="The subnets must belong to the same VPC.",
        source="code: botocore's model of elb; message not found",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _one_vpc), Before(BACKEND, ATTACH, _one_vpc)),
    ),
    Rule(
        id="elb-internet-gateway",
        calls=(_CREATE,),
        moto="creates an internet-facing load balancer in a VPC without an internet gateway",
        aws="refuses the call",
        code="InvalidSubnet",
        message="VPC <vpc> has no internet gateway",
        source="botocore's model of elb; message seen for elbv2: boto/boto3 issue 1325",
        corrections=(Before(BACKEND, CREATE, _internet_gateway),),
    ),
    Rule(
        id="elb-free-addresses",
        calls=(_CREATE,),
        moto="does not check for free addresses",
        aws="refuses subnets with fewer than eight free addresses",
        code="InvalidSubnet",
        message="Not enough IP space available in <subnet>. ELB requires at least 8 free IP addresses in each subnet.",
        source="botocore's model of elb; kubernetes-sigs/aws-load-balancer-controller issue 4171 (elbv2)",
        corrections=(Before(BACKEND, CREATE, _room),),
    ),
    Rule(
        id="elb-detach-last-subnet",
        calls=(_DETACH,),
        moto="leaves a load balancer without subnets",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message=LAST_SUBNET,
        source="botocore's model of elb; hashicorp/terraform issue 14072",
        corrections=(Before(BACKEND, DETACH, _not_the_last),),
    ),
    Rule(
        id="elb-zones",
        calls=(_CREATE, _ATTACH, _DETACH, "elb DescribeLoadBalancers"),
        moto="shows no AvailabilityZones if subnets were given, and shows subnets in no fixed order after an Attach",
        aws="shows the zones of the subnets",
        source="https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_LoadBalancerDescription.html",
        corrections=tuple(Around(BACKEND, method, _show_zones) for method in (CREATE, ATTACH, DETACH)),
    ),
    Rule(
        id="elb-network-interfaces",
        calls=(_CREATE, _ATTACH, _DETACH, "elb DeleteLoadBalancer", "ec2 DescribeNetworkInterfaces"),
        moto="creates no network interfaces",
        aws="creates one for each subnet that the load balancer is attached to, described as `ELB <name>`",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-manage-subnets.html",
        corrections=(
            *(Around(BACKEND, method, _interfaces) for method in (CREATE, ATTACH, DETACH)),
            Around(BACKEND, "delete_load_balancer", _drop_interfaces),
        ),
    ),
)
