"""Watches: the events of one kind from a resource version on, filtered by a selector."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from . import status
from .labelselectors import Matcher
from .limits import WATCH_EVENTS
from .objects import Manifest
from .resource import Resource
from .store import Event, Store

INITIAL_EVENTS_END = "k8s.io/initial-events-end"


class Watch:
    """One open watch, made under the store's lock; writes come from any thread.

    `next` gives watch events (`{"type", "object"}`) until the time is over.
    """

    def __init__(
        self,
        store: Store,
        resource: Resource,
        view: Callable[[Manifest], Manifest],
        namespace: str,
        matches: Matcher | None,
        version: str,
        send_initial: bool,
    ) -> None:
        self._store = store
        self._resource = resource
        self._view = view
        self._namespace = namespace
        self._matches = matches
        self._events: deque[Manifest] = deque()
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self.cut = False
        """Whether the client has fallen too far behind to get what comes next."""
        self.give_up: Callable[[], None] = lambda: None
        """Called on the loop when that happens."""
        self._room = WATCH_EVENTS
        self.seen = store.version
        if version in ("", "0") or send_initial:
            for _, obj in store.list(resource.storage, namespace):
                if matches is None or matches(obj):
                    self._events.append({"type": "ADDED", "object": view(obj)})
            if send_initial:
                self._events.append(self.bookmark(initial=True))
            self._room += len(self._events)
        else:
            since = int(version)
            if store.too_old(resource.storage, since):
                oldest = store.shelf(resource.storage).forgotten
                raise status.gone(f"too old resource version: {since} ({oldest})")
            for event in store.after(resource.storage, since):
                self._take(event)
        store.watchers.add(self._take)

    def close(self) -> None:
        """Stop receiving events."""
        with self._store.lock:
            self._store.watchers.discard(self._take)

    async def next(self, timeout: float | None) -> Manifest | None:
        """Return the next event; None when the time is over, or the client is too far behind."""
        over = timeout is not None and timeout <= 0
        while True:
            with self._store.lock:
                if self.cut:
                    return None
                if self._events:
                    return self._events.popleft()
                # all events up to this version have been returned, which a bookmark tells the client
                self.seen = max(self.seen, self._store.version)
                self._news.clear()
            if over:
                return None
            try:
                await asyncio.wait_for(self._news.wait(), timeout)
            except TimeoutError:
                over = True

    def bookmark(self, *, initial: bool = False) -> Manifest:
        """Return the bookmark event, with the version up to which everything has been sent."""
        meta: Manifest = {"resourceVersion": str(self.seen), "creationTimestamp": None}
        if initial:
            meta["annotations"] = {INITIAL_EVENTS_END: "true"}
        obj = {"kind": self._resource.kind, "apiVersion": self._resource.api_version, "metadata": meta}
        return {"type": "BOOKMARK", "object": obj}

    def _take(self, event: Event) -> None:
        if event.place != self._resource.storage or (self._namespace and event.key[0] != self._namespace):
            return
        self.seen = event.version
        kind: str | None = event.type
        if self._matches is not None:
            is_in = event.type != "DELETED" and self._matches(event.obj)
            was_in = event.old is not None and self._matches(event.old)
            kind = {(True, False): "ADDED", (True, True): "MODIFIED", (False, True): "DELETED"}.get((is_in, was_in))
        if kind is not None and not self.cut:
            if len(self._events) >= self._room:
                self.cut = True
                self._events.clear()
                self._loop.call_soon_threadsafe(self.give_up)
                return
            self._events.append({"type": kind, "object": self._view(event.obj)})
            self._loop.call_soon_threadsafe(self._news.set)
