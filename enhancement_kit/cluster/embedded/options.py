"""The options of requests (metav1 CreateOptions, UpdateOptions, PatchOptions, DeleteOptions)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Options:
    """The options of one request."""

    manager: str = "unknown"
    dry_run: bool = False
    validation: str = "Warn"
    force: bool = False
    subresource: str = ""
    warnings: list[str] = field(default_factory=list)


@dataclass
class DeleteOptions:
    """The options of a delete (metav1.DeleteOptions)."""

    uid: str | None = None
    version: str | None = None
    propagation: str = ""
    dry_run: bool = False
