"""The scale subresource."""

from __future__ import annotations

from typing import Any

from . import status
from .fielderrors import invalid
from .gojson import name_of
from .objects import Manifest, clone, mapping
from .resource import Resource


def scale_of(resource: Resource, obj: Manifest) -> Manifest:
    """Return the scale of an object."""
    meta = {
        k: obj["metadata"][k]
        for k in ("name", "namespace", "uid", "resourceVersion", "creationTimestamp")
        if k in obj["metadata"]
    }
    wanted, present = (_at(obj, path) for path in resource.scale)
    return {
        "kind": "Scale",
        "apiVersion": "autoscaling/v1",
        "metadata": meta,
        "spec": {"replicas": wanted} if wanted else {},
        "status": {"replicas": present or 0},
    }


def _at(obj: Manifest, path: str) -> Any:
    value: Any = obj
    for step in path.strip(".").split("."):
        value = mapping(value).get(step)
    return value


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
