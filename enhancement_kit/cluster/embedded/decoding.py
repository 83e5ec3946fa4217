"""Decoding the body of a request into an object of the kind that the path names."""

from __future__ import annotations

from typing import Any

from . import applying, gojson, objectmeta, status
from .builtins import go_types, models, unstructured
from .fielderrors import go_json, quote
from .objects import Manifest, clone, compact, mapping
from .options import Options
from .resource import Decoded, Resource


def decode(resource: Resource, namespace: str, body: Any, options: Options) -> Manifest:
    """Decode a request's object: identity checked, unknown fields dropped, defaults filled in.

    Raises ApiError 400. Unknown fields become warnings or, where the request is strict, an error.
    """
    body, sent = _identified(resource, body, options)
    struct, prefix = (resource.kind, "metadata.") if resource.strategy.typed else ("", "")
    meta: Manifest = {}
    unknown: list[str] = []
    wrong: objectmeta.BadMetadata | None = None
    try:
        meta, unknown = objectmeta.coerce(body.get("metadata"), go=(struct, prefix))
    except objectmeta.BadMetadata as e:
        wrong = e
    if resource.custom:
        _check_custom(resource, sent, body, options, wrong)
    if meta.get("ownerReferences"):
        meta["ownerReferences"] = _without_doubles(meta["ownerReferences"], options)
    obj = {"apiVersion": resource.api_version, "kind": resource.kind, "metadata": meta}
    obj.update((k, clone(v)) for k, v in body.items() if k not in ("apiVersion", "kind", "metadata"))
    obj["metadata"] = clone(meta)
    try:
        decoded = _read(resource, obj, options)
    except go_types.Unreadable as e:
        why = str(wrong) if wrong is not None and _comes_first(wrong, e, body) else e.why
        raise _unreadable(resource, sent, body, options, _converted(resource, body, options) or why) from None
    except status.ApiError as e:
        _, unread, why = e.message.partition(f" cannot be handled as a {resource.kind}: ")
        if not (options.patched and unread):
            raise
        # what a patch makes unreadable is the patch's fault
        raise bad_patch(body, options, why) from None
    if wrong is not None:
        raise _unreadable(resource, sent, body, options, _converted(resource, body, options) or str(wrong))
    unknown += decoded.unknown if resource.strategy.typed else sorted(decoded.unknown)
    texts = [f'duplicate field "{path}"' for path in options.doubled] + [f'unknown field "{path}"' for path in unknown]
    if options.validation == "Strict":
        if options.doubled_lines:
            texts.insert(0, yaml_errors(options.doubled_lines))
        if texts:
            raise _unreadable(resource, sent, body, options, f"strict decoding error: {', '.join(texts)}")
    if options.validation == "Warn":
        options.warnings += [*options.doubled_lines, *texts]
    _namespace_of(resource, namespace, decoded.obj["metadata"])
    return decoded.obj


def yaml_errors(lines: list[str]) -> str:
    """Return the error of goyaml that has these lines."""
    return "yaml: unmarshal errors:" + "".join(f"\n  {line}" for line in lines)


def _read(resource: Resource, obj: Manifest, options: Options) -> Decoded:
    if options.other_kind:
        # the schema is not asked about other kinds
        return Decoded(obj)
    return resource.strategy.decode_applied(obj) if options.applied else resource.strategy.decode(obj)


def _converted(resource: Resource, body: Manifest, options: Options) -> str:
    """Return why an object that is converted from a map is refused; empty where it is not converted."""
    root = go_types.root_of(resource.api_version, resource.kind) if options.converted else ""
    return unstructured.misfit(body, root)


def _comes_first(wrong: objectmeta.BadMetadata, other: go_types.Unreadable, body: Manifest) -> bool:
    """Return whether Go tells of wrong metadata instead of another field: it ends, or is read first."""
    if wrong.ends != other.ends:
        return wrong.ends
    keys = list(body)
    return other.part not in keys or keys.index("metadata") < keys.index(other.part)


def _without_doubles(references: list[Manifest], options: Options) -> list[Manifest]:
    """Return the owners without those that are named twice, of which the client is told."""
    kept: dict[str, Manifest] = {}
    doubled: list[str] = []
    for reference in references:
        same = go_json(reference, sort_keys=True)
        if same in kept:
            doubled.append(str(reference.get("uid", "")))
        else:
            kept[same] = reference
    if doubled:
        options.warnings.append(
            ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and "
            "may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: "
            + ", ".join(doubled)
        )
    return list(kept.values())


def _namespace_of(resource: Resource, namespace: str, meta: Manifest) -> None:
    given = meta.get("namespace", "")
    if given and given != namespace:
        if not resource.namespaced:
            meta.pop("namespace")  # as the real server does: a namespace on a cluster-scoped object is dropped
            return
        raise status.bad_request(
            "the namespace of the provided object does not match the namespace sent on the request"
        )
    if namespace:
        meta["namespace"] = namespace


def _identified(resource: Resource, body: Any, options: Options) -> tuple[Manifest, str]:
    """Return the body, checked to be an object of the resource's kind, and the kind that it names. Raises ApiError."""
    if body is None and not resource.custom:
        return {}, resource.kind
    if body is not None and not isinstance(body, dict):
        raise _unrecognized(resource, body, options, f"{gojson.NO_KIND}{gojson.no_type_meta(body)}")
    given: Manifest = mapping(body)
    kind, version = ("" if given.get(key) is None else given[key] for key in ("kind", "apiVersion"))
    if not isinstance(kind, str) or not isinstance(version, str):
        wrong = next((k, v) for k, v in given.items() if k in ("kind", "apiVersion") and not isinstance(v, str | None))
        why = f"json: cannot unmarshal {gojson.name_of(wrong[1])} into Go struct field .{wrong[0]} of type string"
        raise _unrecognized(resource, body, options, f"{gojson.NO_KIND}{why}")
    if version.count("/") > 1:
        raise _unrecognized(resource, body, options, f"unexpected GroupVersion string: {version}")
    if resource.custom and not kind:
        shown = (options.source or compact(body)).decode(errors="replace").strip()
        raise _unrecognized(resource, body, options, f"Object 'Kind' is missing in '{shown}'")
    if not resource.custom and (kind or resource.kind, version or resource.api_version) != (
        resource.kind,
        resource.api_version,
    ):
        text = _wrong_kind(resource, version or resource.api_version, kind or resource.kind)
        raise (
            bad_patch(body, options, text.partition(f" cannot be handled as a {resource.kind}: ")[2] or text)
            if (options.patched)
            else status.bad_request(text)
        )
    return given, kind or resource.kind


def _check_custom(
    resource: Resource, sent: str, body: Manifest, options: Options, wrong: objectmeta.BadMetadata | None
) -> None:
    """Raise ApiError for `wrong` metadata, and for a custom resource of another version.

    One of another kind is refused later, when it is known whether the object is there.
    """
    if "apiVersion" in body and body["apiVersion"] is None:
        why = ".apiVersion accessor error: <nil> is of the type <nil>, expected string"
        raise status.bad_request(f'{sent} in version "" cannot be handled as a {resource.kind}: {why}')
    if wrong is not None:
        raise _unreadable(resource, sent, body, options, str(wrong))
    version = body.get("apiVersion") or ""
    if version != resource.api_version:
        raise status.bad_request(_other_version(resource, version))
    options.other_kind = sent if sent != resource.kind else ""


def _unrecognized(resource: Resource, body: Any, options: Options, why: str) -> status.ApiError:
    """Return the refusal of a body that does not say what it is."""
    if options.patched:
        return bad_patch(body, options, why)
    text = f"the object provided is unrecognized (must be of type {resource.kind}): {why}"
    return status.bad_request(f"{text} ({gojson.summary(options.source or compact(body))})")


def _unreadable(resource: Resource, sent: str, body: Manifest, options: Options, why: str) -> status.ApiError:
    """Return the refusal of a body that cannot be read as what it says it is."""
    if options.applied and resource.strategy.typed:
        return applying.not_converted(body, why)
    if options.patched:
        # the real server reports the error on the patch, and names neither kind nor object
        return bad_patch(body, options, why)
    _, _, short = str(body.get("apiVersion") or resource.api_version).rpartition("/")
    return status.bad_request(f'{sent} in version "{short}" cannot be handled as a {sent}: {why}')


def _other_version(resource: Resource, version: str) -> str:
    return f"the API version in the data ({version}) does not match the expected API version ({resource.api_version})"


def bad_patch(body: Any, options: Options, why: str) -> status.ApiError:
    """Return the 422 of a patch that makes something that cannot be read."""
    outcome = options.outcome(body) if options.outcome is not None else compact(body).decode()
    text = f"Invalid value: {quote(outcome)}: {why}"
    causes = [{"reason": "FieldValueInvalid", "message": text, "field": "patch"}]
    return status.ApiError(422, "Invalid", f' "" is invalid: patch: {text}', {"causes": causes})


def _wrong_kind(resource: Resource, version: str, kind: str) -> str:
    _, _, short = version.rpartition("/")
    start = f'{kind} in version "{short}" cannot be handled as a {resource.kind}: '
    if not models.knows(short, kind):
        return f'{start}no kind "{kind}" is registered for version "{version}" in scheme "pkg/runtime/scheme.go:111"'
    if kind == resource.kind:
        return _other_version(resource, version)
    package = resource.group.partition(".")[0] or "core"
    return f"{start}converting ({short}.{kind}) to ({package}.{resource.kind}): unknown conversion"
