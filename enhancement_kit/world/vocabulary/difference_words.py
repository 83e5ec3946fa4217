"""The words for a part of what a component leaves, in which it may differ between two platforms."""

from __future__ import annotations

from collections.abc import Mapping

from enhancement_kit.errors import UsageError

CONDITIONS = "the conditions"
# The sort of a part that has a name, and how a line about a difference (world/traces.py) names such a part.
NAMED: Mapping[str, str] = {
    "the container": "containers[{}]",
    "the event": " event {} on ",
    "the argument": "{}",
}
KNOWN = (CONDITIONS, *(f"{sort} <name>" for sort in NAMED))


def mark_of(part: str) -> str:
    """Return the text that a line about a difference in the part has. Raises UsageError for an unknown part."""
    if part == CONDITIONS:
        return "conditions["
    sort, _, name = part.rpartition(" ")
    if sort not in NAMED or not name:
        raise UsageError(f"unknown part {part!r}; write {' or '.join(KNOWN)}")
    return NAMED[sort].format(name)


def problem(part: str) -> str | None:
    """Describe what is wrong with a cell, and how to correct it; return None for a part and for an empty cell."""
    try:
        if part:
            mark_of(part)
    except UsageError as error:
        return str(error)
    return None
