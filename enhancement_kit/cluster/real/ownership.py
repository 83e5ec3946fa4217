"""The label that marks the kit's objects on a cluster with other objects: its value is the run that made them."""

from __future__ import annotations

import secrets
from urllib.parse import quote

from ..interface import Manifest

KIT = "enhancement-conformance-kit"
LABEL = f"{KIT}/made"
"""One of its own: components of scenarios have theirs."""


def label_of(manifest: Manifest) -> str:
    """Return the run that made an object; empty where it was not the kit."""
    return str(((manifest.get("metadata") or {}).get("labels") or {}).get(LABEL) or "")


def is_of_the_kit(manifest: Manifest) -> bool:
    """Return whether a run of the kit made an object, this one or another."""
    return label_of(manifest) != ""


class Ownership:
    """What belongs to one run: what it made, and what dead runs made whose cluster it has taken over."""

    def __init__(self) -> None:
        """Give the run an id."""
        self.run = secrets.token_hex(4)
        self._runs = {self.run}

    def adopt(self, run: str) -> None:
        """Take over what a dead run made."""
        self._runs.add(run)

    @property
    def selector(self) -> str:
        """The query that lists exactly these objects."""
        runs = ",".join(sorted(self._runs))
        return f"labelSelector={quote(f'{LABEL} in ({runs})')}"

    def owned(self, manifest: Manifest) -> Manifest:
        """Return a copy with the label."""
        meta = manifest.get("metadata") or {}
        return {**manifest, "metadata": {**meta, "labels": {**(meta.get("labels") or {}), LABEL: self.run}}}

    def is_own(self, manifest: Manifest) -> bool:
        """Return whether an object carries the label of one of these runs."""
        return label_of(manifest) in self._runs
