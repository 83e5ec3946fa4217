"""Child programs that end with the process that started them, or at the latest when the next such process starts.

Each set of programs works in a folder of its own, which their command lines name. The process that started them holds a
lock on the folder; another process that finds a folder without a lock ends the programs in it and removes it.
"""

from __future__ import annotations

import fcntl
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from enhancement_kit.errors import HarnessError

_LOCK = "lock"
_TAIL = 5
_KILLED = 10
"""Seconds within which a killed process has ended."""


def common_root() -> Path:
    """Return the directory that holds the folders of all programs that this user's processes have started."""
    return Path(tempfile.gettempdir()) / f"enhancement-conformance-kit-{os.getuid()}"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Running:
    """The programs of one owner and their folder."""

    def __init__(self, root: Path | None = None, left: Callable[[Path], None] = lambda _: None) -> None:
        """Create the folder, after removing those of ended owners; `left` is called with each of these first."""
        root = common_root() if root is None else root
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        # under the lock, so that no other process takes the new folder for an abandoned one
        with _locked(root / _LOCK):
            sweep(root, left)
            self.folder = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=root))
            self._lock: IO[str] = (self.folder / _LOCK).open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._programs: dict[str, subprocess.Popen[bytes]] = {}

    def start(
        self, command: Sequence[str | Path], *, name: str = "", environment: Mapping[str, str] | None = None
    ) -> str:
        """Start a program, whose command line has to name the folder, and log its output there; return its name.

        It gets this process's environment with `environment` on top. Raises HarnessError where it cannot be run.
        """
        name = name or Path(command[0]).name
        with self._log(name).open("wb") as log:
            try:
                self._programs[name] = subprocess.Popen(
                    [str(part) for part in command],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    cwd=self.folder,
                    env={**os.environ, **(environment or {})},
                    # Ctrl-C in the terminal reaches only the owner, which ends its programs in order
                    start_new_session=True,
                )
            except OSError as error:
                raise HarnessError(f"{command[0]} cannot be run: {error.strerror or error}") from error
        return name

    def ended(self) -> str:
        """Describe a program that ended without being asked to; empty while all run."""
        for name, program in self._programs.items():
            code = program.poll()
            if code is not None:
                return f"{name} ended with code {code}: {self.last_lines(name)}"
        return ""

    def last_lines(self, name: str) -> str:
        """Return the end of a program's log, on one line."""
        return " | ".join(line.strip() for line in self.lines(name)[-_TAIL:]) or "it logged nothing"

    def lines(self, name: str) -> list[str]:
        """Return the lines that a program has logged since it was started."""
        log = self._log(name)
        return log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []

    def end(self, name: str) -> None:
        """Kill a program whose data is no longer needed; does nothing where it does not run."""
        program = self._programs.pop(name, None)
        if program is not None:
            with suppress(ProcessLookupError):
                # the whole process group: the program may have started others
                os.killpg(program.pid, signal.SIGKILL)
            program.wait()

    def finish(self, name: str, within: float) -> int:
        """Wait for a program to end by itself; return its exit code. Raises HarnessError when it takes longer."""
        try:
            return self._programs[name].wait(timeout=within)
        except subprocess.TimeoutExpired:
            raise HarnessError(f"{name} has not ended after {within:.0f} s: {self.last_lines(name)}") from None
        finally:
            # does nothing to a program that has ended
            self.end(name)

    def close(self) -> None:
        """End all programs and remove the folder; safe to call twice."""
        for name in reversed(list(self._programs)):
            self.end(name)
        shutil.rmtree(self.folder, ignore_errors=True)
        self._lock.close()

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"


def sweep(root: Path, left: Callable[[Path], None] = lambda _: None) -> list[Path]:
    """End the programs of ended owners, call `left` with each of their folders, and remove and return the folders."""
    gone = []
    for folder in root.iterdir():
        if not folder.is_dir():
            continue
        with (folder / _LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                # its owner is still running
                continue
            for process in running_in(folder):
                with suppress(ProcessLookupError):
                    _kill(process)
            left(folder)
            shutil.rmtree(folder, ignore_errors=True)
            gone.append(folder)
    return gone


def _kill(process: int) -> None:
    """Kill a process that is no child of this one, and wait until it has ended where the system can report that."""
    if not hasattr(os, "pidfd_open"):
        os.kill(process, signal.SIGKILL)
        return
    descriptor = os.pidfd_open(process)
    try:
        os.kill(process, signal.SIGKILL)
        # without this a program could still write into the folder that is about to be removed
        select.select([descriptor], [], [], _KILLED)
    finally:
        os.close(descriptor)


def running_in(folder: Path) -> list[int]:
    """Return the ids of the processes whose command line names a folder."""
    table = subprocess.run(["ps", "-A", "-ww", "-o", "pid=,args="], capture_output=True, text=True, check=False)
    lines = (line.split(None, 1) for line in table.stdout.splitlines())
    return [int(parts[0]) for parts in lines if len(parts) == 2 and f"{folder}/" in parts[1]]


def free_ports(number: int) -> list[int]:
    """Return ports of loopback that nobody listens on."""
    sockets = [socket.socket() for _ in range(number)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()
