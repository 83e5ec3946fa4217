"""Keys that a YAML or JSON document has twice, with their lines, as the server's YAML library reports them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import yaml

from .status import bad_request

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def doubled_keys(body: bytes) -> list[str]:
    """Return a text for each key that an object has again; nothing where the body cannot be read."""
    try:
        if not _json_doubles(body):
            return []
    except ValueError:
        # not JSON, so YAML
        pass
    try:
        root = yaml.compose(body, Loader=_LOADER)
    except (yaml.YAMLError, RecursionError):
        return []
    return list(_doubled(root, set())) if root is not None else []


def doubled_in_apply(body: bytes, validation: str) -> list[str]:
    """Return the warnings about an apply configuration. Raises ApiError 400 where validation is Strict."""
    found = doubled_keys(body) if validation != "Ignore" else []
    if found and validation == "Strict":
        lines = "".join(f"\n  {line}" for line in found)
        raise bad_request(f"error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:{lines}")
    return found


def _json_doubles(body: bytes) -> bool:
    found = False

    def look(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal found
        out = dict(pairs)
        found = found or len(out) < len(pairs)
        return out

    json.loads(body, object_pairs_hook=look)
    return found


def _doubled(node: yaml.Node, seen: set[int]) -> Iterator[str]:
    # an alias leads to a node that was looked at before
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        keys = set()
        for key, value in node.value:
            yield from _doubled(value, seen)
            if key.value in keys:
                yield f"line {value.start_mark.line + 1}: key {json.dumps(key.value)} already set in map"
            keys.add(key.value)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _doubled(item, seen)
