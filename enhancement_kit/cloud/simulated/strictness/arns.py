"""Rules about ARNs of the wrong form: of load balancers, of resources with tags, of roles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from enhancement_kit.cloud.simulated.strictness.engine import Asking, OnCall, Refusal, Rule
from enhancement_kit.cloud.simulated.strictness.ids import walk

_START = r"arn:aws[a-z-]*:elasticloadbalancing:[a-z0-9-]+:\d{12}:"


@dataclass(frozen=True)
class _Arn:
    """A kind of ARNs: what AWS calls it, and the form of its last part."""

    words: str
    part: str

    def fits(self, text: str) -> bool:
        """Check whether a text is an ARN of this kind."""
        return re.fullmatch(_START + self.part, text) is not None


_BALANCER = _Arn("load balancer ARN", r"loadbalancer/(app|net|gwy)/[^/]+/[0-9a-f]+")
_GROUP = _Arn("target group ARN", r"targetgroup/[^/]+/[0-9a-f]+")
_LISTENER = _Arn("listener ARN", r"listener/(app|net|gwy)/[^/]+/[0-9a-f]+/[0-9a-f]+")
_RULE = _Arn("listener rule ARN", r"listener-rule/(app|net|gwy)/[^/]+/[0-9a-f]+/[0-9a-f]+/[0-9a-f]+")
_ARNS: Mapping[str, _Arn] = {
    "LoadBalancerArn": _BALANCER,
    "LoadBalancerArns": _BALANCER,
    "TargetGroupArn": _GROUP,
    "TargetGroupArns": _GROUP,
    "ListenerArn": _LISTENER,
    "ListenerArns": _LISTENER,
    "RuleArn": _RULE,
    "RuleArns": _RULE,
    "ResourceArns": _Arn("ARN", r".+"),
}


def _well_formed(call: Asking) -> None:
    if call.service != "elbv2":
        return
    for parameter, values in walk(call.parameters):
        kind = _ARNS.get(parameter)
        for one in values if kind else ():
            if kind and not kind.fits(one):
                raise Refusal("ValidationError", f"'{one}' is not a valid {kind.words}")


_ANY = re.compile(r"arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:(\d{12})?:.+")
_ROLE = re.compile(r"arn:aws[a-z-]*:iam::\d{12}:role/.+")


def _tagged(call: Asking) -> None:
    if call.service == "resourcegroupstaggingapi":
        for one in call.parameters.get("ResourceARNList") or ():
            if not _ANY.fullmatch(one):
                raise Refusal("InvalidParameterException", f"{one} is not a valid AmazonResourceName (ARN)")


def _role(call: Asking) -> None:
    if call.service == "sts" and not _ROLE.fullmatch(
        call.parameters.get("RoleArn", "arn:aws:iam::000000000000:role/-")
    ):
        raise Refusal("ValidationError", "Request ARN is invalid")


_CALLS = ("DescribeLoadBalancers", "DescribeTargetGroups", "DescribeListeners", "DescribeTargetHealth", "SetSubnets")

RULES = (
    Rule(
        id="elbv2-malformed-arn",
        calls=tuple(f"elbv2 {name}" for name in _CALLS),
        moto="treats an ARN of the wrong form as one that nothing has",
        aws="refuses it with an error of its own, in every call",
        code="ValidationError",
        message="'<arn>' is not a valid load balancer ARN, ... target group ARN, or ... listener ARN",
        source="aws/aws-cli issues 3673 (load balancers) and 3260 (listeners), hashicorp/terraform issue 18060 (target "
        "groups)",
        corrections=(OnCall(_well_formed),),
    ),
    Rule(
        id="tagging-malformed-arn",
        calls=tuple(f"resourcegroupstaggingapi {name}" for name in ("GetResources", "TagResources", "UntagResources")),
        moto="ignores what is no ARN",
        aws="refuses the call",
        code="InvalidParameterException",
        message="<arn> is not a valid AmazonResourceName (ARN)",
        source="aws/aws-cli issue 8109; boto/boto3 issue 2760",
        corrections=(OnCall(_tagged),),
    ),
    Rule(
        id="sts-malformed-role",
        calls=("sts AssumeRole", "sts AssumeRoleWithWebIdentity"),
        moto="takes any text for the ARN of a role",
        aws="refuses the call",
        code="ValidationError",
        message="Request ARN is invalid",
        source="https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html (form); text not found",
        verified=False,
        corrections=(OnCall(_role),),
    ),
)
