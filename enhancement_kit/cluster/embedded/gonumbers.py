"""Numbers of JSON and YAML as Go reads them: 64-bit integers, and floats for what is larger."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from .fielderrors import quote

_AS_ZERO = bytes(ord("0") if c in b"0123456789" else ord("x") for c in range(256))
_LONG = b"0" * 19
"""As many digits as the shortest integer that is no int64 has."""
_LARGEST = 1.7976931348623157e308
_SIGNED, _UNSIGNED = re.compile(r"[+-]?[0-9]+", re.ASCII), re.compile(r"[0-9]+", re.ASCII)
_DIGITS = 20
"""Digits of the largest number of 64 bits."""
_EXACT = 308
"""Digits of integers that a float can stand for."""


class TooLarge(ValueError):
    """A number that no float64 can hold; the message is its text."""


class Numbers(NamedTuple):
    """How the numbers of a document are read."""

    whole: Callable[[str], int | float | str]
    fraction: Callable[[str], int | float | str]


def has_long_number(data: bytes) -> bool:
    """Return whether a document may have an integer that Go reads otherwise than Python."""
    return _LONG in data.translate(_AS_ZERO)


def is_int64(value: int) -> bool:
    """Return whether Go's int64 holds a value."""
    return -(1 << 63) <= value < 1 << 63


def parse(text: str, *, signed: bool) -> int:
    """Return a decimal number of 64 bits. Raises ValueError with the message of Go's strconv."""
    function, form = ("ParseInt", _SIGNED) if signed else ("ParseUint", _UNSIGNED)
    why = "invalid syntax"
    if form.fullmatch(text):
        low, high = (-(1 << 63), 1 << 63) if signed else (0, 1 << 64)
        # Python refuses to read the longest ones
        digits = text.lstrip("+-").lstrip("0") or "0"
        if len(digits) <= _DIGITS and low <= (value := -int(digits) if text[0] == "-" else int(digits)) < high:
            return value
        why = "value out of range"
    raise ValueError(f"strconv.{function}: parsing {quote(text)}: {why}")


def clamped(text: str) -> int:
    """Return a decimal number, or the one of 64 bits that is closest to it, as Go's Atoi does besides its error."""
    try:
        return parse(text, signed=True)
    except ValueError:
        return -(1 << 63) if text.startswith("-") else (1 << 63) - 1


def _float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise TooLarge(text)
    return value


def _loose(text: str) -> int | float:
    if len(text) < 19:
        return int(text)
    if len(text) <= _EXACT and is_int64(value := int(text)):
        return value
    return _float(text)


def _exact(text: str) -> int | float:
    return int(text) if len(text) <= _EXACT else _float(text)


def _clamped(text: str) -> float:
    return min(max(float(text), -_LARGEST), _LARGEST)


UNTYPED = Numbers(_loose, _float)
"""As interface{}: int64, or else float64."""
PATCHED = Numbers(_exact, _float)
"""In a patch of a Go type: what is no int64 is an error only where a field is one, and that error shows all digits."""
TYPED = Numbers(lambda text: int(text) if len(text) <= _EXACT else _clamped(text), _clamped)
"""As Go types: what has no field is not looked at. What no float64 holds is the largest one, which can be copied."""


def _yaml_whole(text: str) -> int | float | str:
    if len(text) <= _EXACT and -(1 << 63) <= (value := int(text)) < 1 << 64:
        return value
    return _yaml_float(text)


def _yaml_float(text: str) -> int | float | str:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        return text
    # it is written as JSON, and without a point where it has no fraction
    return int(value) if value.is_integer() and abs(value) < 1 << 63 else value


APPLIED = Numbers(_yaml_whole, _yaml_float)
"""As YAML: what no float64 holds is a string."""
