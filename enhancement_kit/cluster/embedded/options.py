"""The options of requests (metav1 CreateOptions, UpdateOptions, PatchOptions, DeleteOptions)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .users import ADMIN, User

if TYPE_CHECKING:
    from .asking import Said


@dataclass
class Options:
    """The options of one request."""

    manager: str = "unknown"
    dry_run: bool = False
    validation: str = "Warn"
    force: bool = False
    subresource: str = ""
    warnings: list[str] = field(default_factory=list)
    source: bytes = b""
    """The body as it was sent, for messages."""
    size: int = 0
    """Bytes of the body, or how many it stands for."""
    doubled: list[str] = field(default_factory=list)
    """Fields that the body gives twice."""
    doubled_lines: list[str] = field(default_factory=list)
    """What there is to say about keys that a YAML body gives twice."""
    applied: bool = False
    """Whether the object comes of a server-side apply."""
    patched: bool = False
    """Whether the object comes from a patch: what is wrong with it is then wrong with the patch."""
    outcome: Callable[[Any], str] | None = None
    """Prints what a patch has made, as Go does, for messages."""
    recorded: bool = False
    """Whether the managers of the object are there already."""
    converted: bool = False
    """Whether the object is converted from a map, and not read from JSON: that finds other errors."""
    other_kind: str = ""
    """The kind that the body of a custom resource names, where it is not its own."""
    user: User = ADMIN
    """Who asks."""
    said: Said | None = None
    """What webhooks have said about the request; None where none is asked."""


@dataclass
class DeleteOptions:
    """The options of a delete (metav1.DeleteOptions)."""

    uid: str | None = None
    version: str | None = None
    propagation: str = ""
    grace: int | None = None
    """The seconds that the object gets to end, where the client says so."""
    cascades: bool = False
    """Whether the client asked, in the old way, that dependents go as well: it is told where the object has to wait."""
    dry_run: bool = False
    collection: bool = False
    """Whether all objects of a kind are deleted."""
    warnings: list[str] = field(default_factory=list)
    user: User = ADMIN
    """Who asks."""
    said: Said | None = None
    """What webhooks have said about the request; None where none is asked."""
