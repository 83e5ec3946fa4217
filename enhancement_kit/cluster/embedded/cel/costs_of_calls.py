"""What each function costs and returns, by its name; functions that are not listed cost one unit."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .formats import NAMED
from .parser import Node
from .sizes import UNLIMITED, Type, plus, scaled, times

Size = tuple[int, int]
Answer = tuple[int, Size | None]
"""The cost of the call itself, and the size of its result where that is known."""
_TRAVERSAL, _PATTERN = 0.1, 0.25
_REGEX_OF_FORMATS = 128
_COMPARED = scaled(32, _TRAVERSAL)
"""Comparing two addresses of at most 16 bytes."""
_MASKED = scaled(16, _TRAVERSAL) + 1
_ANY: Size = (0, UNLIMITED)


@dataclass(frozen=True, slots=True)
class Called:
    """A call: its receiver, if any, and arguments, with what is known of them."""

    of: Any
    args: list[Any]
    node: Node
    source: str
    sized: Callable[..., Any]
    """From cost, type and path to a value with the size that it has by its path."""


Call = Callable[[Called], Answer]


def literal_size(text: str) -> tuple[int, bool]:
    """Return the length of a string or bytes literal, and whether it is of bytes."""
    prefix = re.match(r"[rRbB]*", text)
    flags = prefix.group().lower() if prefix is not None else ""
    body = text[len(flags) :]
    quotes = 3 if body[:3] in ('"""', "'" * 3) else 1
    body = body[quotes:-quotes]
    is_bytes = "b" in flags
    if "r" not in flags:
        whole = r"\\(?:[xX][0-9a-fA-F]{2}|[0-3][0-7]{2}|.)"
        wide = r"\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})"
        body = re.sub(wide, lambda m: chr(int(m.group()[2:], 16)), body)
        body = re.sub(whole, "x", body, flags=re.DOTALL)
    return len(body.encode()) if is_bytes else len(body), is_bytes


def _element(c: Called) -> Any:
    """Return the items of a list as a value; None for strings and for what could be one."""
    if not isinstance(c.of.type, tuple):
        return None
    path = None if c.of.path is None else c.of.path.step("@items")
    out = c.sized(0, "dyn", path)
    out.type = c.of.type[1]
    return out


def _through_list(c: Called) -> Answer:
    if c.of is None:
        return 1, None
    item = _element(c)
    if item is None:
        return scaled(c.of.most, _TRAVERSAL), None
    each = 1
    if item.type in ("string", "bytes"):
        each = plus(1, scaled(item.most, _TRAVERSAL))
    return times(c.of.most, each), None


def _through_text(c: Called) -> Answer:
    return (scaled(c.of.most, _TRAVERSAL), c.of.range) if c.of is not None else (1, None)


def _argument(factor: float, sized: bool = False) -> Call:
    def call(c: Called) -> Answer:
        if not c.args:
            return 1, None
        return scaled(c.args[0].most, factor), c.args[0].range if sized else None

    return call


def _replace(c: Called) -> Answer:
    if c.of is None or len(c.args) < 2:
        return 1, None
    (low, high), out, into = c.of.range, c.args[0].range, c.args[1].range
    many = few = kept_most = kept_least = 0
    if out[0] == 0:
        many, kept_most = min(high + 1, UNLIMITED), high
    elif into[1] <= out[0]:
        kept_most = high
    else:
        many = math.ceil(float(high) / float(out[0]))
    if out[1] == 0:
        few, kept_least = min(low + 1, UNLIMITED), low
    elif out[1] <= into[0]:
        kept_least = low
    else:
        few = math.ceil(float(low) / float(out[1]))
    size = (plus(times(few, into[0]), kept_least), plus(times(many, into[1]), kept_most))
    return scaled(high, 2 * _TRAVERSAL), size


def _split(c: Called) -> Answer:
    if c.of is None:
        return 1, None
    most, limit = c.of.most, c.node.args[1] if len(c.node.args) > 1 else None
    if limit is not None:
        text = c.source[limit.start : limit.end].strip("() ")
        if re.fullmatch(r"-?\s*[0-9]+", text):
            most = int(text.replace(" ", "")) % 2**64
    return scaled(c.of.most, 2 * _TRAVERSAL), (0, most)


def _join(c: Called) -> Answer:
    if c.of is None:
        return 1, None
    low = high = 0
    item = _element(c)
    if item is not None:
        low, high = times(c.of.range[0], item.range[0]), times(c.of.most, item.most)
    if c.args:
        between = c.args[0].range
        low = plus(low, times(between[0], max(c.of.range[0] - 1, 0)))
        high = plus(high, times(between[1], max(c.of.most - 1, 0)))
    return scaled(high, _TRAVERSAL), (low, high)


def _matching(c: Called) -> Answer:
    if c.of is None or not c.args:
        return 1, None  # `matches(text, pattern)` as a global function costs one unit
    found = times(scaled(plus(c.of.most, 1), _TRAVERSAL), scaled(c.args[0].most, _PATTERN))
    return found, (0, c.of.most) if c.node.name != "matches" else None


def _contains(c: Called) -> Answer:
    if c.of is None or len(c.args) != 1:
        return 1, None
    return times(scaled(c.of.most, _TRAVERSAL), scaled(c.args[0].most, _TRAVERSAL)), None


def _address(c: Called) -> Answer:
    # the member function of a network only reads a field
    return (1, None) if c.of is not None or not c.args else (scaled(c.args[0].most, _TRAVERSAL), None)


def _within(base: int, other: str) -> Call:
    def call(c: Called) -> Answer:
        if not c.args or c.args[0].type == other:
            return base, None
        return plus(base, scaled(c.args[0].most, _TRAVERSAL)), None

    return call


def _validate(c: Called) -> Answer:
    if not c.args:
        return 1, None
    return scaled(scaled(c.args[0].most, _TRAVERSAL), _REGEX_OF_FORMATS * _PATTERN), None


def _sets(factor: float) -> Call:
    def call(c: Called) -> Answer:
        if len(c.args) != 2:
            return 1, None
        return plus(scaled(times(c.args[0].most, c.args[1].most), factor), 1), None

    return call


def _string(c: Called) -> Answer:
    if c.of is not None or len(c.args) != 1 or c.args[0].type not in ("bytes", "dyn"):
        return 1, None
    low, high = c.args[0].range
    cost = scaled(high, _TRAVERSAL)
    return (max(cost, 1) if c.args[0].type == "dyn" else cost), (low // 4, high)


def _bytes(c: Called) -> Answer:
    if c.of is not None or len(c.args) != 1 or c.args[0].type not in ("string", "dyn"):
        return 1, None
    low, high = c.args[0].range
    cost = scaled(high, _TRAVERSAL)
    return (max(cost, 1) if c.args[0].type == "dyn" else cost), (low, high * 4 % 2**64)


def _quote(c: Called) -> Answer:
    if len(c.args) != 1:
        return 1, None
    low, high = c.args[0].range
    return scaled(high, _TRAVERSAL), (plus(low, 2), (high * 2 + 2) % 2**64)


def _format(c: Called) -> Answer:
    return (scaled(c.of.most, _TRAVERSAL) if c.of is not None else 1), None


_MADE = 11
"""The cost of a call, and of the list that it makes."""


def _whole(c: Called, at: int, otherwise: int) -> int:
    """Return an argument that is a literal."""
    node = c.node.args[at]
    text = c.source[node.start : node.end].strip("() ")
    return int(text) if re.fullmatch(r"[0-9]+", text) else 0 if re.fullmatch(r"-[0-9]+", text) else otherwise


def _made(factor: float, size: Size) -> Answer:
    return plus(scaled(size[1], factor), _MADE), size


def _slice(c: Called) -> Answer:
    if c.of is None or len(c.args) != 2:
        return 1, None
    size = (_whole(c, 1, c.of.most) - _whole(c, 0, 0)) % 2**64
    return _made(1, (size, size))


def _range(c: Called) -> Answer:
    size = _whole(c, 0, UNLIMITED) if len(c.args) == 1 else 0
    return _made(1, (size, size))


def _reverse(c: Called) -> Answer:
    return _made(1, c.of.range) if c.of is not None else (1, None)


def _flatten(c: Called) -> Answer:
    if c.of is None:
        return 1, None
    return _made(_whole(c, 0, UNLIMITED) if c.args else 1, c.of.range)


def squared(of: Any, *, sorting: bool) -> Answer:
    """Return the cost of comparing all items of a list with each other."""
    texts = sorting and isinstance(of.type, tuple) and of.type[-1] in ("string", "bytes")
    size = (times(of.range[0], of.range[0]), times(of.most, of.most))
    return _made(2 + _TRAVERSAL if texts else 2, size)


def _compared(c: Called) -> Answer:
    return squared(c.of, sorting=c.node.name == "sort") if c.of is not None else (1, None)


CALLS: dict[str, Call] = {
    **dict.fromkeys(("distinct", "sort"), _compared),
    "slice": _slice,
    "lists.range": _range,
    "reverse": _reverse,
    "flatten": _flatten,
    **dict.fromkeys(("isSorted", "sum", "max", "min", "indexOf", "lastIndexOf"), _through_list),
    **dict.fromkeys(("lowerAscii", "upperAscii", "substring", "trim"), _through_text),
    **dict.fromkeys(("cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver"), _argument(_TRAVERSAL)),
    **dict.fromkeys(("startsWith", "endsWith"), _argument(_TRAVERSAL)),
    **dict.fromkeys(("find", "findAll", "matches"), _matching),
    "url": _argument(_TRAVERSAL, sized=True),
    "replace": _replace,
    "split": _split,
    "join": _join,
    "contains": _contains,
    "ip": _address,
    "ip.isCanonical": _argument(2 * _TRAVERSAL),
    "containsIP": _within(_COMPARED, "ip"),
    "containsCIDR": _within(_COMPARED + _MASKED, "cidr"),
    "validate": _validate,
    "sets.contains": _sets(1),
    "sets.intersects": _sets(1),
    "sets.equivalent": _sets(2),
    "string": _string,
    "bytes": _bytes,
    "strings.quote": _quote,
    "format": _format,
}


def _item(c: Called) -> Type:
    return c.of.type[1] if c.of is not None and isinstance(c.of.type, tuple) else "dyn"


def _optional_of(c: Called) -> Type:
    return ("optional", c.args[0].type if c.args else "dyn")


def _value(c: Called) -> Type:
    return c.of.type[1] if c.of is not None and isinstance(c.of.type, tuple) and c.of.type[0] == "optional" else "dyn"


def _or_value(c: Called) -> Type:
    kind = _value(c)
    return kind if kind != "dyn" or not c.args else c.args[0].type


def _same(c: Called) -> Type:
    return c.of.type if c.of is not None else "dyn"


_STRINGS = ("list", "string")
_KINDS: dict[Any, tuple[str, ...]] = {
    "bool": (
        *("matches", "contains", "startsWith", "endsWith", "isSorted", "sets.contains", "sets.equivalent"),
        *("sets.intersects", "isQuantity", "isInteger", "isLessThan", "isGreaterThan", "isSemver", "isIP", "isCIDR"),
        *("isURL", "ip.isCanonical", "isUnspecified", "isLoopback", "isLinkLocalMulticast", "isLinkLocalUnicast"),
        *("isGlobalUnicast", "containsIP", "containsCIDR", "hasValue", "bool"),
    ),
    "int": (
        *("size", "indexOf", "lastIndexOf", "sign", "asInteger", "compareTo", "major", "minor", "patch", "family"),
        *("prefixLength", "int", "getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek"),
        *("getDayOfYear", "getHours", "getMinutes", "getSeconds", "getMilliseconds"),
    ),
    "string": (
        *("find", "charAt", "join", "lowerAscii", "upperAscii", "substring", "trim", "format", "replace", "string"),
        *("strings.quote", "getScheme", "getHost", "getHostname", "getPort", "getEscapedPath"),
    ),
    "double": ("asApproximateFloat", "double"),
    "quantity": ("quantity", "add", "sub"),
    "format": tuple(f"format.{name}" for name in NAMED),
    _STRINGS: ("findAll", "split"),
    ("optional", _STRINGS): ("validate",),
    ("optional", "format"): ("format.named",),
    ("optional", "dyn"): ("optional.none",),
    ("map", "string", _STRINGS): ("getQuery",),
    **{kind: (kind,) for kind in ("uint", "bytes", "duration", "timestamp", "type", "semver", "cidr", "url")},
}
RESULTS: dict[str, Any] = {
    **{name: kind for kind, names in _KINDS.items() for name in names},
    **dict.fromkeys(("sum", "min", "max"), _item),
    **dict.fromkeys(("optional.of", "optional.ofNonZeroValue"), _optional_of),
    "ip": "ip",
    "masked": "cidr",
    **dict.fromkeys(("distinct", "reverse", "slice", "sort"), _same),
    "flatten": ("list", "dyn"),
    "lists.range": ("list", "int"),
    "value": _value,
    "orValue": _or_value,
    "or": _same,
}
"""The type of a function's result, or a function from the call to it."""

QUALIFIED = frozenset(n for n in RESULTS if "." in n)
"""Functions with a dot in their name, which look like members of a variable."""
