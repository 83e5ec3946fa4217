"""Rules about parts of calls that the models allow to be left out, and that AWS needs, or fills in."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from enhancement_kit.cloud.simulated.constraints import wording
from enhancement_kit.cloud.simulated.constraints.violations import Violation
from enhancement_kit.cloud.simulated.strictness.ec2_requests import BACKEND, ERRORS
from enhancement_kit.cloud.simulated.strictness.engine import Around, Asking, Invocation, OnCall, Refusal, Rule
from enhancement_kit.cloud.simulated.strictness.ids import walk
from enhancement_kit.cloud.simulated.strictness.results import asked

_WORDS: Mapping[str, Callable[[Sequence[Violation]], tuple[str, str]]] = {
    "ec2": wording.ec2,
    "elbv2": wording.query,
    "route53": wording.documents,
    "resourcegroupstaggingapi": wording.json_with("InvalidParameterException"),
}
_NEEDED: Mapping[tuple[str, str], tuple[str, Sequence[str]]] = {
    ("ec2", "CreateNetworkInterface"): ("Ipv6Addresses", ("Ipv6Address",)),
    ("ec2", "DeleteTags"): ("Tags", ("Key",)),
    ("elbv2", "CreateListener"): ("Certificates", ("CertificateArn",)),
    ("elbv2", "ModifyListener"): ("Certificates", ("CertificateArn",)),
    ("elbv2", "ModifyLoadBalancerAttributes"): ("Attributes", ("Key", "Value")),
    ("elbv2", "ModifyTargetGroupAttributes"): ("Attributes", ("Key", "Value")),
    ("resourcegroupstaggingapi", "GetResources"): ("TagFilters", ("Key",)),
    ("route53", "ChangeTagsForResource"): ("AddTags", ("Key",)),
}
"""The list of an operation, and what each of its items needs."""


def _whole(call: Asking) -> None:
    needed = _NEEDED.get((call.service, call.operation))
    if needed is None:
        return
    name, members = needed
    found = [
        Violation("required", (name, f"member.{number}", member))
        for number, one in enumerate(call.parameters.get(name) or (), 1)
        for member in members
        if one.get(member) is None
    ]
    if found:
        raise Refusal(*_WORDS[call.service](found))


_TAGGED = {"ec2": ("CreateTags",), "elb": ("AddTags", "CreateLoadBalancer"), "route53": ("ChangeTagsForResource",)}
"""By service: operations beside those with specifications of tags, whose tags may come without a value."""


def _tags(params: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name in ("Tags", "AddTags"):
        yield from params.get(name) or ()
    for one in params.get("TagSpecifications") or ():
        yield from one.get("Tags") or ()


def _empty_values(response: Any, operation: str) -> None:
    service = response.service_name
    if operation in _TAGGED.get(service, ()) or (service == "ec2" and response.params.get("TagSpecifications")):
        for tag in _tags(response.params):
            if tag.get("Key") is not None:
                tag.setdefault("Value", "")


_ADDRESSES: Mapping[str, tuple[type[ipaddress.IPv4Address] | type[ipaddress.IPv6Address], str]] = {
    "PrivateIpAddress": (ipaddress.IPv4Address, "IPv4"),
    "PrivateIpAddresses": (ipaddress.IPv4Address, "IPv4"),
    "Ipv6Address": (ipaddress.IPv6Address, "IPv6"),
}


_MOST_ADDRESSES = 50
"""No type of instance has more per interface: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/AvailableIpPerENI.html"""
_MOST_INSTANCES = 100
"""Instances of one call; the kit's own, as quotas differ. A launch of many keeps all other calls waiting."""
_COUNTS = ("SecondaryPrivateIpAddressCount", "Ipv6AddressCount", "Ipv4PrefixCount", "Ipv6PrefixCount")


def _counts(call: Asking) -> None:
    if call.service != "ec2" or call.operation not in ("CreateNetworkInterface", "RunInstances"):
        return
    for given in (call.parameters, *(call.parameters.get("NetworkInterfaces") or ())):
        for name in _COUNTS:
            count = given.get(name) or 0
            if count < 0:
                raise Refusal("InvalidParameterValue", f"Value ({count}) for parameter {name} is invalid.")
            if count > _MOST_ADDRESSES:
                text = f"The number of private IP addresses exceeds the limit of {_MOST_ADDRESSES}."
                raise Refusal("PrivateIpAddressLimitExceeded", text)
    least = call.parameters.get("MinCount") or 0
    if least > _MOST_INSTANCES:
        text = (
            f"You have requested more instances ({least}) than your current instance limit of {_MOST_INSTANCES} allows "
            "for the specified instance type. Please visit http://aws.amazon.com/contact-us/ec2-request to request an "
            "adjustment to this limit."
        )
        raise Refusal("InstanceLimitExceeded", text)


def _blocks(call: Asking) -> None:
    text = call.parameters.get("Ipv6CidrBlock")
    if call.service == "ec2" and isinstance(text, str):
        try:
            ipaddress.IPv6Network(text, strict=False)
        except ValueError:
            wrong = f"Value ({text}) for parameter ipv6CidrBlock is invalid. This is not a valid CIDR block."
            raise Refusal("InvalidParameterValue", wrong) from None


def _addresses(call: Asking) -> None:
    for name, texts in walk(call.parameters) if call.service == "ec2" else ():
        for text in texts if name in _ADDRESSES else ():
            kind, called = _ADDRESSES[name]
            try:
                kind(text)
            except ValueError:
                wrong = f"Value ({text}) for parameter address is invalid. This is not a valid {called} address."
                raise Refusal("InvalidParameterValue", wrong) from None


_TYPES: Mapping[str, Sequence[str]] = {
    "AllocateAddress": ("elastic-ip",),
    "AuthorizeSecurityGroupIngress": ("security-group-rule",),
    "CopyImage": ("image", "snapshot"),
    "CreateInternetGateway": ("internet-gateway",),
    "CreateNatGateway": ("natgateway",),
    "CreateNetworkInterface": ("network-interface",),
    "CreateRouteTable": ("route-table",),
    "CreateSecurityGroup": ("security-group",),
    "CreateSubnet": ("subnet",),
    "CreateVpc": ("vpc",),
    "RunInstances": ("instance", "volume", "network-interface", "spot-instances-request", "elastic-gpu"),
}
"""What an operation makes that can have tags."""


def _taggable(call: Asking) -> None:
    types = _TYPES.get(call.operation, ()) if call.service == "ec2" else ()
    seen = set()
    for one in (call.parameters.get("TagSpecifications") or ()) if types else ():
        kind = one.get("ResourceType")
        if kind is None:
            raise Refusal("MissingParameter", "The request must contain the parameter resourceType")
        if kind not in types:
            text = f"'{kind}' is not a valid taggable resource type for this operation."
            raise Refusal("InvalidParameterValue", text)
        if kind in seen:
            raise Refusal("InvalidParameterValue", f"The resource type '{kind}' is specified more than once.")
        seen.add(kind)


def _any_port(response: Any, operation: str) -> None:
    if response.service_name != "ec2" or operation not in _OF_RULES:
        return
    for one in (response.params, *(response.params.get("IpPermissions") or ())):
        protocol = str(one.get("IpProtocol", "-1")).lower()
        if protocol not in ("-1", "tcp", "udp", "6", "17"):
            for end in ("FromPort", "ToPort"):
                one.setdefault(end, -1)


_OF_RULES = (
    "AuthorizeSecurityGroupIngress",
    "AuthorizeSecurityGroupEgress",
    "RevokeSecurityGroupIngress",
    "RevokeSecurityGroupEgress",
)


def _no_outposts(call: Invocation) -> Any:
    return [] if call["location_type"] == "outpost" else call.proceed()


def _calls(operations: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    return tuple(f"{service} {operation}" for service, names in operations.items() for operation in names)


RULES = (
    Rule(
        id="incomplete-items",
        calls=tuple(f"{service} {operation}" for service, operation in _NEEDED),
        moto="breaks at an item without a member that its model does not require",
        aws="refuses the call, as it does where the model requires a member",
        code="ValidationError",
        message="1 validation error detected: Value null at '<member>' failed to satisfy constraint: Member must not "
        "be null",
        source="the references of the operations say what each item is; codes and texts are those for required members",
        verified=False,
        corrections=(OnCall(_whole),),
    ),
    Rule(
        id="tags-without-value",
        calls=(*_calls(_TAGGED), *(f"ec2 {operation}" for operation in _TYPES)),
        moto="breaks at a tag without a value",
        aws="takes the value for empty",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateTags.html; the models do not require "
        "the value; of Route 53 it is not known",
        verified=False,
        corrections=(asked(_empty_values),),
    ),
    Rule(
        id="ec2-address-form",
        calls=("ec2 CreateNetworkInterface", "ec2 AssociateAddress", "ec2 RunInstances"),
        moto="breaks at an address that is none, or takes it",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="Value (<text>) for parameter address is invalid. This is not a valid IPv4 address.",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNetworkInterface.html (rule); text "
        "not found",
        verified=False,
        corrections=(OnCall(_addresses),),
    ),
    Rule(
        id="ec2-ipv6-block",
        calls=("ec2 CreateSubnet", "ec2 CreateVpc"),
        moto="breaks at a block that is none",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="Value (<text>) for parameter ipv6CidrBlock is invalid. This is not a valid CIDR block.",
        source="moto's text for cidrBlock, which quotes AWS",
        verified=False,
        corrections=(OnCall(_blocks),),
    ),
    Rule(
        id="ec2-counts",
        calls=("ec2 CreateNetworkInterface", "ec2 RunInstances"),
        moto="makes any number of addresses and instances, which takes minutes",
        aws="refuses more addresses than an interface can have, and more instances than the quota",
        code="InstanceLimitExceeded",
        message="You have requested more instances (<count>) than your current instance limit of <limit> allows for "
        "the specified instance type. Please visit http://aws.amazon.com/contact-us/ec2-request to request an "
        "adjustment to this limit.",
        source=f"{ERRORS} (codes), AvailableIpPerENI.html in the User Guide (addresses); texts not found; 100 "
        "instances of a call are the kit's own limit",
        verified=False,
        corrections=(OnCall(_counts),),
    ),
    Rule(
        id="ec2-tag-specification",
        calls=tuple(f"ec2 {operation}" for operation in _TYPES),
        moto="uses the tags for whatever an operation makes, and breaks at several specifications",
        aws="refuses specifications for types of resources that the operation does not make",
        code="InvalidParameterValue",
        message="'<type>' is not a valid taggable resource type for this operation.",
        source="moto's CreateLaunchTemplate, which quotes AWS; the references of the operations (types); for a missing "
        "and a repeated type the texts are guessed",
        corrections=(OnCall(_taggable),),
    ),
    Rule(
        id="ec2-any-port",
        calls=tuple(f"ec2 {operation}" for operation in _OF_RULES),
        moto="breaks at a rule of a protocol other than TCP and UDP without ports",
        aws="takes it for all types of ICMP, and ignores the ports of other protocols",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_IpPermission.html; that ports may be left "
        "out is guessed",
        verified=False,
        corrections=(asked(_any_port),),
    ),
    Rule(
        id="ec2-offerings-of-outposts",
        calls=("ec2 DescribeInstanceTypeOfferings",),
        moto="breaks where it is asked about outposts",
        aws="shows those of the account's outposts, of which there are none here",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstanceTypeOfferings.html",
        corrections=(Around(BACKEND, "describe_instance_type_offerings", _no_outposts),),
    ),
)
