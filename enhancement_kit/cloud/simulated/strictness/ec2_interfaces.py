"""Rules of EC2 about network interfaces: who may change and delete them, and which groups they can have."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from enhancement_kit.cloud.simulated.strictness.ec2_requests import (
    BACKEND,
    ERRORS,
    RESPONSES,
    Request,
    find_instance,
    find_interface,
    first,
)
from enhancement_kit.cloud.simulated.strictness.engine import Around, Invocation, Read, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.interfaces import attachment_id, is_managed, place
from enhancement_kit.cloud.simulated.strictness.lookups import find_subnet

MOST_GROUPS = 5
"""https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html: security groups per network interface."""
NO_PERMISSION = "You do not have permission to access the specified resource."


def known_groups(ec2: Any, group_ids: Iterable[str]) -> list[Any]:
    """Return the security groups among these ids that exist."""
    return [group for one in group_ids if (group := ec2.get_security_group_from_id(one)) is not None]


def in_network(ec2: Any, group_ids: Iterable[str], subnet: Any | None) -> None:
    """Refuse security groups of another VPC than that of the subnet."""
    for group in known_groups(ec2, group_ids):
        if subnet is not None and group.vpc_id != subnet.vpc_id:
            text = f"Security group {group.id} and subnet {subnet.id} belong to different networks."
            refuse("ec2", "InvalidParameter", text)


def not_too_many(group_ids: Iterable[str]) -> None:
    """Refuse more security groups than an interface can have."""
    if len(set(group_ids)) > MOST_GROUPS:
        text = "The maximum number of security groups per interface has been reached."
        refuse("ec2", "SecurityGroupsPerInterfaceLimitExceeded", text)


def free_address(subnet: Any | None, address: str, taken: str) -> None:
    """Refuse a private address that is outside the subnet, or taken; `taken` says so."""
    if subnet is not None and ipaddress.ip_address(address) not in subnet.cidr:
        refuse("ec2", "InvalidParameterValue", "Address does not fall within the subnet's address range")
    if subnet is not None and address in subnet._subnet_ips:
        refuse("ec2", "InvalidIPAddress.InUse", taken.format(address))


def in_use(eni: Any) -> bool:
    """Check whether an interface is attached to an instance, or belongs to a service."""
    attached = eni.instance is not None and eni.instance.state != "terminated"
    return attached or is_managed(eni)


def _unused(request: Request) -> None:
    eni = find_interface(request.ec2, request["NetworkInterfaceId"])
    if eni is not None and in_use(eni):
        refuse("ec2", "InvalidParameterValue", f"Network interface '{eni.id}' is currently in use.")


def _free(request: Request) -> None:
    eni = find_interface(request.ec2, request["NetworkInterfaceId"])
    if eni is not None and in_use(eni):
        refuse("ec2", "InvalidNetworkInterface.InUse", f"Interface: [{eni.id}] in use.")


def _free_index(request: Request) -> None:
    instance = _instance(request)
    index = request["DeviceIndex"]
    if instance is not None and index is not None and int(index) in instance.nics:
        text = f"Instance '{instance.id}' already has an interface attached at device index '{index}'."
        refuse("ec2", "InvalidParameterValue", text)


def _same_zone(request: Request) -> None:
    instance, eni = _instance(request), find_interface(request.ec2, request["NetworkInterfaceId"])
    if instance is not None and eni is not None and eni.availability_zone != instance.availability_zone:
        text = "You may not attach a network interface to an instance if they are not in the same availability zone"
        refuse("ec2", "InvalidParameterCombination", text)


def _instance(request: Request) -> Any | None:
    return find_instance(request.ec2, request["InstanceId"])


def _not_of_a_service(request: Request) -> None:
    if (request["AttachmentId"] or "").startswith("ela-attach-"):
        refuse("ec2", "OperationNotPermitted", "You are not allowed to manage 'ela-attach' attachments.")


def _not_primary(request: Request) -> None:
    for eni in request.ec2.enis.values():
        if eni.attachment_id == request["AttachmentId"] and eni.instance is not None and eni.device_index == 0:
            text = "The network interface at device index 0 and networkCard index 0 cannot be detached."
            refuse("ec2", "OperationNotPermitted", text)


def _own(request: Request) -> None:
    if is_managed(find_interface(request.ec2, request["NetworkInterfaceId"])):
        refuse("ec2", "AuthFailure", NO_PERMISSION)


def _subnet(request: Request) -> Any | None:
    if request["SubnetId"]:
        return find_subnet(request.ec2, request["SubnetId"])
    if request["InstanceId"]:
        instance = _instance(request)
        return find_subnet(request.ec2, instance.subnet_id) if instance is not None else None
    eni = find_interface(request.ec2, request["NetworkInterfaceId"])
    return eni.subnet if eni is not None else None


def _groups_of_the_vpc(request: Request) -> None:
    in_network(request.ec2, request.all("Groups"), _subnet(request))


def _few_groups(request: Request) -> None:
    not_too_many(request.all("Groups"))


def _room(request: Request) -> None:
    subnet = find_subnet(request.ec2, request["SubnetId"])
    if subnet is not None and subnet.available_ip_address_count < 1:
        text = "The specified subnet does not have enough free addresses to satisfy the request."
        refuse("ec2", "InsufficientFreeAddressesInSubnet", text)


def _free_address(request: Request) -> None:
    if request["PrivateIpAddress"]:
        subnet = find_subnet(request.ec2, request["SubnetId"])
        free_address(subnet, request["PrivateIpAddress"], "The specified address is already in use.")


def _placed(call: Invocation) -> Any:
    """Give a new interface the address that was asked for, or the first free one; moto may choose a taken one."""
    answer = call.proceed()
    eni = answer.result["NetworkInterface"]
    if not call.backend._get_param("PrivateIpAddresses"):
        address = call.backend._get_param("PrivateIpAddress")
        place(eni, eni.subnet, None if address in eni.subnet._subnet_ips else address)
    return answer


def _freed(call: Invocation) -> Any:
    eni = call.backend.enis.get(call["eni_id"])
    answer = call.proceed()
    if eni is not None:
        eni.subnet.del_subnet_ip(eni.private_ip_address)
    return answer


def _attachment(eni: Any, moto: Any) -> Any:
    if not is_managed(eni):
        return moto()
    return SimpleNamespace(
        attachment_id=attachment_id(eni),
        delete_on_termination=False,
        device_index=1,
        instance_owner_id=eni.requester_id,
        status="attached",
    )


def _group_of_the_instance(call: Invocation) -> Any:
    answer = call.proceed()
    eni = call.backend.enis[call["eni_id"]]
    if call["group_ids"] and eni.instance is not None and eni.device_index == 0:
        eni.instance.security_groups = list(eni._group_set)
    return answer


def _groups_of_the_interface(call: Invocation) -> Any:
    instance = call.proceed()
    if 0 in instance.nics:
        instance.nics[0]._group_set = list(instance.security_groups)
    return instance


_CREATE, _MODIFY = "create_network_interface", "modify_network_interface_attribute"
_CHANGES = (_MODIFY, "modify_instance_attribute")
_GROUPS = ("ec2 CreateNetworkInterface", "ec2 ModifyNetworkInterfaceAttribute", "ec2 ModifyInstanceAttribute")
_ATTACH, _DETACH = ("ec2 AttachNetworkInterface",), ("ec2 DetachNetworkInterface",)

RULES = (
    Rule(
        id="ec2-interface-network",
        calls=_GROUPS,
        moto="gives an interface security groups of another VPC",
        aws="refuses the call",
        code="InvalidParameter",
        message="Security group <group> and subnet <subnet> belong to different networks.",
        source=f"{ERRORS} (code: launching into a subnet with a group of another VPC); message as of RunInstances: "
        "QT-DevOps/DevOpsIssues issue 256",
        verified=False,
        corrections=tuple(first(action, _groups_of_the_vpc) for action in (_CREATE, *_CHANGES)),
    ),
    Rule(
        id="ec2-interface-groups",
        calls=_GROUPS,
        moto="gives an interface any number of security groups",
        aws="refuses more than five, unless the account's quota was raised",
        code="SecurityGroupsPerInterfaceLimitExceeded",
        message="The maximum number of security groups per interface has been reached.",
        source=f"{ERRORS}, the installation guide of OpenShift for AWS (code); emulators of AWS (message)",
        verified=False,
        corrections=tuple(first(action, _few_groups) for action in (_CREATE, *_CHANGES)),
    ),
    Rule(
        id="ec2-interface-room",
        calls=("ec2 CreateNetworkInterface",),
        moto="fails with an internal error in a subnet without free addresses, or uses one twice",
        aws="refuses the call",
        code="InsufficientFreeAddressesInSubnet",
        message="The specified subnet does not have enough free addresses to satisfy the request.",
        source=f"{ERRORS} (code); aws/amazon-vpc-cni-k8s pull request 1773 (message)",
        corrections=(first(_CREATE, _room),),
    ),
    Rule(
        id="ec2-interface-address",
        calls=("ec2 CreateNetworkInterface", "ec2 DeleteNetworkInterface"),
        moto="draws any address of the subnet, also a taken one, and accepts addresses that are taken or elsewhere",
        aws="selects a free address, and refuses the call for such an address",
        code="InvalidIPAddress.InUse",
        message="The specified address is already in use. | (InvalidParameterValue) Address does not fall within the "
        "subnet's address range",
        source="pulumi/pulumi issue 10923 (in use); Eucalyptus and public notes on Terraform (range)",
        corrections=(
            first(_CREATE, _free_address),
            Around(RESPONSES, _CREATE, _placed),
            Around(BACKEND, "delete_network_interface", _freed),
        ),
    ),
    Rule(
        id="ec2-used-interface",
        calls=("ec2 DeleteNetworkInterface",),
        moto="deletes interfaces of instances, load balancers and NAT gateways",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="Network interface '<interface>' is currently in use.",
        source=f"{ERRORS} (code); gruntwork-io/cloud-nuke pull request 1132 (message)",
        corrections=(first("delete_network_interface", _unused),),
    ),
    Rule(
        id="ec2-attached-interface",
        calls=_ATTACH,
        moto="attaches an interface that is in use elsewhere",
        aws="refuses the call",
        code="InvalidNetworkInterface.InUse",
        message="Interface: [<interface>] in use.",
        source=f"{ERRORS} (code); hashicorp/terraform-provider-aws issue 27513 (message, of RunInstances)",
        corrections=(first("attach_network_interface", _free),),
    ),
    Rule(
        id="ec2-used-device-index",
        calls=_ATTACH,
        moto="puts the interface in the place of the one that has the index",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="Instance '<instance>' already has an interface attached at device index '<index>'.",
        source="fog-aws, whose simulated AWS quotes it; projects that look for it in AWS's answers",
        corrections=(first("attach_network_interface", _free_index),),
    ),
    Rule(
        id="ec2-interface-zone",
        calls=_ATTACH,
        moto="attaches an interface to an instance in another zone",
        aws="refuses the call",
        code="InvalidParameterCombination",
        message="You may not attach a network interface to an instance if they are not in the same availability zone",
        source="a public Terraform module for NAT instances quotes code and message",
        corrections=(first("attach_network_interface", _same_zone),),
    ),
    Rule(
        id="ec2-primary-interface",
        calls=_DETACH,
        moto="detaches the primary interface of an instance that has others",
        aws="refuses the call",
        code="OperationNotPermitted",
        message="The network interface at device index 0 and networkCard index 0 cannot be detached.",
        source="redhat-performance/cloud-governance pull request 950",
        corrections=(first("detach_network_interface", _not_primary),),
    ),
    Rule(
        id="ec2-service-attachment",
        calls=(*_DETACH, "ec2 DescribeNetworkInterfaces"),
        moto="shows no attachment of the interfaces of load balancers and NAT gateways",
        aws="shows one that only the service can detach",
        code="OperationNotPermitted",
        message="You are not allowed to manage 'ela-attach' attachments.",
        source="boto/boto3 issue 2218; aws-samples/aws-modern-application-workshop issue 56",
        corrections=(
            first("detach_network_interface", _not_of_a_service),
            Read("moto.ec2.models.elastic_network_interfaces:NetworkInterface", "attachment", _attachment),
        ),
    ),
    Rule(
        id="ec2-service-interface",
        calls=("ec2 ModifyNetworkInterfaceAttribute", "ec2 AssociateAddress"),
        moto="changes the interfaces of load balancers and NAT gateways",
        aws="refuses the call",
        code="AuthFailure",
        message=NO_PERMISSION,
        source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/requester-managed-eni.html (rule); public notes on "
        "AssociateAddress with the interface of a Fargate task (code and message)",
        corrections=(first(_MODIFY, _own), first("associate_address", _own)),
    ),
    Rule(
        id="ec2-groups-of-an-instance",
        calls=("ec2 ModifyInstanceAttribute", "ec2 ModifyNetworkInterfaceAttribute", "ec2 DescribeNetworkInterfaces"),
        moto="keeps the former security groups of an instance on its primary interface, and the other way round",
        aws="changes them together",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ModifyInstanceAttribute.html",
        corrections=(
            Around(BACKEND, "modify_network_interface_attribute", _group_of_the_instance),
            Around(BACKEND, "modify_instance_security_groups", _groups_of_the_interface),
        ),
    ),
)
