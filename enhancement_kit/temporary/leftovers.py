"""What a process that was killed has left: the programs that it started, and its folder.

A process that starts programs also starts this file as a program of its own, which waits for that process to end. It
imports nothing but the standard library, so that it is ready at once.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

LOCK = "lock"
_KILLED = 10.0
"""Seconds within which a killed process has ended."""
_LOOK = 0.01
_KEEPS = "--keep"


@dataclass(frozen=True)
class Process:
    """A process of this user that has not ended."""

    id: int
    arguments: str


def processes() -> Iterator[Process]:
    """Yield the processes of this user but this one; those that have ended and nobody has noticed are left out."""
    if Path("/proc/self/stat").exists():
        numbers = (int(entry) for entry in os.listdir("/proc") if entry.isdigit())
        found: Iterator[Process | None] = map(_from_proc, numbers)
    else:
        command = ["ps", "-A", "-ww", "-o", "pid=,uid=,stat=,args="]
        table = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False).stdout
        found = map(_from_ps, table.splitlines())
    yield from (one for one in found if one is not None and one.id != os.getpid())


def _from_proc(number: int) -> Process | None:
    place = Path("/proc", str(number))
    try:
        if place.stat().st_uid != os.geteuid():
            return None
        state = (place / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
        words = (place / "cmdline").read_bytes().decode(errors="replace")
    except OSError:
        # it has ended meanwhile
        return None
    return None if state in "ZX" else Process(number, words.replace("\0", " ").strip())


def _from_ps(line: str) -> Process | None:
    number, user, state, *words = line.split(None, 3)
    return None if int(user) != os.geteuid() or state.startswith("Z") else Process(int(number), "".join(words))


def running_in(folder: Path | str) -> list[int]:
    """Return the ids of the processes whose command line names something in a folder."""
    return [process.id for process in processes() if f"{folder}/" in process.arguments]


def of_session(leader: int) -> list[int]:
    """Return the ids of the processes in the session that a process has begun, with itself if it runs."""
    return [process.id for process in processes() if _session(process.id) == leader]


def _session(number: int) -> int:
    """Return the session of a process; 0 where it has ended."""
    try:
        return os.getsid(number)
    except (ProcessLookupError, PermissionError):
        return 0


def kill_session(leader: int) -> None:
    """Kill all processes of a session, and wait until they have ended. Nothing happens where there are none."""
    while members := of_session(leader):
        kill(members)


def kill(numbers: Iterable[int]) -> None:
    """Kill processes, children of this one or not, and wait until they have ended.

    A process that has ended holds neither files nor ports. Raises TimeoutError for one that does not end.
    """
    end = time.monotonic() + _KILLED
    handles = {number: _handle(number) for number in numbers}
    try:
        for number in handles:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        for number, handle in handles.items():
            while not _ended(number, handle):
                if time.monotonic() > end:
                    raise TimeoutError(f"process {number} has not ended {_KILLED:.0f} s after it was killed")
    finally:
        for handle in handles.values():
            if handle >= 0:
                os.close(handle)


def _handle(number: int) -> int:
    """Return a descriptor that tells when a process has ended; -1 where the system has none or it has ended."""
    if hasattr(os, "pidfd_open"):
        with contextlib.suppress(ProcessLookupError):
            return os.pidfd_open(number)
    return -1


def _ended(number: int, handle: int) -> bool:
    if handle >= 0:
        return bool(select.select([handle], [], [], _KILLED)[0])
    if all(process.id != number for process in processes()):
        return True
    time.sleep(_LOOK)
    return False


@contextlib.contextmanager
def locked(parent: Path) -> Iterator[None]:
    """Keep other processes from making and removing folders there for the time of the block."""
    with (parent / LOCK).open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def sweep(parent: Path, left: Callable[[Path], None] | None = None) -> list[Path]:
    """End the programs of owners that have ended and remove their folders; return these folders.

    Call it with the directory `locked`. `left` is called with each folder before it goes.
    """
    gone = []
    for folder in parent.iterdir():
        if folder.is_symlink() or not folder.is_dir():
            continue
        with (folder / LOCK).open("ab") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                # its owner is still running
                continue
            kill(running_in(folder))
            if left is not None:
                left(folder)
            shutil.rmtree(folder, ignore_errors=True)
            gone.append(folder)
    return gone


class Watch:
    """A process that ends what this one has started, should this one be killed."""

    def __init__(self, folder: Path, *, keeps: bool) -> None:
        """Start it. `keeps`: the folder stays for the next start, because more than files is left."""
        words = [sys.executable, "-I", "-S", __file__, str(folder), *([_KEEPS] if keeps else [])]
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            # what ends this process and its group does not end the one that cleans up after it
            start_new_session=True,
        )

    def tell(self, sign: str, session: int) -> None:
        """Name a session that is to end with this process (`+`), or that has ended (`-`)."""
        pipe = self._process.stdin
        # a watch that somebody has killed ends nothing; the next start does
        with contextlib.suppress(BrokenPipeError):
            os.write(pipe.fileno() if pipe else -1, f"{sign}{session}\n".encode())

    def close(self) -> None:
        """End it: everything that it would end has ended. Safe to call twice."""
        self._process.kill()
        self._process.wait()
        self.forget()

    def forget(self) -> None:
        """Close the pipe, also in a forked process, which must not keep it open."""
        if self._process.stdin is not None:
            self._process.stdin.close()


def watch(folder: Path, *, keeps: bool) -> None:
    """Wait until the owner of a folder has ended, then end its programs and remove the folder."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sessions: set[int] = set()
    for line in sys.stdin:
        (sessions.add if line[0] == "+" else sessions.discard)(int(line[1:]))
    for session in sessions:
        kill_session(session)
    with locked(folder.parent):
        # who starts right now may have cleaned up already, and must not be taken for a program of the owner
        if folder.is_dir():
            kill(running_in(folder))
            if not keeps:
                shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    watch(Path(sys.argv[1]), keeps=_KEEPS in sys.argv[2:])
