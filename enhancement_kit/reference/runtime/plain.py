"""Copies of plain JSON values."""

from __future__ import annotations

import marshal
from typing import TypeVar

T = TypeVar("T")
_WITHOUT_REFERENCES = 2
"""The version of marshal's notation that writes what occurs twice twice, so that nothing in a copy is shared."""


def clone(value: T) -> T:
    """Copy dicts and lists deeply; a hundred times faster than `copy.deepcopy`, which knows other types too."""
    if not isinstance(value, (dict, list)):
        return value
    try:
        return marshal.loads(marshal.dumps(value, _WITHOUT_REFERENCES))  # type: ignore[no-any-return]
    except ValueError:
        # it contains a value that is not JSON, for example an enumeration: that one is kept as it is
        return _copied(value)


def _copied(value: T) -> T:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}  # type: ignore[return-value]
    if isinstance(value, list):
        return [_copied(item) for item in value]  # type: ignore[return-value]
    return value
