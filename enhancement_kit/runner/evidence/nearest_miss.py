"""The nearest miss: of all texts that a failed step could read, the one most similar to the text that it looked for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

_ALIKE = 0.6
_SHORTEST = 4
"""Shorter texts are similar to too many others."""
_LONGEST = 2000
_MOST = 8


@dataclass(frozen=True)
class Miss:
    """A text that was looked for, and the text that comes nearest to it."""

    wanted: str
    found: str
    place: str

    def __str__(self) -> str:
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self.wanted, self.found, strict=False)))
        return (
            f"looked for: {self.wanted}\n"
            f"nearest:    {self.found}\n"
            f"at:         {self.place}\n"
            f"they part:  {self.wanted[common : common + 40]!r} was looked for, "
            f"{self.found[common : common + 40]!r} is there"
        )


def texts_in(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield every text in JSON-like data, with the path to it."""
    if isinstance(value, Mapping):
        for key, child in value.items():
            yield from texts_in(child, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list | tuple):
        for number, child in enumerate(value):
            yield from texts_in(child, f"{place}[{number}]")
    elif isinstance(value, str):
        yield place, value


def nearest_misses(wanted: Iterable[str], found: Iterable[tuple[str, str]]) -> list[Miss]:
    """Return, for each wanted text that is in none of those `found` (place and text), the one most similar to it."""
    candidates = [(place, " ".join(text.split())) for place, text in found if _SHORTEST <= len(text) <= _LONGEST]
    misses = []
    for text in dict.fromkeys(" ".join(text.split()) for text in wanted):
        if _SHORTEST <= len(text) <= _LONGEST and not any(text in candidate for _, candidate in candidates):
            best = _best(text, candidates)
            if best is not None:
                misses.append(Miss(text, best[1], best[0]))
        if len(misses) == _MOST:
            break
    return misses


def _best(text: str, candidates: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(text)
    ratio, best = _ALIKE, None
    for place, found in candidates:
        matcher.set_seq1(found)
        # each of these is an upper bound of the next, and cheaper
        if matcher.real_quick_ratio() > ratio and matcher.quick_ratio() > ratio and matcher.ratio() > ratio:
            ratio, best = matcher.ratio(), (place, found)
    return best
