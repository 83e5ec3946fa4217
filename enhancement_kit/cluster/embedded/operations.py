"""The verbs of the API on stored objects: create, get, update, patch, delete. Atomic on the server's loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from . import applying, etcd_size, objectmeta, status
from .admission import Admission, Write
from .decoding import bad_patch, decode
from .fielderrors import NEW_STYLE, FieldError, invalid, quote
from .managedfields import record
from .names import is_path_segment
from .objects import Manifest, clone, compact, generated_name, later, mapping, new_uid, now
from .options import DeleteOptions, Options
from .resource import Resource, carry, validate_base, validate_name
from .store import Key, Store
from .writes import (
    absent_uid,
    check_preconditions,
    kept_of,
    ordered,
    other_uid,
    refuse_version,
    same,
    version_number,
)


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
        self.terminate: Callable[[Resource, Key, Manifest], bool] = lambda *_: False
        """Asked before an object goes (garbage collection, namespaces): True where it has to wait."""
        self.finalizers: Callable[[Resource, Manifest, DeleteOptions], list[str]] = lambda _r, obj, _o: list(
            obj["metadata"].get("finalizers", ())
        )
        """Asked which finalizers a deleted object has from then on."""
        self.settle: Callable[[Resource, Key], None] = lambda *_: None
        """Told that an object with finalizers is being deleted."""
        self.admission = admission
        self.plays_kubelet = True
        """Whether deleted Pods end at once, as if a kubelet had ended them."""
        self.guard: Guard | None = None
        """Judges who may write what."""

    # reading

    def view(self, resource: Resource, obj: Manifest) -> Manifest:
        """Return a stored object in the version of the path, read through the present schema. Not to be changed."""
        return self._stamped(resource, resource.strategy.view(obj))

    def views(self, resource: Resource, objects: Sequence[Manifest]) -> list[Manifest]:
        """Return stored objects as `view` does."""
        return [self._stamped(resource, seen) for seen in resource.strategy.views(objects)]

    @staticmethod
    def _stamped(resource: Resource, seen: Manifest) -> Manifest:
        if seen.get("apiVersion") != resource.api_version:
            seen = {**seen, "apiVersion": resource.api_version, "kind": resource.kind}
        return seen

    def get(self, resource: Resource, namespace: str, name: str) -> Manifest:
        """Return one object. Raises ApiError 404."""
        found = self.store.get(resource.storage, (namespace, name))
        if found is None:
            _check_path(name)
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
        self._check_kind(resource, name, options)
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
        else:
            refuse_version(version)
        found = self.store.get(resource.storage, (namespace, name))
        if found is not None:
            going = "deletionTimestamp" in found["metadata"]
            raise status.already_exists(resource.group, resource.plural, name, going=going)
        if resource.custom:
            options.warnings += objectmeta.finalizer_warnings(meta, {})
        obj["metadata"] = ordered(meta)
        return self._keep(resource, (namespace, name), obj, options, new=True)[1]

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
        version = version_number(meta.get("resourceVersion"))
        if not version:
            if not resource.strategy.unconditional_update:
                raise status.invalid_object(
                    resource.group,
                    resource.plural,
                    name,
                    [invalid("metadata.resourceVersion", 0, "must be specified for an update")],
                    self.style,
                )
        elif version != int(before["resourceVersion"]):
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
        if not (recorded or options.recorded):
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
        self._check_kind(resource, key[1], options)
        if errors:
            raise self._invalid(resource, key[1], errors)
        if not options.subresource:
            options.warnings += strategy.update_warnings(new)
        if self.guard is not None:
            self.guard.after(resource, key, new, old, options)
        if options.said is not None:
            self.admission.validate(Write("UPDATE", resource, key, new, old, options))
        if resource.custom:
            options.warnings += objectmeta.finalizer_warnings(meta, before)
        new["metadata"] = ordered(new["metadata"])
        before = self.store.get(resource.storage, key)
        if same(new, old) and not (before is not None and strategy.is_outdated(before)):
            return old
        if options.dry_run and not strategy.asks:
            return new
        kept, answer = self._keep(resource, key, new, options, new=False)
        stored = self.store.get(resource.storage, key)
        if stored is kept and meta.get("deletionTimestamp") and not strategy.waits(new) and not self.runs(new):
            self.finish_delete(resource, key)
        return answer

    def _keep(
        self, resource: Resource, key: Key, obj: Manifest, options: Options, *, new: bool
    ) -> tuple[Manifest, Manifest]:
        """Store an object, and return what is stored of it, and the answer. Raises ApiError and Ask before it does."""
        kept = resource.strategy.stored(obj)
        # nothing may be asked when the object is stored
        answer = resource.strategy.answered(kept) if resource.strategy.asks else kept
        if not options.dry_run:
            etcd_size.check(resource, key, kept, options, new=new)
            self.store.put(resource.storage, key, kept)
        if not resource.strategy.asks:
            return kept, self.view(resource, kept)
        if answer is not kept and not options.dry_run:
            answer["metadata"]["resourceVersion"] = kept["metadata"]["resourceVersion"]
        return kept, answer

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
        # the outcome is read in the order of its names
        body = dict(sorted(change(clone(old)).items()))
        if options.converted:
            # a strategic patch is applied to the type, whatever it says
            identity = {"apiVersion": resource.api_version, "kind": resource.kind}
            body |= {key: value for key, value in identity.items() if _is_text(body, key)}
        elif not resource.custom and body.get("apiVersion") in (None, ""):
            _refuse_unversioned(body, options)
            self._check_name(name, {})
        if resource.custom:
            _check_identity(resource, name, body, options)
        return self.update(resource, namespace, name, body, options, recorded=recorded)

    def apply(
        self, resource: Resource, namespace: str, name: str, body: Any, options: Options
    ) -> tuple[bool, Manifest]:
        """Apply on the server. Returns the object, and whether it is new. Raises ApiError."""
        wanted = applying.check_body(body, resource.kind, resource.api_version)
        options.applied = options.converted = True
        key = (namespace, name)
        live = self.store.get(resource.storage, key)
        if live is None and options.subresource:
            raise status.not_found(resource.group, resource.plural, name)
        self._check_typed(resource, wanted)
        seen = clone(self.view(resource, live)) if live is not None else None
        self._check_applied_uid(resource, name, mapping(wanted.get("metadata")).get("uid"), seen)
        wanted = self._applied(resource, namespace, wanted, options)
        version = wanted["metadata"].pop("resourceVersion", None)
        merged = applying.apply(
            seen,
            wanted,
            resource.strategy.merging(wanted),
            options.manager,
            resource.api_version,
            options.subresource,
            options.force,
        )
        self._check_name(name, merged["metadata"])
        quiet = replace(options, validation="Ignore", warnings=options.warnings)
        if seen is None:
            _check_path(name)
            version_number(version)
            return True, self.create(resource, namespace, merged, quiet, recorded=True)
        merged["metadata"]["resourceVersion"] = version or seen["metadata"]["resourceVersion"]
        return False, self.update(resource, namespace, name, merged, quiet, recorded=True)

    def _check_applied_uid(self, resource: Resource, name: str, uid: Any, seen: Manifest | None) -> None:
        if not uid or (seen is not None and seen["metadata"]["uid"] == uid):
            return
        if seen is None:
            why = f"uid mismatch: the provided object specified uid {uid}, and no existing object was found"
            raise status.conflict(resource.group, resource.plural, name, why)
        # the real server finds it in the metadata twice
        raise self._invalid(resource, name, [invalid("metadata.uid", uid, "field is immutable")] * 2)

    @staticmethod
    def _check_typed(resource: Resource, wanted: Manifest) -> None:
        schema = resource.strategy.merging(wanted)
        lines: list[str] = []
        if not resource.custom and schema.preserve:
            # the schema leaves it to the Go type which fields there are
            unknown = resource.strategy.decode({"metadata": {}, **clone(wanted)}).unknown
            lines = [f".{path}: field not declared in schema" for path in sorted(unknown)]
        applying.check_typed(wanted, schema, lines)

    def _applied(self, resource: Resource, namespace: str, body: Manifest, options: Options) -> Manifest:
        """Return the apply configuration without unknown fields and without defaults, which nobody applied."""
        if resource.strategy.schema is not None:
            # undeclared fields were refused before; other unknown fields get no warning
            options = replace(options, validation="Ignore")
        decoded = decode(resource, namespace, body, options)
        out: Manifest = kept_of(body, decoded) | {k: body[k] for k in resource.strategy.write_only if k in body}
        given = mapping(body.get("metadata"))
        # who applies no labels owns that there are none
        empty: Manifest = {k: {} for k in ("labels", "annotations") if given.get(k) == {}}
        out["metadata"] = empty | {
            # what reading adds, as an annotation that stands for a field, nobody applied
            k: kept_of(given[k], v) if k in given else v
            for k, v in decoded["metadata"].items()
            if k not in (*_SERVER_SET, "generation") and (k in given or k == "namespace")
        }
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
            marked = self.marked(resource, old, options, self.finalizers(resource, old, options))
            return done if marked is None else self.view(resource, marked)
        waits = self.terminate(resource, key, old)
        current = self.store.get(resource.storage, key)
        if current is None:
            return done
        finalizers = self.finalizers(resource, current, options)
        marked = self.marked(resource, current, options, finalizers, waits=waits)
        if marked is None:
            self.finish_delete(resource, key)
            return done
        if marked is not current:
            self.store.put(resource.storage, key, marked)
        if finalizers:
            self.settle(resource, key)
        elif not waits and not self.runs(marked):
            self.finish_delete(resource, key)
        if not resource.strategy.asks:
            return self.view(resource, marked)
        # a webhook has been asked for the object already, of which only metadata has changed
        told = {k: v for k, v in meta.items() if k in ("labels", "annotations")}
        kept = {k: v for k, v in marked["metadata"].items() if k not in ("labels", "annotations")}
        return {**old, "metadata": ordered(kept | told)}

    def runs(self, obj: Manifest) -> bool:
        """Return whether an object that is being deleted waits for the kubelet, where none is played."""
        return not self.plays_kubelet and bool(obj["metadata"].get("deletionGracePeriodSeconds"))

    def check_deletion(self, resource: Resource, key: Key, old: Manifest, options: DeleteOptions) -> None:
        """Ask the webhooks whether an object may be deleted. Raises ApiError and Ask."""
        if options.said is not None:
            write = Write("DELETE", resource, key, None, self.view(resource, old), options)
            self.admission.mutated(write, lambda obj: obj)
            self.admission.validate(write)

    def marked(
        self, resource: Resource, obj: Manifest, options: DeleteOptions, finalizers: list[str], *, waits: bool = False
    ) -> Manifest | None:
        """Return a copy of an object, marked as being deleted, and the object itself where nothing changes.

        None where it goes without a mark: it has no time to end, no finalizers, and it `waits` for nothing else.
        """
        meta = obj["metadata"]
        seconds = resource.strategy.grace(obj, options.grace)
        if finalizers != meta.get("finalizers", []):
            meta = {**meta, "finalizers": finalizers}
        if "deletionTimestamp" in meta:
            meta = meta if seconds is None else _shortened(meta, options.grace)
            return obj if meta is obj["metadata"] else {**obj, "metadata": ordered(meta)}
        if seconds is None and not finalizers and not waits:
            return None
        meta = {**meta, "deletionTimestamp": later(seconds or 0), "deletionGracePeriodSeconds": seconds or 0}
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

    def _check_kind(self, resource: Resource, name: str, options: Options) -> None:
        """Raise ApiError 422 for a custom resource of another kind; nothing else that is wrong is told then."""
        if options.other_kind:
            other = invalid("kind", options.other_kind, f"must be {resource.kind}")
            raise status.invalid_object(resource.group, options.other_kind, name, [other], self.style)

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


def _shortened(meta: Manifest, wanted: int | None) -> Manifest:
    """Return the metadata of an object that is being deleted with less time to end; as it is where it has no more."""
    before = meta.get("deletionGracePeriodSeconds", 0)
    seconds = before if wanted is None else wanted if wanted >= 0 else 1
    if not before or seconds >= before:
        return meta
    at = later(seconds - before, meta["deletionTimestamp"])
    if at < now():
        at, seconds = now(), min(seconds, 1)
    return {**meta, "deletionTimestamp": at, "deletionGracePeriodSeconds": seconds}


def _refuse_unversioned(body: Manifest, options: Options) -> None:
    """Tell that nothing is known of a patch's outcome without a version. Raises ApiError where that is strict."""
    unknown = [f'unknown field "{key}"' for key in body if key not in ("apiVersion", "kind")]
    if options.validation == "Strict":
        raise bad_patch(body, options, f"strict decoding error: {', '.join(unknown)}")
    if options.validation == "Warn":
        options.warnings += unknown


def _check_path(name: str) -> None:
    """Raise ApiError 400 for a name that cannot be a part of a path."""
    if wrong := is_path_segment(name):
        raise status.bad_request(f"Name parameter invalid: {quote(name)}: {', '.join(wrong)}")


def _is_text(body: Manifest, key: str) -> bool:
    return isinstance(body.get(key), str | None)


def _check_identity(resource: Resource, name: str, body: Manifest, options: Options) -> None:
    """Raise ApiError 422 where a patch has changed the version of a custom resource, or removed its kind."""
    version = body.get("apiVersion")
    if not (_is_text(body, "kind") and _is_text(body, "apiVersion")) or str(version).count("/") > 1:
        # reading it tells why
        return
    if not body.get("kind"):
        shown = options.outcome(body) if options.outcome is not None else compact(body).decode()
        why = f"Invalid value: {quote(shown)}: Object 'Kind' is missing in '{shown}'"
        causes = [{"reason": "FieldValueInvalid", "message": why, "field": "patch"}]
        raise status.ApiError(422, "Invalid", f' "" is invalid: patch: {why}', {"causes": causes})
    if not version and "apiVersion" not in body:
        why = "Object 'apiVersion' is missing in 'object has no apiVersion field'"
        raise status.internal_error(why, {"causes": [{"message": why}]})
    if version and version != resource.api_version and body["kind"] == resource.kind:
        wrong = invalid("apiVersion", version, f"must be {resource.api_version}")
        raise status.invalid_object(version.rpartition("/")[0], resource.kind, name, [wrong])
