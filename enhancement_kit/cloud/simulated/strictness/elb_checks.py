"""Rules of Classic load balancers about everything else: unknown ones, listeners, health checks, tags, attributes."""

from __future__ import annotations

from typing import Any, NoReturn

from enhancement_kit.cloud.simulated.strictness.elb_subnets import BACKEND, CREATE
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.lookups import ec2_of, find_subnets

_TAG_LIMIT = 10
_HEALTH_CHECK = {"timeout": "5", "healthy_threshold": "10", "unhealthy_threshold": "2", "interval": "30"}


def not_there(name: str) -> NoReturn:
    """Refuse a call about a load balancer that does not exist."""
    refuse("elb", "LoadBalancerNotFound", f"There is no ACTIVE Load Balancer named '{name}'")


def _existing(call: Invocation) -> Any:
    balancer = call.proceed()
    if balancer is None:
        not_there(call["load_balancer_name"])
    return balancer


def _existing_names(call: Invocation) -> None:
    for name in call["names"]:
        if name not in call.backend.load_balancers:
            not_there(name)


def _attached(call: Invocation) -> None:
    if call["load_balancer_name"] not in call.backend.load_balancers:
        not_there(call["load_balancer_name"])


def _delete_listeners(call: Invocation) -> Any:
    balancer = call.backend.get_load_balancer(call["name"])
    gone = {int(port) for port in call["ports"]}
    balancer.listeners = [one for one in balancer.listeners if int(one.load_balancer_port) not in gone]
    return balancer


def _health_check(call: Invocation) -> None:
    if int(call["timeout"]) >= int(call["interval"]):
        refuse("elb", "ValidationError", "HealthCheck timeout must be less than interval")


def _first_health_check(call: Invocation) -> Any:
    from moto.elb.models import FakeHealthCheck

    balancer = call.proceed()
    if balancer.health_check is None:
        port = balancer.listeners[0].instance_port if balancer.listeners else 80
        balancer.health_check = FakeHealthCheck(**_HEALTH_CHECK, target=f"TCP:{port}")
    return balancer


def _groups(call: Invocation) -> None:
    ec2 = ec2_of(call.backend)
    groups = call.arguments.get("security_groups") or call.arguments.get("security_group_ids") or []
    for group in groups:
        if ec2.get_security_group_from_id(group) is None:
            refuse("elb", "InvalidSecurityGroup", f"One or more of the specified security groups do not exist: {group}")


def _groups_of_the_vpc(call: Invocation) -> None:
    ec2 = ec2_of(call.backend)
    held = call.backend.load_balancers.get(call.arguments.get("load_balancer_name"))
    subnets = find_subnets(ec2, held.subnets if held else call.arguments.get("subnets") or [])
    for group_id in call.arguments.get("security_groups") or call.arguments.get("security_group_ids") or []:
        group = ec2.get_security_group_from_id(group_id)
        for subnet in subnets:
            if group is not None and group.vpc_id != subnet.vpc_id:
                text = f'Security group "{group_id}" does not belong to VPC "{subnet.vpc_id}"'
                refuse("elb", "InvalidConfigurationRequest", text)


def _tag_quota(call: Invocation) -> None:
    balancer = call.backend
    if len(balancer.tags) >= _TAG_LIMIT and call["key"] not in balancer.tags:
        refuse("elb", "TooManyTags", "The quota for the number of tags that can be assigned has been reached")


def _attributes_once(call: Invocation) -> Any:
    answer = call.proceed()
    held = call.backend.load_balancers[call["load_balancer_name"]].attributes
    held["additional_attributes"] = list(dict(held["additional_attributes"]).items())
    return answer


_BY_NAME = (
    "elb AttachLoadBalancerToSubnets",
    "elb DetachLoadBalancerFromSubnets",
    "elb ConfigureHealthCheck",
    "elb DescribeLoadBalancers",
    "elb RegisterInstancesWithLoadBalancer",
)

RULES = (
    Rule(
        id="elb-unknown-load-balancer",
        calls=_BY_NAME,
        moto="fails with a Python error, or names a load balancer other than the missing one",
        aws="refuses the call",
        code="LoadBalancerNotFound",
        message="There is no ACTIVE Load Balancer named '<name>'",
        source="botocore's model of elb; message as moto gives it for DescribeInstanceHealth",
        corrections=(
            Around(BACKEND, "get_load_balancer", _existing),
            Before(BACKEND, "describe_load_balancers", _existing_names),
            Before(BACKEND, "attach_load_balancer_to_subnets", _attached),
            Before(BACKEND, "detach_load_balancer_from_subnets", _attached),
        ),
    ),
    Rule(
        id="elb-delete-listeners",
        calls=("elb DeleteLoadBalancerListeners",),
        moto="keeps listeners, some of them twice, if more than one port is given",
        aws="deletes the listeners of all ports",
        source="https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/"
        "API_DeleteLoadBalancerListeners.html",
        corrections=(Around(BACKEND, "delete_load_balancer_listeners", _delete_listeners),),
    ),
    Rule(
        id="elb-health-check",
        calls=("elb ConfigureHealthCheck",),
        moto="accepts a timeout that is not less than the interval",
        aws="refuses the call",
        code="ValidationError",
        message="HealthCheck timeout must be less than interval",
        source="https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_HealthCheck.html for the "
        "rule; message not found",
        verified=False,
        corrections=(Before(BACKEND, "configure_health_check", _health_check),),
    ),
    Rule(
        id="elb-first-health-check",
        calls=("elb CreateLoadBalancer", "elb DescribeLoadBalancers"),
        moto="shows no health check until one is configured",
        aws="shows a default one from the start: TCP on the first listener's instance port, interval 30, timeout 5, "
        "thresholds 10 and 2",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-healthchecks.html (numbers); "
        "cloud-provider-aws v1.37.1, ensureLoadBalancerHealthCheck, which ends with a nil pointer without one",
        corrections=(Around(BACKEND, CREATE, _first_health_check),),
    ),
    Rule(
        id="elb-security-group",
        calls=("elb CreateLoadBalancer", "elb ApplySecurityGroupsToLoadBalancer"),
        moto="returns ValidationError for an unknown security group",
        aws="returns InvalidSecurityGroup",
        code="InvalidSecurityGroup",
        message="One or more of the specified security groups do not exist: <group>",
        source="code: botocore's model of elb; message not found (for a malformed id it is EC2's, with its code: "
        "chef-boneyard/chef-provisioning-aws issue 203)",
        verified=False,
        corrections=(
            Before(BACKEND, CREATE, _groups),
            Before(BACKEND, "apply_security_groups_to_load_balancer", _groups),
        ),
    ),
    Rule(
        id="elb-security-group-vpc",
        calls=("elb CreateLoadBalancer", "elb ApplySecurityGroupsToLoadBalancer"),
        moto="accepts security groups of another VPC than the subnets'",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message='Security group "<group>" does not belong to VPC "<vpc>"',
        source="hashicorp/terraform issue 30261",
        corrections=(
            Before(BACKEND, CREATE, _groups_of_the_vpc),
            Before(BACKEND, "apply_security_groups_to_load_balancer", _groups_of_the_vpc),
        ),
    ),
    Rule(
        id="elb-tag-quota",
        calls=("elb AddTags",),
        moto="returns LoadBalancerNotFound for an eleventh tag",
        aws="returns TooManyTags",
        code="TooManyTags",
        message="The quota for the number of tags that can be assigned has been reached",
        source="code: botocore's model of elb; message not found",
        verified=False,
        corrections=(Before("moto.elb.models:LoadBalancer", "add_tag", _tag_quota),),
    ),
    Rule(
        id="elb-attributes-once",
        calls=("elb ModifyLoadBalancerAttributes", "elb DescribeLoadBalancerAttributes"),
        moto="repeats an additional attribute after every change",
        aws="shows each attribute once",
        source="https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/"
        "API_DescribeLoadBalancerAttributes.html",
        corrections=(Around(BACKEND, "modify_load_balancer_attributes", _attributes_once),),
    ),
)
