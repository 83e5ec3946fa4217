"""Why a value cannot become a Go type by the converter that strategic patches and server-side apply use.

It has other errors than the JSON decoder (apimachinery pkg/runtime/converter.go): they name types, not fields.
"""

from __future__ import annotations

from typing import Any

from ..fielderrors import go_type
from . import go_types
from .go_types import Type, Unreadable

_INTEGERS = frozenset({"int", "int32", "int64"})
_OWN_READERS = frozenset({"time", "micro", "quantity", "either", "raw", "json", "duration"})
"""Types that read JSON themselves, with the decoder's errors."""
_KINDS = {"map[string]interface {}": "map", "[]interface {}": "slice"}


def misfit(value: Any, root: str) -> str:
    """Return why an object cannot become its Go type, for the first field of the type that is wrong; else nothing."""
    if not root:
        return ""
    for name in ("kind", "apiVersion"):
        if name in value and (why := _misfit(value[name], Type("string", "string"))):
            return why
    return _struct(value, root)


def _struct(value: Any, struct: str) -> str:
    if not isinstance(value, dict):
        return f"cannot restore struct from: {_kind(value)}"
    for name, field in go_types.fields(struct).items():
        if name in value and (why := _misfit(value[name], field.type)):
            return why
    return ""


def _misfit(value: Any, kind: Type) -> str:
    if value is None:
        return ""
    base = kind.base
    if base in _OWN_READERS:
        return _read(value, kind)
    if base == "struct":
        return _struct(value, kind.struct)
    if base == "bytes":
        return _read(value, kind) if isinstance(value, str) else _listed(value, None)
    if base == "list":
        return _listed(value, kind.of)
    if base == "map":
        if not isinstance(value, dict):
            return f"cannot restore map from {_kind(value)}"
        return next((why for item in value.values() if kind.of and (why := _misfit(item, kind.of))), "")
    return _scalar(value, kind)


def _listed(value: Any, of: Type | None) -> str:
    if not isinstance(value, list):
        return f"cannot restore slice from {_kind(value)}"
    return next((why for item in value if of is not None and (why := _misfit(item, of))), "")


def _scalar(value: Any, kind: Type) -> str:
    base, source = kind.base, _kind(value)
    if base == source or (base in _INTEGERS and source == "int64") or (base == "float64" and source == "int64"):
        return ""
    if base in _INTEGERS and isinstance(value, float):
        return "" if value.is_integer() else f"cannot convert float64 to {kind.name}"
    if (source, base) == ("int64", "string"):
        # Go could make a character of a number, and so says that it will not
        return f"cannot convert int64 to {kind.name}"
    return f"unrecognized type: {base}"


def _read(value: Any, kind: Type) -> str:
    reader = go_types.Reader("", "")
    try:
        reader.value(value, kind, "", "", "")
    except Unreadable as e:
        return f"error decoding from json: {e.why}" if kind.base == "bytes" else e.why
    return ""


def _kind(value: Any) -> str:
    """Return Go's kind of a value."""
    name = go_type(value)
    return _KINDS.get(name, name)
