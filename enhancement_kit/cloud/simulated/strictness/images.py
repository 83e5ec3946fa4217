"""Rules of EC2 about images and their encryption: what CopyImage is told, and the default key of the account."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Around, Invocation, Read, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse

_RESPONSES = "moto.ec2.responses.amis:AmisResponse"
_AMI = "moto.ec2.models.amis:Ami"
DEFAULT_KEY = "alias/aws/ebs"
"""The key that encrypts where none is named and none was set as the default: AWS's own."""


def _copy(call: Invocation) -> Any:
    response = call.backend
    asked = response._get_param
    ec2, token = response.ec2_backend, asked("ClientToken")
    copies = ec2.__dict__.setdefault("kit_copies", {})
    if token in copies:
        return _result({"ImageId": copies[token]})
    if asked("SourceRegion") not in _regions_of(ec2):
        refuse("ec2", "InvalidRequest", f"The source region '{asked('SourceRegion')}' does not exist")
    answer = call.proceed()
    image = ec2.amis[answer.result["ImageId"]]
    if token:
        copies[token] = image.id
    if asked("Encrypted", False):
        image.ebs_snapshot.encrypted = True
        image.kit_key = asked("KmsKeyId") or ec2.default_kms_key_id or DEFAULT_KEY
    for one in asked("TagSpecifications", []):
        resource = image if one.get("ResourceType") == "image" else image.ebs_snapshot
        resource.add_tags({tag["Key"]: tag["Value"] for tag in one.get("Tags", [])})
    return answer


def _regions_of(ec2: Any) -> set[str]:
    return set(ec2.zones)


def _result(result: dict[str, Any]) -> Any:
    from moto.core.responses import ActionResult

    return ActionResult(result)


def _mappings(image: Any, moto: Any) -> Any:
    mappings = moto()
    if key := getattr(image, "kit_key", None):
        for mapping in mappings:
            mapping["Ebs"].update(Encrypted=True, KmsKeyId=key)
    return mappings


def _default_key(call: Invocation) -> Any:
    return _result({"KmsKeyId": call.backend.ec2_backend.default_kms_key_id or DEFAULT_KEY})


RULES = (
    Rule(
        id="ec2-copy-image",
        calls=("ec2 CopyImage", "ec2 DescribeImages"),
        moto="ignores Encrypted, KmsKeyId, TagSpecifications and ClientToken, and accepts any source region",
        aws="encrypts the snapshot with the given key or the default one, sets the tags, copies only once for the same "
        "token, and refuses unknown source regions",
        code="InvalidRequest",
        message="The source region '<region>' does not exist",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CopyImage.html; error not found",
        verified=False,
        corrections=(Around(_RESPONSES, "copy_image", _copy), Read(_AMI, "block_device_mappings", _mappings)),
    ),
    Rule(
        id="ec2-default-kms-key",
        calls=("ec2 GetEbsDefaultKmsKeyId",),
        moto="does not implement the call",
        aws="returns the key that was set, or the alias of the AWS managed key",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_GetEbsDefaultKmsKeyId.html",
        corrections=(Around("moto.ec2.responses:EC2Response", "get_ebs_default_kms_key_id", _default_key),),
    ),
)
