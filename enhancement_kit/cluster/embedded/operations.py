"""The verbs of the API on stored objects: create, get, update, patch, delete. Atomic on the server's loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from . import applying, objectmeta, status
from .admission.admission import Admission, Write
from .decoding import decode
from .fielderrors import NEW_STYLE, FieldError, invalid, quote
from .managedfields import record
from .objects import Manifest, clone, compact, generated_name, mapping, new_uid, now
from .options import DeleteOptions, Options
from .resource import Resource, carry, validate_base, validate_name
from .store import Key, Store
from .writes import absent_uid, check_preconditions, kept_of, ordered, other_uid, same


class Guard(Protocol):
    """Judges writes by who sends them and what they say; `key` is what the path names."""

    def before(self, resource: Resource, key: Key, new: Manifest, old: Manifest | None, by: Options) -> None:
        """Check a write before it is validated. Raises ApiError 403."""
        ...

    def after(self, resource: Resource, key: Key, new: Manifest, old: Manifest | None, by: Options) -> None:
        """Check a valid write. Raises ApiError 403."""
        ...


_KEPT = ("uid", "creationTimestamp", "selfLink", "generation", "resourceVersion")
"""What no update changes, whatever it says."""
_SERVER_SET = ("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink")


class Operations:
    """The verbs. `resource` is what the path names; the object's version is the path's."""

    def __init__(self, store: Store, admission: Admission, style: str = NEW_STYLE) -> None:
        """Work on a store; the webhooks of `admission` are asked where the options of a request hold their answers."""
        self.store = store
        self.style = style
        self.terminate: Callable[[Resource, Key, Manifest, DeleteOptions], bool] = lambda *_: False
        """Asked before an object goes (garbage collection, namespaces): True where it has to wait."""
        self.admission = admission
        self.guard: Guard | None = None
        """Judges who may write what."""

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
            self.check_namespace(resource, namespace, meta.get("name") or meta.get("generateName", ""))
        if self.guard is not None:
            self.guard.before(resource, (namespace, ""), obj, None, options)
        said = options.said
        if said is not None:
            obj = self._mutated(Write("CREATE", resource, (namespace, meta.get("name", "")), obj, None, options))
            meta = obj["metadata"]
        version = meta.pop("resourceVersion", None)
        for key in _SERVER_SET:
            meta.pop(key, None)
        strategy = resource.strategy
        if strategy.has_generation:
            meta.pop("generation", None)
        if not recorded:
            record(obj, None, options.manager, resource.api_version, options.subresource, strategy)
        errors: list[FieldError] = []
        if meta.get("generateName"):
            errors += validate_base(resource, meta["generateName"])
            if not meta.get("name"):
                base = meta["generateName"]
                # what webhooks are asked about has the name under which it is stored
                meta["name"] = said.names.setdefault(base, generated_name(base)) if said else generated_name(base)
        if not meta.get("name"):
            errors.append(objectmeta.missing_name())
        name = meta.get("name", "")
        strategy.prepare_create(obj)
        strategy.claim(obj, options.user)
        if name:
            errors += validate_name(resource, name)
        errors += objectmeta.validate(meta) + objectmeta.finalizers(meta, strict=strategy.typed)
        errors += strategy.validate_create(obj)
        if errors:
            raise self._invalid(resource, name, errors)
        options.warnings += strategy.warnings(obj)
        if self.guard is not None:
            self.guard.after(resource, (namespace, name), obj, None, options)
        meta["uid"] = said.uid if said else new_uid()
        meta["creationTimestamp"] = now()
        if strategy.has_generation:
            meta["generation"] = 1
        if said is not None:
            shown = {**obj, "metadata": ordered(meta)}
            self.admission.validate(Write("CREATE", resource, (namespace, name), shown, None, options))
        if version and options.dry_run:
            # nothing is written, and so nothing looks at it
            meta["resourceVersion"] = version
        elif version:
            raise status.ApiError(
                500, "InternalError", "resourceVersion should not be set on objects to be created", None
            )
        found = self.store.get(resource.storage, (namespace, name))
        if found is not None:
            going = "deletionTimestamp" in found["metadata"]
            raise status.already_exists(resource.group, resource.plural, name, going=going)
        if resource.custom:
            options.warnings += objectmeta.finalizer_warnings(meta, {})
        obj["metadata"] = ordered(meta)
        if options.dry_run:
            return self.view(resource, obj)
        self.store.put(resource.storage, (namespace, name), obj)
        return self.view(resource, obj)

    def update(
        self, resource: Resource, namespace: str, name: str, body: Manifest, options: Options, *, recorded: bool = False
    ) -> Manifest:
        """Replace an object, or its status. Raises ApiError 400, 404, 409, 422."""
        new = decode(resource, namespace, body, options)
        meta = new["metadata"]
        self._check_name(name, meta)
        old = self.get(resource, namespace, name)
        before = old["metadata"]
        if self.guard is not None:
            self.guard.before(resource, (namespace, name), new, old, options)
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

    def creates(self, resource: Resource, namespace: str, name: str, options: Options) -> bool:
        """Return whether an update would create the object: of some kinds it does where there is none."""
        may = resource.strategy.creates_on_update and not options.subresource
        return may and self.store.get(resource.storage, (namespace, name)) is None

    def create_by_update(
        self, resource: Resource, namespace: str, name: str, body: Manifest, options: Options
    ) -> Manifest:
        """Store a new object that came with an update. Raises ApiError."""
        meta = decode(resource, namespace, body, replace(options, warnings=[]))["metadata"]
        self._check_name(name, meta)
        if uid := meta.get("uid"):
            raise status.conflict(resource.group, resource.plural, name, absent_uid(resource, namespace, name, uid))
        fresh = {k: v for k, v in mapping(body.get("metadata")).items() if k != "resourceVersion"}
        return self.create(resource, namespace, {**body, "metadata": fresh}, options)

    def _replace(
        self, resource: Resource, key: Key, new: Manifest, old: Manifest, options: Options, recorded: bool
    ) -> Manifest:
        strategy, before = resource.strategy, old["metadata"]
        errors: list[FieldError] = []
        if options.said is not None:
            new = self._mutated(Write("UPDATE", resource, key, new, old, options))
        if not recorded:
            record(new, old, options.manager, resource.api_version, options.subresource, strategy)
        part = options.subresource if options.subresource in strategy.parts else ""
        if options.subresource == "status":
            strategy.prepare_status(new, old)
        elif part:
            strategy.prepare_part(part, new, old)
        else:
            strategy.prepare_update(new, old)
        meta = new["metadata"]
        for field_name in _KEPT:
            carry(meta, before, field_name)
        if before.get("deletionTimestamp"):
            # who writes an object that goes need not say so
            meta["deletionTimestamp"] = before["deletionTimestamp"]
            if "deletionGracePeriodSeconds" not in meta:
                carry(meta, before, "deletionGracePeriodSeconds")
        if part:
            errors += objectmeta.validate_update(meta, before) + list(strategy.validate_part(part, new, old))
            if strategy.has_generation and strategy.generation_changes(new, old):
                meta["generation"] = before.get("generation", 0) + 1
        elif options.subresource != "status":
            errors += objectmeta.validate(meta)
            errors += objectmeta.finalizers(meta) + objectmeta.validate_update(meta, before)
            if strategy.typed:
                errors += objectmeta.unqualified_finalizers(meta)
            errors += strategy.validate_update(new, old)
            if strategy.has_generation and strategy.generation_changes(new, old):
                meta["generation"] = before.get("generation", 0) + 1
        else:
            if strategy.status_keeps is not None:
                errors += objectmeta.validate(meta) + objectmeta.finalizers(meta, strict=strategy.typed)
                errors += objectmeta.validate_update(meta, before)
            errors += strategy.validate_status(new, old)
        options.warnings += strategy.told()
        if errors:
            raise self._invalid(resource, key[1], errors)
        if not options.subresource:
            options.warnings += strategy.warnings(new)
        if self.guard is not None:
            self.guard.after(resource, key, new, old, options)
        if options.said is not None:
            self.admission.validate(Write("UPDATE", resource, key, new, old, options))
        if resource.custom:
            options.warnings += objectmeta.finalizer_warnings(meta, before)
        new["metadata"] = ordered(new["metadata"])
        if same(new, old):
            return old
        if options.dry_run:
            return new
        self.store.put(resource.storage, key, new)
        stored = self.store.get(resource.storage, key)
        if stored is new and meta.get("deletionTimestamp") and not strategy.waits(new):
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
        if resource.custom:
            _check_identity(resource, name, body)
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
        self._check_typed(resource, wanted)
        if live is None:
            self._check_name(name, mapping(wanted.get("metadata")))
        seen = clone(self.view(resource, live)) if live is not None else None
        self._check_applied_uid(resource, name, mapping(wanted.get("metadata")).get("uid"), seen)
        wanted = self._applied(resource, namespace, wanted, options)
        version = wanted["metadata"].pop("resourceVersion", None)
        if seen is not None and version not in (None, seen["metadata"]["resourceVersion"]):
            raise status.conflict(resource.group, resource.plural, name)
        merged = applying.apply(
            seen,
            wanted,
            resource.strategy.merging(wanted),
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

    def _check_applied_uid(self, resource: Resource, name: str, uid: Any, seen: Manifest | None) -> None:
        if not uid or (seen is not None and seen["metadata"]["uid"] == uid):
            return
        if seen is None:
            why = f"uid mismatch: the provided object specified uid {uid}, and no existing object was found"
            raise status.conflict(resource.group, resource.plural, name, why)
        raise self._invalid(resource, name, [invalid("metadata.uid", uid, "field is immutable")])

    @staticmethod
    def _check_typed(resource: Resource, wanted: Manifest) -> None:
        schema = resource.strategy.merging(wanted)
        lines = applying.untyped(wanted, schema)
        if not resource.custom and schema.preserve:
            # the schema leaves it to the Go type which fields there are
            unknown = resource.strategy.decode({"metadata": {}, **clone(wanted)}).unknown
            lines += [f".{path}: field not declared in schema" for path in sorted(unknown)]
        if lines:
            version = resource.api_version if resource.group else f"/{resource.api_version}"
            meta = mapping(wanted.get("metadata"))
            what = f"({meta.get('namespace', '')}/{meta.get('name', '')}; {version}, Kind={resource.kind})"
            text = lines[0] if len(lines) == 1 else "errors:\n" + "\n".join(f"  {line}" for line in lines)
            text = f"failed to create typed patch object {what}: {text}"
            raise status.ApiError(500, "", text)

    def _applied(self, resource: Resource, namespace: str, body: Manifest, options: Options) -> Manifest:
        """Return the apply configuration without unknown fields and without defaults, which nobody applied."""
        if resource.strategy.schema is not None:
            # undeclared fields were refused before; other unknown fields get no warning
            options = replace(options, validation="Ignore")
        decoded = decode(resource, namespace, body, options)
        out: Manifest = kept_of(body, decoded) | {k: body[k] for k in resource.strategy.write_only if k in body}
        meta: Manifest = {k: {} for k in ("labels", "annotations") if mapping(body.get("metadata")).get(k) == {}}
        meta |= decoded["metadata"]
        out["metadata"] = {k: v for k, v in meta.items() if k not in (*_SERVER_SET, "generation")}
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
        key = (namespace, name)
        self.check_deletion(resource, key, old, options)
        if options.dry_run:
            return done
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

    def check_deletion(self, resource: Resource, key: Key, old: Manifest, options: DeleteOptions) -> None:
        """Ask the webhooks whether an object may be deleted. Raises ApiError and Ask."""
        if options.said is not None:
            write = Write("DELETE", resource, key, None, self.view(resource, old), options)
            self.admission.mutated(write, lambda obj: obj)
            self.admission.validate(write)

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

    def _mutated(self, write: Write) -> Manifest:
        assert isinstance(write.options, Options)
        # what a webhook adds is decoded as the body was, without a word to the client
        quiet = replace(write.options, validation="Ignore", warnings=[], doubled=[])
        return self.admission.mutated(write, lambda obj: decode(write.resource, write.key[0], obj, quiet))

    def _invalid(self, resource: Resource, name: str, errors: list[FieldError]) -> status.ApiError:
        return status.invalid_object(resource.storage[0], resource.kind, name, errors, self.style)

    def check_namespace(self, resource: Resource, namespace: str, name: str) -> None:
        """Raise ApiError 404 and 403 where a namespace takes nothing new."""
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


def _check_identity(resource: Resource, name: str, body: Manifest) -> None:
    """Raise ApiError 422 where a patch has changed the version of a custom resource, or removed its kind."""
    if not body.get("kind"):
        shown = compact(body).decode()
        why = f"Invalid value: {quote(shown)}: Object 'Kind' is missing in '{shown}'"
        causes = [{"reason": "FieldValueInvalid", "message": why, "field": "patch"}]
        raise status.ApiError(422, "Invalid", f' "" is invalid: patch: {why}', {"causes": causes})
    version = body.get("apiVersion")
    if version and version != resource.api_version and body["kind"] == resource.kind:
        wrong = invalid("apiVersion", version, f"must be {resource.api_version}")
        raise status.invalid_object(version.rpartition("/")[0], resource.kind, name, [wrong])
