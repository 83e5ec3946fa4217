"""Child programs that end with the process that started them, however it ends.

Each program begins a session, and ends with all of it: what it has started itself, and what has left its process group.
Where this process is killed, another process ends its programs (`temporary/leftovers.py`), or at the latest the next
process of the kit that starts: it finds them by their command lines, which name a folder of this process.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from enhancement_kit import temporary
from enhancement_kit.errors import HarnessError
from enhancement_kit.temporary.leftovers import kill_session

ENDING = 15.0
"""Seconds that a program of the kit has for its own clean-up, when it is asked to end."""
_TAIL = 5


class Running:
    """Programs and their folder."""

    def __init__(self, area: str = "", left: Callable[[Path], None] | None = None, *, grace: float = 0.0) -> None:
        """Make the folder: in that of this process, or one of its own among those of an area.

        `left` is called with each folder of the area whose process was killed, before it goes. With a `grace`, programs
        that still run at the end are asked to end first, and have so many seconds for it. Raises HarnessError.
        """
        self._grace = grace
        self._own = temporary.Held(area, left) if area else None
        self._held = self._own or temporary.mine()
        self.folder = self._held.path if self._own else self._held.make("programs-")
        self._programs: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        """Return these programs, which end with the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all programs and remove the folder."""
        self.close()

    def start(
        self,
        command: Sequence[str | Path],
        *,
        name: str = "",
        environment: Mapping[str, str] | None = None,
        directory: Path | None = None,
        shown: bool = False,
    ) -> str:
        """Start a program and log its output in the folder, or leave it where this process writes; return its name.

        It gets this process's environment with `environment` on top, and works in `directory` (default: the folder).
        Raises HarnessError where it cannot be run.
        """
        name = name or Path(command[0]).name
        watch = self._held.watch()
        with self._log(name).open("wb") as log:
            try:
                program = self._programs[name] = subprocess.Popen(
                    [str(part) for part in command],
                    stdin=subprocess.DEVNULL,
                    stdout=None if shown else log,
                    stderr=None if shown else subprocess.STDOUT,
                    cwd=directory or self.folder,
                    env={**os.environ, **(environment or {})},
                    # Ctrl-C in the terminal reaches only the owner, which ends its programs in order
                    start_new_session=True,
                )
            except OSError as error:
                raise HarnessError(f"{command[0]} cannot be run: {error.strerror or error}") from error
        watch.tell("+", program.pid)
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

    def wait(self, name: str, within: float | None = None) -> int | None:
        """Wait for a program to end by itself, so many seconds at most; return its exit code, or None."""
        with suppress(subprocess.TimeoutExpired):
            return self._programs[name].wait(timeout=within)
        return None

    def end(self, name: str) -> None:
        """Kill a program whose data is no longer needed; does nothing where it does not run.

        Afterwards nothing of it is left: no process that it has started, no port that one of them has listened on.
        Raises HarnessError where the system does not end one of them.
        """
        program = self._programs.get(name)
        if program is None:
            return
        try:
            kill_session(program.pid)
        except TimeoutError as error:
            raise HarnessError(f"{name} does not end: {error}") from error
        program.wait()
        # only now: an interrupt until here leaves it to the next call
        self._programs.pop(name, None)
        self._held.watch().tell("-", program.pid)

    def finish(self, name: str, within: float) -> int:
        """Wait for a program to end by itself; return its exit code. Raises HarnessError when it takes longer."""
        code = self.wait(name, within)
        complaint = f"{name} has not ended after {within:.0f} s: {self.last_lines(name)}" if code is None else ""
        # does nothing to a program that has ended, and ends what it has started
        self.end(name)
        if code is None:
            raise HarnessError(complaint)
        return code

    def close(self) -> None:
        """End all programs and remove the folder; safe to call twice."""
        if self._grace:
            self._ask()
        for name in reversed(list(self._programs)):
            self.end(name)
        temporary.remove(self.folder)
        if self._own is not None:
            self._own.release()

    def _ask(self) -> None:
        for program in self._programs.values():
            if program.poll() is None:
                program.send_signal(signal.SIGTERM)
        until = time.monotonic() + self._grace
        for name in self._programs:
            self.wait(name, max(0.0, until - time.monotonic()))

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"


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
