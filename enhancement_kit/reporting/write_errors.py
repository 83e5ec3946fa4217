"""What could not be written while scenarios run, such as on a full disk: kept until the end of the run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FOUND: list[str] = []


def forget() -> None:
    """Begin anew, for the next run of this process."""
    _FOUND.clear()


@contextmanager
def noted(path: Path) -> Iterator[None]:
    """Keep an error of the system while a file is written, instead of raising it."""
    try:
        yield
    except OSError as error:
        note(f"{path.name} could not be written to {path.parent}: {error.strerror or error}")


def note(message: str) -> None:
    """Keep a message, such as that of another process of the run."""
    _FOUND.append(message)


def first() -> str:
    """Return the first message, with how many others there are; an empty text where everything was written."""
    if not _FOUND:
        return ""
    return _FOUND[0] + (f" (and {len(_FOUND) - 1} more)" if len(_FOUND) > 1 else "")
