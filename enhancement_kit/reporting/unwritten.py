"""What a run could not write, for example because the disk is full: the run goes on, and says it once, at its end."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

_known: dict[str, tuple[str, int]] = {}
"""By what the system says: the first file, and the number of files."""


@contextmanager
def noted(path: Path) -> Iterator[None]:
    """Note an OSError of the block: this file, or one in this folder, cannot be written. What follows goes on."""
    try:
        yield
    except OSError as error:
        add(str(path), reason(error))


def reason(error: OSError) -> str:
    """Return what the system says about an error."""
    return os.strerror(error.errno) if error.errno else str(error)


def add(path: str, why: str, number: int = 1) -> None:
    """Note files that could not be written."""
    first, before = _known.get(why, (path, 0))
    _known[why] = (first, before + number)


@contextmanager
def forgotten() -> Iterator[None]:
    """Forget what the block notes: it is written again later."""
    before = dict(_known)
    yield
    _known.clear()
    _known.update(before)


def count() -> int:
    """Return how many files could not be written."""
    return sum(number for _, number in _known.values())


def take() -> list[tuple[str, str, int]]:
    """Return and forget what was noted: the first file, the reason and the number of files for each reason."""
    found = [(first, why, number) for why, (first, number) in sorted(_known.items())]
    _known.clear()
    return found


def lines(found: Iterable[tuple[str, str, int]]) -> list[str]:
    """Describe what was taken, on one line for each reason."""
    return [
        f"{first}{f' and {number - 1} more files' if number > 1 else ''} could not be written: {why}"
        for first, why, number in found
    ]
