"""Go durations: what the API accepts for a time-out, and its whole seconds."""

from __future__ import annotations

import re
from fractions import Fraction

UNITS = {
    "ns": Fraction(1, 10**9),
    "us": Fraction(1, 10**6),
    "µs": Fraction(1, 10**6),
    "μs": Fraction(1, 10**6),
    "ms": Fraction(1, 1000),
    "s": Fraction(1),
    "m": Fraction(60),
    "h": Fraction(3600),
}
PART = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)")


def seconds(text: str | None) -> Fraction:
    """Return the seconds of a Go duration such as `2m30s`; 0 for none. What the API server admitted always parses."""
    if not text:
        return Fraction(0)
    sign = -1 if text.startswith("-") else 1
    return sign * sum((Fraction(number) * UNITS[unit] for number, unit in PART.findall(text)), Fraction(0))


def whole_seconds(text: str | None) -> int:
    """Return whole seconds, halves rounded up."""
    return int(seconds(text) + Fraction(1, 2))


def not_negative(text: str | None) -> str:
    """Return the duration, or `0s` where it is absent or negative."""
    return text if text and seconds(text) > 0 else "0s"
