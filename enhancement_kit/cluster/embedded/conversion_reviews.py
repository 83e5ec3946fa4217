"""Asking a conversion webhook about one object, and checking its answer (apiextensions pkg/apiserver/conversion)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from . import gojson, objectmeta
from .asking import Answer
from .fielderrors import aggregate, quote
from .objects import Manifest, clone, mapping, new_uid
from .posting import Unanswered, post

_SECONDS = 30
_GROUP, _KIND = "apiextensions.k8s.io", "ConversionReview"
_VERSIONS = ("v1", "v1beta1")


class _Wrong(Exception):
    """What is wrong with an answer, after the name of the webhook."""


class _Unreadable(Exception):
    """An object that is none: the real server says no more than that."""


def convert(webhook: Manifest, obj: Manifest, target: str) -> Answer:
    """Ask a webhook for an object in the version `target`, an apiVersion. The answer is the object, or a failure."""
    by = f"conversion webhook for {obj['apiVersion']}, Kind={obj['kind']}"
    version = next((v for v in webhook.get("conversionReviewVersions") or () if v in _VERSIONS), "v1")
    uid = new_uid()
    review = {
        "kind": _KIND,
        "apiVersion": f"{_GROUP}/{version}",
        "request": {"uid": uid, "desiredAPIVersion": target, "objects": [obj]},
    }
    try:
        found = _objects(post(webhook["clientConfig"], review, _SECONDS), version, uid)
        if len(found) != 1:
            raise _Wrong(f"returned {len(found)} objects, expected 1")
        return Answer(response=_checked(found[0], obj, target))
    except Unanswered as error:
        return Answer(failure=f"{by} failed: {error}")
    except _Wrong as error:
        return Answer(failure=f"{by} {error}")
    except _Unreadable as error:
        return Answer(failure=str(error))


def _objects(body: bytes, version: str, uid: str) -> list[Any]:
    """Return the objects of an answer. Raises _Wrong."""
    try:
        review = mapping(gojson.loads(body)[0])
    except gojson.BadJson as error:
        raise _Wrong(f"failed: {gojson.NO_KIND}{error}") from None
    given, kind = str(review.get("apiVersion") or ""), str(review.get("kind") or "")
    wanted = f"{_GROUP}/{version}"
    if not given or not kind:
        group, _, name = given.rpartition("/")
        if version == "v1":
            shown = f"{group}/{name}, Kind={kind}"
            raise _Wrong(f"failed: expected webhook response of {wanted}, Kind={_KIND}, got {shown}")
    elif given != wanted and given.startswith(f"{_GROUP}/v1"):
        raise _Wrong(
            f"failed: converting ({given.rpartition('/')[2]}.{kind}) to ({version}.{_KIND}): unknown conversion"
        )
    elif (given, kind) != (wanted, _KIND):
        where = 'in scheme "pkg/runtime/scheme.go:111"'
        raise _Wrong(f"failed: no kind {quote(kind)} is registered for version {quote(given)} {where}")
    response = review.get("response")
    if not isinstance(response, dict):
        raise _Wrong("failed: no response provided")
    if version == "v1" and response.get("uid") != uid:
        raise _Wrong(f"failed: expected response.uid={quote(uid)}, got {quote(str(response.get('uid') or ''))}")
    result = mapping(response.get("result"))
    if result.get("status") != "Success":
        text = result.get("message") or f"response.result.status was '{result.get('status') or ''}', not 'Success'"
        raise _Wrong(f"failed: {text}")
    return list(response.get("convertedObjects") or ())


def _checked(found: Any, asked: Manifest, target: str) -> Manifest:
    """Return a converted object with the metadata of the original. Raises _Wrong and _Unreadable."""
    if found is None:
        raise _Unreadable("unexpected end of JSON input")
    if not isinstance(found, dict):
        kind = gojson.name_of(found)
        raise _Unreadable(f"json: cannot unmarshal {kind} into Go value of type map[string]interface {{}}")
    if not found.get("kind"):
        raise _Unreadable(f"Object 'Kind' is missing in '{json.dumps(found)}'")
    version = str(found.get("apiVersion") or "")
    if version != target:
        text = f"invalid groupVersion (expected {target}, received {version})"
        raise _Wrong(f"returned invalid object at index 0: {text}")
    if found["kind"] != asked["kind"]:
        text = f"invalid kind (expected {asked['kind']}, received {found['kind']})"
        raise _Wrong(f"returned invalid object at index 0: {text}")
    before, after = mapping(asked.get("metadata")), mapping(found.get("metadata"))
    for name, shown in (("name", "name"), ("namespace", "namespace"), ("uid", "UID")):
        one, two = before.get(name, ""), after.get(name, "")
        if one != two:
            raise _Wrong(f"returned invalid object: must have the same {shown}: {one} != {two}")
    if "metadata" not in found:
        raise _Wrong("returned invalid metadata: missing metadata in converted object")
    meta = clone(before)
    for name in ("labels", "annotations"):
        meta.pop(name, None)
        if after.get(name) is not None:
            meta[name] = _texts(name, after[name], before.get(name) or {})
    return {**found, "metadata": meta}


def _texts(name: str, found: Any, before: Manifest) -> Manifest:
    """Return the labels or annotations of a converted object. Raises _Wrong."""
    why = "returned invalid metadata: "
    if not isinstance(found, dict):
        raise _Wrong(f"{why}invalid metadata.{name} of type {_go_type(found)} in converted object")
    for key, value in found.items():
        if not isinstance(value, str):
            text = f"metadata.{name}[{key}] must be a string, but is {_go_type(value)} in converted object"
            raise _Wrong(why + text)
    if found != before:
        errors = objectmeta.validate({name: found})
        if name == "annotations":
            # the real server names the field so
            errors = [replace(e, path="metadata.annotation") for e in errors]
        if errors:
            raise _Wrong(why + aggregate(errors))
    return found


def _go_type(value: Any) -> str:
    if value is None:
        return "<nil>"
    kinds = {bool: "bool", int: "int64", float: "float64", str: "string", list: "[]interface {}"}
    return kinds.get(type(value), "map[string]interface {}")
