"""Rules about the tags that a call brings: reserved keys, repeated keys, how many at creation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from enhancement_kit.cloud.simulated.strictness.engine import Asking, OnCall, Refusal, Rule


@dataclass(frozen=True)
class _Taking:
    """A call that brings tags."""

    parameter: str
    limit: int
    """How many tags a resource can have."""
    code: str = "ValidationError"
    """What AWS answers for a key that is not valid."""


_CREATING: Mapping[tuple[str, str], _Taking] = {
    ("elb", "CreateLoadBalancer"): _Taking("Tags", 10),
    ("elbv2", "CreateTargetGroup"): _Taking("Tags", 50),
    ("elbv2", "CreateListener"): _Taking("Tags", 50),
    ("elbv2", "CreateRule"): _Taking("Tags", 50),
}
_TAKING: Mapping[tuple[str, str], _Taking] = {
    **_CREATING,
    ("elb", "AddTags"): _Taking("Tags", 10),
    ("elbv2", "AddTags"): _Taking("Tags", 50),
    ("elbv2", "CreateLoadBalancer"): _Taking("Tags", 50),
    ("route53", "ChangeTagsForResource"): _Taking("AddTags", 50, "InvalidInput"),
}
_RESERVED = "aws: prefixed tag key names are not allowed for external use."


def _keys(call: Asking, taking: _Taking) -> list[str]:
    return [str(tag.get("Key")) for tag in call.parameters.get(taking.parameter) or []]


def _not_reserved(call: Asking) -> None:
    taking = _TAKING.get((call.service, call.operation))
    if taking is not None and any(key.lower().startswith("aws:") for key in _keys(call, taking)):
        raise Refusal(taking.code, _RESERVED)


def _at_creation(call: Asking) -> None:
    taking = _CREATING.get((call.service, call.operation))
    if taking is None:
        return
    keys = _keys(call, taking)
    if len(set(keys)) < len(keys):
        raise Refusal("DuplicateTagKeys", "A tag key was specified more than once.")
    if len(keys) > taking.limit:
        raise Refusal("TooManyTags", "You've reached the limit on the number of tags for this resource.")


def _calls(taking: Mapping[tuple[str, str], _Taking]) -> tuple[str, ...]:
    return tuple(f"{service} {operation}" for service, operation in taking)


RULES = (
    Rule(
        id="tags-reserved-key",
        calls=_calls(_TAKING),
        moto="accepts tag keys that start with `aws:`",
        aws="refuses the call, Route 53 with InvalidInput",
        code="ValidationError",
        message=_RESERVED,
        source="https://docs.aws.amazon.com/tag-editor/latest/userguide/tagging.html (rule); code and message "
        "not found",
        verified=False,
        corrections=(OnCall(_not_reserved),),
    ),
    Rule(
        id="tags-at-creation",
        calls=_calls(_CREATING),
        moto="uses the last of several tags with the same key and takes any number, or refuses them after it has "
        "created the resource",
        aws="refuses the call and creates nothing; repeated keys with DuplicateTagKeys",
        code="TooManyTags",
        message="You've reached the limit on the number of tags for this resource.",
        source="botocore's models of elb and elbv2, whose documentation gives the texts",
        corrections=(OnCall(_at_creation),),
    ),
)
