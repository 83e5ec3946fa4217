"""Server-side apply: what a manager wants, merged into what is there (structured-merge-diff)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from . import lastapplied
from .builtins import go_schemas
from .fielderrors import go_plain, go_syntax, go_type
from .gojson import name_of
from .managedfields import (
    Fields,
    Managers,
    Path,
    atomic_map,
    below,
    differences,
    identity,
    item_step,
    leaves,
    list_keys,
)
from .objects import Manifest, clone, mapping
from .schema.numbers import as_stored
from .schema.structural import ROOT_FIELDS, Schema
from .status import ApiError, bad_request

_UNKNOWN = "before-first-apply"


def apply(
    live: Manifest | None,
    wanted: Manifest,
    schema: Schema,
    manager: str,
    api_version: str,
    subresource: str,
    force: bool,
) -> Manifest:
    """Return the object after an apply, managers included. Raises ApiError 409 naming the fields that others own."""
    me = identity(manager, "Apply", api_version, subresource)
    managers = Managers(live)
    if live and not managers.entries:
        # nobody knows any more who wrote the fields that are there
        there, _ = differences(live, {"metadata": {}}, schema)
        unknown = identity(_UNKNOWN, "Update", api_version, "")
        managers.own(unknown, there)
        managers.touch(unknown)
    mine = set(leaves(wanted, schema))
    merged: Manifest = merge(live or {}, wanted, schema)
    changed, _ = differences(merged, live or {"metadata": {}}, schema)
    # filling an empty object does not take it from its owner
    conflicts = _conflicts(managers, me, changed & mine)
    uncontested = lastapplied.uncontested(live, schema, manager)
    if not force and (refused := [(entry, path) for entry, path in conflicts if path not in uncontested]):
        raise _refusal(refused)
    others: Fields = set()
    for entry, fields in managers.entries:
        if not _is(entry, me):
            others |= fields
    for path in sorted(managers.of(me) - mine - others):
        if not any(o[: len(path)] == path for o in mine | others) and not _is_key(path):
            remove(merged, path)
    managers.take_from_others(me, {p for _, p in conflicts})
    # a manager has the time of its last apply that changed anything, and those of a scale have none
    if managers.own(me, mine) and subresource != "scale" and (live is None or _changes(live, merged)):
        managers.touch(me)
    managers.write(merged)
    lastapplied.keep_current(merged, wanted, manager)
    return merged


def _changes(live: Manifest, merged: Manifest) -> bool:
    """Return whether an object differs from what it was in anything but its managers."""
    one, two = ({**obj, "metadata": {**obj["metadata"], "managedFields": None}} for obj in (live, merged))
    return one != two


def _is_key(path: Path) -> bool:
    """Return whether a field is a key of its list item: a key stays as long as the item does."""
    return len(path) > 1 and path[-2][:2] == "k:" and path[-1][2:] in json.loads(path[-2][2:])


def merge(live: Any, wanted: Any, schema: Schema | None, path: Path = ()) -> Any:
    """Return the live value with the wanted one merged into it."""
    if isinstance(live, dict | None) and isinstance(wanted, dict) and not atomic_map(schema):
        out = dict(live or {})
        for key, item in wanted.items():
            sub = below(schema, key, path)
            if item is None and sub is not None and sub.preserve and not sub.type:
                # a null whose type is unknown changes nothing
                continue
            out[key] = merge((live or {}).get(key), item, sub, (*path, "f:" + key))
        return out
    if isinstance(live, list) and isinstance(wanted, list) and schema is not None:
        keys = list_keys(schema)
        if keys is not None:
            have = {item_step(i, keys, schema): i for i in live}
            for item in wanted:
                step = item_step(item, keys, schema)
                have[step] = merge(have.get(step), item, schema.items, (*path, step)) if keys else item
            return list(have.values())
    return clone(wanted)


def remove(obj: Any, path: Path) -> None:
    """Remove a field, and the objects that become empty by that."""
    step, rest = path[0], path[1:]
    if step.startswith("f:"):
        name = step[2:]
        if not isinstance(obj, dict) or name not in obj:
            return
        if not rest:
            del obj[name]
            return
        obj[name] = clone(obj[name])
        remove(obj[name], rest)
        if obj[name] in ({}, []) and name != "metadata":
            del obj[name]
    elif isinstance(obj, list):
        for i, item in enumerate(obj):
            if _matches(item, step):
                if rest:
                    remove(item, rest)
                else:
                    del obj[i]
                return


def _matches(item: Any, step: str) -> bool:
    value = json.loads(step[2:])
    if step.startswith("v:"):
        return bool(item == value)
    return isinstance(item, dict) and all(item.get(k) == v for k, v in value.items())


def _is(entry: Manifest, me: Manifest) -> bool:
    return all(entry.get(k, "") == me.get(k, "") for k in ("manager", "operation", "apiVersion", "subresource"))


def _conflicts(managers: Managers, me: Manifest, changed: Fields) -> list[tuple[Manifest, Path]]:
    others = [(entry, fields) for entry, fields in managers.entries if not _is(entry, me)]
    return [(entry, path) for entry, fields in others for path in sorted(fields & changed, key=_leaves_first)]


def _leaves_first(path: Path) -> list[tuple[bool, str]]:
    """Return a key by which the fields of an object come before those of the objects in it."""
    return [(n < len(path) - 1, step) for n, step in enumerate(path)]


def _place(path: Path) -> list[tuple[bool, str]]:
    """Return where a field comes among others: in an object, fields without fields below them come first."""
    return [(number < len(path), step) for number, step in enumerate(path, start=1)]


def printed(path: Path) -> str:
    """Return a path as conflicts print it: `.spec.ports[name="http"].port`."""
    out = ""
    for step in path:
        if step.startswith("f:"):
            out += "." + step[2:]
        elif step.startswith("v:"):
            out += f"[={step[2:]}]"
        else:
            keys = json.loads(step[2:])
            out += "[" + ",".join(f"{k}={json.dumps(v)}" for k, v in keys.items()) + "]"
    return out


def _manager(entry: Manifest) -> str:
    text = json.dumps(entry.get("manager", ""))
    if entry.get("subresource"):
        text += f" with subresource {json.dumps(entry['subresource'])}"
    if entry.get("operation") != "Update":
        return text
    return f"{text} using {entry.get('apiVersion', '')}"


def _refusal(conflicts: list[tuple[Manifest, Path]]) -> ApiError:
    causes = [
        {"reason": "FieldManagerConflict", "message": f"conflict with {_manager(entry)}", "field": printed(path)}
        for entry, path in conflicts
    ]
    if len(conflicts) == 1:
        entry, path = conflicts[0]
        text = f"Apply failed with 1 conflict: conflict with {_manager(entry)}: {printed(path)}"
    else:
        by_manager: dict[str, list[str]] = {}
        for entry, path in conflicts:
            by_manager.setdefault(_manager(entry), []).append(printed(path))
        lines = [
            line
            for name in sorted(by_manager)
            for line in (f"conflicts with {name}:", *(f"- {p}" for p in by_manager[name]))
        ]
        text = f"Apply failed with {len(conflicts)} conflicts: " + "\n".join(lines)
    return ApiError(409, "Conflict", text, {"causes": causes})


def check_body(body: Any, kind: str, api_version: str) -> Manifest:
    """Return the apply configuration if it can be applied. Raises ApiError 400."""
    if not isinstance(body, dict):
        why = f"json: cannot unmarshal {name_of(body)} into Go value of type map[string]interface {{}}"
        raise bad_request(f"error decoding YAML: error unmarshaling JSON: while decoding JSON: {why}")
    if (body.get("kind"), body.get("apiVersion")) != (kind, api_version):
        raise bad_request(f"invalid object type: {_identity_of(body)}")
    if isinstance(mapping(body.get("metadata")).get("managedFields"), list):
        raise bad_request("metadata.managedFields must be nil")
    return body


def _identity_of(body: Manifest) -> str:
    """Return group, version and kind as Go prints them; what is no text, or no version, counts as absent."""
    kind, version = (value if isinstance(value, str) else "" for value in (body.get("kind"), body.get("apiVersion")))
    if version.count("/") > 1:
        kind = version = ""
    return f"{version if '/' in version else '/' + version}, Kind={kind}"


def place_of(body: Manifest) -> str:
    """Return the namespace and the name that an apply configuration gives, and what it is, as errors show them."""
    meta = mapping(body.get("metadata"))
    namespace, name = (v if isinstance(v := meta.get(key), str) else "" for key in ("namespace", "name"))
    return f"({namespace}/{name}; {_identity_of(body)})"


def check_typed(body: Manifest, schema: Schema, more: Sequence[str] = ()) -> None:
    """Raise ApiError 500 for an apply configuration with undeclared fields or wrong types; `more` are other errors."""
    lines = [*untyped(body, schema), *more, *untyped(body.get("metadata"), go_schemas.metadata(), ".metadata")]
    if lines:
        text = lines[0] if len(lines) == 1 else "errors:\n" + "\n".join(f"  {line}" for line in lines)
        raise ApiError(500, "", f"failed to create typed patch object {place_of(body)}: {text}")


def not_converted(body: Manifest, why: str) -> ApiError:
    """Return the 500 of an apply configuration of a built-in kind whose values have the right types but no meaning."""
    place = place_of(body)
    kind = place.partition("; ")[2].removesuffix(")")
    why = f"error decoding from json: {why}" if why.startswith("illegal base64") else why
    text = f"failed to convert new object {place} to proper version: unable to convert unstructured object to {kind}"
    return ApiError(500, "", f"{text}: {why}")


def untyped(value: Any, schema: Schema, path: str = "") -> list[str]:
    """Return the errors of structured-merge-diff: undeclared fields, wrong types, missing or duplicate keys."""
    if value is None:
        return []
    if schema.int_or_string:
        return []
    kind = "formatted" if schema.type == "string" and schema.format not in ("", "byte") else schema.type
    if kind in _EXPECTED:
        wanted, fits, shown = _EXPECTED[kind]
        if not isinstance(value, fits) or (fits == _NUMBERS and isinstance(value, bool)):
            return [f"{path}: expected {wanted}, got {shown(as_stored(value))}"]
    found: list[str] = []
    if isinstance(value, dict):
        for key, item in value.items():
            if not path and key in ROOT_FIELDS:
                continue
            sub = schema.child(key)
            at = f"{path}.{key}"
            if sub is not None:
                found += untyped(item, sub, at)
            elif not schema.preserve:
                found.append(f"{at}: field not declared in schema")
    elif isinstance(value, list) and schema.items is not None:
        found += _untyped_items(value, schema, path)
    return found


_Expected = tuple[str, type | tuple[type, ...], Callable[[Any], str]]
_NUMBERS = (int, float)
_NUMBER: _Expected = ("numeric (int or float)", _NUMBERS, go_type)
_EXPECTED: dict[str, _Expected] = {
    "string": ("string", str, lambda v: f"&value.valueUnstructured{{Value:{go_syntax(v)}}}"),
    "formatted": ("any scalar", (str, int, float), lambda v: f"&{{{go_plain(v)}}}"),
    "integer": _NUMBER,
    "number": _NUMBER,
    "boolean": ("boolean", bool, lambda v: f"&{{{go_plain(v)}}}"),
    "array": ("list", list, lambda v: f"&{{{go_plain(v)}}}"),
    "object": ("map", dict, lambda v: f"&{{{go_plain(v)}}}"),
}
"""What a type is called, what fits, and how something else is printed."""


def _untyped_items(items: list[Any], schema: Schema, path: str) -> list[str]:
    assert schema.items is not None, "only lists with a schema for their items come here"
    keys = list_keys(schema)
    found: list[str] = []
    seen: set[str] = set()
    for i, item in enumerate(items):
        at = f"[{i}]"
        if keys is not None:
            why = _no_step(item, keys, schema)
            if why:
                # errors of the items after it are not reported
                return [*found, f"{path}: element {i}: {why}"]
            step = item_step(item, keys, schema)
            at = printed((step,))
            if step in seen:
                found.append(f"{path}: duplicate entries for key {at}")
            seen.add(step)
        found += untyped(item, schema.items, path + at)
    return found


def _no_step(item: Any, keys: tuple[str, ...], schema: Schema) -> str:
    """Return why an item of an associative list cannot be identified; empty where it can."""
    if not keys:
        kind = "associative list without keys has an element that's"
        if isinstance(item, list):
            return "not supported: associative list with lists as elements"
        return f"{kind} a map type" if isinstance(item, dict) else f"{kind} an explicit null" if item is None else ""
    if item is None:
        return "associative list with keys may not have a null element"
    if not isinstance(item, dict):
        return "associative list with keys may not have non-map elements"
    if item_step(item, keys, schema) != "k:{}":
        return ""
    names = " ".join(json.dumps(k) for k in keys)
    why = "associative list with keys has an element that omits all key fields"
    return f"{why} [{names}] (and doesn't have default values for any key fields)"
