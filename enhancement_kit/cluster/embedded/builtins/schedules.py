"""Schedules as cron writes them: why a text is not one (robfig/cron, which Kubernetes uses)."""

from __future__ import annotations

import re

from ..gonumbers import parse

_FIELDS = (
    (0, 59, ()),
    (0, 23, ()),
    (1, 31, ()),
    (1, 12, ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]),
)
_DAYS = (0, 6, ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])
_NAMED = ("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly")
_DURATION = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))*\Z")


class _Wrong(ValueError):
    """A part of a schedule that is not one."""


def wrong(text: str) -> str:
    """Return why a text is not a schedule; empty for a schedule."""
    text = text.partition(" ")[2].strip() if text.startswith(("TZ=", "CRON_TZ=")) else text
    if text.startswith("@every "):
        rest = text.removeprefix("@every ")
        why = f'time: invalid duration "{rest}"'
        return "" if _DURATION.match(rest) else f"failed to parse duration {text}: {why}"
    if text.startswith("@"):
        return "" if text in _NAMED else f"unrecognized descriptor: {text}"
    parts = text.split()
    if len(parts) != 5:
        return f"expected exactly 5 fields, found {len(parts)}: [{' '.join(parts)}]"
    try:
        for part, (least, most, names) in zip(parts, (*_FIELDS, _DAYS), strict=True):
            for piece in filter(None, part.split(",")):
                _range(piece, least, most, list(names), first=least)
    except _Wrong as e:
        return str(e)
    return ""


def _range(text: str, least: int, most: int, names: list[str], *, first: int) -> None:
    span, *steps = text.split("/")
    low, *high = span.split("-")
    if low in ("*", "?"):
        start, end = least, most
    else:
        start = _number(low, names, first)
        if len(high) > 1:
            raise _Wrong(f"too many hyphens: {text}")
        end = _number(high[0], names, first) if high else start
    if len(steps) > 1:
        raise _Wrong(f"too many slashes: {text}")
    step = _number(steps[0], [], first) if steps else 1
    if steps and not high:
        end = most
    if start < least:
        raise _Wrong(f"beginning of range ({start}) below minimum ({least}): {text}")
    if end > most:
        raise _Wrong(f"end of range ({end}) above maximum ({most}): {text}")
    if start > end:
        raise _Wrong(f"beginning of range ({start}) beyond end of range ({end}): {text}")
    if step == 0:
        raise _Wrong(f"step of range should be a positive number: {text}")


def _number(text: str, names: list[str], first: int) -> int:
    if text.lower() in names:
        return names.index(text.lower()) + first
    try:
        number = parse(text, signed=True)
    except ValueError as error:
        why = str(error).replace("ParseInt", "Atoi", 1)
        raise _Wrong(f"failed to parse int from {text}: {why}") from None
    if number < 0:
        raise _Wrong(f"negative number ({number}) not allowed: {text}")
    return number
