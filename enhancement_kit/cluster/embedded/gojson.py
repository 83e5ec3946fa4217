"""JSON as Go's encoding/json reads it: its error texts, its numbers, and fields that occur twice."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any

from . import limits
from .gonumbers import TYPED, Numbers, has_long_number

NO_KIND = "couldn't get version/kind; json parse error: "
"""How errors begin that tell why a document does not say what it is."""
_VALUE = "looking for beginning of value"
_LITERALS = {"t": "true", "f": "false", "n": "null"}
_KEY = "looking for beginning of object key string"
_AFTER = {"Expecting ':' delimiter": "after object key", "Extra data": "after top-level value"}


class BadJson(ValueError):
    """A text that is not JSON; the message is Go's."""


_ROUNDS = 8
"""How often brackets without content are taken away until all are counted one by one."""
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_ESCAPES = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)
"""Escapes in strings; half of a pair of surrogates is a group."""


def _byte_by_byte(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "\ufffd" * (error.end - error.start), error.end


codecs.register_error("go-utf8", _byte_by_byte)


def loads(data: bytes, numbers: Numbers = TYPED) -> tuple[Any, list[str]]:
    """Return the value, and the paths of fields that occur twice (the last one counts).

    Raises BadJson, and TooLarge for a number that has no value. Python's own limits are never reached.
    """
    check_depth(data)
    text = data.decode(errors="go-utf8")
    if "\\u" in text:
        text = _ESCAPES.sub(lambda found: "\\ufffd" if found[1] else found[0], text)
    doubled: dict[int, list[str]] = {}
    owners: list[Any] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        out = dict(pairs)
        if len(out) != len(pairs):
            doubled[id(out)] = _twice(name for name, _ in pairs)
            owners.append(out)  # kept alive, so that no other object gets its id
        return out

    readers: dict[str, Any] = {"parse_int": numbers.whole} if has_long_number(data) else {}
    try:
        value = json.loads(
            text, object_pairs_hook=collect, parse_constant=_refuse, parse_float=numbers.fraction, **readers
        )
    except json.JSONDecodeError:
        raise BadJson(_wording(data.decode("latin-1"))) from None
    return value, list(_paths(value, "", doubled)) if doubled else []


def _twice(names: Iterable[str]) -> list[str]:
    """Return the names that occur again."""
    seen: set[str] = set()
    twice: dict[str, None] = {}
    for name in names:
        if name in seen:
            twice[name] = None
        seen.add(name)
    return list(twice)


def check_depth(data: bytes) -> None:
    """Raise BadJson where arrays and objects are nested too deeply."""
    # a bracket in a string counts here, which costs nothing and makes no document pass that is too deep
    if data.count(b"[") + data.count(b"{") <= limits.DEPTH:
        return
    brackets = rest = _brackets(data)
    rounds, before = 0, -1
    while len(rest) != before and rounds < _ROUNDS:
        rounds, before = rounds + 1, len(rest)
        rest = rest.replace(b"[]", b"").replace(b"{}", b"")
    # a round takes away the two innermost levels at the most
    if 2 * rounds + len(rest) <= limits.DEPTH:
        return
    depths = list(accumulate(_STEPS[bracket] for bracket in brackets))
    deepest = max(depths, default=0)
    if deepest > limits.DEPTH:
        # at the bracket that is too much for kube-apiserver, where there is one
        limit = limits.JSON_DEPTH if deepest > limits.JSON_DEPTH else limits.DEPTH
        first = next(i for i, depth in enumerate(depths) if depth > limit)
        raise BadJson(f"invalid character '{chr(brackets[first])}' exceeded max depth")


def _brackets(data: bytes) -> bytes:
    """Return the brackets of a document that are in no string."""
    if b"\\" in data:
        # pairs of backslashes first: what is left before a quote makes it a part of the string
        data = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    return b"".join(data.split(b'"')[::2]).translate(None, _NO_BRACKETS)


def depth_of(value: Any) -> int:
    """Return how deeply arrays and objects are nested in a value."""
    depth, level = 0, [value]
    while level := [item for item in level if type(item) is dict or type(item) is list]:
        depth += 1
        level = [inner for item in level for inner in _inner(item)]
    return depth


def _inner(value: Any) -> Iterator[Any]:
    return iter(value.values() if type(value) is dict else value)


def _refuse(name: str) -> Any:
    raise BadJson(f"invalid character {_quoted(name.lstrip('-')[0])} {_VALUE}")


def _paths(value: Any, path: str, doubled: dict[int, list[str]]) -> list[str]:
    if isinstance(value, dict):
        found = [f"{path}.{name}" if path else name for name in doubled.get(id(value), ())]
        for key, item in value.items():
            found += _paths(item, f"{path}.{key}" if path else key, doubled)
        return found
    if isinstance(value, list):
        return [found for i, item in enumerate(value) for found in _paths(item, f"{path}[{i}]", doubled)]
    return []


def _wording(text: str) -> str:
    """Return Go's error for a text in which each character stands for one byte, since Go counts bytes."""
    try:
        json.loads(text, parse_int=float)
    except json.JSONDecodeError as e:
        error = e
    at = error.pos
    if error.msg.startswith("Illegal trailing comma"):
        at += 1
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    if at >= len(text) or error.msg.startswith("Unterminated string"):
        return "unexpected end of JSON input"
    place = _place(text, at, error.msg)
    word = _LITERALS.get(text[at], "") if place == _VALUE else ""
    for i, expected in enumerate(word):
        # Go reads a blank behind the end
        found = text[at + i] if at + i < len(text) else " "
        if found != expected:
            return f"invalid character {_quoted(found)} in literal {word} (expecting {_quoted(expected)})"
    return f"invalid character {_quoted(text[at])} {place}"


def _place(text: str, at: int, message: str) -> str:
    if message in _AFTER:
        return _AFTER[message]
    if message.startswith("Expecting ','"):
        return "after object key:value pair" if _inside(text[:at]) == "{" else "after array element"
    if message.startswith("Invalid control"):
        return "in string literal"
    if message.startswith("Invalid \\"):
        return "in string escape code"
    return _KEY if message.startswith(("Expecting property", "Illegal trailing comma before end of object")) else _VALUE


def _inside(text: str) -> str:
    """Return the innermost bracket that is open at the end of a text."""
    open_: list[str] = []
    in_string = escaped = False
    for c in text:
        if in_string:
            in_string = escaped or c != '"'
            escaped = c == "\\" and not escaped
        elif c == '"':
            in_string = True
        elif c in "{[":
            open_.append(c)
        elif c in "}]" and open_:
            open_.pop()
    return open_[-1] if open_ else ""


def _quoted(character: str) -> str:
    if character == "'":
        return r"'\''"
    if character == '"':
        return "'\"'"
    if character.isprintable():
        return f"'{character}'"
    return f"'\\x{ord(character):02x}'" if ord(character) < 0x80 else f"'\\u{ord(character):04x}'"


def summary(data: bytes, limit: int = 30) -> str:
    """Return the start of a body as error messages show it (runtime.SummarizeData)."""
    if not data:
        return "<empty>"
    if data[:1] == b"{":
        return data.decode(errors="replace") if len(data) <= limit else data[:limit].decode(errors="replace") + " ..."
    return data.hex() if len(data) <= limit else data[:limit].hex() + " ..."


_GO_NAMES = {bool: "bool", str: "string", int: "number", float: "number", dict: "object", list: "array"}


def name_of(value: Any) -> str:
    """Return Go's name of a JSON value in errors that begin with "cannot unmarshal"."""
    return _GO_NAMES.get(type(value), "null")


def no_type_meta(value: Any) -> str:
    """Return Go's error for a document that cannot have an apiVersion and a kind."""
    fields = r'APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\""'
    return f"json: cannot unmarshal {name_of(value)} into Go value of type struct {{ {fields} }}"
