"""The label that marks the kit's objects on a cluster with other objects."""

from __future__ import annotations

from ..interface import Manifest

KIT = "enhancement-conformance-kit"
LABEL = f"{KIT}/made"
"""One of its own: components of scenarios have theirs."""
SELECTOR = LABEL.replace("/", "%2F")
"""As it stands in a query."""


def owned(manifest: Manifest) -> Manifest:
    """Return a copy with the label."""
    meta = manifest.get("metadata") or {}
    return {**manifest, "metadata": {**meta, "labels": {**(meta.get("labels") or {}), LABEL: "yes"}}}


def is_own(manifest: Manifest) -> bool:
    """Return whether the kit made an object."""
    return ((manifest.get("metadata") or {}).get("labels") or {}).get(LABEL) == "yes"
