"""JSON values as rules see them: escaped names, bytes and numbers by schema, nothing that the schema does not know."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from cel_expr_python import cel

from ..schema.structural import ROOT_FIELDS, Schema, items_by_key, list_key
from .names import escape

Converter = Callable[[Any], Any]
_T = cel.Type
_UNIT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h|d|w)")
_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1, "m": _MINUTE, "h": _HOUR}
_SECONDS |= {"d": _DAY, "w": 7 * _DAY}


def declared(schema: Schema, *, top: bool = True) -> tuple[str, Any]:
    """Return the engine's type for a schema, and a text that identifies it.

    Formats count at the top only: the engine refuses times inside maps.
    """
    if schema.int_or_string or not schema.type:
        return "dyn", _T.DYN
    if schema.type == "string":
        if top and schema.format in ("date", "date-time"):
            return "timestamp", _T.TIMESTAMP
        if top and schema.format == "duration":
            return "duration", _T.DURATION
        return ("bytes", _T.BYTES) if schema.format == "byte" else ("string", _T.STRING)
    if schema.type == "array":
        name, kind = declared(schema.items, top=False) if schema.items else ("dyn", _T.DYN)
        return f"list({name})", _T.List(kind)
    if schema.type == "object":
        if schema.additional is not None and not schema.properties and not schema.embedded:
            name, kind = declared(schema.additional, top=False)
            return f"map({name})", _T.Map(_T.STRING, kind)
        return "object", _T.Map(_T.STRING, _T.DYN)
    return {"integer": ("int", _T.INT), "number": ("double", _T.DOUBLE), "boolean": ("bool", _T.BOOL)}[schema.type]


def _identity(value: Any) -> Any:
    return value


def converter(schema: Schema, *, top: bool = True) -> Converter:
    """Return a function that converts a JSON value to the value that rules see."""
    if schema.int_or_string:
        return _identity
    if schema.type == "string":
        if schema.format == "byte":
            return lambda v: base64.b64decode(v) if isinstance(v, str) else v
        if top and schema.format in ("date", "date-time"):
            return lambda v: (
                datetime.fromisoformat(v if "T" in v else v + "T00:00:00+00:00") if isinstance(v, str) else v
            )
        if top and schema.format == "duration":
            return _duration
        return _identity
    if schema.type == "number":
        return lambda v: float(v) if isinstance(v, int) and not isinstance(v, bool) else v
    if schema.type == "integer":
        return lambda v: int(v) if isinstance(v, float) else v
    if schema.type == "array":
        item = converter(schema.items, top=False) if schema.items else _identity
        if item is _identity:
            return _identity
        return lambda v: [item(i) for i in v] if isinstance(v, list) else v
    if schema.type == "object":
        return _object(schema)
    return _identity


def _object(schema: Schema) -> Converter:
    if schema.additional is not None and not schema.properties and not schema.embedded:
        item = converter(schema.additional, top=False)
        if item is _identity:
            return _identity
        return lambda v: {k: item(i) for k, i in v.items()} if isinstance(v, dict) else v
    fields: dict[str, tuple[str, Converter]] = {}
    for name, sub in schema.properties.items():
        escaped = escape(name)
        if escaped is not None and (sub.type or sub.int_or_string):
            fields[name] = (escaped, converter(sub, top=False))
    embedded = schema.embedded
    if embedded:
        for name in ROOT_FIELDS:
            fields[name] = (name, _metadata if name == "metadata" else _identity)
    plain = all(name == escaped and run is _identity for name, (escaped, run) in fields.items())
    nullable = any(sub.nullable for sub in schema.properties.values())
    if plain and not nullable and not schema.preserve and len(fields) == len(schema.properties):
        return _identity

    def convert(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        out: dict[str, Any] = {}
        for key, item in value.items():
            found = fields.get(key)
            # `has` is false for a null in a nullable field
            if found is not None and item is not None:
                out[found[0]] = found[1](item)
        return out

    return convert


def _metadata(value: Any) -> Any:
    return {k: v for k, v in value.items() if k in ("name", "generateName")} if isinstance(value, dict) else value


def _time(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return datetime.fromisoformat(value if "T" in value else value + "T00:00:00+00:00")


def _duration(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    total = sum(float(n) * _SECONDS[unit] for n, unit in _UNIT.findall(value))
    return timedelta(seconds=-total if value.startswith("-") else total)


def needs_aligning(schema: Schema | None) -> bool:
    """Return whether some list below compares without order."""
    if schema is None:
        return False
    if schema.list_type in ("set", "map"):
        return True
    below = [*schema.properties.values(), schema.additional, schema.items]
    return any(needs_aligning(s) for s in below if s is not None and s is not schema)


def aligned(old: Any, new: Any, schema: Schema | None) -> Any:
    """Return the old value with items of unordered lists in the order of the new one, so that `==` ignores order."""
    if schema is None:
        return old
    if isinstance(old, dict) and isinstance(new, dict):
        return {k: aligned(v, new[k], schema.child(k)) if k in new else v for k, v in old.items()}
    if isinstance(old, list) and isinstance(new, list):
        if schema.list_type == "map":
            by_key = items_by_key(schema, old)
            order = [list_key(schema, item) for item in new]
            first = [aligned(by_key[k], new[i], schema.items) for i, k in enumerate(order) if k in by_key]
            return first + [item for item in old if list_key(schema, item) not in order]
        if schema.list_type == "set":
            return [item for item in new if item in old] + [item for item in old if item not in new]
    return old
