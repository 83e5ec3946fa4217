"""The Go types of built-in kinds as schemas: how their lists and maps merge, for managers of fields and applies."""

from __future__ import annotations

import functools

from ..objects import Manifest
from ..schema.structural import GoSchema
from . import go_types
from .go_types import Field, Type

_SCALARS: dict[str, Manifest] = {
    "string": {"type": "string"},
    "bytes": {"type": "string"},
    "bool": {"type": "boolean"},
    "int": {"type": "integer"},
    "int32": {"type": "integer"},
    "int64": {"type": "integer"},
    "float64": {"type": "number"},
    "either": {"x-kubernetes-int-or-string": True},
    "time": {"type": "string", "format": "date-time"},
    "micro": {"type": "string", "format": "date-time"},
    "duration": {"type": "string", "format": "duration"},
    "quantity": {"type": "string", "format": "quantity"},
    "json": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
}
_ANYTHING: Manifest = {"x-kubernetes-preserve-unknown-fields": True}


@functools.cache
def schema_of(root: str) -> GoSchema:
    """Return the schema of a kind, metadata aside."""
    fields = {name: _of_field(f) for name, f in go_types.fields(root).items() if name != "metadata"}
    return GoSchema({"type": "object", "properties": fields})


@functools.cache
def metadata() -> GoSchema:
    """Return the schema of the metadata of every kind, custom ones too."""
    return GoSchema(_of(Type("struct", "v1.ObjectMeta", struct="meta/v1.ObjectMeta")))


def _of_field(field: Field) -> Manifest:
    out = _of(field.type)
    kind, _, keys = field.merging.partition(":")
    if field.type.base == "list" and kind in ("set", "map"):
        out["x-kubernetes-list-type"] = kind
        out["x-kubernetes-list-map-keys"] = [key for key in keys.split("+") if key]
    elif field.type.base in ("map", "struct") and kind == "atomic":
        out["x-kubernetes-map-type"] = "atomic"
    if field.type.name == "v1.Protocol":
        out["default"] = "TCP"
    return out


def _of(kind: Type) -> Manifest:
    if kind.base == "struct":
        fields = {name: _of_field(f) for name, f in go_types.fields(kind.struct).items()}
        atomic = {"x-kubernetes-map-type": "atomic"} if go_types.is_atomic(kind.struct) else {}
        return {"type": "object", "properties": fields, **atomic}
    if kind.base == "list" and kind.of:
        return {"type": "array", "items": _of(kind.of)}
    if kind.base == "map" and kind.of:
        return {"type": "object", "additionalProperties": _of(kind.of)}
    return dict(_SCALARS.get(kind.base, _ANYTHING))
