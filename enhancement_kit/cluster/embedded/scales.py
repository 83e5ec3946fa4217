"""The scale subresource."""

from __future__ import annotations

import re
from typing import Any

from . import applying, status
from .fielderrors import invalid
from .gojson import name_of
from .objects import Manifest, clone, mapping
from .resource import Resource

_VERSION = "autoscaling/v1"
_MANAGER = re.compile(r" using [^ :]+(?: at [0-9T:Z.-]+Z)?")
"""What a conflict says of a manager beyond its name."""


def scale_of(resource: Resource, obj: Manifest) -> Manifest:
    """Return the scale of an object."""
    meta = {
        k: obj["metadata"][k]
        for k in ("name", "namespace", "uid", "resourceVersion", "creationTimestamp")
        if k in obj["metadata"]
    }
    wanted, present = (_at(obj, path) for path in resource.scale)
    state: Manifest = {"replicas": present or 0}
    if not resource.custom and (selector := _text(mapping(_at(obj, ".spec.selector")))):
        state["selector"] = selector
    return {
        "kind": "Scale",
        "apiVersion": "autoscaling/v1",
        "metadata": meta,
        "spec": {"replicas": wanted} if wanted else {},
        "status": state,
    }


def _text(selector: Manifest) -> str:
    """Return a selector, with or without expressions, as the text that a list takes."""
    if not {"matchLabels", "matchExpressions"} & selector.keys():
        selector = {"matchLabels": selector}
    parts = {key: f"{key}={value}" for key, value in mapping(selector.get("matchLabels")).items()}
    for requirement in selector.get("matchExpressions") or ():
        key, values = requirement.get("key", ""), ",".join(sorted(requirement.get("values") or ()))
        forms = {"In": f"{key} in ({values})", "NotIn": f"{key} notin ({values})", "Exists": key}
        parts[key] = forms.get(requirement.get("operator", ""), f"!{key}")
    return ",".join(text for _, text in sorted(parts.items()))


def _at(obj: Manifest, path: str) -> Any:
    value: Any = obj
    for step in path.strip(".").split("."):
        value = mapping(value).get(step)
    return value


def applied(resource: Resource, namespace: str, name: str, body: Any) -> Manifest:
    """Return what applying a scale applies to the object. Raises ApiError 400."""
    scale = applying.check_body(body, "Scale", _VERSION)
    meta = {"name": name, **({"namespace": namespace} if namespace else {})}
    out: Manifest = {"apiVersion": resource.api_version, "kind": resource.kind, "metadata": meta}
    *parents, last = resource.scale[0].strip(".").split(".")
    place = out
    for step in parents:
        place = place.setdefault(step, {})
    if (replicas := mapping(scale.get("spec")).get("replicas")) is not None:
        place[last] = replicas
    return out


def conflict(error: status.ApiError) -> status.ApiError:
    """Return the conflict of an applied scale: it speaks of the scale's managers, which have no times."""
    causes = [
        {**cause, "message": _MANAGER.sub(f" using {_VERSION}", cause["message"])}
        for cause in mapping(error.details).get("causes") or ()
    ]
    details = {**mapping(error.details), "causes": causes}
    return status.ApiError(error.code, error.reason, _MANAGER.sub(f" using {_VERSION}", error.message), details)


def not_converted(name: str) -> status.ApiError:
    """Return the 500 of a scale that is applied to a custom resource, which the real server cannot do."""
    text = f"failed to convert new object (/{name}; {_VERSION}, Kind=Scale) to proper version"
    return status.ApiError(500, "", f"{text}: request to convert CR to an invalid group/version: {_VERSION}")


def scaled(resource: Resource, obj: Manifest, scale: Any) -> Manifest:
    """Return the object with the replicas of a scale. Raises ApiError 400 and 422."""
    replicas = mapping(mapping(scale).get("spec")).get("replicas", 0)
    if not isinstance(replicas, int) or isinstance(replicas, bool):
        raise status.bad_request(
            f'Scale in version "v1" cannot be handled as a Scale: json: cannot unmarshal {name_of(replicas)} into Go '
            "struct field ScaleSpec.spec.replicas of type int32"
        )
    name = obj["metadata"]["name"]
    if replicas < 0 and resource.custom:
        wrong = invalid(resource.scale[0], replicas, "should be a non-negative integer")
        raise status.invalid_object(resource.group, resource.kind, name, [wrong])
    if replicas < 0:
        wrong = invalid("spec.replicas", replicas, "must be greater than or equal to 0")
        raise status.invalid_object("autoscaling", "Scale", name, [wrong])
    out = clone(obj)
    *parents, last = resource.scale[0].strip(".").split(".")
    place = out
    for step in parents:
        place = place.setdefault(step, {})
    place[last] = replicas
    version = mapping(mapping(scale).get("metadata")).get("resourceVersion")
    if version:
        out["metadata"]["resourceVersion"] = version
    return dict(out)
