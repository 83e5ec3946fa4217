"""The options of requests (metav1 CreateOptions, UpdateOptions, PatchOptions, DeleteOptions)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
    doubled: list[str] = field(default_factory=list)
    """Fields that the body gives twice."""
    applied: bool = False
    """Whether the object comes of a server-side apply."""
    patched: bool = False
    """Whether the object comes from a patch: what is wrong with it is then wrong with the patch."""
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
