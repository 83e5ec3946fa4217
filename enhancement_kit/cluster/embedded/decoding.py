"""From a request's body to an object of the kind that the path names."""

from __future__ import annotations

import json
from typing import Any

from . import objectmeta, status
from .objects import Manifest, clone
from .options import Options
from .resource import Resource


def decode(resource: Resource, namespace: str, body: Any, options: Options) -> Manifest:
    """A request's object as its kind reads it: identity checked, unknown fields dropped, defaults filled in.

    Raises ApiError 400. Unknown fields become warnings or, where the request is strict, an error.
    """
    if not isinstance(body, dict):
        raise status.bad_request(
            f"the object provided is unrecognized (must be of type {resource.kind}): couldn't get version/kind; "
            "json parse error: the body is not a JSON object"
        )
    kind, version = body.get("kind"), body.get("apiVersion")
    if resource.custom and not kind:
        raise status.bad_request(f"Object 'Kind' is missing in '{_start(body)}'")
    if kind and version and (kind != resource.kind or version != resource.api_version):
        raise status.bad_request(_wrong_kind(resource, str(version), str(kind)))
    if (kind and kind != resource.kind) or (version and version != resource.api_version):
        raise status.bad_request(_wrong_kind(resource, str(version or ""), str(kind or "")))
    try:
        meta, unknown = objectmeta.coerce(body.get("metadata"))
    except objectmeta.BadMetadata as e:
        raise status.bad_request(
            f'{resource.kind} in version "{resource.version}" cannot be handled as a {resource.kind}: {e}'
        ) from None
    obj = {"apiVersion": resource.api_version, "kind": resource.kind, "metadata": meta}
    obj.update((k, clone(v)) for k, v in body.items() if k not in ("apiVersion", "kind", "metadata"))
    obj["metadata"] = clone(meta)
    decoded = resource.strategy.decode(obj)
    unknown += decoded.unknown
    if unknown and options.validation == "Strict":
        texts = ", ".join(f'unknown field "{path}"' for path in unknown)
        raise status.bad_request(
            f'{resource.kind} in version "{resource.version}" cannot be handled as a {resource.kind}: strict '
            f"decoding error: {texts}"
        )
    if options.validation == "Warn":
        options.warnings += [f'unknown field "{path}"' for path in unknown]
    _namespace_of(resource, namespace, decoded.obj["metadata"])
    return decoded.obj


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


def _start(body: Manifest) -> str:
    return json.dumps(body, separators=(",", ":"))[:200]


def _wrong_kind(resource: Resource, version: str, kind: str) -> str:
    if resource.custom:
        return (
            f"the API version in the data ({version}) does not match the expected API version ({resource.api_version})"
            if version != resource.api_version and kind == resource.kind
            else f'the object provided is unrecognized (must be of type {resource.kind}): no kind "{kind}" is '
            f'registered for version "{version}" in scheme'
        )
    short = version.rpartition("/")[2]
    return (
        f'{kind} in version "{short}" cannot be handled as a {resource.kind}: converting ({kind}) to '
        f"({resource.kind}): unknown conversion"
        if kind != resource.kind
        else f"the API version in the data ({version}) does not match the expected API version ({resource.api_version})"
    )
