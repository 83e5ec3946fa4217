"""The changes that a controller has not seen yet, updated with every change so that no pass looks at every object."""

from __future__ import annotations

from collections.abc import Iterator

from .api import Cache, Key, Object, version_of
from .controller import Controller, Watch
from .resources import Resource

Place = tuple[Resource, Key]


class Unseen:
    """The changes that one controller has not reacted to yet."""

    def __init__(self, controller: Controller, cache: Cache) -> None:
        """Start as after a restart: every object in `cache` is new."""
        self._cache = cache
        self._watches: dict[Resource, list[Watch]] = {}
        for watch in controller.watches:
            self._watches.setdefault(watch.resource, []).append(watch)
        self._seen: dict[Place, Object] = {}
        self._open: set[Place] = set()
        self._of_key: dict[str, set[Place]] = {}
        """Open changes that concern one key alone."""
        for resource in self._watches:
            for key in cache.objects(resource):
                self.note((resource, key))

    def note(self, place: Place) -> None:
        """Record a changed or deleted object; kinds that are not watched are ignored."""
        if place[0] not in self._watches:
            return
        self._open.add(place)
        for _, keys in self._concerned(place):
            if len(keys) == 1:
                self._of_key.setdefault(keys[0], set()).add(place)

    def _concerned(self, place: Place) -> Iterator[tuple[Watch, list[str]]]:
        """Yield each watch with the keys that the object, or its last seen state, maps to."""
        obj = self._cache.get(*place) or self._seen.get(place)
        if obj is not None:
            for watch in self._watches[place[0]]:
                yield watch, list(watch.keys(obj))

    def take(self) -> set[str]:
        """Return the keys that the changes trigger, and mark all changes as seen."""
        woken = {key for place in self._open for key in self._woken(place)}
        for place in self._open:
            self._see(place)
        self._open.clear()
        self._of_key.clear()
        return woken

    def _woken(self, place: Place) -> Iterator[str]:
        old, new = self._seen.get(place), self._cache.get(*place)
        if old is new or (old and new and version_of(old) == version_of(new)):
            return
        for watch in self._watches[place[0]]:
            if watch.changed is None or watch.changed(old, new):
                yield from (key for obj in (old, new) if obj is not None for key in watch.keys(obj))

    def show(self, key: str) -> None:
        """Record the state of its objects that a reconcile of `key` sees, so that it does not trigger the key again."""
        for place in self._of_key.pop(key, ()):
            if any(keys == [key] for _, keys in self._concerned(place)):
                self._see(place)
                self._open.discard(place)

    def _see(self, place: Place) -> None:
        now = self._cache.get(*place)
        if now is None:
            self._seen.pop(place, None)
        else:
            self._seen[place] = now
