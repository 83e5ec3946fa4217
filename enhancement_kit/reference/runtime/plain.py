"""Copies of plain JSON values."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def clone(value: T) -> T:
    """A deep copy of dicts and lists; some times faster than `copy.deepcopy`, which knows other types too."""
    if isinstance(value, dict):
        return {key: clone(item) for key, item in value.items()}  # type: ignore[return-value]
    if isinstance(value, list):
        return [clone(item) for item in value]  # type: ignore[return-value]
    return value
