"""The verbs of the API on stored objects: create, get, update, patch, delete. Atomic on the server's loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from . import applying, objectmeta, status
from .decoding import decode
from .fielderrors import NEW_STYLE, FieldError, invalid
from .managedfields import record
from .objects import Manifest, clone, generated_name, mapping, new_uid, now
from .options import DeleteOptions, Options
from .resource import Resource, validate_name
from .store import Key, Store

_SERVER_SET = ("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink")


class Operations:
    """The verbs. `resource` is what the path names; the object's version is the path's."""

    def __init__(self, store: Store, style: str = NEW_STYLE) -> None:
        self.store = store
        self.style = style
        self.terminate: Callable[[Resource, Key, Manifest, DeleteOptions], bool] = lambda *_: False
        """Asked before an object goes (garbage collection, namespaces): True where it has to wait."""

    # reading

    def view(self, resource: Resource, obj: Manifest) -> Manifest:
        """A stored object in the version of the path and as the present schema reads it. Not to be changed."""
        seen = resource.strategy.view(obj)
        if seen.get("apiVersion") != resource.api_version:
            seen = {**seen, "apiVersion": resource.api_version, "kind": resource.kind}
        return seen

    def get(self, resource: Resource, namespace: str, name: str) -> Manifest:
        """One object. Raises ApiError 404."""
        found = self.store.get(resource.storage, (namespace, name))
        if found is None:
            raise status.not_found(resource.group, resource.plural, name)
        return self.view(resource, found)

    # writing

    def create(
        self, resource: Resource, namespace: str, body: Manifest, options: Options, *, recorded: bool = False
    ) -> Manifest:
        """Store a new object. Raises ApiError 400, 403, 404, 409, 422."""
        obj = decode(resource, namespace, body, options)
        meta = obj["metadata"]
        if resource.namespaced:
            self._check_namespace(namespace)
        if meta.get("resourceVersion"):
            raise status.ApiError(
                500, "InternalError", "resourceVersion should not be set on objects to be created", None
            )
        for key in _SERVER_SET:
            meta.pop(key, None)
        meta.pop("generation", None)
        meta.pop("resourceVersion", None)
        errors: list[FieldError] = []
        if not meta.get("name"):
            if meta.get("generateName"):
                meta["name"] = generated_name(meta["generateName"])
            else:
                errors.append(objectmeta.missing_name())
        name = meta.get("name", "")
        strategy = resource.strategy
        strategy.prepare_create(obj)
        if name:
            errors += validate_name(resource, name)
        errors += objectmeta.validate(meta)
        errors += strategy.validate_create(obj)
        if errors:
            raise self._invalid(resource, name, errors)
        if self.store.get(resource.storage, (namespace, name)) is not None:
            raise status.already_exists(resource.group, resource.plural, name)
        meta["uid"] = new_uid()
        meta["creationTimestamp"] = now()
        if strategy.has_generation:
            meta["generation"] = 1
        if not recorded:
            record(obj, None, options.manager, resource.api_version, options.subresource, strategy.schema)
        obj["metadata"] = _ordered(meta)
        if options.dry_run:
            return obj
        self.store.put(resource.storage, (namespace, name), obj)
        return self.view(resource, obj)

    def update(
        self, resource: Resource, namespace: str, name: str, body: Manifest, options: Options, *, recorded: bool = False
    ) -> Manifest:
        """Replace an object, or its status. Raises ApiError 400, 404, 409, 422."""
        old = self.get(resource, namespace, name)
        new = decode(resource, namespace, body, options)
        meta, before = new["metadata"], old["metadata"]
        if meta.get("name", "") != name:
            raise status.bad_request(
                f"the name of the object ({meta.get('name', '')}) does not match the name on the URL ({name})"
            )
        if meta.get("uid", before["uid"]) != before["uid"]:
            why = f"Precondition failed: UID in precondition: {meta['uid']}, UID in object meta: {before['uid']}"
            raise status.conflict(resource.group, resource.plural, name, why)
        version = meta.get("resourceVersion")
        if version in (None, "", "0"):
            if not resource.strategy.unconditional_update:
                raise status.invalid_object(
                    resource.group,
                    resource.plural,
                    name,
                    [invalid("metadata.resourceVersion", 0, "must be specified for an update")],
                    self.style,
                )
        elif version != before["resourceVersion"]:
            raise status.conflict(resource.group, resource.plural, name)
        return self._replace(resource, (namespace, name), new, old, options, recorded)

    def _replace(
        self, resource: Resource, key: Key, new: Manifest, old: Manifest, options: Options, recorded: bool
    ) -> Manifest:
        strategy, before = resource.strategy, old["metadata"]
        errors: list[FieldError] = []
        if options.subresource == "status":
            strategy.prepare_status(new, old)
        else:
            strategy.prepare_update(new, old)
        meta = new["metadata"]
        for field_name in (*_SERVER_SET, "generation", "generateName"):
            if field_name in before:
                meta[field_name] = before[field_name]
            else:
                meta.pop(field_name, None)
        meta["resourceVersion"] = before["resourceVersion"]
        if options.subresource != "status":
            errors += objectmeta.validate(meta)
            errors += objectmeta.validate_update(meta, before)
            errors += strategy.validate_update(new, old)
            if strategy.has_generation and strategy.generation_changes(new, old):
                meta["generation"] = before.get("generation", 0) + 1
        else:
            errors += strategy.validate_status(new, old)
        if errors:
            raise self._invalid(resource, key[1], errors)
        if not recorded:
            record(new, old, options.manager, resource.api_version, options.subresource, strategy.schema)
        new["metadata"] = _ordered(new["metadata"])
        if same(new, old):
            return old
        if options.dry_run:
            return new
        self.store.put(resource.storage, key, new)
        stored = self.store.get(resource.storage, key)
        if stored is new and meta.get("deletionTimestamp") and not meta.get("finalizers"):
            self.finish_delete(resource, key)
            return new
        return self.view(resource, new)

    def patch(
        self,
        resource: Resource,
        namespace: str,
        name: str,
        change: Callable[[Manifest], Manifest],
        options: Options,
        *,
        recorded: bool = False,
    ) -> Manifest:
        """Apply a change to a copy of the object and store the outcome. Raises ApiError."""
        old = self.get(resource, namespace, name)
        body = change(clone(old))
        meta = mapping(body.get("metadata"))
        if not meta.get("resourceVersion"):
            meta["resourceVersion"] = old["metadata"]["resourceVersion"]
            body["metadata"] = meta
        meta.setdefault("name", name)
        return self.update(resource, namespace, name, body, options, recorded=recorded)

    def apply(
        self, resource: Resource, namespace: str, name: str, body: Any, options: Options
    ) -> tuple[bool, Manifest]:
        """Server-side apply. Tells whether the object is new. Raises ApiError."""
        wanted = applying.check_body(body)
        key = (namespace, name)
        live = self.store.get(resource.storage, key)
        if live is None and options.subresource:
            raise status.not_found(resource.group, resource.plural, name)
        seen = clone(self.view(resource, live)) if live is not None else None
        wanted = self._applied(resource, namespace, name, wanted, options)
        version = wanted["metadata"].pop("resourceVersion", None)
        if seen is not None and version not in (None, seen["metadata"]["resourceVersion"]):
            raise status.conflict(resource.group, resource.plural, name)
        merged = applying.apply(
            seen,
            wanted,
            resource.strategy.schema,
            options.manager,
            resource.api_version,
            options.subresource,
            options.force,
        )
        quiet = replace(options, validation="Ignore", warnings=options.warnings)
        if seen is None:
            return True, self.create(resource, namespace, merged, quiet, recorded=True)
        merged["metadata"]["resourceVersion"] = seen["metadata"]["resourceVersion"]
        return False, self.update(resource, namespace, name, merged, quiet, recorded=True)

    def _applied(self, resource: Resource, namespace: str, name: str, body: Manifest, options: Options) -> Manifest:
        """The apply configuration without what the kind does not know; no defaults, since those are nobody's wish."""
        decoded = decode(resource, namespace, body, options)
        out: Manifest = _common(body, decoded)
        out["metadata"] = {k: v for k, v in decoded["metadata"].items() if k not in (*_SERVER_SET, "generation")}
        out["metadata"].setdefault("name", name)
        if resource.strategy.has_status:
            for part in [k for k in out if k not in ("apiVersion", "kind", "metadata")]:
                if (part == "status") != (options.subresource == "status"):
                    del out[part]
        return out

    def delete(self, resource: Resource, namespace: str, name: str, options: DeleteOptions) -> Manifest:
        """Delete an object or mark it for deletion. Answers with a Status, or with the object where it has to wait."""
        old = self.get(resource, namespace, name)
        meta = old["metadata"]
        if options.uid is not None and options.uid != meta["uid"]:
            why = f"Precondition failed: UID in precondition: {options.uid}, UID in object meta: {meta['uid']}"
            raise status.conflict(resource.group, resource.plural, name, why)
        if options.version is not None and options.version != meta["resourceVersion"]:
            why = (
                f"Precondition failed: ResourceVersion in precondition: {options.version}, ResourceVersion in object "
                f"meta: {meta['resourceVersion']}"
            )
            raise status.conflict(resource.group, resource.plural, name, why)
        done = status.success(name, resource.group, resource.plural, meta["uid"])
        if resource.strategy.returns_deleted:
            done = old
        if options.dry_run:
            return done
        key = (namespace, name)
        waits = self.terminate(resource, key, old, options)
        current = self.store.get(resource.storage, key)
        if current is None:
            return done
        if waits or current["metadata"].get("finalizers"):
            if not current["metadata"].get("deletionTimestamp"):
                marked = self.marked(resource, current)
                current = self.store.put(resource.storage, key, marked)
                current = self.store.get(resource.storage, key) or current
            return self.view(resource, current)
        self.finish_delete(resource, key)
        return done

    def marked(self, resource: Resource, obj: Manifest) -> Manifest:
        """A copy of an object that is being deleted."""
        meta = {**obj["metadata"], "deletionTimestamp": now(), "deletionGracePeriodSeconds": 0}
        if resource.strategy.has_generation and "generation" in meta:
            # BeforeDelete raises the generation, so that controllers see the change
            meta["generation"] += 1
        return {**obj, "metadata": _ordered(meta)}

    def finish_delete(self, resource: Resource, key: Key) -> None:
        """Take an object out whose finalizers are done."""
        self.store.remove(resource.storage, key)

    # what several verbs need

    def _invalid(self, resource: Resource, name: str, errors: list[FieldError]) -> status.ApiError:
        return status.invalid_object(resource.group, resource.kind, name, errors, self.style)

    def _check_namespace(self, namespace: str) -> None:
        found = self.store.get(("", "namespaces"), ("", namespace))
        if found is None:
            raise status.not_found("", "namespaces", namespace)
        if found["metadata"].get("deletionTimestamp"):
            text = f"namespace {namespace} is being terminated"
            cause = {"reason": "NamespaceTerminating", "message": text, "field": "metadata.namespace"}
            raise status.ApiError(
                403,
                "Forbidden",
                f"unable to create new content in namespace {namespace} because it is being terminated",
                {"causes": [cause]},
            )


def _common(given: Any, decoded: Any) -> Any:
    """What was given, as far as it survived decoding."""
    if isinstance(given, dict) and isinstance(decoded, dict):
        return {k: _common(v, decoded[k]) for k, v in given.items() if k in decoded}
    if isinstance(given, list) and isinstance(decoded, list) and len(given) == len(decoded):
        return [_common(a, b) for a, b in zip(given, decoded, strict=True)]
    return clone(decoded)


_META_ORDER = (
    "name",
    "generateName",
    "namespace",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "labels",
    "annotations",
    "ownerReferences",
    "finalizers",
    "managedFields",
)


def _ordered(meta: Manifest) -> Manifest:
    return {key: meta[key] for key in _META_ORDER if key in meta}


def same(new: Manifest, old: Manifest) -> bool:
    """Whether an update changes nothing, the times in managedFields aside: such a write is not stored."""
    if new == old:
        return True
    if new.keys() != old.keys() or any(new[k] != old[k] for k in new if k != "metadata"):
        return False
    one = {k: v for k, v in new["metadata"].items() if k != "managedFields"}
    two = {k: v for k, v in old["metadata"].items() if k != "managedFields"}
    if one != two:
        return False

    def timeless(meta: Manifest) -> list[Manifest]:
        return [{k: v for k, v in entry.items() if k != "time"} for entry in meta.get("managedFields") or []]

    return timeless(new["metadata"]) == timeless(old["metadata"])
