"""Reading a request: media types, options, selectors, paging."""

from __future__ import annotations

import base64
import json
from typing import Any

import yaml
from aiohttp import web

from . import status
from .fielderrors import quote
from .objects import Manifest, compact, mapping
from .options import DeleteOptions, Options
from .resource import Resource
from .selectors import Matcher, both, fields, labels

_JSON = "application/json"
_YAML = "application/yaml"
_READABLE = (_JSON, _YAML, "application/vnd.kubernetes.protobuf")
_YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TABLE_VERSIONS = ("v1", "v1beta1")


def form_of(request: web.BaseRequest) -> str:
    """Table, PartialObjectMetadata(List) or "" for the object itself. Raises ApiError 406."""
    accept = request.headers.get("Accept", "")
    if not accept or accept == _JSON:
        return ""
    for part in accept.split(","):
        media, *parameters = [p.strip() for p in part.split(";")]
        given = dict(p.partition("=")[::2] for p in parameters)
        if media in (_JSON, "*/*", "application/*"):
            form = given.get("as", "")
            if not form:
                return ""
            if given.get("g") == "meta.k8s.io" and given.get("v") in _TABLE_VERSIONS:
                return form
    raise status.not_acceptable(_READABLE[:2])


def read_json(body: bytes) -> Any:
    """A JSON body. Raises ApiError 400."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as e:
        raise status.bad_request(f"the object provided is unrecognized: the body is not valid JSON: {e}") from None


def read_yaml(body: bytes) -> Any:
    """A YAML body. Raises ApiError 400."""
    try:
        return yaml.load(body, Loader=_YAML_LOADER)
    except (yaml.YAMLError, ValueError, RecursionError) as e:
        raise status.bad_request(f"error decoding YAML: {e}") from None


def read_body(request: web.BaseRequest, body: bytes) -> Any:
    """A body in either format. Raises ApiError 400 and 415."""
    media = request.headers.get("Content-Type", _JSON).partition(";")[0].strip()
    if media in (_JSON, "", "*/*"):
        return read_json(body)
    if media in (_YAML, "application/x-yaml"):
        return read_yaml(body)
    raise status.unsupported_media_type((_JSON, _YAML))


def options_of(request: web.BaseRequest, subresource: str) -> Options:
    """The options of a write. Raises ApiError 422."""
    query = request.query
    dry = query.get("dryRun", "")
    if dry not in ("", "All"):
        raise bad_option("dryRun", dry, '"All"')
    validation = query.get("fieldValidation", "") or "Warn"
    if validation not in ("Ignore", "Warn", "Strict"):
        raise bad_option("fieldValidation", validation, '"", "Ignore", "Strict", "Warn"')
    manager = query.get("fieldManager") or request.headers.get("User-Agent", "").partition("/")[0] or "unknown"
    force = query.get("force") in ("1", "true", "True")
    return Options(manager[:128], dry == "All", validation, force, subresource)


def bad_option(name: str, value: str, allowed: str) -> status.ApiError:
    """422 of an option with a value that it cannot have."""
    body = f"Unsupported value: {quote(value)}: supported values: {allowed}"
    return status.ApiError(
        422,
        "Invalid",
        f'CreateOptions.meta.k8s.io "" is invalid: {name}: {body}',
        {
            "group": "meta.k8s.io",
            "kind": "CreateOptions",
            "causes": [{"reason": "FieldValueNotSupported", "message": body, "field": name}],
        },
    )


def delete_options(request: web.BaseRequest, body: bytes) -> DeleteOptions:
    """The options of a delete, from its body and its query. Raises ApiError."""
    content = read_body(request, body) if body.strip() else {}
    if not isinstance(content, dict):
        raise status.bad_request("the body of a delete is not a DeleteOptions object")
    query = request.query
    conditions = mapping(content.get("preconditions"))
    propagation = content.get("propagationPolicy") or query.get("propagationPolicy") or ""
    if propagation not in ("", "Background", "Foreground", "Orphan"):
        raise bad_option("propagationPolicy", str(propagation), '"Foreground", "Background", "Orphan", ""')
    if content.get("orphanDependents") is True or query.get("orphanDependents") == "true":
        propagation = "Orphan"
    dry = "All" in (content.get("dryRun") or []) or query.get("dryRun") == "All"
    return DeleteOptions(
        uid=conditions.get("uid"),
        version=conditions.get("resourceVersion"),
        propagation=propagation,
        dry_run=dry,
    )


def selector_of(request: web.BaseRequest, resource: Resource) -> Matcher | None:
    """The test that a request's selectors make. Raises ApiError 400."""
    by_label = labels(request.query.get("labelSelector", ""))
    return both(by_label, fields(request.query.get("fieldSelector", ""), resource.kind, resource.selectable))


def number(text: str) -> int:
    """A number in a query; 0 for anything else."""
    return int(text) if text.isdigit() else 0


def place_of(obj: Manifest) -> list[str]:
    """Where an object stands in a list."""
    meta = obj["metadata"]
    return [meta.get("namespace", ""), meta["name"]]


def encode_continue(last: Manifest, version: int) -> str:
    """The token that continues a list behind an object."""
    content = compact({"v": "meta.k8s.io/v1", "rv": version, "start": place_of(last)})
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decode_continue(token: str) -> list[str]:
    """The place that a token continues behind. Raises ApiError 400."""
    try:
        content = json.loads(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
        return [str(part) for part in content["start"]]
    except (ValueError, KeyError, TypeError):
        raise status.bad_request("continue key is not valid: the token was not made by this server") from None
