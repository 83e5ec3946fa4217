"""What a patch has made of an object, printed as the real server prints it where the outcome cannot be read.

Go writes the fields of a struct in the order of its type. The library that applies a patch reads only the objects on
the way to what changes, and writes those by the names of their fields; custom resources are written so throughout.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .builtins import go_types
from .builtins.go_types import Type
from .objects import Manifest, mapping
from .resource import Resource

Touched = Any
"""A mapping for each object that a patch has read; anything else stands for a value that it has given."""
_UNTOUCHED = object()
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def printer(resource: Resource, touched: Touched, *, sorts: bool) -> Callable[[Any], str]:
    """Return what prints the outcome of a patch. `sorts`: also what the patch has given is written by names."""
    root = "" if resource.custom else go_types.root_of(resource.api_version, resource.kind)
    kind = Type("struct", resource.kind, struct=root) if root else None

    def printed(outcome: Any) -> str:
        text = json.dumps(_ordered(outcome, kind, touched, sorts), separators=(",", ":"), ensure_ascii=False)
        for character, escape in _ESCAPES.items():
            text = text.replace(character, escape)
        return text

    return printed


def touched_by(operations: Any) -> Manifest:
    """Return what a JSON patch reads on its way, for `printer`."""
    out: Manifest = {}
    for operation in operations if isinstance(operations, list) else ():
        step = mapping(operation)
        _touch(out, step.get("from"), given=False)
        _touch(out, step.get("path"), given=step.get("op") in ("add", "replace"))
    return out


def _touch(tree: Any, path: Any, *, given: bool) -> None:
    steps = [step.replace("~1", "/").replace("~0", "~") for step in str(path or "").split("/")[1:]]
    for step in steps[:-1]:
        tree = tree.setdefault(step, {})
        if not isinstance(tree, dict):
            # a value that was given before is read now
            return
    if steps and given:
        tree[steps[-1]] = True


def _ordered(value: Any, kind: Type | None, touched: Touched, sorts: bool) -> Any:
    if isinstance(value, dict):
        fields = go_types.fields(kind.struct) if kind is not None and kind.base == "struct" else {}
        read = isinstance(touched, dict)
        given = not read and touched is not _UNTOUCHED
        if read or (given and sorts) or not fields:
            names = list(value) if given and not sorts else sorted(value)
        else:
            names = list(value) if given else sorted(value, key=_by_type(fields))
        return {n: _ordered(value[n], _type_in(kind, fields, n), _below(touched, n, sorts), sorts) for n in names}
    if isinstance(value, list):
        item = kind.of if kind is not None and kind.base == "list" else None
        return [_ordered(v, item, _below(touched, str(i), sorts), sorts) for i, v in enumerate(value)]
    return value


def _below(touched: Touched, name: str, sorts: bool) -> Touched:
    if isinstance(touched, dict):
        return touched.get(name, _UNTOUCHED)
    return touched if touched is _UNTOUCHED or not sorts else True


def _type_in(kind: Type | None, fields: dict[str, go_types.Field], name: str) -> Type | None:
    if name in fields:
        return fields[name].type
    return kind.of if kind is not None and kind.base == "map" else None


def _by_type(fields: dict[str, go_types.Field]) -> Callable[[str], tuple[int, str]]:
    places = {name: n for n, name in enumerate(("kind", "apiVersion", *fields))}
    return lambda name: (places.get(name, len(places)), name)
