"""Optional values (cel-go's ext.OptionalTypes) where expressions are evaluated step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..schema.validation import same


class Optional:
    """A value, or none."""

    __slots__ = ("there", "value")

    def __init__(self, value: Any = None, *, there: bool = True) -> None:
        self.value, self.there = value, there

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Optional) and self.there is other.there and same(self.value, other.value)

    __hash__ = None  # type: ignore[assignment]


NONE = Optional(there=False)


def _non_zero(value: Any) -> Optional:
    return Optional(value) if value else NONE


def _value(of: Optional) -> Any:
    if not of.there:
        raise ValueError("optional.none() dereference")
    return of.value


FUNCTIONS: Mapping[str, Callable[..., Optional]] = {
    "optional.of": Optional,
    "optional.ofNonZeroValue": _non_zero,
    "optional.none": lambda: NONE,
}
METHODS: Mapping[str, Callable[..., Any]] = {
    "hasValue": lambda of: of.there,
    "value": _value,
    "orValue": lambda of, other: of.value if of.there else other,
    "or": lambda of, other: of if of.there else other,
}
MACROS = frozenset({"optMap", "optFlatMap"})
FOUND = frozenset({"validate", "format.named"})
"""Functions of the library that return nothing as an empty list."""


def found(value: Any) -> Optional:
    """Return what a function of the library has found."""
    return _non_zero(value)


def entry(of: Any, key: Any) -> Optional:
    """Return an entry of a map or a list, either of which may be optional."""
    if isinstance(of, Optional):
        return entry(of.value, key) if of.there else NONE
    if isinstance(of, list):
        return Optional(of[key]) if 0 <= key < len(of) else NONE
    return Optional(of[key]) if key in of else NONE
