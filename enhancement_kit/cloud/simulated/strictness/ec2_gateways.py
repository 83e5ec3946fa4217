"""Rules of EC2 about gateways: internet gateways while they are needed, and NAT gateways with their addresses."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.ec2_requests import (
    BACKEND,
    ERRORS,
    Request,
    find_instance,
    first,
    live_interfaces,
)
from enhancement_kit.cloud.simulated.strictness.engine import Around, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.interfaces import hand_over, place
from enhancement_kit.cloud.simulated.strictness.lookups import find_subnet, has_internet_gateway

GONE = frozenset({"deleted", "failed"})
"""States of a NAT gateway that is no longer there."""
_NAT = "amazon-aws"


def _gateway(request: Request) -> Any | None:
    return request.ec2.internet_gateways.get(request["InternetGatewayId"])


def _one_per_vpc(request: Request) -> None:
    for one in request.ec2.internet_gateways.values():
        attached = one.vpc is not None and one.vpc.id == request["VpcId"]
        if attached and one.id != request["InternetGatewayId"]:
            text = f"Network {one.vpc.id} already has an internet gateway attached"
            refuse("ec2", "InvalidParameterValue", text)


def _not_attached(request: Request) -> None:
    gateway = _gateway(request)
    if gateway is not None and gateway.vpc is not None:
        text = f"resource {gateway.id} is already attached to network {gateway.vpc.id}"
        refuse("ec2", "Resource.AlreadyAssociated", text)


def _attached(request: Request) -> None:
    gateway = _gateway(request)
    if gateway is not None and (gateway.vpc is None or gateway.vpc.id != request["VpcId"]):
        text = f"resource {gateway.id} is not attached to network {request['VpcId']}"
        refuse("ec2", "Gateway.NotAttached", text)


def _nothing_public(request: Request) -> None:
    gateway, vpc_id = _gateway(request), request["VpcId"]
    if gateway is None or gateway.vpc is None or gateway.vpc.id != vpc_id:
        return
    if _has_public_address(request.ec2, vpc_id):
        text = (
            f"Network {vpc_id} has some mapped public address(es). "
            "Please unmap those public address(es) before detaching the gateway."
        )
        refuse("ec2", "DependencyViolation", text)


def _has_public_address(ec2: Any, vpc_id: str) -> bool:
    mapped = {id(one.eni) for one in ec2.addresses if one.eni is not None}
    if any(eni.vpc_id == vpc_id and (eni.public_ip or id(eni) in mapped) for eni in live_interfaces(ec2)):
        return True
    # the kit gives its NAT gateways no Elastic IP
    nats = ec2.nat_gateways.values()
    return any(one.vpc_id == vpc_id and one.connectivity_type != "private" and one.state not in GONE for one in nats)


def _detached(request: Request) -> None:
    gateway = _gateway(request)
    if gateway is not None and gateway.vpc is not None:
        text = f"The internetGateway '{gateway.id}' has dependencies and cannot be deleted."
        refuse("ec2", "DependencyViolation", text)


def _with_address(request: Request) -> None:
    if request["ConnectivityType"] != "private" and not request["AllocationId"]:
        refuse("ec2", "MissingParameter", "The request must contain the parameter AllocationId")


def _made(call: Invocation) -> Any:
    ec2, allocation = call.backend, call["allocation_id"]
    public = call["connectivity_type"] != "private"
    subnet = find_subnet(ec2, call["subnet_id"])
    failure = None
    if public and allocation and subnet is not None:
        failure = _failure(ec2, subnet, allocation)
    if failure is not None:
        # moto would move the address
        call.arguments["allocation_id"] = None
    gateway = call.proceed()
    gateway.connectivity_type = "public" if public else "private"
    eni = gateway._eni
    hand_over(eni, _NAT, "nat_gateway")
    place(eni, eni.subnet)
    gateway.address_set[0]["privateIp"] = eni.private_ip_address
    eni.description, eni._group_set = f"Interface for NAT Gateway {gateway.id}", []
    if failure is not None:
        gateway.state = "failed"
        gateway.failure_code, gateway.failure_message = failure
        gateway.address_set[0]["allocationId"] = allocation
        ec2.enis.pop(eni.id, None)
        eni.subnet.del_subnet_ip(eni.private_ip_address)
    return gateway


def _failure(ec2: Any, subnet: Any, allocation: str) -> tuple[str, str] | None:
    """Return why a public NAT gateway cannot be made, as the gateway shows it; None where it can."""
    if not has_internet_gateway(ec2, subnet.vpc_id):
        return "Gateway.NotAttached", f"Network {subnet.vpc_id} has no Internet gateway attached"
    if any(one.allocation_id == allocation and one.association_id for one in ec2.addresses):
        return "Resource.AlreadyAssociated", f"Elastic IP address {allocation} is already associated"
    return None


def _freed(call: Invocation) -> Any:
    gateway = call.proceed()
    for address in call.backend.addresses:
        if address.eni is gateway._eni:
            address.eni = address.association_id = None
    gateway._eni.public_ip = None
    gateway._eni.subnet.del_subnet_ip(gateway._eni.private_ip_address)
    return gateway


def _reachable(request: Request) -> None:
    vpc_id = _vpc_of_target(request)
    if vpc_id is not None and not has_internet_gateway(request.ec2, vpc_id):
        refuse("ec2", "Gateway.NotAttached", f"Network {vpc_id} is not attached to any internet gateway")


def _vpc_of_target(request: Request) -> str | None:
    """Return the VPC of the instance or interface that an address is for."""
    eni = request.ec2.enis.get(request["NetworkInterfaceId"])
    if request["InstanceId"]:
        instance = find_instance(request.ec2, request["InstanceId"])
        eni = instance.nics.get(0) if instance is not None else None
    return str(eni.vpc_id) if eni is not None else None


def _moved(call: Invocation) -> Any:
    """Make reassociation the default."""
    response = call.backend
    if response._get_param("AllowReassociation") is None:
        response.params = {**response.params, "AllowReassociation": True}
    return call.proceed()


RULES = (
    Rule(
        id="ec2-internet-gateway-once",
        calls=("ec2 AttachInternetGateway",),
        moto="attaches several internet gateways to a VPC",
        aws="refuses the second one",
        code="InvalidParameterValue",
        message="Network <vpc> already has an internet gateway attached",
        source="binlab/terraform-aws-vault-ha-raft issue 54",
        corrections=(first("attach_internet_gateway", _one_per_vpc),),
    ),
    Rule(
        id="ec2-attached-internet-gateway",
        calls=("ec2 AttachInternetGateway",),
        moto="does not name the VPC in the message",
        aws="names it",
        code="Resource.AlreadyAssociated",
        message="resource <gateway> is already attached to network <vpc>",
        source="berlioz-the/berlioz issue 1",
        corrections=(first("attach_internet_gateway", _not_attached),),
    ),
    Rule(
        id="ec2-detached-internet-gateway",
        calls=("ec2 DetachInternetGateway",),
        moto="has another message for a gateway that is not attached to the VPC",
        aws="names gateway and VPC",
        code="Gateway.NotAttached",
        message="resource <gateway> is not attached to network <vpc>",
        source="public scripts that clean up networks quote the answer",
        corrections=(first("detach_internet_gateway", _attached),),
    ),
    Rule(
        id="ec2-mapped-addresses",
        calls=("ec2 DetachInternetGateway",),
        moto="detaches the internet gateway of a VPC whose interfaces have public addresses",
        aws="refuses the call as long as an instance, a load balancer or a NAT gateway has one",
        code="DependencyViolation",
        message="Network <vpc> has some mapped public address(es). Please unmap those public address(es) before "
        "detaching the gateway.",
        source="hashicorp/terraform issue 497 (instances); jenkins-x/terraform-aws-eks-jx issue 373 (load balancers); "
        "go-to-k/cdkd issue 817 (NAT gateways)",
        corrections=(first("detach_internet_gateway", _nothing_public),),
    ),
    Rule(
        id="ec2-delete-attached-internet-gateway",
        calls=("ec2 DeleteInternetGateway",),
        moto="has another message",
        aws="refuses the call",
        code="DependencyViolation",
        message="The internetGateway '<gateway>' has dependencies and cannot be deleted.",
        source=f"{ERRORS} (code); public notes on deleting an EKS cluster's network (message)",
        corrections=(first("delete_internet_gateway", _detached),),
    ),
    Rule(
        id="ec2-nat-gateway-address",
        calls=("ec2 CreateNatGateway",),
        moto="creates a public NAT gateway without an Elastic IP",
        aws="refuses the call",
        code="MissingParameter",
        message="The request must contain the parameter AllocationId",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNatGateway.html (rule); message in "
        "the form that EC2 has for other parameters",
        verified=False,
        corrections=(first("create_nat_gateway", _with_address),),
    ),
    Rule(
        id="ec2-nat-gateway",
        calls=("ec2 CreateNatGateway", "ec2 DescribeNatGateways", "ec2 DescribeNetworkInterfaces"),
        moto="creates NAT gateways where there is no internet gateway, takes Elastic IPs away from others for them, "
        "and shows their interface as the account's own, with the default security group and an address that need not "
        "be in the subnet",
        aws="accepts the call; the gateway then fails and shows why; its interface is the service's, has no group and "
        "an address of the subnet",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_NatGateway.html",
        corrections=(Around(BACKEND, "create_nat_gateway", _made),),
    ),
    Rule(
        id="ec2-deleted-nat-gateway",
        calls=("ec2 DeleteNatGateway", "ec2 DescribeAddresses", "ec2 ReleaseAddress"),
        moto="keeps the Elastic IP of a deleted NAT gateway associated",
        aws="disassociates it, and does not release it",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteNatGateway.html",
        corrections=(Around(BACKEND, "delete_nat_gateway", _freed),),
    ),
    Rule(
        id="ec2-address-without-gateway",
        calls=("ec2 AssociateAddress",),
        moto="associates an Elastic IP in a VPC that has no internet gateway",
        aws="refuses the call",
        code="Gateway.NotAttached",
        message="Network <vpc> is not attached to any internet gateway",
        source=f"{ERRORS} (code); aws-samples/cfn101-workshop issue 165 (message)",
        corrections=(first("associate_address", _reachable),),
    ),
    Rule(
        id="ec2-reassociate-address",
        calls=("ec2 AssociateAddress",),
        moto="refuses to move an Elastic IP from one instance to another unless asked to",
        aws="moves it, unless asked not to",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AssociateAddress.html",
        corrections=(Around("moto.ec2.responses:EC2Response", "associate_address", _moved),),
    ),
)
