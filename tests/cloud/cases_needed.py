"""Cases of what a call needs beyond its model, and of ARNs of the wrong form."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import World


def _without_group(w: World) -> Any:
    w.client("ec2").delete_security_group()
    return "deleted"


def _without_block(w: World) -> Any:
    w.client("ec2").create_subnet(VpcId=w.vpc.id)
    return "made"


def _long_tag(w: World) -> Any:
    w.client("ec2").create_tags(Resources=[w.vpc.id], Tags=[{"Key": "k", "Value": "v" * 257}])
    return "tagged"


def _tag_without_key(w: World) -> Any:
    w.client("ec2").create_tags(Resources=[w.vpc.id], Tags=[{"Value": "v"}])
    return "tagged"


def _run(**asked: Any) -> Any:
    def act(w: World) -> Any:
        launched = {"ImageId": w.image(), "MinCount": 1, "MaxCount": 1, "InstanceType": "m6i.large", **asked}
        w.client("ec2").run_instances(**launched)
        return "runs"

    return act


def _resources(w: World) -> Any:
    found = w.client("resourcegroupstaggingapi").get_resources(ResourceARNList=["nonsense"])
    return found["ResourceTagMappingList"]


def _role(w: World) -> Any:
    return w.client("sts").assume_role(RoleArn="role-of-twenty-letters", RoleSessionName="kit")["AssumedRoleUser"]


_MISSING = "MissingParameter: The request must contain the parameter"

CASES = (
    Case("ec2-one-of-parameters", _without_group, f"{_MISSING} groupName or groupId", "deleted"),
    Case("ec2-one-of-parameters", _without_block, f"{_MISSING} cidrBlock", "broken"),
    Case("ec2-tag-sizes", _long_tag, "InvalidParameterValue: Tag value exceeds .* 256 characters", "tagged"),
    Case("ec2-tag-sizes", _tag_without_key, "InvalidParameterValue: Tag key cannot be null or empty.", "broken"),
    Case(
        "ec2-launch-parameters",
        _run(NetworkInterfaces=[{"AssociatePublicIpAddress": True}]),
        "MissingParameter: Each network interface requires a device index.",
        "broken",
    ),
    Case(
        "ec2-address-form",
        _run(PrivateIpAddress="nonsense"),
        r"InvalidParameterValue: Value \(nonsense\) for parameter address is invalid\. .*",
        "broken",
    ),
    Case("ec2-launch-parameters", _run(MinCount=2), "InvalidParameterCombination: .*", "runs"),
    Case("ec2-group-by-name", _run(SecurityGroups=["nobody"]), "InvalidGroup.NotFound: .* 'nobody' .*", "broken"),
    Case(
        "tagging-malformed-arn",
        _resources,
        r"InvalidParameterException: nonsense is not a valid AmazonResourceName \(ARN\)",
        [],
    ),
    Case("sts-malformed-role", _role, "ValidationError: Request ARN is invalid", "AccessDenied: .*"),
)
