"""The scale subresource."""

from __future__ import annotations

from typing import Any

from . import status
from .objects import Manifest, mapping


def scale_of(obj: Manifest) -> Manifest:
    """The scale of an object."""
    meta = {
        k: obj["metadata"][k]
        for k in ("name", "namespace", "uid", "resourceVersion", "creationTimestamp")
        if k in obj["metadata"]
    }
    return {
        "kind": "Scale",
        "apiVersion": "autoscaling/v1",
        "metadata": meta,
        "spec": {"replicas": mapping(obj.get("spec")).get("replicas", 0)},
        "status": {"replicas": mapping(obj.get("status")).get("replicas", 0)},
    }


def scaled(obj: Manifest, scale: Any) -> Manifest:
    """The object with the replicas of a scale. Raises ApiError 400."""
    replicas = mapping(mapping(scale).get("spec")).get("replicas", 0)
    if not isinstance(replicas, int) or isinstance(replicas, bool) or replicas < 0:
        raise status.bad_request(
            'Scale in version "v1" cannot be handled as a Scale: spec.replicas must be a number from 0'
        )
    out = {**obj, "spec": {**mapping(obj.get("spec")), "replicas": replicas}}
    version = mapping(mapping(scale).get("metadata")).get("resourceVersion")
    if version:
        out["metadata"] = {**out["metadata"], "resourceVersion": version}
    return out
