"""Event recorder: repeats of one event become a higher count and a newer last-seen time, as client-go does."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from .api import Object, Store
from .errors import AlreadyExists, NotFound
from .resources import EVENT


def timestamp(moment: datetime) -> str:
    """Format a moment as the API writes it, in whole seconds."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Recorder:
    """Records the events of one source component."""

    def __init__(self, store: Store, clock: Any, source: str) -> None:
        """Record as `source` with the time of `clock`."""
        self._store = store
        self._clock = clock
        self._source = source
        self._seen: dict[tuple[str, ...], Object] = {}
        self._number = 0

    def event(self, about: Mapping[str, Any], kind: str, reason: str, message: str) -> None:
        """Record an event of type `kind` (Normal or Warning) about an object."""
        meta = about["metadata"]
        identity = (
            about.get("kind", ""),
            meta.get("namespace", ""),
            meta["name"],
            meta.get("uid", ""),
            kind,
            reason,
            message,
        )
        now = timestamp(self._clock.now())
        known = self._seen.get(identity)
        if known is not None:
            change = {"count": known["count"] + 1, "lastTimestamp": now}
            try:
                self._seen[identity] = self._store.patch(EVENT, known, change)
                return
            except NotFound:
                # events expire; the next one starts a new count
                del self._seen[identity]
        self._seen[identity] = self._create(about, meta, kind, reason, message)

    def _create(
        self, about: Mapping[str, Any], meta: Mapping[str, Any], kind: str, reason: str, message: str
    ) -> Object:
        now = self._clock.now()
        while True:
            # names sort by time and then by order of events, as those of client-go do
            self._number += 1
            name = f"{meta['name']}.{int(now.timestamp()) * 10**9 + self._number:x}"
            try:
                return self._store.create(EVENT, self._manifest(name, about, meta, kind, reason, message))
            except AlreadyExists:
                # taken by an earlier run of this component
                continue

    def _manifest(
        self, name: str, about: Mapping[str, Any], meta: Mapping[str, Any], kind: str, reason: str, message: str
    ) -> Object:
        now = timestamp(self._clock.now())
        return {
            "metadata": {"name": name, "namespace": meta.get("namespace") or "default"},
            "involvedObject": {
                "apiVersion": about.get("apiVersion", ""),
                "kind": about.get("kind", ""),
                "namespace": meta.get("namespace", ""),
                "name": meta["name"],
                "uid": meta.get("uid", ""),
                "resourceVersion": meta.get("resourceVersion", ""),
            },
            "type": kind,
            "reason": reason,
            "message": message,
            "source": {"component": self._source},
            "reportingComponent": self._source,
            "reportingInstance": "",
            "firstTimestamp": now,
            "lastTimestamp": now,
            "count": 1,
        }
