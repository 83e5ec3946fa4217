"""Who owns which field: `metadata.managedFields` as structured-merge-diff keeps it.

A field is a path of steps as FieldsV1 writes them: `f:name` for a property, `k:{"name":"x"}` for an item of a list with
keys, `v:"x"` for an item of a set.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from .builtins import go_schemas
from .objects import Manifest, mapping, now
from .resource import Strategy
from .schema.structural import GoSchema, Schema

Path = tuple[str, ...]
Fields = set[Path]

_IN_METADATA: Path = ("f:metadata",)
_UNTRACKED_META = frozenset(
    [
        "creationTimestamp",
        "deletionGracePeriodSeconds",
        "deletionTimestamp",
        "generation",
        "managedFields",
        "name",
        "namespace",
        "resourceVersion",
        "selfLink",
        "uid",
    ]
)


def list_keys(schema: Schema | None) -> tuple[str, ...] | None:
    """Return the keys by which a list merges: none for a set, None where it does not merge."""
    if schema is not None and schema.list_type == "map":
        return tuple(schema.list_keys)
    return () if schema is not None and schema.list_type == "set" else None


def atomic_map(schema: Schema | None) -> bool:
    """Return whether an object has one owner as a whole."""
    return schema is not None and schema.map_type == "atomic"


def below(schema: Schema | None, name: str, path: Path) -> Schema | None:
    """Return the schema of the property of what is at a path."""
    if not path and name == "metadata":
        # no schema of a kind describes it
        return go_schemas.metadata()
    return schema.child(name) if schema is not None else None


def item_step(item: Any, keys: tuple[str, ...], schema: Schema) -> str:
    """Return the path step of an item of a list that merges. Missing keys have their defaults."""
    if not keys:
        return "v:" + json.dumps(item, separators=(",", ":"))
    given = mapping(item)
    shown = {key: given.get(key, _default_of(key, schema)) for key in sorted(keys)}
    shown = {key: value for key, value in shown.items() if key in given or value is not None}
    return "k:" + json.dumps(shown, separators=(",", ":"))


def _default_of(key: str, schema: Schema) -> Any:
    sub = schema.items.child(key) if schema.items is not None else None
    return sub.default if sub is not None else None


def nodes(value: Any, schema: Schema | None, path: Path) -> Iterator[Path]:
    """Yield the fields that a new value adds: what it sets, and the objects and lists that hold it."""
    if isinstance(value, dict) and not atomic_map(schema):
        if path != _IN_METADATA:
            yield path
        for key, item in value.items():
            if path != _IN_METADATA or key not in _UNTRACKED_META:
                yield from nodes(item, below(schema, key, path), (*path, "f:" + key))
        return
    yield path
    if isinstance(value, list) and schema is not None and (keys := list_keys(schema)) is not None:
        for item in value:
            at = (*path, item_step(item, keys, schema))
            yield at
            if keys:
                yield from nodes(item, schema.items, at)


def leaves(value: Any, schema: Schema | None, path: Path = (), *, undescribed: bool = False) -> Iterator[Path]:
    """Yield the fields that a value sets; `undescribed`: no schema describes this part of a custom resource."""
    if isinstance(value, dict) and value and not atomic_map(schema):
        for key, item in value.items():
            if (not path and key in ("apiVersion", "kind")) or (path == _IN_METADATA and key in _UNTRACKED_META):
                continue
            sub, at = below(schema, key, path), (*path, "f:" + key)
            described = bool(path) and schema is not None
            if undescribed or (described and schema is not None and key not in schema.properties):
                # entries of a map are owned themselves, structs only through the fields in them
                yield at
            yield from leaves(item, sub, at, undescribed=undescribed or (described and sub is None))
    elif isinstance(value, list) and schema is not None and (keys := list_keys(schema)) is not None:
        # in a list that merges the items are owned, and an empty list has none
        for item in value:
            at = (*path, item_step(item, keys, schema))
            yield at
            if keys:
                yield from leaves(item, schema.items, at)
    elif path and path != _IN_METADATA:
        yield path


def differences(new: Any, old: Any, schema: Schema | None) -> tuple[Fields, Fields]:
    """Return the fields that were added or changed, and those that were removed."""
    changed: Fields = set()
    removed: Fields = set()
    _compare(new, old, schema, (), changed, removed)
    return changed, removed


def _compare(new: Any, old: Any, schema: Schema | None, path: Path, changed: Fields, removed: Fields) -> None:
    if new is old or (new == old and type(new) is type(old)):
        return
    go = isinstance(schema, GoSchema)
    # a map that was or becomes empty is another one, a struct is not
    always = not path or schema is None or bool(schema.properties)
    both = isinstance(new, dict) and isinstance(old, dict) and not atomic_map(schema)
    if both and (always or (new and old)):
        for key in {**new, **old}:
            if (not path and key in ("apiVersion", "kind")) or (path == _IN_METADATA and key in _UNTRACKED_META):
                continue
            at, sub = (*path, "f:" + key), below(schema, key, path)
            if key not in old:
                changed.update(nodes(new[key], sub, at))
            elif key not in new:
                removed.update(nodes(old[key], sub, at))
            else:
                _compare(new[key], old[key], sub, at, changed, removed)
        return
    if isinstance(new, list) and isinstance(old, list) and schema is not None:
        keys = list_keys(schema)
        if keys is not None:
            one = {item_step(i, keys, schema): i for i in new}
            two = {item_step(i, keys, schema): i for i in old}
            for step in {**one, **two}:
                at = (*path, step)
                if step not in two:
                    changed.add(at)
                    changed.update(nodes(one[step], schema.items, at))
                elif step not in one:
                    removed.add(at)
                    removed.update(nodes(two[step], schema.items, at))
                else:
                    _compare(one[step], two[step], schema.items, at, changed, removed)
            return
    fresh = set(nodes(new, schema, path))
    if go and old is None and len(fresh) > 1:
        # a list that Go writes as null is there, and so nobody adds it
        fresh.discard(path)
    changed.update(fresh)
    removed.update(set(nodes(old, schema, path)) - changed)


def encode(fields: Collection[Path]) -> Manifest:
    """Encode fields as FieldsV1: one that is owned beside fields below it is marked with a dot."""
    out: Manifest = {}
    for path in sorted(fields):
        node = out
        for step in path:
            node = node.setdefault(step, {})
    for path in fields:
        node = out
        for step in path:
            node = node[step]
        if node:
            node["."] = {}
    return out


def decode(tree: Manifest) -> Fields:
    """Decode the fields of a FieldsV1."""
    out: Fields = set()

    def walk(node: Manifest, path: Path) -> None:
        if path and (not node or "." in node):
            out.add(path)
        for step, sub in node.items():
            if step != ".":
                walk(mapping(sub), (*path, step))

    walk(tree, ())
    return out


class Managers:
    """The managers of one object."""

    def __init__(self, obj: Manifest | None) -> None:
        entries = mapping(obj.get("metadata")).get("managedFields") if obj else None
        self.entries: list[tuple[Manifest, Fields]] = [
            (dict(e), decode(mapping(e.get("fieldsV1")))) for e in entries or ()
        ]

    def own(self, identity: Manifest, fields: Fields) -> bool:
        """Set the fields that a manager owns, replacing those it had; return whether these were others."""
        for i, (entry, before) in enumerate(self.entries):
            if _identity(entry) == _identity(identity):
                self.entries[i] = (entry, fields)
                return before != fields
        self.entries.append((identity, fields))
        return True

    def touch(self, identity: Manifest) -> None:
        """Note that a manager has changed just now who owns what."""
        self.entries = [
            ({**e, "time": now()}, f) if _identity(e) == _identity(identity) else (e, f) for e, f in self.entries
        ]

    def of(self, identity: Manifest) -> Fields:
        """Return the fields that a manager owns."""
        return next((f for e, f in self.entries if _identity(e) == _identity(identity)), set())

    def take_from_others(self, identity: Manifest, fields: Fields) -> bool:
        """Remove fields from all other managers; return whether one of them had any."""
        mine = _identity(identity)
        taken = any(_identity(e) != mine and not f.isdisjoint(fields) for e, f in self.entries)
        if taken:
            self.entries = [(e, f if _identity(e) == mine else f - fields) for e, f in self.entries]
        return taken

    def write(self, obj: Manifest) -> None:
        """Write the managers into an object, applies first."""
        kept = [(e, f) for e, f in self.entries if f]
        kept.sort(key=lambda one: _order(one[0]))
        obj["metadata"].pop("managedFields", None)
        if kept:
            obj["metadata"]["managedFields"] = [_entry(e, f) for e, f in kept]


def _entry(entry: Manifest, fields: Fields) -> Manifest:
    out: Manifest = {k: entry[k] for k in ("manager", "operation", "apiVersion", "time") if entry.get(k)}
    out |= {"fieldsType": "FieldsV1", "fieldsV1": encode(fields)}
    if entry.get("subresource"):
        out["subresource"] = entry["subresource"]
    return out


def _order(entry: Manifest) -> tuple[Any, ...]:
    parts = (entry.get(k, "") for k in ("time", "manager", "apiVersion", "subresource"))
    return entry.get("operation") != "Apply", *parts


def _identity(entry: Manifest) -> tuple[Any, ...]:
    return tuple(entry.get(k, "") for k in ("manager", "operation", "apiVersion", "subresource"))


def identity(manager: str, operation: str, api_version: str, subresource: str) -> Manifest:
    """Build a managedFields entry without its fields."""
    out: Manifest = {"manager": manager, "operation": operation, "apiVersion": api_version}
    if subresource:
        out["subresource"] = subresource
    return out


def _tells_managers(obj: Manifest) -> bool:
    entries = obj["metadata"].get("managedFields")
    return bool(entries) and all(entry.get("operation") in ("Apply", "Update") for entry in entries)


def record(
    new: Manifest, old: Manifest | None, manager: str, api_version: str, subresource: str, strategy: Strategy
) -> None:
    """Record in the object that `manager` wrote what differs from the old object."""
    if old is not None and new["metadata"].get("managedFields") == [{}]:
        # an empty entry means that nobody owns anything from now on
        new["metadata"].pop("managedFields")
        return
    me = identity(manager, "Update", api_version, subresource)
    # an update may set managedFields itself, as kubectl does when it moves from client-side to server-side apply
    told = old is not None and not subresource and _tells_managers(new)
    managers = Managers(new if told else old)
    if old is not None and not managers.entries:
        # an object that lost its managers has none until the next apply
        new["metadata"].pop("managedFields", None)
        return
    changed, removed = differences(
        _writable(new, subresource, strategy),
        _writable(old or strategy.unset(new), subresource, strategy),
        strategy.merging(new),
    )
    if changed or removed:
        owned = managers.own(me, (managers.of(me) - removed) | changed)
        taken = managers.take_from_others(me, changed | removed)
        # the managers of a scale come to the object without times
        if (owned or taken) and subresource != "scale":
            managers.touch(me)
        managers.write(new)
    elif told:
        managers.write(new)
    elif managers.entries and old is not None:
        new["metadata"]["managedFields"] = old["metadata"]["managedFields"]
    else:
        new["metadata"].pop("managedFields", None)


def _writable(obj: Manifest, subresource: str, strategy: Strategy) -> Manifest:
    """Return the part of an object that a write to it, or to its status, can change."""
    if subresource == "status":
        return _writable_with_status(obj, strategy.status_keeps)
    return {k: v for k, v in obj.items() if k != "status"} if strategy.has_status else obj


def _writable_with_status(obj: Manifest, kept: frozenset[str] | None) -> Manifest:
    out = {"status": obj["status"]} if "status" in obj else {}
    if kept is not None:
        out["metadata"] = {k: v for k, v in mapping(obj.get("metadata")).items() if k not in kept}
    return out
