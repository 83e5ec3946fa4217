"""Rules of targets and security groups of Network and Application load balancers: which are accepted."""

from __future__ import annotations

import ipaddress
import re
from typing import Any

from enhancement_kit.cloud.simulated.strictness.elbv2_identity import BACKEND, CREATE, NETWORK, subnets_asked
from enhancement_kit.cloud.simulated.strictness.elbv2_lookups import quoted
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.lookups import ec2_of, find_subnets

REGISTER, DEREGISTER = "register_targets", "deregister_targets"
SET_GROUPS = "set_security_groups"
_INSTANCE = re.compile(r"i-(?:[0-9a-f]{8}|[0-9a-f]{17})")
_WITHOUT_GROUPS = (
    "You cannot set security groups on a Network Load Balancer which was created without any security groups."
)
_NO_IPV6 = "You must specify subnets with an associated IPv6 CIDR block."


def _group(call: Invocation) -> Any:
    return call.backend.target_groups.get(call["target_group_arn"])


def _ids(call: Invocation) -> list[str]:
    return list(dict.fromkeys(target["Id"] for target in call["instances"]))


def _instances(call: Invocation) -> None:
    group, ec2 = _group(call), ec2_of(call.backend)
    if group is None or group.target_type != "instance":
        return
    for one in _ids(call):
        if not _INSTANCE.fullmatch(one):
            refuse("elbv2", "ValidationError", f"Instance ID '{one}' is not valid")
    found = {one: ec2.get_instance_by_id(one) for one in _ids(call)}
    if missing := [one for one, instance in found.items() if instance is None]:
        refuse("elbv2", "InvalidTarget", f"The following instances do not exist: {quoted(missing)}")
    if elsewhere := [one for one, instance in found.items() if instance.vpc_id != group.vpc_id]:
        text = f"The following targets are not in the target group VPC '{group.vpc_id}': {quoted(elsewhere)}"
        refuse("elbv2", "InvalidTarget", text)
    if stopped := [one for one, instance in found.items() if instance.state != "running"]:
        text = f"The following targets are not in a running state and cannot be registered: {quoted(stopped)}"
        refuse("elbv2", "InvalidTarget", text)


def _addresses(call: Invocation) -> None:
    group = _group(call)
    if group is None or group.target_type != "ip":
        return
    for one in _ids(call):
        try:
            address = ipaddress.ip_address(one)
        except ValueError:
            refuse("elbv2", "ValidationError", f"The IP address '{one}' is not a valid IPv4 address")
        if address.version != (6 if group.ip_address_type == "ipv6" else 4):
            refuse("elbv2", "ValidationError", f"The IP address '{one}' is not a valid IPv4 address")


def _unregistered(call: Invocation) -> Any:
    group = _group(call)
    if group is not None:
        call.arguments["instances"] = [one for one in call["instances"] if one["Id"] in group.targets]
    return call.proceed()


def _subnets(call: Invocation) -> list[Any]:
    held = call.backend.load_balancers.get(call.arguments.get("arn"))
    return find_subnets(ec2_of(call.backend), subnets_asked(call)) if held is None else list(held.subnets)


def _groups_of_the_vpc(call: Invocation) -> None:
    ec2, vpcs = ec2_of(call.backend), {subnet.vpc_id for subnet in _subnets(call)}
    for one in call.arguments.get("security_groups") or call.arguments.get("sec_groups") or []:
        group = ec2.get_security_group_from_id(one)
        if group is not None and vpcs and group.vpc_id not in vpcs:
            text = f"Security group '{one}' does not belong to VPC '{min(vpcs)}'"
            refuse("elbv2", "InvalidConfigurationRequest", text)


def _made_with_groups(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(call["arn"])
    if balancer is not None and balancer.type == NETWORK and not balancer.security_groups:
        refuse("elbv2", "InvalidConfigurationRequest", _WITHOUT_GROUPS)


def _some_group(call: Invocation) -> None:
    if call["arn"] in call.backend.load_balancers and not call["sec_groups"]:
        refuse("elbv2", "ValidationError", "At least one security group must be specified")


def _has_ipv6(subnet: Any) -> bool:
    blocks = subnet.ipv6_cidr_block_associations.values()
    return any(block["ipv6CidrBlockState"]["State"] == "associated" for block in blocks)


def _ipv6_subnets(call: Invocation) -> None:
    held = call.backend.load_balancers.get(call.arguments.get("arn"))
    family = (
        call.arguments.get("ip_address_type")
        or call.arguments.get("ip_type")
        or getattr(held, "ip_address_type", "ipv4")
    )
    asked = [] if "ip_type" in call.arguments else find_subnets(ec2_of(call.backend), subnets_asked(call))
    subnets = asked or (held.subnets if held is not None else [])
    if family == "dualstack" and not all(map(_has_ipv6, subnets)):
        refuse("elbv2", "ValidationError", _NO_IPV6)


RULES = (
    Rule(
        id="elbv2-target-instance",
        calls=("elbv2 RegisterTargets",),
        moto="returns InvalidInstanceID.NotFound, a code of EC2, for unknown instances, and registers those of "
        "other VPCs and those before the first that does not "
        "run",
        aws="refuses the call as a whole",
        code="InvalidTarget",
        message="The following instances do not exist: '<instance>', or The following targets are not in the target "
        "group VPC '<vpc>': '<instance>', or The following targets are not in a running state and cannot be "
        "registered: "
        "'<instance>'",
        source="kubernetes-sigs/aws-load-balancer-controller issues 272 and 328; hashicorp/terraform-provider-aws "
        "issue 8537; boltops-tools/ufo, cfn/stack/status (VPC)",
        corrections=(Before(BACKEND, REGISTER, _instances),),
    ),
    Rule(
        id="elbv2-target-address",
        calls=("elbv2 RegisterTargets",),
        moto="registers anything as an IP address",
        aws="refuses the call",
        code="ValidationError",
        message="The IP address '<address>' is not a valid IPv4 address",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetDescription.html "
        "(rule); message not found",
        verified=False,
        corrections=(Before(BACKEND, REGISTER, _addresses),),
    ),
    Rule(
        id="elbv2-target-deregistered",
        calls=("elbv2 DeregisterTargets",),
        moto="refuses to deregister a target that is not registered",
        aws="accepts the call",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DeregisterTargets.html",
        corrections=(Around(BACKEND, DEREGISTER, _unregistered),),
    ),
    Rule(
        id="elbv2-security-groups-at-creation",
        calls=("elbv2 SetSecurityGroups",),
        moto="gives security groups to a Network Load Balancer that was created without",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message=_WITHOUT_GROUPS,
        source="kubernetes-sigs/cluster-api-provider-aws issue 4790",
        corrections=(Before(BACKEND, SET_GROUPS, _made_with_groups),),
    ),
    Rule(
        id="elbv2-some-security-group",
        calls=("elbv2 SetSecurityGroups",),
        moto="removes all security groups",
        aws="refuses the call",
        code="ValidationError",
        message="At least one security group must be specified",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/network/load-balancer-security-groups.html "
        "(rule); message not found",
        verified=False,
        corrections=(Before(BACKEND, SET_GROUPS, _some_group),),
    ),
    Rule(
        id="elbv2-security-group-vpc",
        calls=("elbv2 CreateLoadBalancer", "elbv2 SetSecurityGroups"),
        moto="accepts security groups of another VPC than the subnets'",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message="Security group '<group>' does not belong to VPC '<vpc>'",
        source="hashicorp/terraform issue 30261 (Classic load balancers); for others not found",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _groups_of_the_vpc), Before(BACKEND, SET_GROUPS, _groups_of_the_vpc)),
    ),
    Rule(
        id="elbv2-dualstack-subnets",
        calls=("elbv2 CreateLoadBalancer", "elbv2 SetIpAddressType", "elbv2 SetSubnets"),
        moto="accepts dual-stack load balancers in subnets without IPv6",
        aws="refuses the call",
        code="ValidationError",
        message=_NO_IPV6,
        source="kubernetes-sigs/aws-load-balancer-controller issue 4852",
        corrections=(
            Before(BACKEND, CREATE, _ipv6_subnets),
            Before(BACKEND, "set_ip_address_type", _ipv6_subnets),
            Before(BACKEND, "set_subnets", _ipv6_subnets),
        ),
    ),
)
