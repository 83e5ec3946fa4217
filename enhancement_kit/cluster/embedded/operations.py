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
from .resource import Resource, validate_base, validate_name
from .store import Key, Store
from .writes import check_preconditions, kept_of, ordered, other_uid, same

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
        """Return a stored object in the version of the path, read through the present schema. Not to be changed."""
        seen = resource.strategy.view(obj)
        if seen.get("apiVersion") != resource.api_version:
            seen = {**seen, "apiVersion": resource.api_version, "kind": resource.kind}
        return seen

    def get(self, resource: Resource, namespace: str, name: str) -> Manifest:
        """Return one object. Raises ApiError 404."""
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
            self._check_namespace(resource, namespace, meta.get("name", ""))
        if meta.get("resourceVersion"):
            raise status.ApiError(
                500, "InternalError", "resourceVersion should not be set on objects to be created", None
            )
        for key in _SERVER_SET:
            meta.pop(key, None)
        meta.pop("resourceVersion", None)
        strategy = resource.strategy
        if strategy.has_generation:
            meta.pop("generation", None)
        if not recorded:
            record(obj, None, options.manager, resource.api_version, options.subresource, strategy)
        errors: list[FieldError] = []
        if meta.get("generateName"):
            errors += validate_base(resource, meta["generateName"])
            if not meta.get("name"):
                meta["name"] = generated_name(meta["generateName"])
        if not meta.get("name"):
            errors.append(objectmeta.missing_name())
        name = meta.get("name", "")
        strategy.prepare_create(obj)
        if name:
            errors += validate_name(resource, name)
        errors += objectmeta.finalizers(meta, strict=strategy.typed) + objectmeta.validate(meta)
        errors += strategy.validate_create(obj)
        if errors:
            raise self._invalid(resource, name, errors)
        found = self.store.get(resource.storage, (namespace, name))
        if found is not None:
            going = "deletionTimestamp" in found["metadata"]
            raise status.already_exists(resource.group, resource.plural, name, going=going)
        if resource.custom:
            options.warnings += objectmeta.finalizer_warnings(meta, {})
        meta["uid"] = new_uid()
        meta["creationTimestamp"] = now()
        if strategy.has_generation:
            meta["generation"] = 1
        obj["metadata"] = ordered(meta)
        if options.dry_run:
            return self.view(resource, obj)
        self.store.put(resource.storage, (namespace, name), obj)
        return self.view(resource, obj)

    def update(
        self, resource: Resource, namespace: str, name: str, body: Manifest, options: Options, *, recorded: bool = False
    ) -> Manifest:
        """Replace an object, or its status. Raises ApiError 400, 404, 409, 422."""
        old = self.get(resource, namespace, name)
        new = decode(resource, namespace, body, options)
        meta, before = new["metadata"], old["metadata"]
        self._check_name(name, meta)
        if meta.get("uid", before["uid"]) != before["uid"]:
            if options.patched:
                raise self._invalid(resource, name, [invalid("metadata.uid", meta["uid"], "field is immutable")])
            raise status.conflict(resource.group, resource.plural, name, other_uid(resource, before, meta["uid"]))
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
        if not recorded:
            record(new, old, options.manager, resource.api_version, options.subresource, strategy)
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
            if strategy.typed:
                errors += objectmeta.finalizers(meta, strict=True)
            errors += strategy.validate_update(new, old)
            if strategy.has_generation and strategy.generation_changes(new, old):
                meta["generation"] = before.get("generation", 0) + 1
        else:
            errors += strategy.validate_status(new, old)
        if errors:
            raise self._invalid(resource, key[1], errors)
        if resource.custom:
            options.warnings += objectmeta.finalizer_warnings(meta, before)
        new["metadata"] = ordered(new["metadata"])
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
        """Apply on the server. Returns the object, and whether it is new. Raises ApiError."""
        wanted = applying.check_body(body, resource.kind, resource.api_version, name)
        options.applied = True
        key = (namespace, name)
        live = self.store.get(resource.storage, key)
        if live is None and options.subresource:
            raise status.not_found(resource.group, resource.plural, name)
        self._check_typed(resource, name, wanted)
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

    @staticmethod
    def _check_typed(resource: Resource, name: str, wanted: Manifest) -> None:
        if resource.strategy.schema is not None:
            lines = applying.untyped(wanted, resource.strategy.schema)
        else:
            unknown = resource.strategy.decode(clone(wanted)).unknown
            lines = [f".{path}: field not declared in schema" for path in unknown]
        if lines:
            version = resource.api_version if resource.group else f"/{resource.api_version}"
            what = f"({mapping(wanted.get('metadata')).get('namespace', '')}/{name}; {version}, Kind={resource.kind})"
            text = lines[0] if len(lines) == 1 else "errors:\n" + "\n".join(f"  {line}" for line in lines)
            text = f"failed to create typed patch object {what}: {text}"
            raise status.ApiError(500, "", text)

    def _applied(self, resource: Resource, namespace: str, name: str, body: Manifest, options: Options) -> Manifest:
        """Return the apply configuration without unknown fields and without defaults, which nobody applied."""
        if resource.strategy.schema is not None:
            # undeclared fields were refused before; other unknown fields get no warning
            options = replace(options, validation="Ignore")
        decoded = decode(resource, namespace, body, options)
        out: Manifest = kept_of(body, decoded)
        out["metadata"] = {k: v for k, v in decoded["metadata"].items() if k not in (*_SERVER_SET, "generation")}
        out["metadata"].setdefault("name", name)
        if resource.strategy.has_status:
            for part in [k for k in out if k not in ("apiVersion", "kind", "metadata")]:
                if (part == "status") != (options.subresource == "status"):
                    del out[part]
        return out

    def delete(self, resource: Resource, namespace: str, name: str, options: DeleteOptions) -> Manifest:
        """Delete an object or mark it for deletion. Returns a Status, or the object where it has to wait."""
        old = self.get(resource, namespace, name)
        meta = old["metadata"]
        check_preconditions(resource, name, meta, options)
        done = status.success(name, resource.group, resource.plural, meta["uid"])
        if resource.strategy.returns_deleted:
            done = resource.strategy.deleted(old)
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
        """Return a copy of an object, marked as being deleted."""
        meta = {**obj["metadata"], "deletionTimestamp": now(), "deletionGracePeriodSeconds": 0}
        if resource.strategy.has_generation and "generation" in meta:
            # BeforeDelete raises the generation, so that controllers see the change
            meta["generation"] += 1
        return {**obj, "metadata": ordered(meta)}

    def finish_delete(self, resource: Resource, key: Key) -> None:
        """Remove an object whose finalizers are done."""
        self.store.remove(resource.storage, key)

    # what several verbs need

    def _invalid(self, resource: Resource, name: str, errors: list[FieldError]) -> status.ApiError:
        return status.invalid_object(resource.storage[0], resource.kind, name, errors, self.style)

    def _check_namespace(self, resource: Resource, namespace: str, name: str) -> None:
        found = self.store.get(("", "namespaces"), ("", namespace))
        if found is None:
            raise status.not_found("", "namespaces", namespace)
        if found["metadata"].get("deletionTimestamp"):
            why = f"unable to create new content in namespace {namespace} because it is being terminated"
            refusal = status.forbidden(resource.group, resource.plural, name, why)
            text = f"namespace {namespace} is being terminated"
            cause = {"reason": "NamespaceTerminating", "message": text, "field": "metadata.namespace"}
            refusal.details = {**(refusal.details or {}), "causes": [cause]}
            raise refusal

    @staticmethod
    def _check_name(name: str, meta: Manifest) -> None:
        given = meta.get("name", "")
        if not given:
            why = f"the name of the object ({name} based on URL) was undeterminable: name must be provided"
            raise status.bad_request(why)
        if given != name:
            raise status.bad_request(f"the name of the object ({given}) does not match the name on the URL ({name})")
