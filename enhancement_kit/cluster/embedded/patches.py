"""The patch formats: JSON patch, JSON merge patch, strategic merge patch."""

from __future__ import annotations

from typing import Any

import jsonpatch
import jsonpointer

from .objects import Manifest, clone, mapping
from .status import ApiError, bad_request

JSON = "application/json-patch+json"
MERGE = "application/merge-patch+json"
STRATEGIC = "application/strategic-merge-patch+json"
APPLY = "application/apply-patch+yaml"

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
    "taints": "key",
    "addresses": "type",
    "podIPs": "ip",
}
_PRIMITIVE = frozenset({"finalizers"})


def json_patch(target: Manifest, operations: Any) -> Manifest:
    """RFC 6902. Raises ApiError 400 where the patch cannot be read, 422 where it cannot be applied."""
    if not isinstance(operations, list):
        raise bad_request("error decoding patch: json: cannot unmarshal object into Go value of type jsonpatch.Patch")
    try:
        return dict(jsonpatch.apply_patch(target, operations))
    except (jsonpatch.InvalidJsonPatch, TypeError, KeyError, ValueError, AttributeError) as e:
        raise bad_request(f"error decoding patch: {e}") from None
    except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException):
        message = "the server rejected our request due to an error in our request"
        raise ApiError(422, "Invalid", message, {}) from None


def merge_patch(target: Any, patch: Any) -> Any:
    """RFC 7396: null deletes, objects merge, everything else replaces."""
    if not isinstance(patch, dict):
        return clone(patch)
    out = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        else:
            out[key] = merge_patch(out.get(key), value)
    return out


def object_patch(target: Manifest, patch: Any) -> Manifest:
    """A merge patch of a whole object. Raises ApiError 400 where the patch is no object."""
    if not isinstance(patch, dict):
        raise bad_request("json: cannot unmarshal array into Go value of type map[string]interface {}")
    return mapping(merge_patch(target, patch))


def strategic_patch(target: Manifest, patch: Any) -> Manifest:
    """Strategic merge: as a merge patch, but lists with a merge key merge by it (with `$patch` and its kin)."""
    if not isinstance(patch, dict):
        raise bad_request("json: cannot unmarshal array into Go value of type map[string]interface {}")
    return _merge_maps(target, patch)


def _merge_maps(target: Manifest, patch: Manifest) -> Manifest:
    directive = patch.get("$patch")
    if directive == "replace":
        return {k: clone(v) for k, v in patch.items() if k != "$patch"}
    if directive == "delete":
        return {}
    out = dict(target)
    for key, value in patch.items():
        if key == "$retainKeys":
            out = {k: v for k, v in out.items() if k in value}
        elif key.startswith("$deleteFromPrimitiveList/"):
            name = key.partition("/")[2]
            out[name] = [v for v in out.get(name) or [] if v not in value]
    for key, value in patch.items():
        if key.startswith("$"):
            continue
        if value is None:
            out.pop(key, None)
        elif isinstance(value, dict):
            out[key] = _merge_maps(mapping(out.get(key)), value)
        elif isinstance(value, list):
            out[key] = _merge_lists(key, out.get(key), value)
        else:
            out[key] = value
    for key, order in patch.items():
        if key.startswith("$setElementOrder/"):
            name = key.partition("/")[2]
            out[name] = _ordered(name, out.get(name) or [], order)
    return out


def _merge_key(name: str, items: list[Any]) -> str | None:
    if name == "ports":  # containers merge their ports by containerPort, Services by port
        return "containerPort" if any("containerPort" in mapping(i) for i in items) else "port"
    return _MERGE_KEYS.get(name)


def _merge_lists(name: str, target: Any, patch: list[Any]) -> list[Any]:
    old = list(target) if isinstance(target, list) else []
    if name in _PRIMITIVE:
        return old + [v for v in patch if v not in old]
    key = _merge_key(name, patch + old)
    if key is None or not all(isinstance(i, dict) for i in patch):
        return clone(patch)  # type: ignore[no-any-return]
    if any(i.get("$patch") == "replace" and key not in i for i in patch):
        return [clone(i) for i in patch if key in i]
    for item in patch:
        if key not in item:
            raise bad_request(f"map: {item} does not contain declared merge key: {key}")
        at = next((n for n, o in enumerate(old) if mapping(o).get(key) == item[key]), None)
        if item.get("$patch") == "delete":
            old = [o for o in old if mapping(o).get(key) != item[key]]
        elif at is None:
            old.append(_merge_maps({}, item))
        else:
            old[at] = _merge_maps(old[at], item)
    return old


def _ordered(name: str, items: list[Any], order: list[Any]) -> list[Any]:
    key = _merge_key(name, items)

    def place(item: Any) -> int:
        wanted = mapping(item).get(key) if key else item
        for n, entry in enumerate(order):
            if (mapping(entry).get(key) if key and isinstance(entry, dict) else entry) == wanted:
                return n
        return len(order)

    return sorted(items, key=place)
