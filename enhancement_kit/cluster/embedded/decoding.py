"""Decoding the body of a request into an object of the kind that the path names."""

from __future__ import annotations

from typing import Any

from . import gojson, objectmeta, status
from .builtins import models
from .fielderrors import invalid, quote
from .objects import Manifest, clone, compact, mapping
from .options import Options
from .resource import Decoded, Resource


def decode(resource: Resource, namespace: str, body: Any, options: Options) -> Manifest:
    """Decode a request's object: identity checked, unknown fields dropped, defaults filled in.

    Raises ApiError 400. Unknown fields become warnings or, where the request is strict, an error.
    """
    body = _identified(resource, body, options)
    try:
        struct, prefix = (resource.kind, "metadata.") if resource.strategy.typed else ("", "")
        meta, unknown = objectmeta.coerce(body.get("metadata"), go=(struct, prefix))
    except objectmeta.BadMetadata as e:
        raise status.bad_request(
            f'{resource.kind} in version "{resource.version}" cannot be handled as a {resource.kind}: {e}'
        ) from None
    if meta.get("ownerReferences"):
        meta["ownerReferences"] = _without_doubles(meta["ownerReferences"], options)
    obj = {"apiVersion": resource.api_version, "kind": resource.kind, "metadata": meta}
    obj.update((k, clone(v)) for k, v in body.items() if k not in ("apiVersion", "kind", "metadata"))
    obj["metadata"] = clone(meta)
    decoded = _read(resource, obj, body, options)
    unknown += decoded.unknown if resource.strategy.typed else sorted(decoded.unknown)
    texts = [f'duplicate field "{path}"' for path in options.doubled] + [f'unknown field "{path}"' for path in unknown]
    if texts and options.validation == "Strict":
        raise _strict(resource, body, options, ", ".join(texts))
    if options.validation == "Warn":
        options.warnings += texts
    _namespace_of(resource, namespace, decoded.obj["metadata"])
    return decoded.obj


def _without_doubles(references: list[Manifest], options: Options) -> list[Manifest]:
    """Return the owners without those that are named twice, of which the client is told."""
    kept: list[Manifest] = []
    doubled: list[str] = []
    for reference in references:
        if reference in kept:
            doubled.append(str(reference.get("uid", "")))
        else:
            kept.append(reference)
    if doubled:
        options.warnings.append(
            ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and "
            "may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: "
            + ", ".join(doubled)
        )
    return kept


def _read(resource: Resource, obj: Manifest, body: Manifest, options: Options) -> Decoded:
    if options.applied:
        return resource.strategy.decode_applied(obj)
    try:
        return resource.strategy.decode(obj)
    except status.ApiError as e:
        _, unread, why = e.message.partition(f" cannot be handled as a {resource.kind}: ")
        if not (options.patched and unread):
            raise
        # what a patch makes unreadable is the patch's fault
        raise _bad_patch(body, why) from None


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


def _identified(resource: Resource, body: Any, options: Options) -> Manifest:
    """Return the body, checked to be an object of the resource's kind. Raises ApiError 400 and 422."""
    unread = f"the object provided is unrecognized (must be of type {resource.kind}): "
    source = options.source or compact(body)
    if body is None and not resource.custom:
        return {}
    if body is not None and not isinstance(body, dict):
        why = f"couldn't get version/kind; json parse error: {gojson.no_type_meta(body)}"
        raise status.bad_request(f"{unread}{why} ({gojson.summary(source)})")
    given: Manifest = mapping(body)
    kind, version = ("" if given.get(key) is None else given[key] for key in ("kind", "apiVersion"))
    if not isinstance(kind, str) or not isinstance(version, str):
        wrong = next((k, v) for k, v in given.items() if k in ("kind", "apiVersion") and not isinstance(v, str | None))
        why = f"json: cannot unmarshal {gojson.name_of(wrong[1])} into Go struct field .{wrong[0]} of type string"
        raise status.bad_request(
            f"{unread}couldn't get version/kind; json parse error: {why} ({gojson.summary(source)})"
        )
    if resource.custom:
        if not kind:
            shown = source.decode(errors="replace").strip()
            raise status.bad_request(f"{unread}Object 'Kind' is missing in '{shown}' ({gojson.summary(source)})")
        if version != resource.api_version:
            raise status.bad_request(_other_version(resource, version))
        if kind != resource.kind:
            name = str(mapping(given.get("metadata")).get("name") or "")
            other = invalid("kind", kind, f"must be {resource.kind}")
            raise status.invalid_object(resource.group, kind, name, [other])
    elif (kind or resource.kind, version or resource.api_version) != (resource.kind, resource.api_version):
        raise status.bad_request(_wrong_kind(resource, version or resource.api_version, kind or resource.kind))
    return given


def _other_version(resource: Resource, version: str) -> str:
    return f"the API version in the data ({version}) does not match the expected API version ({resource.api_version})"


def _strict(resource: Resource, body: Manifest, options: Options, texts: str) -> status.ApiError:
    if options.patched:
        # the real server reports the error on the patch, and names neither kind nor object
        return _bad_patch(body, f"strict decoding error: {texts}")
    return status.bad_request(
        f'{resource.kind} in version "{resource.version}" cannot be handled as a {resource.kind}: strict decoding '
        f"error: {texts}"
    )


def _bad_patch(body: Manifest, why: str) -> status.ApiError:
    text = f"Invalid value: {quote(compact(body).decode())}: {why}"
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
