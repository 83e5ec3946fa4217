"""The Go types of built-in kinds, read from the models of the official client: which fields exist and of which type."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any

from kubernetes.client import models

from ..gojson import name_of
from ..objects import Manifest, compact
from ..status import ApiError, bad_request
from . import go_types

_SCHEMA = "V1JSONSchemaProps"
_EITHER = {"items": "", "additionalProperties": "boolean or JSON schema expected", "dependencies": ""}
_EITHER["additionalItems"] = _EITHER["additionalProperties"]
"""Fields of schemas whose Go types read JSON themselves, with what they say of a value that is no schema."""
_SCALARS = {"str": "string", "int": "int32", "bool": "bool", "float": "float64", "datetime": "Time"}


@dataclass(frozen=True)
class Shape:
    """A type: a scalar, a list or map of something, a struct, or anything at all (empty)."""

    name: str = ""
    scalar: str = ""
    items: Shape | None = None
    values: Shape | None = None
    model: str = ""


@functools.cache
def shape(text: str) -> Shape:
    """Parse a type as the client's models write it: `int`, `List[V1Port]`, `Dict[str, str]` (or `dict(str, str)`)."""
    if text in _SCALARS:
        return Shape(scalar=_SCALARS[text])
    if found := re.fullmatch(r"[lL]ist\[(.*)\]", text):
        return Shape(items=shape(found[1]))
    if found := re.fullmatch(r"[dD]ict[(\[]str, (.*)[)\]]", text):
        return Shape(values=shape(found[1]))
    return Shape(model=text) if hasattr(models, text) else Shape()


@functools.cache
def fields(model: str) -> dict[str, Shape]:
    """Return the JSON fields of a struct."""
    cls = getattr(models, model)
    return {cls.attribute_map[name]: shape(kind) for name, kind in cls.openapi_types.items()}


def description(model: str, field: str = "") -> str:
    """Return the description of a struct, or of one of its JSON fields, from the client's models."""
    cls = getattr(models, model)
    if not field:
        return (cls.__doc__ or "").partition("Attributes:")[0].strip()
    name = next((n for n, json_name in cls.attribute_map.items() if json_name == field), "")
    return str(cls.model_fields[name].description or "") if name in cls.model_fields else ""


def required(model: str) -> list[str]:
    """Return the JSON fields that a struct must have."""
    cls = getattr(models, model)
    return sorted(
        cls.attribute_map[n] for n, f in cls.model_fields.items() if f.is_required() and n in cls.attribute_map
    )


def knows(version: str, kind: str) -> bool:
    """Return whether there is a built-in kind of this name and version."""
    return hasattr(models, version.capitalize() + kind) or hasattr(models, "Core" + version.capitalize() + kind)


def go_name(model: str) -> str:
    """Return the Go name of a struct: `v1.ServicePort`."""
    found = re.fullmatch(r"(?:[A-Z][a-z]+)?(V\d+(?:(?:alpha|beta)\d+)?)(.*)", model)
    return f"{found[1].lower()}.{found[2]}" if found else model


def _go_type(wanted: Shape) -> str:
    if wanted.model:
        return go_name(wanted.model)
    return wanted.scalar or "v1.JSON"


def _fits(value: Any, scalar: str) -> bool:
    if scalar == "bool":
        return isinstance(value, bool)
    if scalar in ("int32", "int64"):
        most = 1 << (31 if scalar == "int32" else 63)
        return isinstance(value, int) and not isinstance(value, bool) and -most <= value < most
    if scalar == "float64":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, str)


class _Reader:
    def __init__(self, kind: str, version: str) -> None:
        self.kind = kind
        self.version = version
        self.unknown: list[str] = []

    def read(self, value: Any, wanted: Shape, path: str, struct: str) -> Any:
        if value is None:
            return None
        if wanted.model:
            self.expect(isinstance(value, dict), value, path, struct, _go_type(wanted))
            return self.struct(value, wanted.model, path)
        if wanted.items:
            self.expect(isinstance(value, list), value, path, struct, "[]" + _go_type(wanted.items))
            items = wanted.items
            # Go reads a null as the zero value
            zero: Any = {} if items.model else "" if items.scalar == "string" else None
            return [zero if v is None else self.read(v, items, f"{path}[{i}]", struct) for i, v in enumerate(value)]
        if wanted.values:
            self.expect(isinstance(value, dict), value, path, struct, "map[string]" + _go_type(wanted.values))
            values = wanted.values
            # Go reads a null as the zero value of the map's type, and its errors do not name keys
            empty = "" if values.scalar == "string" else None
            read = {k: empty if v is None else self.read(v, values, path, struct) for k, v in value.items()}
            return {k: v for k, v in read.items() if v is not None}
        if wanted.scalar:
            scalar = "int64" if wanted.scalar == "int32" and struct == _SCHEMA[2:] else wanted.scalar
            self.expect(_fits(value, scalar), value, path, struct, scalar)
        return value

    def either(self, name: str, value: Any) -> Any:
        """Read a field of a schema that is a schema or something else. Raises ApiError 400."""
        # the type reads its value as a document of its own, and says nothing of unknown fields
        inner = _Reader(self.kind, self.version)
        if name == "dependencies" and isinstance(value, dict):
            return {key: inner.schema(item) if isinstance(item, dict) else item for key, item in value.items()}
        if name == "items" and isinstance(value, list):
            return [{} if item is None else inner.schema(item) for item in value]
        if isinstance(value, dict):
            return inner.schema(value)
        if _EITHER[name] and not isinstance(value, bool):
            raise self._refused(_EITHER[name])
        return value

    def schema(self, value: Any) -> Manifest:
        """Read a schema that is a document of its own. Raises ApiError 400."""
        if not isinstance(value, dict):
            raise self._refused(f"json: cannot unmarshal {name_of(value)} into Go value of type {go_name(_SCHEMA)}")
        return self.struct(value, _SCHEMA, "")

    def struct(self, value: Manifest, model: str, path: str) -> Manifest:
        known = fields(model)
        out: Manifest = {}
        for key, item in value.items():
            at = f"{path}.{key}" if path else key
            if key not in known:
                self.unknown.append(at)
            elif item is not None:
                special = model == _SCHEMA and key in _EITHER
                out[key] = self.either(key, item) if special else self.read(item, known[key], at, model[2:])
        return out

    def expect(self, fits: bool, value: Any, path: str, struct: str, go_type: str) -> None:
        if not fits:
            plain = re.sub(r"\[[0-9]+\]", "", path)
            number = go_type.startswith("int") and isinstance(value, int | float) and not isinstance(value, bool)
            found = f"number {compact(value).decode()}" if number else name_of(value)
            raise self._refused(
                f"json: cannot unmarshal {found} into Go struct field {struct}.{plain} of type {go_type}"
            )

    def _refused(self, why: str) -> ApiError:
        return bad_request(f'{self.kind} in version "{self.version}" cannot be handled as a {self.kind}: {why}')


def decode(obj: Manifest, model: str) -> tuple[Manifest, list[str]]:
    """Return an object reduced to the fields of its Go type, and the paths that were dropped.

    Metadata is left as it is. Raises ApiError 400 where a value has the wrong JSON type.
    """
    if root := go_types.root_of(obj["apiVersion"], obj["kind"]):
        return go_types.read(obj, root)
    reader = _Reader(obj["kind"], obj["apiVersion"].rpartition("/")[2])
    rest = {k: v for k, v in obj.items() if k not in ("apiVersion", "kind", "metadata")}
    out = {"apiVersion": obj["apiVersion"], "kind": obj["kind"], "metadata": obj["metadata"]}
    out.update(reader.struct(rest, model, ""))
    return out, reader.unknown
