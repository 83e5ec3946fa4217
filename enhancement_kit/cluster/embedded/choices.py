"""The keys that label selectors choose among many objects, kept from one list to the next."""

from __future__ import annotations

from bisect import bisect_left, insort

from .labelselectors import Matcher
from .store import Shelf, path_of

MANY = 1000
"""From how many objects on it takes longer to look at all of them than at those that have changed."""
_KEPT = 16
"""How many selectors of a kind are remembered."""


class Choice:
    """The keys that one selector chooses, in order. A list brings them up to date by what was written since."""

    def __init__(self, shelf: Shelf, version: int, matches: Matcher) -> None:
        """Look at all objects, which are those of a version."""
        self.version = version
        self.keys = [key for key in shelf.keys("") if matches(shelf.objects[key])]

    def update(self, shelf: Shelf, version: int, matches: Matcher) -> None:
        """Look at the objects that were written up to a version."""
        for key in shelf.before(self.version):
            at = bisect_left(self.keys, path_of(key), key=path_of)
            was_in = self.keys[at : at + 1] == [key]
            obj = shelf.objects.get(key)
            is_in = obj is not None and matches(obj)
            if is_in and not was_in:
                insort(self.keys, key, key=path_of)
            elif was_in and not is_in:
                del self.keys[at]
        self.version = version


def chosen(shelf: Shelf, version: int, selector: str, matches: Matcher) -> Choice:
    """Return what a label selector chooses among the present objects, which are those of a version."""
    known = shelf.choices
    choice: Choice | None = known.get(selector)
    if choice is not None and choice.version >= shelf.forgotten:
        choice.update(shelf, version, matches)
        return choice
    if len(known) >= _KEPT:
        known.clear()
    choice = known[selector] = Choice(shelf, version, matches)
    return choice
