"""Cases of the rules about AWS's service models, with and without the rule."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import World


def _tenancy(w: World) -> Any:
    made = w.client("ec2").create_vpc(CidrBlock="10.9.0.0/16", InstanceTenancy="shared")
    return made["Vpc"]["InstanceTenancy"]


def _type(w: World) -> Any:
    image = w.image()
    w.client("ec2").run_instances(ImageId=image, InstanceType="zz.large", MinCount=1, MaxCount=1)
    return "runs"


def _attribute(w: World) -> Any:
    attributes = [{"Key": "k" * 257, "Value": "x"}]
    arn = w.network("a")["LoadBalancerArn"]
    w.client("elbv2").modify_load_balancer_attributes(LoadBalancerArn=arn, Attributes=attributes)
    return "modified"


def _reference(w: World) -> Any:
    w.client("route53").create_hosted_zone(Name="example.test", CallerReference="r" * 129)
    return "created"


def _tag_filters(w: World) -> Any:
    filters = [{"Key": f"k{n}"} for n in range(51)]
    return w.client("resourcegroupstaggingapi").get_resources(TagFilters=filters)["ResourceTagMappingList"]


def _keys(w: World) -> Any:
    return w.client("kms").list_keys(Limit=1001)["Keys"]


def _said(value: str, member: str, constraint: str) -> str:
    return f"1 validation error detected: Value '{value}' at '{member}' failed to satisfy constraint: {constraint}"


_LENGTH = "Member must have length less than or equal to"

CASES = (
    Case(
        "model-ec2",
        _tenancy,
        strict=r"InvalidParameterValue: Value \(shared\) for parameter instanceTenancy is invalid\.",
        lax="shared",
    ),
    Case(
        "model-ec2",
        _type,
        strict=r"InvalidParameterValue: Invalid value 'zz\.large' for InstanceType\.",
        lax="runs",
    ),
    Case(
        "model-query",
        _attribute,
        strict="ValidationError: " + _said("k{257}", r"attributes\.member\.1\.key", f"{_LENGTH} 256"),
        lax="(InvalidConfigurationRequest|ValidationError): .*",
    ),
    Case(
        "model-documents",
        _reference,
        strict="InvalidInput: " + _said("r{129}", "callerReference", f"{_LENGTH} 128"),
        lax="created",
    ),
    Case(
        "model-tagging",
        _tag_filters,
        strict="InvalidParameterException: " + _said(r"\[.*\]", "tagFilters", f"{_LENGTH} 50"),
        lax=[],
    ),
    Case(
        "model-keys",
        _keys,
        strict="ValidationException: " + _said("1001", "limit", "Member must have value less than or equal to 1000"),
        lax=[],
    ),
)
