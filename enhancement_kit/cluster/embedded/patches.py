"""The patch formats: JSON patch, JSON merge patch, strategic merge patch."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from . import jsonpatches, limits, outcomes
from .fielderrors import go_plain
from .gojson import name_of
from .objects import Manifest, clone, compact, mapping
from .resource import Resource
from .status import ApiError, bad_request, too_large

JSON = "application/json-patch+json"
MERGE = "application/merge-patch+json"
STRATEGIC = "application/strategic-merge-patch+json"
APPLY = "application/apply-patch+yaml"
MEDIA = frozenset({JSON, MERGE, STRATEGIC, APPLY})

# `patchMergeKey` of the Go types, by the name of the list; lists not named here are replaced as a whole.
_MERGE_KEYS: dict[str, str] = {
    "containers": "name",
    "initContainers": "name",
    "ephemeralContainers": "name",
    "env": "name",
    "volumes": "name",
    "volumeMounts": "mountPath",
    "volumeDevices": "devicePath",
    "imagePullSecrets": "name",
    "hostAliases": "ip",
    "topologySpreadConstraints": "topologyKey",
    "resourceClaims": "name",
    "secrets": "name",
    "conditions": "type",
    "ownerReferences": "uid",
    "addresses": "type",
    "podIPs": "ip",
}
_PRIMITIVE = frozenset({"finalizers"})
_LISTS = {
    "$retainKeys": "retainKeys",
    "$deleteFromPrimitiveList": "primitive list",
    "$setElementOrder": "setElementOrder list",
}
"""Directives that are lists, as errors name them (apimachinery pkg/util/mergepatch)."""


def printer(media: str, resource: Resource, patch: Any) -> Callable[[Any], str]:
    """Return what prints the outcome of a patch where that cannot be read; of a strategic one the patch itself."""
    if media == STRATEGIC:
        return lambda _: go_plain(patch)
    if media == JSON:
        return outcomes.printer(resource, outcomes.touched_by(patch), sorts=False)
    return outcomes.printer(resource, patch, sorts=True)


def json_patch(target: Manifest, operations: Any) -> Manifest:
    """Apply RFC 6902.

    Raises ApiError 400 where the patch cannot be read, 413 where it is too long, 422 where it cannot be applied.
    """
    why = jsonpatches.undecodable(operations)
    if why:
        raise _undecodable(why)
    if len(operations) > limits.PATCH_OPERATIONS:
        allowed = f"The allowed maximum operations in a JSON patch is {limits.PATCH_OPERATIONS}"
        raise too_large(f"{allowed}, got {len(operations)}")
    try:
        return mapping(jsonpatches.apply(target, operations))
    except jsonpatches.NotApplicable:
        message = "the server rejected our request due to an error in our request"
        raise ApiError(422, "Invalid", message, {}) from None


def _undecodable(why: str) -> ApiError:
    return bad_request(f"error decoding patch: {why}")


def merge_patch(target: Any, patch: Any) -> Any:
    """Apply RFC 7396: null deletes, objects merge, the rest replaces; as in Go objects in lists lose nulls too."""
    if isinstance(patch, list):
        if isinstance(target, dict):
            # a list that replaces an object keeps its nulls
            return clone(patch)
        return [None if item is None else merge_patch(None, item) for item in patch]
    if not isinstance(patch, dict):
        return patch
    out = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        else:
            out[key] = merge_patch(out.get(key), value)
    return out


def object_patch(target: Manifest, patch: Any) -> Manifest:
    """Apply a merge patch to a whole object. Raises ApiError 400 where the patch is not an object."""
    if not isinstance(patch, dict):
        raise _undecodable(f"json: cannot unmarshal {name_of(patch)} into Go value of type map[string]interface {{}}")
    return mapping(merge_patch(target, patch))


def strategic_patch(target: Manifest, patch: Any) -> Manifest:
    """Apply a strategic merge: a merge patch, but lists with a merge key merge by it (with `$patch` and its kin)."""
    if not isinstance(patch, dict):
        raise bad_request(f"json: cannot unmarshal {name_of(patch)} into Go value of type map[string]interface {{}}")
    return _merge_maps(target, patch)


def _merge_maps(target: Manifest, patch: Manifest) -> Manifest:
    directive = patch.get("$patch")
    if directive == "replace":
        return {k: clone(v) for k, v in patch.items() if k != "$patch"}
    if directive == "delete":
        return {}
    if directive is not None:
        raise ApiError(500, "", f"unknown patch type: {go_plain(directive)} in map: {go_plain(patch)}")
    out = dict(target)
    for key, value in patch.items():
        if (name := key.partition("/")[0]) in _LISTS and not isinstance(value, list):
            raise bad_request(f"invalid patch format of {_LISTS[name]}")
        if key == "$retainKeys":
            kept = {_mark(v) for v in value}
            out = {k: v for k, v in out.items() if k in kept}
        elif key.startswith("$deleteFromPrimitiveList/"):
            name = key.partition("/")[2]
            gone = {_mark(v) for v in value}
            out[name] = [v for v in out.get(name) or [] if _mark(v) not in gone]
    for key, value in patch.items():
        if key.startswith("$"):
            continue
        if value is None:
            out.pop(key, None)
        elif isinstance(value, dict):
            out[key] = _merge_maps(mapping(out.get(key)), value)
        elif isinstance(value, list):
            out[key] = _merge_lists(key, out.get(key), value, patch.get(f"$setElementOrder/{key}"))
        else:
            out[key] = value
    for key, order in patch.items():
        name = key.partition("/")[2]
        if key.startswith("$setElementOrder/") and name not in patch and isinstance(out.get(name), list):
            out[name] = _interleaved(name, out[name], [], order)
    return out


def merge_key(name: str, model: str) -> str | None:
    """Return the merge key of a Go list; empty for lists of scalars, None for lists that are replaced."""
    if name in _PRIMITIVE:
        return ""
    if name == "ports":
        return {"V1ContainerPort": "containerPort", "V1ServicePort": "port"}.get(model)
    return _MERGE_KEYS.get(name) if model else None


def _merge_key(name: str, items: list[Any]) -> str | None:
    if name == "ports":  # containers merge their ports by containerPort, Services by port
        return "containerPort" if any("containerPort" in mapping(i) for i in items) else "port"
    return _MERGE_KEYS.get(name)


def _merge_lists(name: str, target: Any, patch: list[Any], order: Any) -> list[Any]:
    old = list(target) if isinstance(target, list) else []
    key = _merge_key(name, patch + old)
    if (name in _PRIMITIVE or key is not None) and len({type(item) for item in old + patch}) > 1:
        raise ApiError(500, "", f"list element types are not identical: {go_plain([old, patch])}")
    if name in _PRIMITIVE:
        return _interleaved(name, old, patch, order)
    if key is None or not all(isinstance(i, dict) for i in patch):
        return clone(patch)  # type: ignore[no-any-return]
    if any(i.get("$patch") == "replace" and key not in i for i in patch):
        return [clone(i) for i in patch if key in i]
    merged: list[Any] = []
    before = list(old)
    first: dict[Any, Any] = {}
    for item in old:
        first.setdefault(_mark(mapping(item).get(key)), item)
    for item in patch:
        if key not in item:
            raise ApiError(500, "", f"map: {go_plain(item)} does not contain declared merge key: {key}")
        mark = _mark(item[key])
        if item.get("$patch") == "delete":
            first.pop(mark, None)
        else:
            merged.append(_merge_maps(mapping(first.get(mark)), item))
    old = [item for item in old if _mark(mapping(item).get(key)) in first]
    return _interleaved(name, old, merged, order, before)


def _mark(value: Any) -> Any:
    """Return what stands for a value as a key."""
    return value if isinstance(value, str) else (compact(value),)


def _places(marks: Iterable[Any]) -> dict[Any, int]:
    """Return the first place of each."""
    found: dict[Any, int] = {}
    for place, mark in enumerate(marks):
        found.setdefault(mark, place)
    return found


def _interleaved(name: str, old: list[Any], patch: list[Any], order: Any, before: list[Any] | None = None) -> list[Any]:
    """Order the list as the patch does, with the items that only the server has between (mergeSortedSlice)."""
    key = None if name in _PRIMITIVE else _merge_key(name, patch + old)

    def identity(item: Any) -> Any:
        return _mark(mapping(item).get(key) if key else item)

    live = _places(identity(i) for i in (old if before is None else before))
    wanted = _places(
        identity(i) if isinstance(i, dict) or not key else _mark(i) for i in (patch if order is None else order)
    )
    right = list(patch)
    named = {identity(i) for i in right}
    right += [i for i in old if identity(i) in wanted and identity(i) not in named]
    right.sort(key=lambda i: wanted.get(identity(i), math.inf))
    named = {identity(i) for i in right}
    left = deque(i for i in old if identity(i) not in named)
    rest = deque(right)
    out: list[Any] = []
    while left and rest:
        one, two = identity(left[0]), identity(rest[0])
        first = one in live and two in live and live[one] < live[two]
        out.append((left if first else rest).popleft())
    return [*out, *left, *rest]
