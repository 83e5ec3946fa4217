"""The shape of data: which fields a mapping has, and what each may hold. One walk compares a value with its shape."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .findings import FORBIDDEN, INVALID, REQUIRED, Finding
from .source import below, shown


@dataclass(frozen=True)
class ListOf:
    """A list whose elements are all of one shape. `null`: an element may be null, which is an empty one."""

    element: Any
    null: bool = True


@dataclass(frozen=True)
class MapOf:
    """A mapping with any keys, whose values are all of one shape."""

    element: Any


@dataclass(frozen=True)
class Fields:
    """A mapping. `closed`: a key that is not named here is an error (interpretation ISS-A56)."""

    known: Mapping[str, Any]
    closed: bool = False
    required: tuple[str, ...] = ()
    """Fields that must be there and hold something."""


@dataclass(frozen=True)
class Form:
    """A text of a certain form; an empty one counts as absent."""

    pattern: re.Pattern[str]
    words: str
    """What the text must be, for errors."""

    def __str__(self) -> str:
        """Describe it as `explain` shows it."""
        return TEXT


@dataclass(frozen=True)
class Number:
    """A whole number, with its least and its greatest value."""

    least: int
    most: int

    def __str__(self) -> str:
        """Describe it as `explain` shows it."""
        return "a number"


TEXT, FLAG, MAPPING = "a text", "true or false", "a mapping"
_TYPES: Mapping[str, type] = {TEXT: str, FLAG: bool, MAPPING: dict}
_KINDS: Mapping[type, str] = {
    dict: MAPPING,
    list: "a list",
    bool: FLAG,
    int: "a number",
    float: "a number with a fraction",
    str: TEXT,
}

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
LABEL = Form(re.compile(_LABEL), "a name of at most 63 letters, digits and dashes")
REGION = Form(re.compile(rf"(?!\d+\Z){_LABEL}"), "the name of a region")
DOMAIN = Form(re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*"), "a domain name, such as example.com")


def check(value: Any, shape: Any, path: str) -> Iterator[Finding]:
    """Yield what a value does not have of its shape; null stands for an absent field."""
    if value is None:
        return
    if isinstance(shape, ListOf):
        if not isinstance(value, list):
            yield _wrong_type(path, value, "a list")
            return
        for index, element in enumerate(value):
            yield from _element(element, shape.element, f"{path}[{index}]", null=shape.null)
    elif isinstance(shape, Fields):
        yield from _fields(value, shape, path)
    elif isinstance(shape, MapOf):
        if not isinstance(value, dict):
            yield _wrong_type(path, value, MAPPING)
            return
        for key, inner in value.items():
            yield from _element(inner, shape.element, below(path, key), null=False)
    elif isinstance(shape, Number):
        yield from _number(value, shape, path)
    elif isinstance(shape, Form):
        if not isinstance(value, str):
            yield _wrong_type(path, value, TEXT)
        elif value and not shape.pattern.fullmatch(value):
            yield Finding(path, INVALID, f"must be {shape.words}", value)
    elif not isinstance(value, _TYPES[shape]):
        yield _wrong_type(path, value, shape)


def _fields(value: Any, shape: Fields, path: str) -> Iterator[Finding]:
    if not isinstance(value, dict):
        yield _wrong_type(path, value, MAPPING)
        return
    for name in shape.required:
        if value.get(name) in (None, "", [], {}):
            yield Finding(below(path, name), REQUIRED, "must be given")
    for key, inner in value.items():
        if key in shape.known:
            yield from check(inner, shape.known[key], below(path, key))
        elif shape.closed:
            yield unknown_field(below(path, key), key, shape)


def _element(value: Any, shape: Any, path: str, *, null: bool) -> Iterator[Finding]:
    if value is None and not null:
        yield Finding(path, INVALID, "must not be null")
    yield from check(value, shape, path)


def _number(value: Any, shape: Number, path: str) -> Iterator[Finding]:
    if not isinstance(value, int) or isinstance(value, bool):
        yield _wrong_type(path, value, str(shape))
    elif not shape.least <= value <= shape.most:
        yield Finding(path, INVALID, f"must be a number from {shape.least} to {shape.most}", str(value))


def unknown_field(path: str, key: str, shape: Fields) -> Finding:
    """Build the finding for an unknown key: dropping it could change what the rest means."""
    return Finding(path, FORBIDDEN, f"unknown field {shown(key)}; {hint(shown(key), shape.known)}")


def hint(key: str, known: Iterable[str]) -> str:
    """Say which of the known fields an unknown one probably is, or which there are."""
    names = list(known)
    near = difflib.get_close_matches(key, names, n=1, cutoff=0.4)
    return f"did you mean {near[0]}?" if near else f"known are {', '.join(names) or 'none'}"


def _wrong_type(path: str, value: Any, wanted: str) -> Finding:
    return Finding(path, INVALID, f"must be {wanted}, not {_KINDS[type(value)]}")
