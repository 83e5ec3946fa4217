"""Pruning and defaulting (apiextensions pkg/apiserver/schema: pruning, defaulting), in place."""

from __future__ import annotations

from typing import Any

from ..objects import Manifest, clone
from .structural import ANYTHING, ROOT_FIELDS, Schema


def shape(obj: Manifest, schema: Schema, *, keep_nulls: bool = False) -> list[str]:
    """Prepare an object for storage: nulls, defaults, unknown fields. Returns the paths that were dropped.

    The order is kube-apiserver's: nulls that may not be and have no default go, defaults come, unknown fields go.
    What is applied keeps its nulls (`keep_nulls`), to be refused as such.
    """
    if not keep_nulls:
        prune_nulls(obj, schema)
    apply_defaults(obj, schema)
    unknown: list[str] = []
    prune(obj, schema, "", unknown, root=True)
    if not keep_nulls:
        prune_nulls(obj, schema)
    return unknown


def prune_nulls(value: Any, schema: Schema | None) -> None:
    """Drop null properties that are neither nullable nor defaulted."""
    if schema is None:
        return
    if type(value) is dict:
        doomed = []
        for key, item in value.items():
            sub = schema.child(key)
            if sub is None:
                continue
            if item is None:
                if not sub.nullable and not sub.has_default:
                    doomed.append(key)
            elif type(item) in (dict, list):
                prune_nulls(item, sub)
        for key in doomed:
            del value[key]
    elif type(value) is list and schema.items is not None:
        for item in value:
            prune_nulls(item, schema.items)


def apply_defaults(value: Any, schema: Schema | None) -> None:
    """Fill in the defaults of missing fields, and of null fields that are not nullable."""
    if schema is None:
        return
    if type(value) is dict:
        for key, sub in schema.properties.items():
            if sub.has_default and (key not in value or (value[key] is None and not sub.nullable)):
                value[key] = clone(sub.default)
        for key, item in value.items():
            found = schema.child(key)
            if found is not None:
                if item is None and found.has_default and not found.nullable:
                    value[key] = item = clone(found.default)
                if type(item) in (dict, list):
                    apply_defaults(item, found)
    elif type(value) is list and schema.items is not None:
        items = schema.items
        for i, item in enumerate(value):
            if item is None and items.has_default and not items.nullable:
                value[i] = item = clone(items.default)
            apply_defaults(item, items)


def prune(
    value: Any, schema: Schema | None, path: str, unknown: list[str], *, root: bool = False, keeps: bool = False
) -> None:
    """Drop the fields that the schema does not know; `keeps`: the value is in a list that preserves them."""
    if type(value) is dict:
        resource = root or (schema is not None and schema.embedded)
        keeps = keeps or (schema is not None and schema.preserve)
        doomed = []
        for key, item in value.items():
            if resource and key in ROOT_FIELDS:
                continue
            sub = schema.child(key) if schema is not None else None
            if sub is not None:
                if type(item) in (dict, list):
                    # what `additionalProperties: true` admits has no schema
                    prune(item, None if sub is ANYTHING else sub, f"{path}.{key}" if path else key, unknown)
            elif not keeps:
                doomed.append(key)
        for key in doomed:
            unknown.append(f"{path}.{key}" if path else key)
            del value[key]
    elif type(value) is list:
        items = schema.items if schema is not None else None
        keeps = keeps or (schema is not None and schema.preserve)
        if items is None and keeps:
            return
        for i, item in enumerate(value):
            if type(item) in (dict, list):
                prune(item, items, f"{path}[{i}]", unknown, keeps=keeps)
