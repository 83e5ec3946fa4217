"""How stored objects are sent: lists and events, as JSON of the texts that the objects have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .objects import Manifest, compact
from .resource import Resource
from .store import Key, Shelf
from .texts import rest_of


def _beginning(resource: Resource) -> bytes:
    """Return how an object begins: with its kind and version, which depend on the path."""
    return compact({"kind": resource.kind, "apiVersion": resource.api_version})[:-1] + b","


def list_text(shelf: Shelf, resource: Resource, items: Sequence[tuple[Key, Manifest]], meta: Manifest) -> bytes:
    """Return a list of stored objects."""
    # lists of Go types do not repeat what kind their items are of
    beginning = b"{" if resource.strategy.typed else _beginning(resource)
    if resource.strategy.reads_as_stored():
        rests = shelf.texts.several(items, shelf.objects)
    else:
        rests = [rest_of(obj) for obj in resource.strategy.views([obj for _, obj in items])]
    joined = beginning + (b"," + beginning).join(rests) if rests else b""
    listing = {"kind": resource.list_kind, "apiVersion": resource.api_version, "metadata": meta}
    return b'%b,"items":[%b]}' % (compact(listing)[:-1], joined)


class EventTexts:
    """The lines of one watch."""

    def __init__(self, shelf: Shelf, resource: Resource, shown: Callable[[Manifest], Manifest] | None) -> None:
        """Send objects as they are stored, or as `shown` shows them."""
        self._shelf = shelf
        self._resource = resource
        self._shown = shown
        beginning = b"{" if shown else _beginning(resource)
        self._beginnings = {
            kind: b'{"type":"%b","object":%b' % (kind.encode(), beginning) for kind in ("ADDED", "MODIFIED", "DELETED")
        }

    def line(self, kind: str, key: Key, obj: Manifest) -> bytes:
        """Return the event of a stored object, which is being added, modified or deleted."""
        if self._shown:
            rest = compact(self._shown(obj))[1:]
        elif self._resource.strategy.reads_as_stored():
            rest = self._shelf.texts.of(key, obj, self._shelf.objects)
        else:
            rest = rest_of(self._resource.strategy.view(obj))
        return b"%b%b}\n" % (self._beginnings[kind], rest)
