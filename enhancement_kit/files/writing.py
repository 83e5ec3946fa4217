"""Writes files whole or not at all: a full disk leaves the old content, and nothing half-written beside it."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path

_OWNER = 0o600
_ANYBODY = 0o666
"""The permissions of a new file, less what the umask takes away."""


def write_whole(path: Path, text: str, mode: int | None = None) -> None:
    """Write one file; its folder must exist. Raises OSError that names the file.

    `mode` are the permissions in octal; without it those of the file that is replaced, or of any new file.
    """
    _write({path: text}, mode)


def write_private(path: Path, text: str) -> None:
    """Write one file that nobody but its owner can read at any moment, such as one with credentials. Raises OSError."""
    write_whole(path, text, _OWNER)


def write_together(contents: Mapping[Path, str], mode: int | None = None) -> None:
    """Write several files and the folders that they lack: all, or none. Raises OSError that names the file."""
    made: list[Path] = []
    try:
        for path in contents:
            _make(path.parent, made)
        _write(contents, mode)
    except BaseException:
        for folder in reversed(made):
            if not any(folder.iterdir()):
                folder.rmdir()
        raise


def _make(folder: Path, made: list[Path]) -> None:
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for one in reversed(missing):
        one.mkdir()
        made.append(one)


def _write(contents: Mapping[Path, str], mode: int | None) -> None:
    ready: list[tuple[Path, Path]] = []
    try:
        for path, text in contents.items():
            try:
                # what a link points to is written, and the link stays
                target = path.resolve()
                if _takes_writes(target):
                    target.write_text(text, encoding="utf-8", newline="\n")
                else:
                    temporary = target.with_name(f".{target.name[:64]}.{secrets.token_hex(6)}.tmp")
                    ready.append((temporary, target))
                    _create(temporary, text, _mode(target, mode))
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(path)) from error
        while ready:
            temporary, target = ready[0]
            temporary.replace(target)
            ready.pop(0)
    except BaseException:
        for temporary, _ in ready:
            temporary.unlink(missing_ok=True)
        raise


def _takes_writes(target: Path) -> bool:
    """Tell whether the file is a device or a pipe, which nothing may replace. Raises IsADirectoryError for a folder."""
    try:
        kind = target.stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    return not stat.S_ISREG(kind)


def _mode(target: Path, wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    return stat.S_IMODE(target.stat().st_mode) if target.exists() else _ANYBODY


def _create(temporary: Path, text: str, mode: int) -> None:
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
        if mode != _ANYBODY:
            # the umask applies to new files only
            os.fchmod(handle, mode)
