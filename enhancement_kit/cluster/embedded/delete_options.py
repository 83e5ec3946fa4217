"""Reading the options of a delete: from its body, or from its query where it has none."""

from __future__ import annotations

from typing import Any

from . import gojson, gonumbers, goyaml, protobuf, status
from .builtins import go_types
from .fielderrors import quote
from .objects import Manifest, compact, mapping
from .options import DeleteOptions
from .requests import READABLE, Request, media_of, option_errors

KIND = "DeleteOptions"
_STRUCT = "meta/v1.DeleteOptions"
_OWN_VERSION = "meta.k8s.io/v1"
_UNVERSIONED = frozenset({"Status", "APIVersions", "APIGroup", "APIGroupList", "APIResourceList"})
"""Kinds that are known in every version, but are no options."""
_POLICIES = ("Foreground", "Background", "Orphan")


def delete_options(request: Request, body: bytes) -> DeleteOptions:
    """Return the options of a delete. Raises ApiError 400, 415 and 422."""
    given = _from_body(request, body) if body else _from_query(request)
    propagation, orphans, dry_run = given.get("propagationPolicy"), given.get("orphanDependents"), given.get("dryRun")
    wrong: list[tuple[str, str, str]] = []
    if propagation is not None and orphans is not None:
        text = f"Invalid value: {quote(propagation)}: orphanDependents and deletionPropagation cannot be both set"
        wrong.append(("propagationPolicy", "FieldValueInvalid", text))
    if propagation is not None and propagation not in _POLICIES:
        allowed = ", ".join(map(quote, (*_POLICIES, "nil")))
        text = f"Unsupported value: {quote(propagation)}: supported values: {allowed}"
        wrong.append(("propagationPolicy", "FieldValueNotSupported", text))
    if any(value != "All" for value in dry_run or ()):
        text = f'Unsupported value: {compact(dry_run).decode()}: supported values: "All"'
        wrong.append(("dryRun", "FieldValueNotSupported", text))
    if wrong:
        raise option_errors(wrong, KIND)
    conditions = mapping(given.get("preconditions"))
    return DeleteOptions(
        uid=conditions.get("uid"),
        version=conditions.get("resourceVersion"),
        propagation="Orphan" if orphans else propagation or "",
        cascades=orphans is False,
        dry_run=bool(dry_run),
        grace=given.get("gracePeriodSeconds"),
    )


def _from_query(request: Request) -> Manifest:
    query = request.query
    out: Manifest = {"dryRun": query.getall("dryRun", [])}
    if "propagationPolicy" in query:
        out["propagationPolicy"] = query["propagationPolicy"]
    if "orphanDependents" in query:
        out["orphanDependents"] = query["orphanDependents"].lower() not in ("false", "0")
    if seconds := query.get("gracePeriodSeconds", ""):
        try:
            out["gracePeriodSeconds"] = gonumbers.parse(seconds, signed=True)
        except ValueError as e:
            raise status.bad_request(str(e)) from None
    return out


def _from_body(request: Request, body: bytes) -> Manifest:
    content = _content(request, body)
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise status.bad_request(f"{gojson.NO_KIND}{gojson.no_type_meta(content)}")
    for name in ("apiVersion", "kind"):
        if not isinstance(content.get(name), str | None):
            what = gojson.name_of(content[name])
            raise status.bad_request(
                f"{gojson.NO_KIND}json: cannot unmarshal {what} into Go struct field .{name} of type string"
            )
    kind, version = content.get("kind") or KIND, content.get("apiVersion") or _OWN_VERSION
    if version.count("/") > 1:
        raise status.bad_request(f"unexpected GroupVersion string: {version}")
    if kind in _UNVERSIONED:
        raise status.bad_request(f"converting (v1.{kind}) to (v1.{KIND}): unknown conversion")
    if kind != KIND:
        text = f'no kind "{kind}" is registered for version "{version}" in scheme "pkg/runtime/scheme.go:111"'
        raise status.bad_request(text)
    reader = go_types.Reader(KIND, "v1")
    read = reader.struct({k: v for k, v in content.items() if k not in ("apiVersion", "kind")}, _STRUCT, "", "")
    if reader.misfits:
        raise status.bad_request(reader.misfits[0].why)
    return read


def _content(request: Request, body: bytes) -> Any:
    """Return the body as JSON. Raises ApiError."""
    media = media_of(request)
    try:
        if media == protobuf.MEDIA:
            return protobuf.read(body)
        if media in ("application/yaml", "application/x-yaml"):
            return goyaml.loads(body).value
        if media in ("application/json", "", "*/*"):
            return gojson.loads(body)[0]
    except protobuf.UnknownKind:
        raise status.unsupported_media_type(READABLE[:2]) from None
    except protobuf.Unreadable as e:
        raise status.bad_request(str(e)) from None
    except gojson.BadJson as e:
        raise status.bad_request(f"{gojson.NO_KIND}{e}") from None
    except goyaml.BadYaml as e:
        raise status.bad_request(str(e)) from None
    raise status.unsupported_media_type(READABLE)
