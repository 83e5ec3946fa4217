"""Rules about pages: how many items an answer has, where the next begin, which sizes and tokens are refused."""

from __future__ import annotations

import base64
import binascii
import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from enhancement_kit.cloud.simulated import limits
from enhancement_kit.cloud.simulated.constraints import wording
from enhancement_kit.cloud.simulated.constraints.violations import Violation
from enhancement_kit.cloud.simulated.strictness.engine import Around, Asking, Invocation, OnCall, Refusal, Rule
from enhancement_kit.cloud.simulated.strictness.results import answered, asked, reader, table

_EVERYTHING = 1_000_000
"""The page size for moto, whose pages have sizes of their own."""
_TAGGING = "resourcegroupstaggingapi"
_MOST_OF_MOTO = {_TAGGING: 100}
_PLAIN = re.compile(r"[A-Z0-9]{1,32}")


@dataclass(frozen=True)
class Paged:
    """How an operation gives pages, as `pages.yaml` describes it."""

    size: str
    token: str
    next: str
    least: int
    most: int
    refusals: Mapping[str, tuple[str, str]]
    items: str
    key: str = ""
    default: int | None = None
    more: str | None = None
    lower: bool = False
    plain: bool = False
    apart: Mapping[str, str] = field(default_factory=dict)

    def refuse(self, why: str, **values: Any) -> None:
        """Raise what AWS answers."""
        code, message = self.refusals[why]
        raise Refusal(code, message.format(least=self.least, most=self.most, **values))

    def count(self, given: Any) -> int | None:
        """Return how many items a page has, None for all."""
        return self.default if given is None else min(int(given), self.most)


@functools.cache
def operations() -> Mapping[tuple[str, str], Paged]:
    """Return the operations that give pages, by service and name."""
    found = {}
    for service, facts in table("pages.yaml").items():
        shared = {name: value for name, value in facts.items() if name != "operations"}
        for name, own in facts["operations"].items():
            found[service, name] = Paged(**{**shared, **own})
    return found


def _checked(call: Asking) -> None:
    paged = operations().get((call.service, call.operation))
    if paged is None:
        return
    given, token = call.parameters.get(paged.size), call.parameters.get(paged.token)
    if given is not None:
        _check_size(paged, given)
        for parameter, name in paged.apart.items():
            if call.parameters.get(parameter):
                paged.refuse("apart", name=name)
    if token and (not _PLAIN.fullmatch(token) if paged.plain else _position(call.operation, token) is None):
        paged.refuse("token", token=token)


def _check_size(paged: Paged, given: Any) -> None:
    text = str(given)
    if not text.lstrip("-").isdecimal() or len(text) > limits.DIGITS or int(given) < paged.least:
        paged.refuse("below", size=text[:100])
    if int(given) > paged.most and not paged.lower:
        paged.refuse("above", size=given)


_FEWER = {
    ("elbv2", "DescribeTags"): {"ResourceArns": 20},
    ("elbv2", "AddTags"): {"ResourceArns": 20},
    ("elbv2", "DescribeLoadBalancers"): {"LoadBalancerArns": 20},
}
"""Limits that the reference states, and no model."""


def _short_lists(call: Asking) -> None:
    for name, most in _FEWER.get((call.service, call.operation), {}).items():
        given = call.parameters.get(name) or ()
        if len(given) > most:
            raise Refusal(*wording.query([Violation("longest", (name,), given, most)]))


def _take(response: Any, operation: str) -> None:
    """Have moto answer with everything."""
    response.kit_page = None
    paged = operations().get((response.service_name, operation))
    if paged is None:
        return
    response.kit_page = (paged, response.params.get(paged.size), response.params.pop(paged.token, None))
    response.params[paged.size] = _MOST_OF_MOTO.get(response.service_name, _EVERYTHING)


def _cut(response: Any, operation: str, result: dict[str, Any]) -> None:
    page = getattr(response, "kit_page", None)
    if page is None:
        return
    paged, given, token = page
    items: Sequence[Any] = list(result.get(paged.items) or ())
    size = paged.count(given)
    start = _start(response, operation, paged, items, token) if token else 0
    end = len(items) if size is None else start + size
    left = len(items) > end
    result[paged.items] = items[start:end]
    result[paged.next] = _token(operation, paged, end, _key(response, operation, paged)(items[end])) if left else None
    if response.service_name == _TAGGING and not left:
        # this service says so with an empty text, which some loops take for another page
        result[paged.next] = ""
    if paged.more:
        result[paged.more] = left
    if paged.plain:
        result.update({paged.size: size, paged.token: token})


def _key(response: Any, operation: str, paged: Paged) -> Callable[[Any], str]:
    """Return what reads the member that tells items apart."""
    if not paged.key:
        return str
    parts = [reader(response, operation, [name], [paged.items]) for name in paged.key.split("+")]
    return lambda item: " ".join(str(value).rpartition("/hostedzone/")[2] for part in parts for value in part(item))


def _start(response: Any, operation: str, paged: Paged, items: Sequence[Any], token: str) -> int:
    """Return where a page begins: at its first item where that is there still, whatever was deleted before it."""
    index, key = (0, token) if paged.plain else _position(operation, token) or (0, "")
    read = _key(response, operation, paged)
    return next((place for place, item in enumerate(items) if read(item) == key), min(index, len(items)))


def _token(operation: str, paged: Paged, index: int, key: str) -> str:
    if paged.plain:
        return key
    return base64.urlsafe_b64encode(f"{operation}\n{index}\n{key}".encode()).decode()


def _position(operation: str, token: str) -> tuple[int, str] | None:
    """Return what a token of an operation says; None where it is not one."""
    try:
        name, index, key = base64.urlsafe_b64decode(token.encode()).decode().split("\n", 2)
    except (binascii.Error, ValueError):
        return None
    return (int(index), key) if name == operation else None


def _all_resources(call: Invocation) -> Any:
    """Replace moto's pages, whose tokens end with the first resource that is deleted in between."""
    if call["resources_per_page"] != _MOST_OF_MOTO[_TAGGING]:
        return call.proceed()
    names = ("tag_filters", "resource_type_filters", "resource_arn_list")
    return None, list(call.backend._get_resources_generator(**{name: call[name] for name in names}))


RULES = (
    Rule(
        id="page-refusals",
        calls=tuple(dict.fromkeys(f"{service} {name}" for service, name in operations())),
        moto="takes any page size and breaks at, or ignores, a token that it did not give",
        aws="refuses sizes out of range, foreign tokens, and a size together with ids where the reference says so",
        code="InvalidParameterValue",
        message="Value ( <size> ) for parameter maxResults is invalid. Expecting a value greater than 5., or Value "
        "( <token> ) for parameter NextToken is invalid. The token is invalid.",
        source="aws/aws-sdk-ruby pull request 2575 (sizes), boto/boto3 issue 2673 (tokens), yuuki/grabeni pull request "
        "7 and aws/aws-cli issue 1976 (ids); tokens of other services: codes in botocore's models, messages guessed",
        corrections=(OnCall(_checked),),
    ),
    Rule(
        id="pages",
        calls=tuple(dict.fromkeys(f"{service} {name}" for service, name in operations())),
        moto="ignores the page size in most operations, and has default sizes of its own in others",
        aws="answers in pages, also where the caller names no size: 400 load balancers, 100 hosted zones, users or "
        "instance types, 50 tagged resources",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/Query-Requests.html#api-pagination; botocore's "
        "models for the sizes of elb, elbv2 and iam; moto's documentation for those of tagging and Route 53",
        corrections=(
            asked(_take),
            answered(_cut),
            Around(
                "moto.resourcegroupstaggingapi.models:ResourceGroupsTaggingAPIBackend", "get_resources", _all_resources
            ),
        ),
    ),
    Rule(
        id="list-limits",
        calls=tuple(f"{service} {operation}" for service, operation in _FEWER),
        moto="takes lists of any length",
        aws="refuses longer ones than the reference says: 20 load balancers in a call",
        code="ValidationError",
        message="1 validation error detected: Value '[<items>]' at '<parameter>' failed to satisfy constraint: Member "
        "must have length less than or equal to <most>",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeTags.html (number); "
        "message as of other limits",
        verified=False,
        corrections=(OnCall(_short_lists),),
    ),
)
