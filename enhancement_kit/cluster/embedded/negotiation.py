"""What a client accepts as an answer: JSON or YAML, the object itself or another form of it."""

from __future__ import annotations

import functools
from typing import NamedTuple

from . import status
from .requests import Request
from .resource import Resource

JSON = "application/json"
YAML = "application/yaml"
TABLE = "Table"
PARTIAL = "PartialObjectMetadata"
PARTIAL_LIST = "PartialObjectMetadataList"
_FORMS = frozenset({TABLE, PARTIAL, PARTIAL_LIST})
_FORM_VERSIONS = ("v1", "v1beta1")
_MEDIA = {JSON: JSON, YAML: YAML, "*/*": JSON, "application/*": JSON}


class Accepted(NamedTuple):
    """The answer that a client wants."""

    media: str
    form: str
    """Table, PartialObjectMetadata(List); empty for the object itself."""
    readable: bool = True
    """Whether there is anything that the client accepts."""


def accepted(request: Request) -> Accepted:
    """Return what a client accepts first of what this server can answer."""
    accept = request.headers.get("Accept", "")
    return _PLAIN if not accept or accept == JSON else _parsed(accept)


_PLAIN = Accepted(JSON, "")


@functools.lru_cache(maxsize=256)
def _parsed(accept: str) -> Accepted:
    clauses = []
    for part in accept.split(","):
        media, *parameters = [p.strip() for p in part.split(";")]
        clauses.append((media, dict(p.partition("=")[::2] for p in parameters)))
    for media, given in sorted(clauses, key=lambda clause: -_quality(clause[1].get("q", ""))):
        form = given.get("as", "")
        known = form in _FORMS and given.get("g") == "meta.k8s.io" and given.get("v") in _FORM_VERSIONS
        if media in _MEDIA and (known or not form):
            return Accepted(_MEDIA[media], form)
    return Accepted(JSON, "", readable=False)


def _quality(text: str) -> float:
    try:
        return float(text) if text else 1
    except ValueError:
        return 1


def refuse_list(resource: Resource, form: str) -> None:
    """Raise ApiError 406 where a list is asked for as a single object."""
    if form == PARTIAL:
        shown = "unstructured.UnstructuredList" if resource.custom else f"{_package(resource)}.{resource.list_kind}"
        raise _other_form(f"you requested {form}, but the requested object is a list (*{shown})")


def refuse_object(resource: Resource, form: str) -> None:
    """Raise ApiError where a single object is asked for as a list."""
    if form == PARTIAL_LIST and resource.custom:
        raise status.ApiError(500, "", "content is not a list")
    if form == PARTIAL_LIST:
        shown = f"{_package(resource)}.{resource.kind}"
        raise _other_form(f"you requested {form}, but the requested object is not a list (*{shown})")


def _other_form(text: str) -> status.ApiError:
    return status.ApiError(406, "NotAcceptable", text)


def _package(resource: Resource) -> str:
    """Return the Go package of a kind's internal type."""
    return resource.storage[0].partition(".")[0] or "core"
