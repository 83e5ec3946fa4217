"""Rules of EC2 about security groups: which can be made and deleted, and what their names may be."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.ec2_requests import Request, first, live_interfaces
from enhancement_kit.cloud.simulated.strictness.engine import Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse


def named_group(request: Request) -> Any | None:
    """Return the security group that a call names by its id, or by its name in the default VPC."""
    if request["GroupId"]:
        return request.ec2.get_security_group_from_id(request["GroupId"])
    if not request["GroupName"]:
        return None
    vpc = request.ec2.get_default_vpc()
    return request.ec2.get_security_group_from_name(request["GroupName"], vpc.id) if vpc is not None else None


def uses(group: Any, other_id: str) -> bool:
    """Check whether a rule of a group refers to another group."""
    rules = (*group.ingress_rules, *group.egress_rules)
    return any(rule.source_group.get("GroupId") == other_id for rule in rules)


def _in_use(ec2: Any, group: Any) -> bool:
    if any(one.id == group.id for eni in live_interfaces(ec2) for one in eni.group_set):
        return True
    neighbours = ec2.groups.get(group.vpc_id, {}).values()
    if any(uses(one, group.id) for one in neighbours if one is not group):
        return True
    endpoints = ec2.vpc_end_points.values()
    return any(group.id in one.security_group_ids for one in endpoints if one.state != "deleted")


def _unused(request: Request) -> None:
    group = named_group(request)
    if group is not None and _in_use(request.ec2, group):
        refuse("ec2", "DependencyViolation", f"resource {group.id} has a dependent object")


def _not_default(request: Request) -> None:
    group = named_group(request)
    if group is not None and group.is_default:
        text = f'the specified group: "{group.id}" name: "{group.name}" cannot be deleted by a user'
        refuse("ec2", "CannotDelete", text)


def _by_name(request: Request) -> None:
    if request["GroupName"] and not request["GroupId"] and named_group(request) is None:
        vpc = request.ec2.get_default_vpc()
        where = f"default VPC '{vpc.id}'" if vpc is not None else "default VPC"
        refuse("ec2", "InvalidGroup.NotFound", f"The security group '{request['GroupName']}' does not exist in {where}")


def _named_for_instances(request: Request) -> None:
    vpc = request.ec2.get_default_vpc()
    for name in request["SecurityGroups"] or () if vpc is not None and not request["SubnetId"] else ():
        if request.ec2.get_security_group_from_name(name, vpc.id) is None:
            text = f"The security group '{name}' does not exist in default VPC '{vpc.id}'"
            refuse("ec2", "InvalidGroup.NotFound", text)


def _free_name(request: Request) -> None:
    name = request["GroupName"] or ""
    if name.startswith("sg-"):
        text = f"Value ({name}) for parameter GroupName is invalid. Group names may not be in the format sg-*."
        refuse("ec2", "InvalidParameterValue", text)
    if name == "default":
        refuse("ec2", "InvalidParameterValue", f"Cannot use reserved security group name: {name}")


def _new_name(request: Request) -> None:
    vpc = request.ec2.vpcs.get(request["VpcId"]) if request["VpcId"] else request.ec2.get_default_vpc()
    if vpc is None:
        return
    if request.ec2.get_security_group_from_name(request["GroupName"], vpc.id) is not None:
        text = f"The security group '{request['GroupName']}' already exists for VPC '{vpc.id}'"
        refuse("ec2", "InvalidGroup.Duplicate", text)


RULES = (
    Rule(
        id="ec2-group-by-name",
        calls=("ec2 DeleteSecurityGroup", "ec2 RunInstances"),
        moto="looks for the name in every VPC, and fails with an internal error where it is not in the default one",
        aws="looks for the name in the default VPC only",
        code="InvalidGroup.NotFound",
        message="The security group '<name>' does not exist in default VPC '<vpc>'",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSecurityGroup.html (rule); an event "
        "of CloudFormation in public notes on AWS (code and message)",
        corrections=(first("delete_security_group", _by_name), first("run_instances", _named_for_instances)),
    ),
    Rule(
        id="ec2-default-group",
        calls=("ec2 DeleteSecurityGroup",),
        moto="deletes the default security group of a VPC",
        aws="refuses the call",
        code="CannotDelete",
        message='the specified group: "<group>" name: "default" cannot be deleted by a user',
        source="https://docs.aws.amazon.com/vpc/latest/userguide/default-security-group.html",
        corrections=(first("delete_security_group", _not_default),),
    ),
    Rule(
        id="ec2-used-group",
        calls=("ec2 DeleteSecurityGroup",),
        moto="deletes a security group that is in use",
        aws="refuses the call while a network interface (of an instance, a load balancer or an endpoint) has the "
        "group, or a rule of another group of the VPC refers to it",
        code="DependencyViolation",
        message="resource <group> has a dependent object",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSecurityGroup.html (code); "
        "terraform-aws-modules/terraform-aws-security-group issue 190 (message, for a load balancer)",
        corrections=(first("delete_security_group", _unused),),
    ),
    Rule(
        id="ec2-group-name",
        calls=("ec2 CreateSecurityGroup",),
        moto="accepts names that look like ids, and says of the name default that it exists",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="Value (<name>) for parameter GroupName is invalid. Group names may not be in the format sg-*. | "
        "Cannot use reserved security group name: default",
        source="pulumi/pulumi-awsx issue 328 (ids); the EC2 API of OpenStack, which quotes AWS (default)",
        corrections=(first("create_security_group", _free_name),),
    ),
    Rule(
        id="ec2-duplicate-group",
        calls=("ec2 CreateSecurityGroup",),
        moto="does not name the VPC in the message",
        aws="names it",
        code="InvalidGroup.Duplicate",
        message="The security group '<name>' already exists for VPC '<vpc>'",
        source="hashicorp/terraform issue 15428",
        corrections=(first("create_security_group", _new_name),),
    ),
)
