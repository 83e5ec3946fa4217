"""Calls that break one constraint of their operation's model each, and are right otherwise as far as the model says."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from enhancement_kit.cloud.simulated.constraints.patterns import matcher
from enhancement_kit.cloud.simulated.constraints.violations import NUMBERS, Kind, Path, is_filled_in, model

LARGEST = 200_000
"""The most characters or items that a broken call has: a longer one would say no more."""
NONSENSE = "kit-nonsense"

_TEXTS = (
    "{fill}",
    "1{digits}",
    "arn:aws:iam::123456789012:role/{fill}",
    "AKIA{capitals}",
    "{capitals}",
    "ec2:{fill}",
    "/",
    "/{fill}/",
    "10.0.0.0/16",
    "0",
    "200",
    "12345678-1234-1234-1234-123456789012",
    "#{{port}}",
    "ec2",
    "HTTPS",
    "text/plain",
    "aaaaaaaaaaaaaaaaaaaa{fill}",
    "https://example.com",
    "2026-01-01T00:00:00Z",
    '{{"Version": "2012-10-17"}}',
)
"""Forms of texts, some of which fits every pattern of the models."""
_MISFITS = ("é", " ", "~", "!", "\u0394 x", "a b", "\x07", "{fill}~")
_FORMS = ("ec2", "query")


@dataclass(frozen=True)
class BrokenCall:
    """One call, and the one constraint that it breaks."""

    service: str
    operation: str
    kind: Kind
    path: Path
    parameters: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.service} {self.operation} {'.'.join(self.path)}: {self.kind}"


def right_call(service: str, operation: str) -> dict[str, Any]:
    """Return the smallest parameters that break nothing of an operation's model."""
    shape = model(service, operation).input_shape
    return {} if shape is None else dict(_right(shape))


def broken_calls(service: str, operation: str) -> Iterator[BrokenCall]:
    """Yield a call for every constraint of an operation's model that a server can see broken.

    It cannot see that a part of a URL is missing, nor a token that clients fill in. Parameters that an operation does
    not have are seen in forms; documents and JSON are read by what the model names. Clients that have a model write
    every boolean as true or false, so that none of these calls has a wrong one.
    """
    found = model(service, operation)
    shape = found.input_shape
    if shape is None:
        return
    whole = right_call(service, operation)
    if found.service_model.protocol in _FORMS:
        yield BrokenCall(service, operation, "unknown member", (NONSENSE,), {**copy.deepcopy(whole), NONSENSE: "x"})
    places = list(_places(shape))
    for path, place in places:
        for kind, value in _wrong(place):
            parameters = copy.deepcopy(whole)
            _set(shape, parameters, path, value)
            yield BrokenCall(service, operation, kind, path, parameters)
    for path, place in places:
        for name in place.required_members if place.type_name == "structure" else ():
            member = place.members[name]
            if member.serialization.get("location") == "uri" or is_filled_in(member):
                continue
            parameters = copy.deepcopy(whole)
            if path:
                _set(shape, parameters, path, _right(place))
            left = _get(parameters, path)
            del left[name]
            # a form does not show a structure that holds nothing
            if path and not left:
                left.update(_any_other(place, name))
            if left or not path:
                yield BrokenCall(service, operation, "required", (*path, name), parameters)


def _right(shape: Any) -> Any:
    """Return the smallest value that a shape allows."""
    facts = shape.metadata
    match shape.type_name:
        case "structure":
            return {name: _right(shape.members[name]) for name in shape.required_members}
        case "list":
            item = _right(shape.member)
            item = item if item != {} else _any_other(shape.member)
            return [copy.deepcopy(item) for _ in range(max(1, facts.get("min", 1)))]
        case "map":
            return {_right(shape.key): _right(shape.value)}
        case "boolean":
            return True
        case "timestamp":
            return "2026-01-01T00:00:00Z"
        case "blob":
            return b"x"
        case kind if kind in NUMBERS:
            return max(1, facts.get("min", 1)) if facts.get("max", 1) >= 1 else facts["max"]
        case _:
            return facts["enum"][0] if facts.get("enum") else _text(shape, max(1, facts.get("min", 1)))


def _any_other(shape: Any, but: str = "") -> dict[str, Any]:
    """Return the first member of a structure that is a plain value and has another name; empty where none is."""
    plain = ((name, one) for name, one in shape.members.items() if one.type_name in ("string", "integer", "boolean"))
    return next(({name: _right(one)} for name, one in plain if name != but), {})


def _text(shape: Any, length: int, texts: tuple[str, ...] = _TEXTS, *, fits: bool = True) -> str:
    """Return a text of a length that fits a shape's pattern, or, for `fits` false, does not."""
    pattern = shape.metadata.get("pattern")
    matches = matcher(pattern) if pattern else lambda _text: fits
    most = max(length, shape.metadata.get("max", LARGEST))
    for form in texts:
        bare = len(form.format(fill="", digits="", capitals=""))
        left = max(0, length - bare)
        made = form.format(fill="a" * left, digits="1" * left, capitals="A" * left)
        if matches(made) == fits and length <= len(made) <= most:
            return made
    raise LookupError(f"no text of {length} characters for {shape.name} ({pattern})")


def _places(shape: Any, path: Path = (), above: frozenset[str] = frozenset()) -> Iterator[tuple[Path, Any]]:
    """Yield every place below a shape and what belongs there, each shape once on a way down."""
    if shape.name in above:
        return
    yield path, shape
    inside = above | {shape.name}
    if shape.type_name == "structure":
        for name, member in shape.members.items():
            yield from _places(member, (*path, name), inside)
    elif shape.type_name == "list":
        yield from _places(shape.member, (*path, "member.1"), inside)


def _wrong(shape: Any) -> Iterator[tuple[Kind, Any]]:
    """Yield one value for each constraint of a shape, which breaks that one alone where that is possible."""
    facts, kind = shape.metadata, shape.type_name
    low, high = facts.get("min"), facts.get("max")
    if kind in NUMBERS:
        if low is not None:
            yield "lowest", low - 1
        if high is not None and high < 2**62:
            yield "highest", high + 1
        yield "type", NONSENSE
    elif kind == "list":
        if low:
            yield "shortest", [_right(shape.member)] * (low - 1)
        if high is not None and high < LARGEST:
            yield "longest", _right(shape)[:1] * (high + 1)
    elif kind == "string":
        if facts.get("enum"):
            yield "enum", NONSENSE
        uri = shape.serialization.get("location") == "uri"
        if low and not (uri and low == 1):
            yield "shortest", "a" * (low - 1)
        if high is not None and high < LARGEST:
            yield "longest", _long(shape, high + 1)
        if facts.get("pattern"):
            misfit = _misfit(shape)
            if misfit is not None:
                yield "pattern", misfit


def _long(shape: Any, length: int) -> str:
    try:
        return _text(shape, length)
    except LookupError:
        # a pattern that bounds the length itself
        return "a" * length


def _misfit(shape: Any) -> str | None:
    """Return a text that breaks only the pattern; None where the pattern takes any text."""
    texts = (*_MISFITS, *(f"{text}{{fill}}" for text in _MISFITS))
    try:
        return _text(shape, max(1, shape.metadata.get("min", 1)), texts, fits=False)
    except LookupError:
        return None


def _set(shape: Any, parameters: dict[str, Any], path: Path, value: Any) -> None:
    """Set a value in parameters, and what is above it to the smallest right values."""
    place: Any = parameters
    for number, step in enumerate(path, 1):
        shape, key = _below(shape, step)
        if number == len(path):
            place[key] = value
        elif isinstance(place, dict) and key not in place:
            place[key] = _right(shape)
        place = place[key]


def _below(shape: Any, step: str) -> tuple[Any, Any]:
    """Return the shape of a step of a path and the key under which parameters hold it."""
    return (shape.member, 0) if step.startswith("member.") else (shape.members[step], step)


def _get(parameters: dict[str, Any], path: Path) -> Any:
    place: Any = parameters
    for step in path:
        place = place[0 if step.startswith("member.") else step]
    return place
