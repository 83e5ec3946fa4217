"""A controller as data: the kinds it watches, the keys that they map to, and the reconciler of one key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .logs import ComponentLog
from .resources import Resource

Keys = Callable[[Mapping[str, Any]], Iterable[str]]
"""Maps a changed or deleted object to the keys it concerns."""


@dataclass(frozen=True)
class Result:
    """The outcome of a reconcile."""

    requeue_after: float | None = None
    """Reconcile the key again after so many seconds."""


@dataclass(frozen=True)
class Watch:
    """One watched kind."""

    resource: Resource
    keys: Keys
    changed: Callable[[Mapping[str, Any] | None, Mapping[str, Any] | None], bool] | None = None
    """Predicate on (before, after); None means any change. Before is None for a new object, after for a gone one."""


@dataclass(frozen=True)
class Controller:
    """A named reconciler."""

    name: str
    watches: tuple[Watch, ...]
    reconcile: Callable[[str], Result]
    log: ComponentLog
    always: tuple[str, ...] = field(default=())
    """Keys to reconcile at start, whether or not an object exists."""


def own_name(obj: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the key `namespace/name` of the object itself."""
    meta = obj["metadata"]
    return (f"{meta.get('namespace', '')}/{meta['name']}",)
