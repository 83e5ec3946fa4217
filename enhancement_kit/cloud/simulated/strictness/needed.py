"""Rules of EC2 about what a call needs beyond its model: one of several parameters, and members of what it gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Asking, OnCall, Refusal, Rule

_DESTINATIONS = ("DestinationCidrBlock", "DestinationIpv6CidrBlock", "DestinationPrefixListId")
_GROUP = (("GroupId", "GroupName"), "groupName or groupId")
_ONE_OF: Mapping[str, tuple[tuple[str, ...], str]] = {
    "AssociateRouteTable": (("SubnetId", "GatewayId"), "subnetId or gatewayId"),
    "AuthorizeSecurityGroupIngress": _GROUP,
    "CreateRoute": (_DESTINATIONS, "destinationCidrBlock"),
    "CreateSubnet": (("CidrBlock", "Ipv4IpamPoolId", "Ipv6CidrBlock", "Ipv6IpamPoolId"), "cidrBlock"),
    "CreateVpc": (("CidrBlock", "Ipv4IpamPoolId"), "cidrBlock"),
    "DeleteRoute": (_DESTINATIONS, "destinationCidrBlock"),
    "DeleteSecurityGroup": _GROUP,
    "RevokeSecurityGroupIngress": _GROUP,
    "RunInstances": (("ImageId", "LaunchTemplate"), "ImageId"),
}
"""By operation: parameters of which a call needs one, and what EC2 calls them where it has none."""

LONGEST_KEY, LONGEST_VALUE = 128, 256
"""Characters of a tag."""


def _one_of(call: Asking) -> None:
    if call.service != "ec2" or call.operation not in _ONE_OF:
        return
    parameters, name = _ONE_OF[call.operation]
    if not any(call.parameters.get(one) for one in parameters):
        raise Refusal("MissingParameter", f"The request must contain the parameter {name}")


def _tags(parameters: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from parameters.get("Tags") or ()
    for one in parameters.get("TagSpecifications") or ():
        yield from one.get("Tags") or ()


def _tag_sizes(call: Asking) -> None:
    if call.service != "ec2" or call.operation == "DeleteTags":
        return
    for tag in _tags(call.parameters):
        key, value = tag.get("Key"), tag.get("Value")
        if not key:
            raise Refusal("InvalidParameterValue", "Tag key cannot be null or empty.")
        if len(key) > LONGEST_KEY:
            raise Refusal("InvalidParameterValue", f"Tag key exceeds the maximum length of {LONGEST_KEY} characters")
        if len(value or "") > LONGEST_VALUE:
            text = f"Tag value exceeds the maximum length of {LONGEST_VALUE} characters"
            raise Refusal("InvalidParameterValue", text)


def _launched(call: Asking) -> None:
    if call.service != "ec2" or call.operation != "RunInstances":
        return
    least, most = call.parameters.get("MinCount"), call.parameters.get("MaxCount")
    if least and most and least > most:
        raise Refusal("InvalidParameterCombination", "The maxCount must be greater than or equal to the minCount.")
    template = call.parameters.get("LaunchTemplate")
    if template is not None and not template.get("LaunchTemplateId") and not template.get("LaunchTemplateName"):
        text = "Either a launch template ID or a launch template name must be specified in the request."
        raise Refusal("MissingParameter", text)
    for one in call.parameters.get("NetworkInterfaces") or ():
        if one.get("DeviceIndex") is None:
            raise Refusal("MissingParameter", "Each network interface requires a device index.")


RULES = (
    Rule(
        id="ec2-one-of-parameters",
        calls=tuple(f"ec2 {operation}" for operation in _ONE_OF),
        moto="does nothing, breaks, or looks for a resource without a name",
        aws="refuses a call that has none of the parameters of which it needs one",
        code="MissingParameter",
        message="The request must contain the parameter groupName or groupId",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSecurityGroup.html and the pages "
        "of the other operations; the text is that for other parameters",
        verified=False,
        corrections=(OnCall(_one_of),),
    ),
    Rule(
        id="ec2-tag-sizes",
        calls=("ec2 CreateTags", "ec2 CreateVpc", "ec2 CreateSubnet", "ec2 RunInstances"),
        moto="takes values of any length, and breaks at a tag without key",
        aws="refuses keys of more than 128 and values of more than 256 characters",
        code="InvalidParameterValue",
        message="Tag value exceeds the maximum length of 256 characters",
        source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Tags.html (limits); text not found",
        verified=False,
        corrections=(OnCall(_tag_sizes),),
    ),
    Rule(
        id="ec2-launch-parameters",
        calls=("ec2 RunInstances",),
        moto="breaks at interfaces without index and templates without name, and takes any counts",
        aws="refuses the call",
        code="MissingParameter",
        message="Each network interface requires a device index.",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RunInstances.html and "
        "API_InstanceNetworkInterfaceSpecification.html (rules); texts not found",
        verified=False,
        corrections=(OnCall(_launched),),
    ),
)
