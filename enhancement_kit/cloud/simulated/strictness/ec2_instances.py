"""Rules of EC2 about instances: what they can be launched with, and what goes when they are terminated."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from enhancement_kit.cloud.simulated.strictness.ec2_interfaces import free_address, in_network, in_use, not_too_many
from enhancement_kit.cloud.simulated.strictness.ec2_requests import BACKEND, ERRORS, Request, first
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.lookups import find_subnet

_INSTANCE = "moto.ec2.models.instances:Instance"
_OVER = frozenset({"terminated", "shutting-down"})


def _placed(request: Request) -> Iterator[tuple[Any | None, list[str]]]:
    """Yield the subnet and the security groups of each interface that a launch creates."""
    interfaces = request.all("NetworkInterfaces")
    for one in interfaces:
        if not one.get("NetworkInterfaceId"):
            yield find_subnet(request.ec2, one.get("SubnetId")), list(one.get("Groups") or [])
    if not interfaces:
        yield _subnet(request), request.all("SecurityGroupIds")


def _subnet(request: Request) -> Any | None:
    if request["SubnetId"]:
        return find_subnet(request.ec2, request["SubnetId"])
    defaults = request.ec2.get_default_subnets()
    zone = request["Placement.AvailabilityZone"] or f"{request.ec2.region_name}a"
    return defaults.get(zone)


def _groups_of_the_vpc(request: Request) -> None:
    for subnet, groups in _placed(request):
        in_network(request.ec2, groups, subnet)


def _few_groups(request: Request) -> None:
    for _, groups in _placed(request):
        not_too_many(groups)


def _room(request: Request) -> None:
    count = int(request["MinCount"] or 1)
    for subnet, _ in _placed(request):
        if subnet is not None and subnet.available_ip_address_count < count:
            text = (
                f"There are not enough free addresses in subnet '{subnet.id}' to satisfy the requested number of "
                "instances."
            )
            refuse("ec2", "InsufficientFreeAddressesInSubnet", text)


def _ids_with_subnet(request: Request) -> None:
    if request["SubnetId"] and request.all("SecurityGroups"):
        text = "The parameter groupName cannot be used with the parameter subnet"
        refuse("ec2", "InvalidParameterCombination", text)


def _free_interfaces(request: Request) -> None:
    for one in request.all("NetworkInterfaces"):
        eni = request.ec2.enis.get(one.get("NetworkInterfaceId"))
        if eni is not None and in_use(eni):
            refuse("ec2", "InvalidNetworkInterface.InUse", f"Interface: [{eni.id}] in use.")


def _free_address(request: Request) -> None:
    if request["PrivateIpAddress"]:
        free_address(_subnet(request), request["PrivateIpAddress"], "Address {} is in use.")
    for one in request.all("NetworkInterfaces"):
        if one.get("PrivateIpAddress"):
            subnet = find_subnet(request.ec2, one.get("SubnetId"))
            free_address(subnet, one["PrivateIpAddress"], "Address {} is in use.")


def _alive(request: Request) -> None:
    for one in request.ec2.all_instances():
        if one.id == request["InstanceId"] and one.state in _OVER:
            text = f"The {one.state} instance '{one.id}' is not in a valid state for this operation."
            refuse("ec2", "InvalidInstanceID", text)


def _launched(call: Invocation) -> Any:
    """Note which interfaces a launch created: those are deleted with the instance, unless it asks to keep them."""
    instance = call.backend
    asked = [dict(one) for one in call["nic_spec"] or []]
    given = {one["NetworkInterfaceId"] for one in asked if one.get("NetworkInterfaceId")}
    kept = {int(one["DeviceIndex"]) for one in asked if one.get("DeleteOnTermination") is False}
    answer = call.proceed()
    for index, eni in instance.nics.items():
        if eni.id not in given:
            eni.delete_on_termination = index not in kept
    return answer


def _over(call: Invocation) -> Any:
    """Detach what a terminated instance leaves, and free its addresses."""
    instance = call.backend
    if instance.state == "terminated":
        return copy(instance._state)
    interfaces = list(instance.nics.values())
    answer = call.proceed()
    for address in instance.ec2_backend.addresses:
        if address.instance is instance or any(address.eni is eni for eni in interfaces):
            address.instance = address.eni = address.association_id = None
    for eni in interfaces:
        eni.public_ip = None
        eni.subnet.del_subnet_ip(eni.private_ip_address)
        if not eni.delete_on_termination:
            eni.instance, eni.attachment_id, eni.status = None, None, "available"
    return answer


def _by_zone(call: Invocation) -> None:
    ids = call["instance_ids"]
    found = call.backend.get_multi_instances_by_id(ids) if ids else []
    protected = [one for one in found if one.disable_api_termination is True]
    if not protected:
        return
    zones = {one.availability_zone for one in protected}
    for one in found:
        if one.availability_zone not in zones:
            one.terminate()
    refuse(
        "ec2",
        "OperationNotPermitted",
        f"The instance '{protected[0].id}' may not be terminated. Modify its 'disableApiTermination' instance "
        "attribute and try again.",
    )


def _launch(call: Invocation) -> Any:
    """Keep what a launch says of termination protection."""
    response = call.backend
    answer = call.proceed()
    if response._get_param("DisableApiTermination"):
        for instance in answer.result.instances:
            instance.disable_api_termination = True
    return answer


def _not_over(words: str) -> Any:
    def check(request: Request) -> None:
        asked = set(request.all("InstanceIds"))
        for one in request.ec2.all_instances():
            if one.id in asked and one.state in _OVER:
                text = f"This instance '{one.id}' is not in a state from which it can be {words}."
                refuse("ec2", "IncorrectInstanceState", text)

    return check


_RUN = ("ec2 RunInstances",)

RULES = (
    Rule(
        id="ec2-group-name-with-subnet",
        calls=_RUN,
        moto="accepts names of security groups for an instance in a subnet",
        aws="refuses the call: it takes ids",
        code="InvalidParameterCombination",
        message="The parameter groupName cannot be used with the parameter subnet",
        source="aws/aws-cli issue 2453",
        corrections=(first("run_instances", _ids_with_subnet),),
    ),
    Rule(
        id="ec2-instance-network",
        calls=_RUN,
        moto="launches an instance with security groups of another VPC than its subnet's",
        aws="refuses the call",
        code="InvalidParameter",
        message="Security group <group> and subnet <subnet> belong to different networks.",
        source="QT-DevOps/DevOpsIssues issue 256; philschmid/efsync pull request 16",
        corrections=(first("run_instances", _groups_of_the_vpc),),
    ),
    Rule(
        id="ec2-instance-groups",
        calls=_RUN,
        moto="launches an instance with any number of security groups",
        aws="refuses more than five, unless the account's quota was raised",
        code="SecurityGroupsPerInterfaceLimitExceeded",
        message="The maximum number of security groups per interface has been reached.",
        source=f"{ERRORS}, the installation guide of OpenShift for AWS (code); emulators of AWS (message)",
        verified=False,
        corrections=(first("run_instances", _few_groups),),
    ),
    Rule(
        id="ec2-instance-room",
        calls=_RUN,
        moto="fails with an internal error in a subnet without free addresses, or uses one twice",
        aws="refuses the call",
        code="InsufficientFreeAddressesInSubnet",
        message="There are not enough free addresses in subnet '<subnet>' to satisfy the requested number of "
        "instances.",
        source="aws/karpenter-provider-aws issue 3380",
        corrections=(first("run_instances", _room),),
    ),
    Rule(
        id="ec2-instance-address",
        calls=_RUN,
        moto="fails with an internal error for a private address that is taken or outside the subnet",
        aws="refuses the call",
        code="InvalidIPAddress.InUse",
        message="Address <ip> is in use. | (InvalidParameterValue) Address does not fall within the subnet's address "
        "range",
        source="aws/aws-cli issue 7178 (in use); Eucalyptus and public notes on Terraform (range)",
        corrections=(first("run_instances", _free_address),),
    ),
    Rule(
        id="ec2-launched-with-used-interface",
        calls=_RUN,
        moto="launches an instance with an interface that is in use elsewhere",
        aws="refuses the call",
        code="InvalidNetworkInterface.InUse",
        message="Interface: [<interface>] in use.",
        source="hashicorp/terraform-provider-aws issue 27513",
        corrections=(first("run_instances", _free_interfaces),),
    ),
    Rule(
        id="ec2-terminated-instance",
        calls=("ec2 TerminateInstances", "ec2 DescribeNetworkInterfaces", "ec2 DescribeAddresses"),
        moto="keeps the interfaces of a terminated instance and the association of its Elastic IPs",
        aws="deletes the interfaces that the launch created, detaches others, and disassociates the Elastic IPs",
        source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/terminating-instances.html",
        corrections=(Around(_INSTANCE, "prep_nics", _launched), Around(_INSTANCE, "terminate", _over)),
    ),
    Rule(
        id="ec2-instance-gone",
        calls=("ec2 AttachNetworkInterface", "ec2 AssociateAddress"),
        moto="attaches interfaces and Elastic IPs to terminated instances",
        aws="refuses the call",
        code="InvalidInstanceID",
        message="The <state> instance '<instance>' is not in a valid state for this operation.",
        source="public notes on AssociateAddress with an instance that is not running yet quote code and message; for "
        "terminated ones and AttachNetworkInterface by analogy",
        verified=False,
        corrections=(first("attach_network_interface", _alive), first("associate_address", _alive)),
    ),
    Rule(
        id="ec2-protected-instance",
        calls=("ec2 TerminateInstances",),
        moto="terminates the instances that the call names before the protected one",
        aws="terminates none in a zone with a protected one, and those in other zones",
        code="OperationNotPermitted",
        message="The instance '<instance>' may not be terminated. Modify its 'disableApiTermination' instance "
        "attribute and try again.",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_TerminateInstances.html (rule); public "
        "notes on termination protection (message)",
        corrections=(Before(BACKEND, "terminate_instances", _by_zone),),
    ),
    Rule(
        id="ec2-launched-protected",
        calls=_RUN,
        moto="ignores DisableApiTermination",
        aws="protects the instance from termination",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RunInstances.html",
        corrections=(Around("moto.ec2.responses:EC2Response", "run_instances", _launch),),
    ),
    Rule(
        id="ec2-instance-over",
        calls=("ec2 StartInstances", "ec2 StopInstances"),
        moto="starts and stops terminated instances",
        aws="refuses the call",
        code="IncorrectInstanceState",
        message="This instance '<instance>' is not in a state from which it can be stopped.",
        source="public projects that handle the answer of StopInstances; for StartInstances by analogy",
        corrections=(
            first("stop_instances", _not_over("stopped")),
            first("start_instances", _not_over("started")),
        ),
    ),
)
