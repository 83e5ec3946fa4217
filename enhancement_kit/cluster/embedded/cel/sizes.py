"""What a schema says about the types and sizes of its values, for the estimate of the cost of a rule."""

from __future__ import annotations

import math
from typing import Any

from ..schema.structural import ANYTHING, Schema
from .names import escape

UNLIMITED = 2**64 - 1
"""The largest number: costs and sizes end here instead of overflowing."""
REQUEST = 3 * 1024 * 1024
"""The size of the largest request in bytes: what has no limit of its own is limited by it."""
Type = Any
"""The name of a scalar or of a library's type, a Declared (an object), or a tuple: list, map or optional of types."""
_SCALARS = {"boolean": ("bool", 4), "number": ("double", 1), "integer": ("int", 1)}
_FORMATS = {"duration": ("duration", 32, 3), "date": ("timestamp", 12, 12), "date-time": ("timestamp", 32, 21)}
_QUOTES = 2


def plus(one: int, two: int) -> int:
    """Add without overflow."""
    return min(one + two, UNLIMITED)


def times(one: int, two: int) -> int:
    """Multiply without overflow."""
    return min(one * two, UNLIMITED)


def scaled(number: int, factor: float) -> int:
    """Multiply by a factor, rounded up, in the precision of the real server."""
    return min(math.ceil(float(number) * factor), UNLIMITED)


class Declared:
    """The type of a schema node with the largest number of its parts and the least bytes that it takes as JSON."""

    __slots__ = ("fields", "items", "keys", "least", "most", "type")

    def __init__(self, kind: Type, most: int, least: int) -> None:
        self.type: Type = self if kind is None else kind
        self.most = most
        self.least = least
        self.fields: dict[str, Declared] = {}
        self.items: Declared | None = None
        self.keys: Declared | None = None

    def step(self, name: str) -> Declared:
        """Return the type below: `@items`, `@values`, `@keys` or a field; NOWHERE where there is none."""
        if name in ("@items", "@values"):
            return self.items or NOWHERE
        if name == "@keys":
            return self.keys or NOWHERE
        return self.fields.get(name, NOWHERE)


NOWHERE = Declared("dyn", 0, 0)
_KEY = Declared("string", 0, _QUOTES)


Known = dict[int, Declared | None]
"""Types of schema nodes by identity, so that a node and those above it share one."""


def declared(schema: Schema, known: Known) -> Declared | None:
    """Return the type of a schema node; None where rules cannot see it."""
    mark = id(schema)
    if mark not in known:
        known[mark] = _declared(schema, known)
    return known[mark]


def _declared(schema: Schema, known: Known) -> Declared | None:
    if schema.int_or_string:
        return Declared("dyn", _characters(schema), 1)
    if schema.type == "array":
        return _list(schema, known)
    if schema.type == "object":
        if schema.additional is not None and schema.additional is not ANYTHING:
            return _map(schema, schema.additional, known)
        return _object(schema, known)
    if schema.type == "string":
        return _string(schema)
    if schema.type in _SCALARS:
        kind, least = _SCALARS[schema.type]
        return Declared(kind, 0, least)
    return None


def _list(schema: Schema, known: Known) -> Declared | None:
    items = declared(schema.items, known) if schema.items is not None else None
    if items is None:
        return None
    room = (REQUEST - 2) // (items.least + 1)
    out = Declared(("list", items.type), room if schema.max_items is None else max(schema.max_items, 0), 2)
    out.items = items
    return out


def _map(schema: Schema, values: Schema, known: Known) -> Declared | None:
    items = declared(values, known)
    if items is None:
        return None
    room = (REQUEST - 2) // (items.least + 6)
    most = room if schema.max_properties is None else max(schema.max_properties, 0)
    out = Declared(("map", "string", items.type), most, 2)
    out.items, out.keys = items, _KEY
    return out


def _object(schema: Schema, known: Known) -> Declared:
    out = Declared(None, 0, 2)
    for name, sub in schema.properties.items():
        field = declared(sub, known)
        if field is None:
            continue
        escaped = escape(name)
        if escaped is not None:
            out.fields[escaped] = field
        if name in schema.required and not sub.has_default:
            out.least += len(name.encode()) + field.least + 4
    if schema.embedded:
        _identity(schema, out)
    return out


def _identity(schema: Schema, out: Declared) -> None:
    """Add what every resource has. A schema of these fields counts only where it has all of them."""
    fields = schema.properties
    metadata = fields.get("metadata")
    named = metadata is not None and metadata.type == "object"
    strings = [fields.get("kind"), fields.get("apiVersion")]
    strings += [metadata.properties.get(k) for k in ("name", "generateName")] if metadata is not None else []
    if named and all(s is not None and s.type == "string" for s in strings):
        return
    for name in ("kind", "apiVersion", "metadata"):
        before = out.fields.get(name)
        field = Declared(None, 0, 2) if name == "metadata" else Declared("string", REQUEST - _QUOTES, _QUOTES)
        if name == "metadata":
            text = Declared("string", REQUEST - _QUOTES, _QUOTES)
            field.fields = {"name": text, "generateName": text}
        out.fields[name] = field
        if name in schema.required:
            out.least += field.least - before.least if before is not None else len(name) + field.least + 4


def _string(schema: Schema) -> Declared:
    if schema.format == "byte":
        most = REQUEST - _QUOTES if schema.max_length is None else max(schema.max_length, 0)
        return Declared("bytes", most, _QUOTES)
    if schema.format in _FORMATS:
        return Declared(*_FORMATS[schema.format])
    return Declared("string", _characters(schema), _QUOTES)


def _characters(schema: Schema) -> int:
    """Return the length of the longest string: four bytes for each character of `maxLength`."""
    if schema.max_length is not None:
        return max(schema.max_length, 0) * 4
    if schema.enum and not schema.int_or_string:
        return max(len(v.encode()) if isinstance(v, str) else 0 for v in schema.enum)
    return REQUEST - _QUOTES
