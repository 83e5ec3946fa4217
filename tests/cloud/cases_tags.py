"""Cases of the rules about the tags that a call brings, with and without the rule."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.cases_elbv2 import listener, target_group
from tests.cloud.cases_route53_zones import Zones
from tests.cloud.world import World

_RESERVED = [{"Key": "aws:x", "Value": "v"}]
_TWICE = [{"Key": "k", "Value": "1"}, {"Key": "k", "Value": "2"}]


def _many(count: int) -> list[dict[str, str]]:
    return [{"Key": f"k{n}", "Value": "v"} for n in range(count)]


def _classic(tags: list[dict[str, str]]) -> Any:
    """Return an act that counts Classic load balancers after one was created with tags, or was to be."""

    def act(w: World) -> Any:
        w.classic("a", Tags=tags)
        return len(w.client("elb").describe_tags(LoadBalancerNames=["clb"])["TagDescriptions"][0]["Tags"])

    return act


def _left_by_a_refusal(w: World) -> int:
    elb = w.client("elb")
    try:
        w.classic("a", Tags=_TWICE)
    except elb.exceptions.DuplicateTagKeysException:
        return len(elb.describe_load_balancers()["LoadBalancerDescriptions"])
    return -1


def _group(tags: list[dict[str, str]]) -> Any:
    def act(w: World) -> str:
        target_group(w, Tags=tags)
        return "created"

    return act


def _listener(w: World) -> str:
    listener(w, w.network("a")["LoadBalancerArn"], target_group(w), Tags=_TWICE)
    return "created"


def _add(w: World) -> str:
    w.client("elbv2").add_tags(ResourceArns=[w.network("a")["LoadBalancerArn"]], Tags=_RESERVED)
    return "added"


def _zone(w: World) -> str:
    zones = Zones(w)
    tags = {"ResourceType": "hostedzone", "ResourceId": zones.private(), "AddTags": _RESERVED}
    zones.client.change_tags_for_resource(**tags)
    return "added"


_TEXT = r"aws: prefixed tag key names are not allowed for external use\."
_REPEATED = r"DuplicateTagKeys: A tag key was specified more than once\."

CASES = (
    Case("tags-reserved-key", _add, f"ValidationError: {_TEXT}", "added"),
    Case("tags-reserved-key", _classic(_RESERVED), f"ValidationError: {_TEXT}", 1),
    Case("tags-reserved-key", _zone, f"InvalidInput: {_TEXT}", "added"),
    Case("tags-at-creation", _left_by_a_refusal, 0, 1),
    Case("tags-at-creation", _classic(_many(11)), "TooManyTags: You've .*", "TooManyTags: The quota .*"),
    Case("tags-at-creation", _listener, _REPEATED, "created"),
)

ACCEPTED = ((_classic(_many(10)), 10), (_group(_many(50)), "created"))
"""What AWS accepts, and its result."""
