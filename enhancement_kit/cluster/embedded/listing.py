"""Lists: which objects one holds, at which version, in which page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import status
from .choices import MANY, chosen
from .labelselectors import Matcher
from .listoptions import (
    EXACT,
    LATEST,
    ListOptions,
    decode_token,
    encode_token,
    parsed_version,
    token_too_old,
    too_large,
    too_old,
)
from .objects import Manifest
from .resource import Resource
from .store import Key, Store, part_of, path_of


@dataclass
class Selection:
    """What the selectors of a request ask for."""

    matches: Matcher | None
    """Tests a stored object; None where everything is asked for."""
    name: str = ""
    """The only name that can match."""
    labels: str = ""
    """The label selector, where it is all that is asked for."""


@dataclass
class Page:
    """What one list holds: stored objects, and the metadata of the list."""

    items: list[tuple[Key, Manifest]]
    meta: Manifest


def page(store: Store, resource: Resource, namespace: str, selection: Selection, options: ListOptions) -> Page:
    """Return the objects that a list asks for. Raises ApiError 400, 410, 504."""
    version, start, exact = _from(store, resource, options)
    root = f"{namespace}/" if namespace or not resource.namespaced else ""
    begin = root + start if start else ""
    if selection.name and root:
        begin = max(begin, root + selection.name)
    keys, obj_of = store.at(resource.storage, version, namespace, begin)
    if selection.name and root:
        keys = [key for key in keys[:1] if key[1] == selection.name]
    # a list from the cache, which `0` asks for, is always whole
    limit = 0 if options.version == "0" else options.limit
    shelf = store.shelf(resource.storage)
    if selection.labels and selection.matches and len(keys) >= MANY and not shelf.before(version):
        choice = chosen(shelf, store.version, selection.labels, selection.matches)
        items, more = _first(part_of(choice.keys, namespace, begin), keys[-1], obj_of, limit)
    else:
        items, more = _matching(keys, obj_of, selection.matches, limit)
    meta: Manifest = {"resourceVersion": str(version if exact else store.version)}
    if more:
        last = path_of(items[-1][0]).removeprefix(root)
        meta["continue"] = encode_token(f"/{last}\0", version)
        if selection.matches is None:
            meta["remainingItemCount"] = len(keys) - limit
    return Page(items, meta)


def _from(store: Store, resource: Resource, options: ListOptions) -> tuple[int, str, bool]:
    """Return the version of a list, the path where it starts, and whether it is of no other version."""
    if options.token:
        start, version = decode_token(options.token)
        if options.version not in ("", "0"):
            raise status.bad_request("specifying resource version is not allowed when using continue")
        if version == LATEST:
            return store.version, start, True
        if version > store.version:
            raise too_large(version, store.version)
        if store.too_old(resource.storage, version):
            raise token_too_old(start)
        return version, start, True
    try:
        version = parsed_version(options.version)
    except ValueError as error:
        raise status.bad_request(f"invalid resource version: {error}") from None
    if version > store.version:
        raise too_large(version, store.version)
    if version and (options.match == EXACT or (options.limit and not options.match)):
        if store.too_old(resource.storage, version):
            raise too_old()
        return version, "", True
    return store.version, "", False


def _first(
    found: Sequence[Key], last: Key, obj_of: Callable[[Key], Manifest], limit: int
) -> tuple[list[tuple[Key, Manifest]], bool]:
    """Return the first of the objects that match, and whether there are keys after them."""
    some = found[:limit] if limit else found
    return [(key, obj_of(key)) for key in some], 0 < limit == len(some) and some[-1] != last


def _matching(
    keys: Sequence[Key], obj_of: Callable[[Key], Manifest], matches: Matcher | None, limit: int
) -> tuple[list[tuple[Key, Manifest]], bool]:
    """Return the first objects that match, and whether there are keys after them."""
    if matches is None:
        more = 0 < limit < len(keys)
        return [(key, obj_of(key)) for key in (keys[:limit] if more else keys)], more
    found: list[tuple[Key, Manifest]] = []
    for at, key in enumerate(keys, 1):
        obj = obj_of(key)
        if matches(obj):
            found.append((key, obj))
            if len(found) == limit:
                return found, at < len(keys)
    return found, False
