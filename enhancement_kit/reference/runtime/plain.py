"""Copies of plain JSON values."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def clone(value: T) -> T:
    """A deep copy of dicts and lists; some times faster than `copy.deepcopy`, which knows other types too."""
    # most items are no containers: asking here saves a call for each of them
    if isinstance(value, dict):
        return {  # type: ignore[return-value]
            key: clone(item) if isinstance(item, (dict, list)) else item for key, item in value.items()
        }
    if isinstance(value, list):
        return [clone(item) if isinstance(item, (dict, list)) else item for item in value]  # type: ignore[return-value]
    return value
