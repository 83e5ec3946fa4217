"""Which verbs a subresource has, and what kind of object it takes, as discovery shows it."""

from __future__ import annotations

from .objects import Manifest

WRITTEN = ("get", "patch", "update")
_CREATED = ("create",)
_VERBS: dict[str, tuple[str, ...]] = {
    "binding": _CREATED,
    "eviction": _CREATED,
    "token": _CREATED,
    "finalize": ("update",),
}
"""The verbs of subresources that are not a part of the object to read and write."""
_KINDS: dict[str, Manifest] = {
    "scale": {"group": "autoscaling", "version": "v1", "kind": "Scale"},
    "binding": {"group": "", "version": "", "kind": "Binding"},
    "eviction": {"group": "policy", "version": "v1", "kind": "Eviction"},
    "token": {"group": "authentication.k8s.io", "version": "v1", "kind": "TokenRequest"},
}
"""The kinds of those that take other objects than their resource. Without a group: that of the resource."""


def verbs_of(subresource: str) -> tuple[str, ...]:
    """Return the verbs of a subresource."""
    return _VERBS.get(subresource, WRITTEN)


def kind_of(subresource: str, kind: str) -> Manifest:
    """Return the kind of object that a subresource of this kind takes."""
    return dict(_KINDS.get(subresource) or {"group": "", "version": "", "kind": kind})
