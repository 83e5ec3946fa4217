"""Rules of EC2 about filters: which an operation has, how many a call may have, and what they let through."""

from __future__ import annotations

import copy
import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Around, Asking, Invocation, OnCall, Refusal, Rule
from enhancement_kit.cloud.simulated.strictness.results import answered, asked, reader, table

_PARAMETERS = ("Filters", "Filter")
_MOST_VALUES = 200
_TAG = "tag:"
_TAGS = ("tag-key", "tag-value")
_PART = re.compile(r"\\.|.", re.DOTALL)
"""A character in the value of a filter, with the backslash before it."""
_SOURCE = "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/ (each operation's Filter.N)"

_Filter = Mapping[str, Any]


@dataclass(frozen=True)
class Filtered:
    """An operation with filters: where its answer has the items, and where each item has the values."""

    items: str
    filters: Mapping[str, str | None]
    """By name: the path of members, or None where nothing of the answer shows the value."""
    tags: str | None = None
    within: str | None = None
    """The list inside each item whose members are filtered."""

    def has(self, name: str) -> bool:
        """Check whether AWS knows a filter of that name."""
        if name in self.filters:
            return True
        return self.tags is not None and (name.startswith(_TAG) or (name in _TAGS and self.tags != "."))


@functools.cache
def operations() -> Mapping[str, Filtered]:
    """Return the operations with filters by name."""
    return {name: Filtered(**entry) for name, entry in table("filters.yaml").items()}


@functools.lru_cache(maxsize=4096)
def pattern(text: str) -> re.Pattern[str]:
    """Return what the value of a filter matches: * is any text, ? any character, after a backslash itself."""

    def part(found: re.Match[str]) -> str:
        return {"*": ".*", "?": "."}.get(found[0], re.escape(found[0][-1]))

    return re.compile(_PART.sub(part, text), re.DOTALL)


def _given(parameters: Mapping[str, Any]) -> Sequence[_Filter]:
    for name in _PARAMETERS:
        if found := parameters.get(name):
            return list(found)
    return ()


def _known(call: Asking) -> None:
    operation = operations().get(call.operation) if call.service == "ec2" else None
    for one in _given(call.parameters) if operation else ():
        if operation and not operation.has(str(one.get("Name", "null"))):
            raise Refusal("InvalidParameterValue", f"The filter '{one.get('Name', 'null')}' is invalid")


def _few_values(call: Asking) -> None:
    if call.service == "ec2" and sum(len(one.get("Values") or ()) for one in _given(call.parameters)) > _MOST_VALUES:
        raise Refusal(
            "FilterLimitExceeded", f"The maximum number of filter values specified on a single call is {_MOST_VALUES}"
        )


def _take(response: Any, operation: str) -> None:
    """Take the filters away from moto, which knows only some and compares them in its own ways."""
    response.kit_filters = ()
    known = operations().get(operation) if response.service_name == "ec2" else None
    if known is None:
        return
    for name in _PARAMETERS:
        given = response.params.get(name) or []
        taken = [one for one in given if known.has(str(one.get("Name")))]
        if taken:
            response.kit_filters = taken
            response.params[name] = [one for one in given if one not in taken]


def _apply(response: Any, operation: str, result: dict[str, Any]) -> None:
    filters: Sequence[_Filter] = getattr(response, "kit_filters", ())
    if not filters:
        return
    known = operations()[operation]
    if known.within is None:
        tests = [_test(response, operation, known, one, (known.items,)) for one in filters]
        result[known.items] = [item for item in result[known.items] if all(test(item) for test in tests)]
        return
    outer = [one for one in filters if (known.filters.get(one["Name"]) or "").startswith("^")]
    around = [_test(response, operation, known, one, (known.items,)) for one in outer]
    places = (known.items, known.within)
    inside = [_test(response, operation, known, one, places) for one in filters if one not in outer]
    kept = []
    for item in result[known.items]:
        left = [one for one in getattr(item, known.within.lower()) if all(test(one) for test in inside)]
        if left and all(test(item) for test in around):
            kept.append(copy.copy(item))
            setattr(kept[-1], known.within.lower(), left)
    result[known.items] = kept


def _test(
    response: Any, operation: str, known: Filtered, one: _Filter, items: tuple[str, ...]
) -> Callable[[Any], bool]:
    """Return the check whether an item passes a filter: whether one of its values matches one of the filter's."""
    patterns = [pattern(str(value)) for value in one.get("Values") or ()]
    values = _values(functools.partial(reader, response, operation, items=items), known, str(one["Name"]))
    return lambda item: any(wanted.fullmatch(value) for value in values(item) for wanted in patterns)


def _values(read: Callable[..., Any], known: Filtered, name: str) -> Callable[[Any], Iterable[str]]:
    """Return what reads the values of an item that a filter of that name compares."""
    path = known.filters.get(name)
    if path is not None:
        plain = read(path.lstrip("^").split("."))
        # moto writes an empty text for what is not there
        return lambda item: filter(None, map(text, plain(item)))
    if name in known.filters or known.tags is None:
        return _nothing
    tags = _tags(read, known.tags)
    if name in _TAGS:
        part = name.removeprefix("tag-").capitalize()
        return lambda item: (tag.get(part, "") for tag in tags(item))
    wanted = name.removeprefix(_TAG)
    return lambda item: (tag.get("Value", "") for tag in tags(item) if tag["Key"] == wanted)


def _tags(read: Callable[..., Any], place: str) -> Callable[[Any], Iterable[Mapping[str, str]]]:
    """Return what reads the tags of an item, once: moto looks through those of all resources for them."""
    if place != ".":
        return read([place])  # type: ignore[no-any-return]
    key, value = read(["Key"]), read(["Value"])
    return lambda item: ({"Key": key(item)[0], "Value": next(iter(value(item)), "")},)


def _nothing(_item: Any) -> Iterable[str]:
    return ()


def text(value: Any) -> str:
    """Return a value as filters compare it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    return str(value)


def _matches(call: Invocation) -> Any:
    value, patterns = call["obj"].get_filter_value(call["_filter"]), call["filter_value"]
    if not isinstance(value, str) or patterns is None:
        return call.proceed()
    return any(pattern(one).fullmatch(value) for one in ([patterns] if isinstance(patterns, str) else patterns))


_CALLS = tuple(f"ec2 {name}" for name in operations())

RULES = (
    Rule(
        id="ec2-unknown-filter",
        calls=_CALLS,
        moto="fails with an internal error, or ignores the filter",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="The filter '<name>' is invalid",
        source=f"{_SOURCE}; boto/boto3 issue 1299, aws/aws-cli issue 7225 (code and message)",
        corrections=(OnCall(_known),),
    ),
    Rule(
        id="ec2-filter-limit",
        calls=_CALLS,
        moto="takes any number of filter values",
        aws=f"takes {_MOST_VALUES} in a call",
        code="FilterLimitExceeded",
        message=f"The maximum number of filter values specified on a single call is {_MOST_VALUES}",
        source="gjbae1212/gossm issue 47, convox/rack issue 2205",
        corrections=(OnCall(_few_values),),
    ),
    Rule(
        id="ec2-filters",
        calls=_CALLS,
        moto="lacks or ignores many filters, and takes the values of others for regular expressions or plain text",
        aws="compares every filter with what the answer shows, with the wildcards * and ? for every value",
        source=f"{_SOURCE}; https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Filtering.html",
        corrections=(asked(_take), answered(_apply)),
    ),
    Rule(
        id="ec2-filter-pattern",
        calls=("ec2 DescribeVpnGateways", "ec2 DescribeVpcEndpoints"),
        moto="takes brackets in a filter's value for a set of characters, and a backslash for one like any other",
        aws="knows *, ? and the backslash that takes their meaning away, and no other special characters",
        source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Filtering.html",
        corrections=(Around("moto.ec2:utils", "is_filter_matching", _matches),),
    ),
)
