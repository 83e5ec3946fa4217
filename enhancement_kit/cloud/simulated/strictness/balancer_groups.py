"""Rules about the security groups of load balancers: their interfaces have them."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Around, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.interfaces import interfaces_of
from enhancement_kit.cloud.simulated.strictness.lookups import ec2_of

_CLASSIC, _BACKEND = "moto.elb.models:ELBBackend", "moto.elbv2.models:ELBv2Backend"


def _give(balancer: Any, ec2: Any) -> None:
    """Give the interfaces of a load balancer its security groups."""
    groups = [ec2.get_security_group_from_id(one) for one in balancer.security_groups]
    for eni in interfaces_of(balancer).values():
        eni._group_set = [group for group in groups if group is not None]


def _applied(call: Invocation) -> Any:
    answer = call.proceed()
    _give(call.backend.load_balancers[call["load_balancer_name"]], ec2_of(call.backend))
    return answer


def _set(call: Invocation) -> Any:
    answer = call.proceed()
    _give(call.backend.load_balancers[call["arn"]], ec2_of(call.backend))
    return answer


RULES = (
    Rule(
        id="elb-interface-groups",
        calls=("elb ApplySecurityGroupsToLoadBalancer", "ec2 DescribeNetworkInterfaces", "ec2 DeleteSecurityGroup"),
        moto="has no interfaces of load balancers",
        aws="gives the interfaces of a load balancer its new security groups",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-vpc-security-groups.html",
        corrections=(Around(_CLASSIC, "apply_security_groups_to_load_balancer", _applied),),
    ),
    Rule(
        id="elbv2-interface-groups",
        calls=("elbv2 SetSecurityGroups", "ec2 DescribeNetworkInterfaces", "ec2 DeleteSecurityGroup"),
        moto="has no interfaces of load balancers",
        aws="gives the interfaces of a load balancer its new security groups",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/application/"
        "load-balancer-update-security-groups.html",
        corrections=(Around(_BACKEND, "set_security_groups", _set),),
    ),
)
