"""The label by which the kit knows what is its own on a cluster that has other things too."""

from __future__ import annotations

from ..interface import Manifest

KIT = "enhancement-conformance-kit"
LABEL = f"{KIT}/made"
"""One of its own: components of scenarios have theirs."""
SELECTOR = LABEL.replace("/", "%2F")
"""As it stands in a query."""


def owned(manifest: Manifest) -> Manifest:
    """A copy with the label."""
    meta = manifest.get("metadata") or {}
    return {**manifest, "metadata": {**meta, "labels": {**(meta.get("labels") or {}), LABEL: "yes"}}}


def is_own(manifest: Manifest) -> bool:
    """Whether the kit made an object."""
    return ((manifest.get("metadata") or {}).get("labels") or {}).get(LABEL) == "yes"
