"""Quantities: the numbers with suffixes of resources, read and written as Kubernetes does."""

from __future__ import annotations

import functools
import re
from decimal import ROUND_CEILING, Context, Decimal, localcontext

from ..gonumbers import clamped
from ..limits import QUANTITY

_FORM = re.compile(r"([+-]?)([0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)\Z")
_NUMBER = re.compile(r"[0-9]*(\.[0-9]*)?\Z")
_FORM_TEXT = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_NANO = Decimal("1e-9")
_EXACT = Context(prec=3 * QUANTITY)
_LARGEST = Decimal((1 << 63) - 1)
"""The largest quantity with a binary suffix."""
_SMALLEST = -9
_DIGITS = 18
"""How many digits fit into the form whose text is kept."""


class BadQuantity(ValueError):
    """A text that is not a quantity."""


@functools.lru_cache(maxsize=1024)
def read(text: str) -> tuple[Decimal, str]:
    """Return the value of a quantity, and its canonical text. Raises BadQuantity."""
    text = text.strip()
    found = _FORM.match(text)
    if not found:
        raise BadQuantity(_FORM_TEXT)
    sign, digits, suffix = found.groups()
    if not _NUMBER.match(digits) or digits == ".":
        raise BadQuantity("unable to parse numeric part of quantity" if digits.count(".") == 1 else _FORM_TEXT)
    if len(digits) > QUANTITY:
        raise BadQuantity("unable to parse numeric part of quantity")
    with localcontext(_EXACT):
        return _read(text, sign, digits, suffix)


def _read(text: str, sign: str, digits: str, suffix: str) -> tuple[Decimal, str]:
    whole = Decimal(sign + digits)
    if suffix in _BINARY:
        value = min(max(whole * 2 ** _BINARY[suffix], -_LARGEST), _LARGEST)
        return value, _binary(value)
    if suffix in _DECIMAL:
        value, exponential = whole.scaleb(_DECIMAL[suffix]), False
    elif re.fullmatch(r"[eE][+-]?[0-9]+", suffix) and abs(clamped(suffix[1:])) <= QUANTITY:
        value, exponential = whole.scaleb(clamped(suffix[1:])), True
    else:
        raise BadQuantity("unable to parse quantity's suffix")
    if _kept(digits, suffix, exponential=exponential):
        return value, text
    return value, _decimal(value, exponential=exponential)


def _kept(digits: str, suffix: str, *, exponential: bool) -> bool:
    """Return whether a decimal quantity is written as it was read."""
    whole, _, fraction = digits.partition(".")
    shifted = whole + fraction
    scale = (clamped(suffix[1:]) if exponential else _DECIMAL[suffix]) - len(fraction)
    return (
        shifted == "0" or (scale % 3 == 0 and scale >= _SMALLEST and not shifted.endswith("000") and shifted[0] != "0")
    ) and len(shifted) <= _DIGITS


def _decimal(value: Decimal, *, exponential: bool = False) -> str:
    value = value.quantize(_NANO, rounding=ROUND_CEILING) if value % _NANO else value
    if not value:
        return "0"
    sign, digits, exponent = value.normalize().as_tuple()
    power = int(exponent) // 3 * 3
    mantissa = int("".join(map(str, digits))) * 10 ** (int(exponent) - power)
    while power > 18 and not exponential:
        mantissa, power = mantissa * 1000, power - 3
    suffix = (f"e{power}" if power else "") if exponential else next(s for s, p in _DECIMAL.items() if p == power)
    return f"{'-' if sign else ''}{mantissa}{suffix}"


def _binary(value: Decimal) -> str:
    if abs(value) < 1024:
        return _decimal(value)
    number = int(value.to_integral_value(rounding=ROUND_CEILING))
    suffix = ""
    for name in _BINARY:
        if number % 1024:
            break
        number, suffix = number // 1024, name
    return f"{number}{suffix}"
