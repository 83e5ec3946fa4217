"""The JSON of objects, made when it is first sent and kept for whoever is sent the same state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .objects import Manifest, compact

Key = tuple[str, str]

_TYPE = ("apiVersion", "kind")
_PASSING = 64
"""How many states of objects that are stored no longer, or not yet again, are kept: as many as one wave of events."""


def rest_of(obj: Manifest) -> bytes:
    """Return an object without its kind and version, which differ by who asks, and without the bracket it begins by."""
    return compact({key: value for key, value in obj.items() if key not in _TYPE})[1:]


class Texts:
    """The rests of the objects of one kind, by key. One belongs to the state of which it was made, and to no other."""

    __slots__ = ("_kept", "_passing")

    def __init__(self) -> None:
        """Hold nothing."""
        self._kept: dict[Key, tuple[Manifest, bytes]] = {}
        self._passing: dict[int, tuple[Manifest, bytes]] = {}

    def of(self, key: Key, obj: Manifest, stored: Mapping[Key, Manifest]) -> bytes:
        """Return the rest of an object, which is kept for long only while the object is stored."""
        found = self._kept.get(key)
        if found is not None and found[0] is obj:
            return found[1]
        if stored.get(key) is obj:
            made = rest_of(obj)
            self._kept[key] = (obj, made)
            return made
        # by identity, which is that of no other object as long as this one is kept
        found = self._passing.get(id(obj))
        if found is None:
            if len(self._passing) >= _PASSING:
                self._passing.clear()
            found = self._passing[id(obj)] = (obj, rest_of(obj))
        return found[1]

    def several(self, items: Sequence[tuple[Key, Manifest]], stored: Mapping[Key, Manifest]) -> list[bytes]:
        """Return the rests of objects."""
        kept, of = self._kept, self.of
        return [
            found[1] if (found := kept.get(key)) is not None and found[0] is obj else of(key, obj, stored)
            for key, obj in items
        ]

    def forget(self, key: Key) -> None:
        """Forget the text of an object that is removed."""
        if self._kept:
            self._kept.pop(key, None)
