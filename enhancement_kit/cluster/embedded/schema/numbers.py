"""Numbers as Go sees them: their types, ranges, bounds and multiples (kube-openapi pkg/validation/validate)."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from ..fielderrors import go_number

INT64 = (-(2**63), 2**63 - 1)
_RANGES = {"int32": (-(2**31), 2**31 - 1)}
_SAFE = (-(2**53 - 1), 2**53 - 1)
_FLOAT32_END = 2**128 - 2**103
"""From here on a number is infinite as a float32."""
_NEAR = 1e-9


def is_float(value: float) -> bool:
    """Return whether a number of JSON is a float64: it has a fraction or an exponent, or is beyond int64."""
    return not isinstance(value, int) or not INT64[0] <= value <= INT64[1]


def as_stored(value: Any) -> Any:
    """Return a value of a schema as Go reads what it has written: a number without a fraction is a whole one."""
    if isinstance(value, dict):
        return {key: as_stored(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_stored(item) for item in value]
    if isinstance(value, float) and value.is_integer() and INT64[0] <= value <= INT64[1]:
        return int(value)
    return value


def nearly_whole(value: float) -> bool:
    """Return whether a float64 counts as an integer, up to the error of a calculation."""
    if not _SAFE[0] <= value <= _SAFE[1]:
        return False
    if value == int(value):
        return True
    whole = float(int(value))
    return value > 0 and whole != 0 and abs(value - whole) / (value + whole) < _NEAR


def in_range(value: float, kind: str, form: str) -> bool:
    """Return whether a type can hold a value without loss; only integers and float can fail to."""
    if kind == "integer":
        low, high = _RANGES.get(form, INT64)
        if not isinstance(value, int):
            # Go looks at the shortest text of a float64, which ends in zeros
            exact = Decimal(repr(value))
            return exact == exact.to_integral_value() and low <= exact <= high
        return low <= value <= high
    # the shortest text of the value between the largest float32 and what would follow it is below that value
    return form != "float" or abs(Decimal(repr(value))) < _FLOAT32_END


def out_of_range(what: str, kind: str, form: str, path: str) -> str:
    """Return the text about a value, or about a keyword, that its type cannot hold."""
    shown = f"with format {form}" if form else "(default format)"
    return f"{what} value must be of type {kind} {shown} in {path}"


def wrong_multiple(value: float, factor: float, path: str, *, native: bool) -> tuple[float, str] | None:
    """Return what is wrong with a value that has to be a multiple: the value to show, and the text.

    `native`: integers are divided as such, and the factor is cut to one.
    """
    if native and not is_float(value):
        factor = int(float(factor))
    else:
        value, factor = float(value), float(factor)
    if factor <= 0:
        return factor, f"factor MultipleOf declared for {path} must be positive: {go_number(factor)}"
    if isinstance(factor, int):
        wrong = value % factor != 0
    else:
        wrong = not nearly_whole(1 / factor * value if factor < 1 else value / factor)
    return (value, f"{path} in body should be a multiple of {go_number(factor)}") if wrong else None


def wrong_bounds(
    value: float, limit: float, *, low: bool, exclusive: bool, native: bool, path: str
) -> Iterator[tuple[float, str]]:
    """Yield what is wrong with a value below a minimum or above a maximum; see `wrong_multiple`."""
    if native and not is_float(value):
        limit = int(float(limit))
    else:
        value, limit = float(value), float(limit)
    beyond = value < limit if low else value > limit
    if beyond or (exclusive and value == limit):
        wording = ("greater" if low else "less") + " than" + ("" if exclusive else " or equal to")
        yield value, f"{path} in body should be {wording} {go_number(limit)}"
