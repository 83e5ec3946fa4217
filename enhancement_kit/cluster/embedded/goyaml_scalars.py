"""Scalars of YAML as Go's library resolves them (go.yaml.in/yaml/v2), which follows YAML 1.1 in most places."""

from __future__ import annotations

import base64
import binascii
import math
import re
from datetime import date
from typing import Any

from .gonumbers import is_int64

_PREFIX = "tag:yaml.org,2002:"
STR, BOOL, INT, FLOAT, NULL = (_PREFIX + name for name in ("str", "bool", "int", "float", "null"))
_TIME, _BINARY, MERGE = _PREFIX + "timestamp", _PREFIX + "binary", _PREFIX + "merge"
_RESOLVED = frozenset({STR, BOOL, INT, FLOAT, NULL, _TIME})


def _all_cases(*words: str) -> list[str]:
    return [form for word in words for form in (word, word.capitalize(), word.upper())]


_WORDS: dict[str, tuple[str, Any]] = {
    **dict.fromkeys([*_all_cases("yes", "true", "on"), "y", "Y"], (BOOL, True)),
    **dict.fromkeys([*_all_cases("no", "false", "off"), "n", "N"], (BOOL, False)),
    **dict.fromkeys(["", "~", *_all_cases("null")], (NULL, None)),
    **dict.fromkeys([".nan", ".NaN", ".NAN"], (FLOAT, math.nan)),
    **{sign + word: (FLOAT, math.inf) for sign in ("", "+") for word in (".inf", ".Inf", ".INF")},
    **{"-" + word: (FLOAT, -math.inf) for word in (".inf", ".Inf", ".INF")},
    "<<": (MERGE, "<<"),
}
_NUMERIC = frozenset("0123456789+-.")
_TIMESTAMP = re.compile(
    r"(\d{4})-(\d\d?)-(\d\d?)"
    r"(?:[Tt](\d\d?):(\d\d?):(\d\d?)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)|[ ](\d\d?):(\d\d?):(\d\d?)(?:\.\d+)?)?",
    re.ASCII,
)
_DIGITS = re.compile(r"([+-]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|([1-9][0-9]*|0))", re.ASCII)
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_BASES = (16, 2, 8, 10)
_WIDEST = 70
"""Digits of the longest integer of 64 bits, which is a binary one, with its prefix."""


class Unresolved(ValueError):
    """A scalar that its tag forbids; the message is goyaml's."""


def resolve(tag: str, text: str) -> Any:
    """Return the value of a scalar that is not quoted, or has a tag. Raises Unresolved."""
    if tag == _BINARY:
        try:
            return base64.b64decode(text.replace("\n", "").replace("\r", ""), validate=True).decode(errors="replace")
        except binascii.Error:
            raise Unresolved("!!binary value contains invalid base64 data") from None
    if tag and tag not in _RESOLVED:
        return text
    found: str
    value: Any
    found, value = (STR, text) if tag == STR else _resolved(tag, text)
    if tag in ("", found, STR):
        return text if found == _TIME else value
    if tag == FLOAT and found == INT and is_int64(value):
        return float(value)
    raise Unresolved(f"cannot decode {_short(found)} `{text}` as a {_short(tag)}")


def _resolved(tag: str, text: str) -> tuple[str, Any]:
    word = _WORDS.get(text)
    if word is not None:
        return word
    if text[0] not in _NUMERIC:
        return STR, text
    if text[0] == ".":
        number = _float(text)
        return (STR, text) if number is None else (FLOAT, number)
    if tag in ("", _TIME) and _is_time(text):
        return _TIME, text
    plain = text.replace("_", "")
    whole = _integer(plain) if len(plain) < _WIDEST else None
    if whole is not None:
        return INT, whole
    number = _float(plain)
    return (STR, text) if number is None else (FLOAT, number)


def _integer(text: str) -> int | None:
    """Return an integer that an int64 or a uint64 holds."""
    found = _DIGITS.fullmatch(text)
    if found is None:
        return None
    digits, base = next((d, b) for d, b in zip(found.groups()[1:], _BASES, strict=True) if d is not None)
    value = -int(digits, base) if found[1] == "-" else int(digits, base)
    if is_int64(value) or (not found[1] and value < 1 << 64):
        return value
    return None


def _float(text: str) -> float | None:
    if _FLOAT.fullmatch(text) is None:
        return None
    value = float(text)
    return None if math.isinf(value) else value


def _is_time(text: str) -> bool:
    found = _TIMESTAMP.fullmatch(text)
    if found is None:
        return False
    try:
        date(*(int(part) for part in found.groups()[:3]))
    except ValueError:
        return False
    hour, minute, second = (int(part or 0) for part in (found.groups()[3:6] if found[4] else found.groups()[6:]))
    return hour < 24 and minute < 60 and second < 60


def _short(tag: str) -> str:
    return "!!" + tag.removeprefix(_PREFIX) if tag.startswith(_PREFIX) else tag
