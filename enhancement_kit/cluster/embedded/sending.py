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


def _rest(shelf: Shelf, resource: Resource, key: Key, obj: Manifest) -> bytes:
    """Return an object without its kind and version, read through the present schema."""
    seen = resource.strategy.view(obj)
    if seen is not obj:
        return rest_of(seen)
    return shelf.texts.of(key, obj, stored=shelf.objects.get(key) is obj)


def list_text(shelf: Shelf, resource: Resource, items: Sequence[tuple[Key, Manifest]], meta: Manifest) -> bytes:
    """Return a list of stored objects."""
    # lists of Go types do not repeat what kind their items are of
    beginning = b"{" if resource.strategy.typed else _beginning(resource)
    rests = [_rest(shelf, resource, key, obj) for key, obj in items]
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
        rest = compact(self._shown(obj))[1:] if self._shown else _rest(self._shelf, self._resource, key, obj)
        return b"%b%b}\n" % (self._beginnings[kind], rest)
