"""Garbage collection: dependents of deleted owners, and the objects of a deleted namespace.

kube-controller-manager does this some time after the delete; here it is part of the delete, so that the outcome of a
scenario does not depend on timing.
"""

from __future__ import annotations

from collections.abc import Collection

from .objects import Manifest, now
from .operations import Operations
from .options import DeleteOptions
from .registry import Registry
from .resource import Resource
from .status import forbidden
from .store import Event, Key, Place, Store

FOREGROUND = "foregroundDeletion"
_FINALIZERS = {"Foreground": FOREGROUND, "Orphan": "orphan"}
"""What a server adds to an object that is deleted with this propagation policy."""
NAMESPACES: Place = ("", "namespaces")
DEFINITIONS: Place = ("apiextensions.k8s.io", "customresourcedefinitions")
LASTING = ("default", "kube-node-lease", "kube-public", "kube-system")
"""Namespaces that a new cluster has."""
OWN_FINALIZER = "kubernetes"
"""What the namespace controller removes from the spec of an empty namespace."""
_PROTECTED = frozenset({"default", "kube-public", "kube-system"})


class Garbage:
    """The garbage collector and the namespace controller, or what a server does where none of them runs."""

    def __init__(self, store: Store, registry: Registry, operations: Operations, *, collects: bool = True) -> None:
        """Judge all deletions from now on. Without `collects`, deleted objects wait for controllers of others."""
        self._collects = collects
        self._store = store
        self._registry = registry
        self._operations = operations
        operations.terminate = self.terminate
        operations.finalizers = self.finalizers
        operations.settle = self.settle
        store.listeners.append(self.react)

    def terminate(self, resource: Resource, key: Key, obj: Manifest) -> bool:
        """Remove what has to go before the object; return whether the object has to wait for it."""
        if resource.storage == NAMESPACES:
            return self._empty_namespace(resource, key, obj)
        if resource.storage == DEFINITIONS:
            place = (obj["spec"]["group"], obj["spec"]["names"]["plural"])
            for inner, _ in self._store.list(place):
                self._delete_if_there(place, inner)
            return bool(self._store.list(place))
        return False

    def finalizers(self, resource: Resource, obj: Manifest, options: DeleteOptions) -> list[str]:
        """Return the finalizers of an object that is deleted: one says what becomes of its dependents."""
        present = obj["metadata"].get("finalizers", [])
        if resource.storage in (NAMESPACES, DEFINITIONS):
            return list(present)
        others = [name for name in present if name not in _FINALIZERS.values()]
        if wanted := options.propagation or ("Background" if options.cascades else ""):
            own = [_FINALIZERS[wanted]] if wanted in _FINALIZERS else []
        else:
            own = [name for name in present if name not in others]
            own = own or ([_FINALIZERS["Orphan"]] if resource.strategy.orphans else [])
        return [*others, *own]

    def settle(self, resource: Resource, key: Key) -> None:
        """Do what the finalizer of a deleted object asks for, and remove the finalizer once it is done."""
        obj = self._store.get(resource.storage, key)
        if obj is None or not self._collects:
            return
        names = obj["metadata"].get("finalizers", ())
        if _FINALIZERS["Orphan"] in names:
            for place, dependent in self._dependents(obj):
                self._disown(place, dependent, obj["metadata"]["uid"])
        elif FOREGROUND in names:
            self._collect(obj, "Foreground")
            if self._blockers(obj):
                return
        if current := self._store.get(resource.storage, key):
            self._drop_finalizers(resource, key, current, tuple(_FINALIZERS.values()))

    def _drop_finalizers(self, resource: Resource, key: Key, obj: Manifest, names: Collection[str]) -> None:
        """Remove finalizers of a deleted object, and the object where none is left."""
        present = obj["metadata"].get("finalizers", [])
        left = [name for name in present if name not in names]
        if left and left != present:
            self._store.put(resource.storage, key, {**obj, "metadata": {**obj["metadata"], "finalizers": left}})
        elif not left and not self._operations.runs(obj):
            self._store.remove(resource.storage, key)

    def react(self, event: Event) -> None:
        """React to a write: collect dependents of deleted objects, finish deletions that waited for it."""
        if event.type == "DELETED":
            self._finish_definition(event.place)
            if not self._collects:
                return
            if event.obj["metadata"]["uid"] in self._store.owned:
                self._collect(event.obj, "Background")
            self._finish_owners(event.obj)
            if event.key[0]:
                self._finish_namespace(event.key[0])
        elif event.type == "ADDED" and self._collects:
            references = event.obj["metadata"].get("ownerReferences")
            if references and not any(r["uid"] in self._store.uids for r in references):
                self._delete(event.place, event.key, "Background")

    def _finish_definition(self, place: Place) -> None:
        """Remove a definition that is being deleted once its last object is gone."""
        group, plural = place
        key = ("", f"{plural}.{group}")
        definition = self._store.get(DEFINITIONS, key)
        if definition is not None and definition["metadata"].get("deletionTimestamp") and not self._store.list(place):
            self._store.remove(DEFINITIONS, key)

    # owners

    def _dependents(self, owner: Manifest) -> list[tuple[Place, Key]]:
        return list(self._store.owned.get(owner["metadata"]["uid"], ()))

    def _blockers(self, owner: Manifest) -> bool:
        uid = owner["metadata"]["uid"]
        for place, key in self._dependents(owner):
            obj = self._store.get(place, key)
            for reference in obj["metadata"].get("ownerReferences", ()) if obj else ():
                if reference["uid"] == uid and reference.get("blockOwnerDeletion"):
                    return True
        return False

    def _collect(self, owner: Manifest, propagation: str) -> None:
        uid = owner["metadata"]["uid"]
        for place, key in self._dependents(owner):
            obj = self._store.get(place, key)
            if obj is None:
                continue
            others = [r for r in obj["metadata"].get("ownerReferences", ()) if r["uid"] != uid]
            if any(r["uid"] in self._store.uids for r in others):
                self._disown(place, key, uid)
            elif not obj["metadata"].get("deletionTimestamp"):
                self._delete(place, key, propagation)

    def _disown(self, place: Place, key: Key, uid: str) -> None:
        obj = self._store.get(place, key)
        if obj is None:
            return
        meta = {**obj["metadata"]}
        left = [r for r in meta.get("ownerReferences", ()) if r["uid"] != uid]
        meta.pop("ownerReferences", None)
        if left:
            meta["ownerReferences"] = left
        self._store.put(place, key, {**obj, "metadata": meta})

    def _delete(self, place: Place, key: Key, propagation: str) -> None:
        resource = self._registry.stored(*place)
        if resource is None:
            self._store.remove(place, key)
        else:
            self._operations.delete(resource, key[0], key[1], DeleteOptions(propagation=propagation))

    def _finish_owners(self, gone: Manifest) -> None:
        """Remove owners deleted in the foreground once nothing blocks them any more."""
        for reference in gone["metadata"].get("ownerReferences", ()):
            resource = self._registry.of_kind(reference.get("apiVersion", ""), reference.get("kind", ""))
            if resource is None:
                continue
            namespace = gone["metadata"].get("namespace", "") if resource.namespaced else ""
            key = (namespace, reference.get("name", ""))
            owner = self._store.get(resource.storage, key)
            if owner is None or owner["metadata"]["uid"] != reference["uid"]:
                continue
            if FOREGROUND in owner["metadata"].get("finalizers", ()) and not self._blockers(owner):
                self._drop_finalizers(resource, key, owner, (FOREGROUND,))

    # namespaces

    def _contents(self, namespace: str) -> list[tuple[Place, Key]]:
        shelves = self._store.shelves.items() if namespace else ()
        return [(place, key) for place, shelf in shelves if shelf.objects for key in shelf.keys(namespace)]

    def _empty_namespace(self, resource: Resource, key: Key, obj: Manifest) -> bool:
        name = key[1]
        if name in _PROTECTED:
            raise forbidden("", "namespaces", name, "this namespace may not be deleted")
        if not obj["metadata"].get("deletionTimestamp"):
            meta = {**obj["metadata"], "deletionTimestamp": now()}
            self._store.put(resource.storage, key, {**obj, "metadata": meta, "status": {"phase": "Terminating"}})
        if not self._collects:
            return True
        for place, inner in self._contents(name):
            self._delete_if_there(place, inner)
        return bool(self._contents(name)) or self._is_held_by_others(name)

    def _is_held_by_others(self, name: str) -> bool:
        """Return whether others hold an empty namespace, from which the namespace controller's finalizer then goes."""
        namespace = self._store.get(NAMESPACES, ("", name))
        if namespace is None:
            return False
        finalizers = namespace["spec"].get("finalizers") or []
        others = [finalizer for finalizer in finalizers if finalizer != OWN_FINALIZER]
        held = bool(others or namespace["metadata"].get("finalizers"))
        if held and others != finalizers:
            spec = {"finalizers": others} if others else {}
            changed = {**namespace, "metadata": {**namespace["metadata"]}, "spec": spec}
            self._store.put(NAMESPACES, ("", name), changed)
        return held

    def _delete_if_there(self, place: Place, key: Key) -> None:
        obj = self._store.get(place, key)
        if obj is not None and not obj["metadata"].get("deletionTimestamp"):
            self._delete(place, key, "Background")

    def _finish_namespace(self, name: str) -> None:
        namespace = self._store.get(NAMESPACES, ("", name))
        if namespace is None or not namespace["metadata"].get("deletionTimestamp") or self._contents(name):
            return
        if not self._is_held_by_others(name):
            self._store.remove(NAMESPACES, ("", name))
