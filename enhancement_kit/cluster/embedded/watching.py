"""Watches: the events of one kind from a resource version on, filtered by a selector."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable

from . import status
from .labelselectors import Matcher
from .limits import WATCH_EVENTS
from .listoptions import ListOptions, parsed_version, too_large
from .objects import Manifest, compact
from .resource import Resource
from .sending import EventTexts
from .store import Event, Key, Store

INITIAL_EVENTS_END = "k8s.io/initial-events-end"
HEARTBEAT = 60.0
"""Seconds after which a watch is told how far it has come."""
PARTING = 2.0
"""Seconds before its end at which a watch is told so for the last time."""
_AT_ONCE = 500
"""How many events are sent together: enough to be fast, and few enough to keep none waiting."""


class Watch:
    """One open watch, made under the store's lock on the loop that sends it; writes come from any thread.

    `next` gives lines with events until the time is over.
    """

    def __init__(
        self,
        store: Store,
        resource: Resource,
        texts: EventTexts,
        namespace: str,
        matches: Matcher | None,
        options: ListOptions,
        seconds: int = 0,
    ) -> None:
        """Begin with what there is or with what has happened. Raises ApiError 410 and 504."""
        self._store = store
        self._resource = resource
        self._texts = texts
        self._namespace = namespace
        self._matches = matches
        self._initial: deque[tuple[Key, Manifest]] = deque()
        self._events: deque[Event] = deque()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._news = asyncio.Event()
        self._woken = False
        self.cut = False
        """Whether the client has fallen too far behind to get what comes next."""
        self.give_up: Callable[[], None] = lambda: None
        """Called on the loop when that happens."""
        self._over = False
        self._ends_initial = False
        """Whether a bookmark is still to tell that the initial events are over."""
        self._bookmark_due = False
        self.seen = store.version
        self._begin(options)
        self._room = WATCH_EVENTS + len(self._events)
        self._ending = self._loop.call_later(seconds, self.end) if seconds else None
        self._telling = self._loop.call_later(self._pause(), self._tell_bookmark) if options.bookmarks else None
        store.watchers.setdefault(resource.storage, []).append(self._take)

    def _begin(self, options: ListOptions) -> None:
        place, since = self._resource.storage, parsed_version(options.version)
        if options.initial is not None and since > self._store.version:
            raise too_large(since, self._store.version)
        if options.initial:
            self._initial.extend(self._store.list(place, self._namespace))
            self._ends_initial = options.bookmarks
        elif since:
            if self._store.too_old(place, since):
                oldest = self._store.shelf(place).forgotten
                raise status.gone(f"too old resource version: {since} ({oldest})")
            self._events.extend(e for e in self._store.after(place, since) if self._namespace in ("", e.key[0]))

    def close(self) -> None:
        """Stop receiving events."""
        for timer in (self._ending, self._telling):
            if timer is not None:
                timer.cancel()
        with self._store.lock:
            watchers = self._store.watchers.get(self._resource.storage, [])
            if self._take in watchers:
                watchers.remove(self._take)

    def end(self) -> None:
        """Let the watch end when it has sent what there is; called on its loop."""
        self._over = True
        self._news.set()

    async def next(self) -> bytes:
        """Return lines with the next events; nothing when the time is over, or the client is too far behind."""
        while True:
            with self._store.lock:
                if self.cut:
                    return b""
                if lines := self._lines():
                    return lines
                if self._over:
                    return b""
                self._woken = False
                self._news.clear()
            await self._news.wait()

    def _lines(self) -> bytes:
        line, matches = self._texts.line, self._matches
        while self._initial:
            some = [self._initial.popleft() for _ in range(min(_AT_ONCE, len(self._initial)))]
            if lines := b"".join(line("ADDED", key, obj) for key, obj in some if matches is None or matches(obj)):
                return lines
        if self._ends_initial:
            self._ends_initial = False
            return self._bookmark(initial=True)
        while self._events:
            events = [self._events.popleft() for _ in range(min(_AT_ONCE, len(self._events)))]
            self.seen = events[-1].version
            if lines := b"".join(map(self._line, events)):
                return lines
        # all events up to this version have been returned, which a bookmark tells the client
        self.seen = max(self.seen, self._store.version)
        if self._bookmark_due:
            self._bookmark_due = False
            self._telling = self._loop.call_later(self._pause(), self._tell_bookmark)
            return self._bookmark()
        return b""

    def _line(self, event: Event) -> bytes:
        """Return an event as the selector lets it be seen; nothing where it does not."""
        if self._matches is None:
            return self._texts.line(event.type, event.key, event.obj)
        is_in = event.type != "DELETED" and self._matches(event.obj)
        was_in = event.old is not None and self._matches(event.old)
        if is_in:
            return self._texts.line("MODIFIED" if was_in else "ADDED", event.key, event.obj)
        if was_in:
            return self._texts.line("DELETED", event.key, event.obj if event.type == "DELETED" else event.left)
        return b""

    def _bookmark(self, *, initial: bool = False) -> bytes:
        """Return the bookmark event, with the version up to which everything has been sent."""
        meta: Manifest = {"resourceVersion": str(self.seen)}
        if initial:
            meta["annotations"] = {INITIAL_EVENTS_END: "true"}
        obj = {"kind": self._resource.kind, "apiVersion": self._resource.api_version, "metadata": meta}
        return compact({"type": "BOOKMARK", "object": obj}) + b"\n"

    def _pause(self) -> float:
        """Return the seconds until the next bookmark."""
        left = self._ending.when() - PARTING - self._loop.time() if self._ending else 0.0
        return min(HEARTBEAT, left) if left > 0 else HEARTBEAT

    def _tell_bookmark(self) -> None:
        self._bookmark_due = True
        self._news.set()

    def _take(self, event: Event) -> None:
        if self._namespace and event.key[0] != self._namespace:
            return
        if self.cut:
            return
        if len(self._events) >= self._room:
            self.cut = True
            self._events.clear()
            self._loop.call_soon_threadsafe(self.give_up)
            return
        self._events.append(event)
        if self._woken:
            return
        self._woken = True
        if threading.get_ident() == self._thread:
            self._news.set()
        else:
            self._loop.call_soon_threadsafe(self._news.set)
