"""The storage: every object with one counter of resource versions, and the history that watches read."""

from __future__ import annotations

import marshal
import threading
from bisect import bisect_left, insort
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any

from . import limits
from .objects import Manifest
from .texts import Texts

Place = tuple[str, str]
"""group and plural"""
Key = tuple[str, str]
"""namespace ("" for cluster-scoped kinds) and name"""

HISTORY = 4096
path_of = "/".join
"""A key as etcd has it, which gives the order of lists: `a-b/x` is before `a/x`, though `a` is before `a-b`."""
_AFTER_SLASH = "0"
"""The character after the slash: what begins with a namespace and it follows all objects of the namespace."""


@dataclass(frozen=True)
class Event:
    """One committed write."""

    type: str
    """ADDED, MODIFIED or DELETED"""
    place: Place
    key: Key
    obj: Manifest
    old: Manifest | None
    version: int
    size: int
    """Bytes of the object."""

    @cached_property
    def left(self) -> Manifest:
        """The old state under the new version, as those see it who do not see the new state."""
        assert self.old is not None
        return {**self.old, "metadata": {**self.old["metadata"], "resourceVersion": str(self.version)}}


@dataclass
class Shelf:
    """All objects of one kind. Objects are never changed in place: a write puts a new one."""

    objects: dict[Key, Manifest] = field(default_factory=dict)
    history: deque[Event] = field(default_factory=deque)
    size: int = 0
    """Bytes of the objects in the history."""
    forgotten: int = 0
    """The newest version that the history does not hold: nothing is missing from a new one."""
    order: list[Key] | None = None
    """The keys in order, from the first list on: most kinds are never listed."""
    texts: Texts = field(default_factory=Texts)
    choices: dict[str, Any] = field(default_factory=dict)
    """What label selectors choose among many objects, see `choices`."""

    def keys(self, namespace: str = "", start: str = "") -> list[Key]:
        """Return the keys in order: those of one namespace where it is named, from a path on."""
        if self.order is None:
            self.order = sorted(self.objects, key=path_of)
        return part_of(self.order, namespace, start)

    def before(self, version: int) -> dict[Key, Manifest | None]:
        """Return the objects that were others at a version, as they were; None where there was none."""
        undone = takewhile(lambda event: event.version > version, reversed(self.history))
        return {event.key: event.old for event in undone}


def part_of(order: list[Key], namespace: str, start: str) -> list[Key]:
    """Return those of the keys in order that are in a namespace, where one is named, and not before a path."""
    if not namespace and not start:
        return order
    first = bisect_left(order, max(start, f"{namespace}/" if namespace else ""), key=path_of)
    last = bisect_left(order, namespace + _AFTER_SLASH, first, key=path_of) if namespace else len(order)
    return order[first:last]


class Store:
    """Objects by kind. Whoever reads or writes from outside holds the lock."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.version = 1
        self.shelves: dict[Place, Shelf] = {}
        self.listeners: list[Callable[[Event], None]] = []
        """Called after each write, in order; they may write in turn."""
        self.watchers: dict[Place, list[Callable[[Event], None]]] = {}
        """Called after each write to a kind, before the listeners."""
        self.owned: dict[str, dict[tuple[Place, Key], None]] = {}
        """Owner uid to the objects that name it as owner."""
        self.uids: set[str] = set()
        """The uids of all stored objects."""

    def shelf(self, place: Place) -> Shelf:
        """Return the objects of one kind."""
        shelf = self.shelves.get(place)
        if shelf is None:
            shelf = self.shelves[place] = Shelf()
        return shelf

    def get(self, place: Place, key: Key) -> Manifest | None:
        """Return a stored object. Not to be changed."""
        shelf = self.shelves.get(place)
        return shelf.objects.get(key) if shelf else None

    def list(self, place: Place, namespace: str = "") -> list[tuple[Key, Manifest]]:
        """List the objects of a kind in the order of their keys, as etcd does."""
        shelf = self.shelves.get(place)
        if shelf is None:
            return []
        objects = shelf.objects
        return [(key, objects[key]) for key in shelf.keys(namespace)]

    def at(
        self, place: Place, version: int, namespace: str = "", start: str = ""
    ) -> tuple[Sequence[Key], Callable[[Key], Manifest]]:
        """Return the keys of a kind as they were at a version, from a path on, and how to find an object of theirs.

        Check `too_old` first.
        """
        shelf = self.shelf(place)
        objects, keys = shelf.objects, shelf.keys(namespace, start)
        before = shelf.before(version)
        if not before:
            return keys, objects.__getitem__
        keys = [key for key in keys if before.get(key, key) is not None]
        gone = [key for key, obj in before.items() if obj is not None and key not in objects]
        for key in gone:
            if namespace in ("", key[0]) and path_of(key) >= start:
                insort(keys, key, key=path_of)

        def found(key: Key) -> Manifest:
            return before.get(key) or objects[key]

        return keys, found

    def put(self, place: Place, key: Key, obj: Manifest) -> Manifest:
        """Store an object (which the store owns from now on) under the next resource version."""
        shelf = self.shelf(place)
        old = shelf.objects.get(key)
        self.version += 1
        obj["metadata"]["resourceVersion"] = str(self.version)
        shelf.objects[key] = obj
        if old is None and shelf.order is not None:
            insort(shelf.order, key, key=path_of)
        self.uids.add(obj["metadata"]["uid"])
        self._own(place, key, old, obj)
        self._tell(shelf, self._event("MODIFIED" if old else "ADDED", place, key, obj, old))
        return obj

    def remove(self, place: Place, key: Key) -> Manifest | None:
        """Remove an object; the DELETED event carries its last state under a new resource version."""
        shelf = self.shelf(place)
        old = shelf.objects.pop(key, None)
        if old is None:
            return None
        if shelf.order is not None:
            del shelf.order[bisect_left(shelf.order, path_of(key), key=path_of)]
        shelf.texts.forget(key)
        self.version += 1
        last = {**old, "metadata": {**old["metadata"], "resourceVersion": str(self.version)}}
        self.uids.discard(old["metadata"]["uid"])
        self._own(place, key, old, None)
        self._tell(shelf, self._event("DELETED", place, key, last, old))
        return last

    def drop(self, place: Place) -> None:
        """Forget a kind with its objects; watches see them deleted, nothing else reacts."""
        shelf = self.shelf(place)
        # none of them is listed any more
        shelf.order, shelf.texts = None, Texts()
        shelf.choices.clear()
        listeners, self.listeners = self.listeners, []
        try:
            for key in list(shelf.objects):
                self.remove(place, key)
        finally:
            self.listeners = listeners

    def forget_history(self) -> None:
        """Forget events, as a server that compacts its storage does: watches cannot start before this version."""
        for shelf in self.shelves.values():
            shelf.history.clear()
            shelf.forgotten, shelf.size = self.version, 0

    def after(self, place: Place, version: int) -> Iterator[Event]:
        """Return the writes to a kind after a version, oldest first. Check `too_old` first."""
        return (e for e in self.shelf(place).history if e.version > version)

    def too_old(self, place: Place, version: int) -> bool:
        """Return whether the history no longer reaches back to a version."""
        return version < self.shelf(place).forgotten

    def _tell(self, shelf: Shelf, event: Event) -> None:
        shelf.history.append(event)
        shelf.size += event.size
        if len(shelf.history) > HISTORY:
            self._forget_oldest(shelf)
        if shelf.size > limits.HISTORY_SHARE:
            while sum(each.size for each in self.shelves.values()) > limits.HISTORY_BYTES:
                self._forget_oldest(max(self.shelves.values(), key=lambda each: each.size))
        if watchers := self.watchers.get(event.place):
            for watcher in tuple(watchers):
                watcher(event)
        for listener in self.listeners:
            listener(event)

    @staticmethod
    def _forget_oldest(shelf: Shelf) -> None:
        event = shelf.history.popleft()
        shelf.forgotten = event.version
        shelf.size -= event.size

    def _event(self, kind: str, place: Place, key: Key, obj: Manifest, old: Manifest | None) -> Event:
        return Event(kind, place, key, obj, old, self.version, len(marshal.dumps(obj, 2)))

    def _own(self, place: Place, key: Key, old: Manifest | None, new: Manifest | None) -> None:
        before, after = _owners(old), _owners(new)
        if before == after:
            return
        for uid in before - after:
            held = self.owned.get(uid)
            if held is not None:
                held.pop((place, key), None)
                if not held:
                    del self.owned[uid]
        for uid in after - before:
            self.owned.setdefault(uid, {})[(place, key)] = None


def _owners(obj: Manifest | None) -> frozenset[str]:
    references = obj["metadata"].get("ownerReferences") if obj else None
    return frozenset(r["uid"] for r in references if "uid" in r) if references else frozenset()
