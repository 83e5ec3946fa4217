"""Times as Go reads them in JSON: RFC 3339, and what is told of a text that is none."""

from __future__ import annotations

import re

_STEPS = ("2006", "-", "01", "-", "02", "T", "15", ":", "04", ":", "05")
"""The parts of the form in their order."""
_FRACTION = re.compile(r"[.,]\d+", re.ASCII)
_ZONE = re.compile(r"Z|[+-]\d\d:\d\d", re.ASCII)


def unreadable(text: str, *, micro: bool = False) -> str:
    """Return why a text is no time; empty where it is one. `micro`: with exactly six digits after the seconds."""
    layout = f"2006-01-02T15:04:05{'.000000' if micro else ''}Z07:00"

    def missing(part: str) -> str:
        return f"parsing time {_quoted(text)} as {_quoted(layout)}: cannot parse {_quoted(rest)} as {_quoted(part)}"

    rest = text
    for step in _STEPS:
        here = rest[: len(step)]
        if len(here) < len(step) or not (here.isascii() and here.isdigit() if step.isdigit() else here == step):
            return missing(step)
        rest = rest[len(step) :]
    fraction = _FRACTION.match(rest)
    if micro and (fraction is None or len(fraction[0]) != 7):
        return missing(".000000")
    rest = rest[fraction.end() :] if fraction else rest
    zone = _ZONE.match(rest)
    if zone is None:
        return missing("Z07:00")
    rest = rest[zone.end() :]
    return f"parsing time {_quoted(text)}: extra text: {_quoted(rest)}" if rest else ""


def _quoted(text: str) -> str:
    """Quote a text as Go's package time does: byte for byte, where it is not plain."""
    shown = (
        f"\\{chr(byte)}" if byte in b'"\\' else chr(byte) if 0x20 <= byte < 0x80 else f"\\x{byte:02x}"
        for byte in text.encode()
    )
    return '"' + "".join(shown) + '"'
