"""Reads the bytes of a file that somebody names: within a limit, and without waiting forever for a pipe."""

from __future__ import annotations

import os
import select
import stat
from pathlib import Path

MIB = 1024 * 1024
DOCUMENT = 4 * MIB
"""Bytes of a file that a person writes. The longest of the kit has a quarter of a megabyte."""
REPORT = 32 * MIB
"""Bytes of a file that a program writes. The report of a run of all enhancements has less than two megabytes."""
SECONDS = 10.0
"""How long a pipe or a terminal may stay silent."""
_CHUNK = 1 << 16


class Unreadable(Exception):
    """A file cannot be read."""

    def __init__(self, reason: str, remedy: str) -> None:
        """Keep the reason and the way out."""
        super().__init__(f"{reason}; {remedy}")
        self.reason, self.remedy = reason, remedy


class Missing(Unreadable):
    """There is no such file."""


def read_bytes(path: Path, most: int = DOCUMENT, seconds: float | None = None) -> bytes:
    """Return the content of a file with at most `most` bytes, or of a pipe that is never silent for `seconds`.

    Without a number of seconds it is SECONDS. Raises Missing where there is no such file, Unreadable where it is
    something else or too long.
    """
    try:
        # without O_NONBLOCK the opening of a pipe that nobody writes to would never end
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except FileNotFoundError as error:
        raise Missing(str(error.strerror), "name a file that exists") from error
    except OSError as error:
        raise Unreadable(str(error.strerror), "name a file that can be read") from error
    except ValueError as error:
        # a name that no file can have
        raise Unreadable("no file has such a name", "name a file that can be read") from error
    try:
        return _content(handle, most, SECONDS if seconds is None else seconds)
    except OSError as error:
        raise Unreadable(str(error.strerror), "name a file that can be read") from error
    finally:
        os.close(handle)


def read_text(path: Path, most: int = DOCUMENT, seconds: float | None = None) -> str:
    """Return the text of a file in UTF-8. Raises Missing, Unreadable."""
    raw = read_bytes(path, most, seconds)
    try:
        return raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"it is not UTF-8 text (line {line})", "save it as UTF-8") from None


def _content(handle: int, most: int, seconds: float) -> bytes:
    kind = os.fstat(handle).st_mode
    if stat.S_ISDIR(kind):
        raise Unreadable("it is a folder", "name a file")
    waits = not stat.S_ISREG(kind)
    found = bytearray()
    while True:
        if waits and not select.select([handle], [], [], seconds)[0]:
            raise Unreadable(f"nothing has come out of it for {seconds:g} seconds", "name a file, or write to the pipe")
        chunk = os.read(handle, _CHUNK)
        if not chunk:
            return bytes(found)
        found += chunk
        if len(found) > most:
            size = f"{most // MIB} MiB" if most >= MIB else f"{most} bytes"
            raise Unreadable(f"it has more than {size}", "name a smaller file")
