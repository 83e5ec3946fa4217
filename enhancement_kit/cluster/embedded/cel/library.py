"""The Kubernetes CEL libraries and cel-go's string functions, for cel-expr-python.

The engine cannot hand opaque values of our own to and fro, so quantities, addresses, networks, URLs, formats and
versions travel as maps with their kind under "@" and their text under "v". A parameter declared DYN never matches,
which is why functions have one overload for each kind of argument.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

from cel_expr_python import cel

from ..fielderrors import quote
from ..regexes import BadPattern, compiled
from . import formats, scalars
from .library_lists import LISTS, SORTING
from .library_network import NETWORK, URLS, shown
from .tagged import BOOL, DOUBLE, DYN, INT, LIST, STRING, STRINGS, TAGGED, Row, T, tag, text_of

# regular expressions


def _find(text: str, pattern: str) -> str:
    found = _pattern(pattern).search(text)
    return found.group() if found else ""


def _find_all(text: str, pattern: str, limit: int = -1) -> list[str]:
    out: list[str] = []
    for found in _pattern(pattern).finditer(text):
        if limit >= 0 and len(out) >= limit:
            break
        out.append(found.group())
    return out


def _pattern(text: str) -> Any:
    try:
        return compiled(text)
    except BadPattern as e:
        raise ValueError(f"Illegal regex: {e}") from None


_REGEX: list[Row] = [
    ("find", True, STRING, [STRING, STRING], _find),
    ("findAll", True, STRINGS, [STRING, STRING], _find_all),
    ("findAll", True, STRINGS, [STRING, STRING, INT], _find_all),
]

# strings


def _at(text: str, index: int) -> str:
    if not 0 <= index <= len(text):
        raise ValueError(f"index out of range: {index}")
    return text[index : index + 1]


def _substring(text: str, start: int, end: int | None = None) -> str:
    stop = len(text) if end is None else end
    if not 0 <= start <= len(text):
        raise ValueError(f"index out of range: {start}")
    if not 0 <= stop <= len(text):
        raise ValueError(f"index out of range: {stop}")
    if start > stop:
        raise ValueError(f"invalid substring range. start: {start}, end: {stop}")
    return text[start:stop]


def _split(text: str, by: str, limit: int = -1) -> list[str]:
    if limit == 0:
        return []
    if not by:
        return list(text) if limit < 0 else [*text[: limit - 1], text[limit - 1 :]]
    return text.split(by) if limit < 0 else text.split(by, limit - 1)


def _index(text: str, part: str, offset: int = 0) -> int:
    if not 0 <= offset <= len(text):
        raise ValueError(f"index out of range: {offset}")
    return text.find(part, offset)


def _last_index(text: str, part: str, offset: int | None = None) -> int:
    if offset is None:
        return text.rfind(part)
    if not 0 <= offset <= len(text):
        raise ValueError(f"index out of range: {offset}")
    return text.rfind(part, 0, offset + len(part))


def _ascii(text: str, lower: bool) -> str:
    return "".join((c.lower() if lower else c.upper()) if c.isascii() else c for c in text)


_STRINGS: list[Row] = [
    ("charAt", True, STRING, [STRING, INT], _at),
    ("indexOf", True, INT, [STRING, STRING], _index),
    ("indexOf", True, INT, [STRING, STRING, INT], _index),
    ("lastIndexOf", True, INT, [STRING, STRING], _last_index),
    ("lastIndexOf", True, INT, [STRING, STRING, INT], _last_index),
    ("join", True, STRING, [STRINGS], lambda items: "".join(items)),
    ("join", True, STRING, [STRINGS, STRING], lambda items, by: by.join(items)),
    ("lowerAscii", True, STRING, [STRING], lambda s: _ascii(s, True)),
    ("upperAscii", True, STRING, [STRING], lambda s: _ascii(s, False)),
    ("replace", True, STRING, [STRING, STRING, STRING], lambda s, a, b: s.replace(a, b)),
    ("replace", True, STRING, [STRING, STRING, STRING, INT], lambda s, a, b, n: s.replace(a, b, n)),
    ("split", True, STRINGS, [STRING, STRING], _split),
    ("split", True, STRINGS, [STRING, STRING, INT], _split),
    ("substring", True, STRING, [STRING, INT], _substring),
    ("substring", True, STRING, [STRING, INT, INT], _substring),
    ("trim", True, STRING, [STRING], lambda s: s.strip()),
    ("format", True, STRING, [STRING, LIST], formats.string_format),
    ("strings.quote", False, STRING, [STRING], quote),
]

# lists and sets


def _plain(items: list[Any]) -> list[Any]:
    return [i.plain_value() if hasattr(i, "plain_value") else i for i in items]


def _extreme(pick: Callable[[list[Any]], Any], name: str) -> Callable[[list[Any]], Any]:
    def run(items: list[Any]) -> Any:
        if not items:
            raise ValueError(f"{name} called on empty list")
        return pick(_plain(items))

    return run


def _position(items: list[Any], item: Any, last: bool = False) -> int:
    values = _plain(items)
    found = [i for i, v in enumerate(values) if v == item]
    return found[-1 if last else 0] if found else -1


def _sorted(items: list[Any]) -> bool:
    values = _plain(items)
    return all(a <= b for a, b in itertools.pairwise(values))


def _within(one: list[Any], two: list[Any]) -> bool:
    values = _plain(one)
    return all(v in values for v in _plain(two))


_LISTS: list[Row] = [
    ("isSorted", True, BOOL, [LIST], _sorted),
    ("sum", True, DYN, [LIST], lambda items: sum(_plain(items))),
    ("min", True, DYN, [LIST], _extreme(min, "min")),
    ("max", True, DYN, [LIST], _extreme(max, "max")),
    *[
        (name, True, INT, [LIST, kind], run)
        for kind in (STRING, INT, DOUBLE, BOOL)
        for name, run in (
            ("indexOf", _position),
            ("lastIndexOf", lambda items, item: _position(items, item, True)),
        )
    ],
    ("sets.contains", False, BOOL, [LIST, LIST], _within),
    ("sets.equivalent", False, BOOL, [LIST, LIST], lambda a, b: _within(a, b) and _within(b, a)),
    ("sets.intersects", False, BOOL, [LIST, LIST], lambda a, b: any(v in _plain(a) for v in _plain(b))),
]

# quantities and versions


def _quantity(value: Any) -> Any:
    text = text_of(value, "quantity")
    found = scalars.parse_quantity(text)
    if found is None:
        raise ValueError(scalars.QUANTITY_TEXT)
    return found


def _checked_quantity(text: str) -> dict[str, str]:
    if scalars.parse_quantity(text) is None:
        raise ValueError(scalars.QUANTITY_TEXT)
    return tag("quantity", text)


def _number(value: Any) -> dict[str, str]:
    if value.denominator == 1:
        return tag("quantity", str(value.numerator))
    return tag("quantity", f"{(value * 10**9).numerator}n")


def _whole(value: Any) -> int:
    if value.denominator != 1:
        raise ValueError("cannot convert value to integer")
    return int(value)


def _order(one: Any, two: Any) -> int:
    if isinstance(one, dict) and one.get("@") == "semver":
        return scalars.compare_semver(_version(one), _version(two))
    a, b = _quantity(one), _quantity(two)
    return int(a > b) - int(a < b)


def _version(value: Any) -> scalars.Semver:
    found = scalars.parse_semver(text_of(value, "semver"))
    if found is None:
        raise ValueError("No Major.Minor.Patch elements found")
    return found


def _checked_version(text: str, normalize: bool = False) -> dict[str, str]:
    found = scalars.parse_semver(text, normalize=normalize)
    if found is None:
        raise ValueError("No Major.Minor.Patch elements found")
    return tag("semver", f"{found[0]}.{found[1]}.{found[2]}" + (f"-{found[3]}" if found[3] else ""))


_SCALARS: list[Row] = [
    ("quantity", False, TAGGED, [STRING], _checked_quantity),
    ("isQuantity", False, BOOL, [STRING], lambda s: scalars.parse_quantity(s) is not None),
    ("sign", False, INT, [TAGGED], lambda v: (_quantity(v) > 0) - (_quantity(v) < 0)),
    ("isInteger", True, BOOL, [TAGGED], lambda v: _quantity(v).denominator == 1),
    ("asInteger", True, INT, [TAGGED], lambda v: _whole(_quantity(v))),
    ("asApproximateFloat", True, DOUBLE, [TAGGED], lambda v: float(_quantity(v))),
    ("add", True, TAGGED, [TAGGED, TAGGED], lambda a, b: _number(_quantity(a) + _quantity(b))),
    ("add", True, TAGGED, [TAGGED, INT], lambda a, b: _number(_quantity(a) + b)),
    ("sub", True, TAGGED, [TAGGED, TAGGED], lambda a, b: _number(_quantity(a) - _quantity(b))),
    ("sub", True, TAGGED, [TAGGED, INT], lambda a, b: _number(_quantity(a) - b)),
    ("isLessThan", True, BOOL, [TAGGED, TAGGED], lambda a, b: _order(a, b) < 0),
    ("isGreaterThan", True, BOOL, [TAGGED, TAGGED], lambda a, b: _order(a, b) > 0),
    ("compareTo", True, INT, [TAGGED, TAGGED], _order),
    ("semver", False, TAGGED, [STRING], _checked_version),
    ("semver", False, TAGGED, [STRING, BOOL], _checked_version),
    ("isSemver", False, BOOL, [STRING], lambda s: scalars.parse_semver(s) is not None),
    ("isSemver", False, BOOL, [STRING, BOOL], lambda s, n: scalars.parse_semver(s, normalize=n) is not None),
    ("major", True, INT, [TAGGED], lambda v: _version(v)[0]),
    ("minor", True, INT, [TAGGED], lambda v: _version(v)[1]),
    ("patch", True, INT, [TAGGED], lambda v: _version(v)[2]),
]

# functions that replace macros with two variables, which the engine lacks

KEYS, MAP_OF, MERGED = "kubernetes_keys", "kubernetes_map", "kubernetes_merged"


def _map_of(pairs: list[Any]) -> dict[str, Any]:
    return {str(key): value for key, value in (_plain(pair) for pair in _plain(pairs))}


def _merged(maps: list[Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for entry in _plain(maps):
        for key, value in entry.items():
            if key in out:
                raise ValueError(f"insert failed: key {quote(str(key))} already exists")
            out[key] = value
    return out


_TWO_VARIABLES: list[Row] = [
    (KEYS, False, STRINGS, [TAGGED], sorted),
    (KEYS, False, T.List(INT), [LIST], lambda items: list(range(len(items)))),
    (MAP_OF, False, TAGGED, [LIST], _map_of),
    (MERGED, False, TAGGED, [LIST], _merged),
]

# named formats

_FORMATS: list[Row] = [
    *[(f"format.{name}", False, TAGGED, [], functools.partial(tag, "format", name)) for name in formats.NAMED],
    # an empty map becomes none, as the list of `validate` does
    ("format.named", False, TAGGED, [STRING], lambda s: tag("format", s) if s in formats.NAMED else {}),
    ("validate", True, STRINGS, [TAGGED, STRING], lambda v, s: formats.NAMED[text_of(v, "format")](s)),
]

# `string(x)` cannot get an overload for addresses, so rules that convert one call this instead
STRING_OF = "kubernetes_string"
_TEXT: list[Row] = [
    (STRING_OF, False, STRING, [TAGGED], shown),
    (STRING_OF, False, STRING, [STRING], lambda s: s),
    (STRING_OF, False, STRING, [INT], str),
    (STRING_OF, False, STRING, [BOOL], lambda b: "true" if b else "false"),
]


def declarations() -> list[Any]:
    """Return the functions in the form that cel-expr-python wants."""
    overloads: dict[str, list[Any]] = {}
    for rows in (NETWORK, URLS, _REGEX, _STRINGS, _LISTS, LISTS, SORTING, _SCALARS, _TWO_VARIABLES, _FORMATS, _TEXT):
        for name, member, result, parameters, run in rows:
            number = sum(map(len, overloads.values()))
            overload = cel.Overload(f"kubernetes_{number}", result, list(parameters), member, run)
            overloads.setdefault(name, []).append(overload)
    return [cel.FunctionDecl(name, found) for name, found in overloads.items()]


NAMES: frozenset[str] = frozenset(
    row[0] for rows in (NETWORK, URLS, _REGEX, _STRINGS, _LISTS, LISTS, _SCALARS, _FORMATS) for row in rows
)
_EVERY = (NETWORK, URLS, _REGEX, _STRINGS, _LISTS, LISTS, _SCALARS, _FORMATS)
ROWS: dict[str, list[Row]] = {name: [row for rows in _EVERY for row in rows if row[0] == name] for name in NAMES}
"""The functions by name."""
