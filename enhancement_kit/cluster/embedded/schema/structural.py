"""A structural schema as a tree of nodes, read from `openAPIV3Schema`."""

from __future__ import annotations

from typing import Any

from ..objects import Manifest, mapping
from .formats import checked_format
from .numbers import as_stored

ROOT_FIELDS = frozenset({"apiVersion", "kind", "metadata"})


class Schema:
    """One node. Nested value validations (allOf and its kin) are nodes too."""

    __slots__ = (
        "additional",
        "all_of",
        "any_of",
        "checked_format",
        "default",
        "embedded",
        "enum",
        "exclusive_maximum",
        "exclusive_minimum",
        "format",
        "has_default",
        "int_or_string",
        "items",
        "list_keys",
        "list_type",
        "map_type",
        "max_items",
        "max_length",
        "max_properties",
        "maximum",
        "min_items",
        "min_length",
        "min_properties",
        "minimum",
        "multiple_of",
        "not_",
        "nullable",
        "one_of",
        "pattern",
        "preserve",
        "properties",
        "raw",
        "required",
        "rules",
        "type",
        "unique_items",
    )

    def __init__(self, raw: Manifest) -> None:
        get = raw.get
        self.raw = raw
        self.type: str = get("type") or ""
        self.format: str = get("format") or ""
        self.nullable: bool = get("nullable") is True
        self.int_or_string: bool = get("x-kubernetes-int-or-string") is True
        # two types count as none
        self.checked_format = checked_format("" if self.int_or_string else self.type, self.format)
        self.preserve: bool = get("x-kubernetes-preserve-unknown-fields") is True
        self.embedded: bool = get("x-kubernetes-embedded-resource") is True
        self.list_type: str = get("x-kubernetes-list-type") or ""
        self.list_keys: list[str] = get("x-kubernetes-list-map-keys") or []
        self.map_type: str = get("x-kubernetes-map-type") or ""
        self.properties: dict[str, Schema] = {k: type(self)(v) for k, v in mapping(get("properties")).items()}
        additional = get("additionalProperties")
        self.additional: Schema | None = (
            type(self)(additional) if isinstance(additional, dict) else ANYTHING if additional is True else None
        )
        items = get("items")
        self.items: Schema | None = type(self)(items) if isinstance(items, dict) else None
        self.has_default: bool = get("default") is not None
        self.default: Any = get("default")
        self.required: list[str] = get("required") or []
        enum = get("enum")
        self.enum: list[Any] | None = None if enum is None else [as_stored(entry) for entry in enum]
        self.pattern: str = get("pattern") or ""
        self.max_length: int | None = get("maxLength")
        self.min_length: int | None = get("minLength")
        self.max_items: int | None = get("maxItems")
        self.min_items: int | None = get("minItems")
        self.max_properties: int | None = get("maxProperties")
        self.min_properties: int | None = get("minProperties")
        self.maximum: float | None = get("maximum")
        self.minimum: float | None = get("minimum")
        self.exclusive_maximum: bool = get("exclusiveMaximum") is True
        self.exclusive_minimum: bool = get("exclusiveMinimum") is True
        self.multiple_of: float | None = get("multipleOf")
        self.unique_items: bool = get("uniqueItems") is True
        self.all_of: list[Schema] = [Schema(s) for s in get("allOf") or ()]
        self.any_of: list[Schema] = [Schema(s) for s in get("anyOf") or ()]
        self.one_of: list[Schema] = [Schema(s) for s in get("oneOf") or ()]
        negated = get("not")
        self.not_: Schema | None = Schema(negated) if isinstance(negated, dict) else None
        self.rules: list[Manifest] = get("x-kubernetes-validations") or []

    def child(self, key: str) -> Schema | None:
        """Return the schema of a property."""
        return self.properties.get(key, self.additional)


class GoSchema(Schema):
    """The schema of a Go type: only its types, and how its lists and maps merge."""

    __slots__ = ()


ANYTHING: Any = None
ANYTHING = Schema({"x-kubernetes-preserve-unknown-fields": True})


def list_key(schema: Schema, item: Any) -> tuple[Any, ...] | None:
    """Return the key of an item of a list of type map; None where the item is not an object."""
    if not isinstance(item, dict):
        return None
    return tuple(_hashable(item.get(key)) for key in schema.list_keys)


def _hashable(value: Any) -> Any:
    return (type(value).__name__, value) if not isinstance(value, (dict, list)) else repr(value)


def items_by_key(schema: Schema, items: Any) -> dict[tuple[Any, ...], Any]:
    """Return the items of a list of type map by their keys."""
    out: dict[tuple[Any, ...], Any] = {}
    for item in items if isinstance(items, list) else ():
        key = list_key(schema, item)
        if key is not None:
            out.setdefault(key, item)
    return out
