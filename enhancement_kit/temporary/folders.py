"""The folders of a process: locked while it runs, removed at its end, or by the next process of the kit that starts."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from enhancement_kit.errors import HarnessError

from .leftovers import LOCK, Watch, locked, sweep
from .private import WAY_OUT, private_directory

PROCESSES = "processes"
"""Where the folders of processes are that leave nothing but files and programs behind."""
_guard = threading.RLock()
_held: dict[Path, Held] = {}
"""The folder of this process, by the directory that it is in."""


def root(area: str = PROCESSES) -> Path:
    """Return the private directory of this user's processes that holds the folders of one kind.

    Raises HarnessError where it is not private or cannot be made.
    """
    whole = private_directory(Path(tempfile.gettempdir()) / f"enhancement-conformance-kit-{os.getuid()}")
    return private_directory(whole / area)


class Held:
    """A folder that this process holds until it releases it or ends, however it ends."""

    def __init__(self, area: str = PROCESSES, left: Callable[[Path], None] | None = None) -> None:
        """Make the folder, after removing those of ended processes; `left` is called with each of these first.

        Raises HarnessError where the directory for it is not private.
        """
        parent = root(area)
        self._watch: Watch | None = None
        self._keeps = left is not None
        self.owner = os.getpid()
        try:
            self._lock = self._take(parent, left)
        except OSError as error:
            raise HarnessError(
                f"no folder for temporary files can be made in {parent}: {error.strerror or error}; {WAY_OUT}"
            ) from error
        os.register_at_fork(after_in_child=self._forked)

    def _take(self, parent: Path, left: Callable[[Path], None] | None) -> IO[bytes]:
        # so that no other process takes the new folder for an abandoned one
        with locked(parent):
            sweep(parent, left)
            self.path = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=parent))
            held = (self.path / LOCK).open("ab")
            fcntl.flock(held, fcntl.LOCK_EX)
            return held

    def make(self, prefix: str) -> Path:
        """Make a folder in it, whose name begins with `prefix`."""
        return Path(tempfile.mkdtemp(prefix=prefix, dir=self.path))

    def watch(self) -> Watch:
        """Return what ends the programs of this process where it is killed. Call this before any starts."""
        with _guard:
            if self._watch is None:
                self._watch = Watch(self.path, keeps=self._keeps)
            return self._watch

    def release(self) -> None:
        """Remove the folder. Safe to call twice; a forked process removes nothing."""
        if os.getpid() != self.owner:
            return
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()
        if self._watch is not None:
            self._watch.close()
            self._watch = None

    def _forked(self) -> None:
        """Let go in a forked process: the lock says whether the process runs that has made the folder."""
        self._lock.close()
        if self._watch is not None:
            self._watch.forget()


def mine() -> Held:
    """Return the folder of this process, made on first use and removed at its end. Raises HarnessError."""
    base = Path(tempfile.gettempdir())
    with _guard:
        found = _held.get(base)
        # a forked process has a folder of its own
        if found is None or found.owner != os.getpid() or not found.path.is_dir():
            found = _held[base] = Held()
            atexit.register(_end, found)
        return found


def _end(held: Held) -> None:
    """Remove the folder of this process, and what its workers have left that were killed."""
    parent = held.path.parent
    held.release()
    if os.getpid() == held.owner and parent.is_dir():
        with locked(parent):
            sweep(parent)


def make(prefix: str) -> Path:
    """Make a folder that goes with this process at the latest; `remove` removes it. Raises HarnessError."""
    return mine().make(prefix)


def remove(path: Path) -> None:
    """Remove a folder that `make` has made; does nothing where it is gone."""
    shutil.rmtree(path, ignore_errors=True)


@contextmanager
def folder(prefix: str) -> Iterator[Path]:
    """Make a folder for the time of the block. Raises HarnessError."""
    made = make(prefix)
    try:
        yield made
    finally:
        remove(made)
