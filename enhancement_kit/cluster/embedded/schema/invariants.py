"""Checks beyond JSON schema: no duplicates in lists of type set and map, embedded resources are resources."""

from __future__ import annotations

import json
from typing import Any

from .. import objectmeta
from ..fielderrors import FieldError, child, duplicate, invalid, required
from ..names import is_label_1035
from .structural import Schema, list_key


def has_list_types(schema: Schema | None) -> bool:
    """Return whether there is anything to check below a node."""
    if schema is None:
        return False
    if schema.list_type in ("set", "map"):
        return True
    below = [*schema.properties.values(), schema.additional, schema.items]
    return any(has_list_types(s) for s in below if s is not None and s is not schema)


def duplicates(value: Any, schema: Schema | None, path: str = "") -> list[FieldError]:
    """Return items that occur twice in lists of type set or map (apiextensions pkg/apiserver/schema/listtype)."""
    errors: list[FieldError] = []
    _duplicates(value, schema, path, errors)
    return errors


def _duplicates(value: Any, schema: Schema | None, path: str, errors: list[FieldError]) -> None:
    if schema is None:
        return
    if type(value) is dict:
        for key, item in value.items():
            if type(item) in (dict, list):
                named = key in schema.properties
                sub = schema.properties.get(key, schema.additional)
                _duplicates(item, sub, child(path, key) if named else f"{path}[{key}]", errors)
    elif type(value) is list:
        if schema.list_type in ("set", "map"):
            odd = next((i for i, item in enumerate(value) if not isinstance(item, dict | None)), None)
            if odd is not None and schema.list_type == "map":
                # no further errors of this list are reported
                errors.append(invalid(f"{path}[{odd}]", value[odd], "must be an object for an array of list-type map"))
                return
            seen: dict[Any, int] = {}
            for i, item in enumerate(value):
                # a null counts as an item without keys
                item = item or {} if schema.list_type == "map" else item
                identity = list_key(schema, item) if schema.list_type == "map" else json.dumps(item, sort_keys=True)
                # of several doubles only the first is told
                seen[identity] = seen.get(identity, 0) + 1
                if seen[identity] == 2:
                    shown = item
                    if schema.list_type == "map":
                        shown = {k: item[k] for k in schema.list_keys if k in item}
                    errors.append(duplicate(f"{path}[{i}]", shown))
        for i, item in enumerate(value):
            if type(item) in (dict, list):
                _duplicates(item, schema.items, f"{path}[{i}]", errors)


def has_embedded(schema: Schema | None) -> bool:
    """Return whether some node holds whole resources."""
    if schema is None:
        return False
    below = [*schema.properties.values(), schema.additional, schema.items]
    return schema.embedded or any(has_embedded(s) for s in below if s is not None and s is not schema)


def embedded(value: Any, schema: Schema | None, path: str = "", *, root: bool = False) -> list[FieldError]:
    """Check that embedded resources have apiVersion, kind and valid metadata (pkg/apiserver/schema/objectmeta).

    `root`: the value itself may be one; an object of the API is checked elsewhere.
    """
    errors: list[FieldError] = []
    if schema is None:
        return errors
    if isinstance(value, dict):
        if schema.embedded and (path or root):
            errors += _resource(value, path)
        for key, item in value.items():
            sub = schema.child(key)
            if sub is not None and isinstance(item, (dict, list)):
                errors += embedded(item, sub, child(path, key) if key in schema.properties else f"{path}[{key}]")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            errors += embedded(item, schema.items, f"{path}[{i}]")
    return errors


def _resource(value: dict[str, Any], path: str) -> list[FieldError]:
    errors = [required(child(path, name)) for name in ("apiVersion", "kind") if name not in value]
    version, kind = value.get("apiVersion"), value.get("kind")
    errors += [
        invalid(child(path, name), "", "must not be empty") for name in ("apiVersion", "kind") if value.get(name) == ""
    ]
    if isinstance(version, str) and version.count("/") > 1:
        errors.append(invalid(child(path, "apiVersion"), version, f"unexpected GroupVersion string: {version}"))
    if isinstance(kind, str) and kind and (wrong := is_label_1035(kind.lower())):
        text = "may have mixed case, but should otherwise match: " + ",".join(wrong)
        errors.append(invalid(child(path, "kind"), kind, text))
    meta = value.get("metadata")
    if isinstance(meta, dict):
        errors += objectmeta.validate_embedded(meta, child(path, "metadata"))
    return errors


def coerce_embedded(value: Any, schema: Schema | None, path: str, unknown: list[str]) -> None:
    """Convert the metadata of embedded resources to ObjectMeta, without unknown fields.

    Raises BadMetadata where that cannot be done.
    """
    if schema is None:
        return
    if isinstance(value, dict):
        if schema.embedded and path:
            for name in ("apiVersion", "kind"):
                if not isinstance(value.get(name, ""), str):
                    wrong = invalid(child(path, name), value[name], "must be a string")
                    raise objectmeta.BadMetadata(wrong.text())
        if schema.embedded and path and "metadata" in value:
            at = child(path, "metadata")
            try:
                value["metadata"], strange = objectmeta.coerce(value["metadata"], at)
            except objectmeta.BadMetadata as e:
                raise objectmeta.BadMetadata(invalid(at, value["metadata"], str(e)).text()) from None
            unknown += strange
        for key, item in value.items():
            if isinstance(item, (dict, list)):
                at = child(path, key) if key in schema.properties else f"{path}[{key}]"
                coerce_embedded(item, schema.child(key), at, unknown)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            coerce_embedded(item, schema.items, f"{path}[{i}]", unknown)
