"""The functions of cel-go's list library (ext: lists, version 3), but for `first` and `last`."""

from __future__ import annotations

from typing import Any

from .tagged import INT, LIST, Row, T

SORTED = "kubernetes_sorted"
"""A list in the order of keys, in place of the macro `sortBy`."""


def plain(items: list[Any]) -> list[Any]:
    """Return the items of a list that comes from the engine."""
    return [i.plain_value() if hasattr(i, "plain_value") else i for i in items]


def _distinct(items: list[Any]) -> list[Any]:
    out: list[Any] = []
    for item in plain(items):
        if item not in out:
            out.append(item)
    return out


def _flatten(items: list[Any], depth: int = 1) -> list[Any]:
    if depth < 0:
        raise ValueError("level must be non-negative")
    out: list[Any] = []
    for item in plain(items):
        if isinstance(item, list) and depth > 0:
            out += _flatten(item, depth - 1)
        else:
            out.append(item)
    return out


def _slice(items: list[Any], start: int, end: int) -> list[Any]:
    what = f"cannot slice({start}, {end}), "
    if start < 0 or end < 0:
        raise ValueError(f"{what}negative indexes not supported")
    if start > end:
        raise ValueError(f"{what}start index must be less than or equal to end index")
    if end > len(items):
        raise ValueError(f"{what}list is length {len(items)}")
    return plain(items)[start:end]


def _sorted(items: list[Any], keys: list[Any]) -> list[Any]:
    values, order = plain(items), plain(keys)
    if any(isinstance(key, list | dict) or key is None for key in order[:1]):
        raise ValueError("list elements must be comparable")
    if len({type(key) for key in order}) > 1:
        raise ValueError("list elements must have the same type")
    return [values[i] for i in sorted(range(len(values)), key=order.__getitem__)]


LISTS: list[Row] = [
    ("distinct", True, LIST, [LIST], _distinct),
    ("flatten", True, LIST, [LIST], _flatten),
    ("flatten", True, LIST, [LIST, INT], _flatten),
    ("lists.range", False, T.List(INT), [INT], lambda count: list(range(count))),
    ("reverse", True, LIST, [LIST], lambda items: plain(items)[::-1]),
    ("slice", True, LIST, [LIST, INT, INT], _slice),
    ("sort", True, LIST, [LIST], lambda items: _sorted(items, items)),
]
SORTING: list[Row] = [(SORTED, False, LIST, [LIST, LIST], _sorted)]
