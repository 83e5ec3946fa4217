"""Directories and files that nobody else can read, write or exchange."""

from __future__ import annotations

import contextlib
import os
import pwd
import stat
from pathlib import Path

from enhancement_kit.errors import HarnessError

WAY_OUT = "name another folder for temporary files, for example TMPDIR=$HOME/tmp"
_UNMAPPED = 65534
"""The owner that Linux shows in a user namespace for files of users outside of it, root among them."""
_OTHERS = 0o077


def private_directory(path: Path) -> Path:
    """Make a directory, or check that it is one of this user, open to nobody else and no link; return its path.

    What holds after the check keeps holding: others can exchange neither the directory nor one above it. Raises
    HarnessError that names the directory, its owner and the way out.
    """
    _check_above(path.parent)
    try:
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
    except OSError as error:
        raise HarnessError(f"{path} cannot be made: {error.strerror or error}; {WAY_OUT}") from error
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError as error:
        raise HarnessError(_complaint(path, path.lstat()) or f"{path}: {error.strerror}; {WAY_OUT}") from error
    try:
        complaint = _complaint(path, os.fstat(descriptor))
    finally:
        os.close(descriptor)
    if complaint:
        raise HarnessError(complaint)
    return path


def _complaint(path: Path, found: os.stat_result) -> str:
    """Say what is wrong with a directory for files of this user; empty where nothing is."""
    mode = stat.S_IMODE(found.st_mode)
    if stat.S_ISLNK(found.st_mode):
        what = f"is a link to {path.readlink()}"
    elif not stat.S_ISDIR(found.st_mode):
        what = "is no directory"
    elif found.st_uid != os.geteuid():
        what = "belongs to somebody else"
    elif mode & _OTHERS:
        what = f"is open to others (mode {mode:04o})"
    else:
        return ""
    return (
        f"{path} {what}, its owner is {_name(found.st_uid)}: nothing is written there, since other users could read or "
        f"replace it; remove it, or {WAY_OUT}"
    )


def _check_above(parent: Path) -> None:
    """Check that nobody else can exchange what is in a directory. Raises HarnessError."""
    try:
        real = parent.resolve(strict=True)
    except OSError as error:
        raise HarnessError(f"{parent}: {error.strerror or error}; {WAY_OUT}") from error
    for directory in (real, *real.parents):
        found = directory.stat()
        mode = found.st_mode
        free = mode & stat.S_IWOTH or (mode & stat.S_IWGRP and found.st_gid != os.getegid())
        if free and not mode & stat.S_ISVTX:
            what = f"lets other users exchange what is in it (mode {stat.S_IMODE(mode):04o})"
        elif found.st_uid not in (0, os.geteuid(), _UNMAPPED):
            what = "belongs to somebody else"
        else:
            continue
        raise HarnessError(
            f"{directory} {what}, its owner is {_name(found.st_uid)}: no temporary file is written below it; {WAY_OUT}"
        )


def _name(user: int) -> str:
    try:
        return f"{pwd.getpwuid(user).pw_name} (user id {user})"
    except KeyError:
        return f"user id {user}"
