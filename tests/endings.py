"""Commands that tests end: by signals, or by closing the terminal that they run in; and what they leave."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import subprocess
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from enhancement_kit.cluster.real.timeouts import await_that
from enhancement_kit.temporary.leftovers import kill, of_session, processes

CLOSED = "its terminal is closed"
"""A way to end a command beside the signals."""
WAYS: tuple[signal.Signals | str, ...] = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, CLOSED)
WITHIN = 60.0


class Ending:
    """A command that runs in a session of its own; its temporary files are below `folder`."""

    def __init__(
        self, command: Sequence[str], folder: Path, way: signal.Signals | str, directory: Path, more: Mapping[str, str]
    ) -> None:
        self.folder, self._way = folder, way
        self.log = folder / "output"
        self._master = -1
        environment = {**os.environ, "TMPDIR": str(folder), **more}
        with self.log.open("wb") as log:
            stdin, stdout = pty.openpty() if way == CLOSED else (subprocess.DEVNULL, log.fileno())
            if way == CLOSED:
                self._master, terminal = stdin, stdout
                os.set_blocking(self._master, False)
                stdin = terminal
            self.process = subprocess.Popen(
                command,
                cwd=directory,
                env=environment,
                stdin=stdin,
                stdout=stdout,
                stderr=stdout,
                start_new_session=True,
                preexec_fn=_control if way == CLOSED else _heard,
            )
            if way == CLOSED:
                os.close(terminal)

    @property
    def said(self) -> str:
        """What it has written so far."""
        self._read()
        return self.log.read_text(errors="replace")

    def _read(self) -> None:
        try:
            while self._master >= 0 and (data := os.read(self._master, 65536)):
                with self.log.open("ab") as log:
                    log.write(data)
        except OSError:
            # nothing is there to be read now
            return

    def until(self, path: Path) -> None:
        """Wait until a file appears. Fails where the command has ended."""

        def there() -> bool:
            self._read()
            assert self.process.poll() is None, self.said
            return path.exists()

        await_that(there, WITHIN, lambda: f"{path} does not appear; {self.said}")

    def end(self) -> int:
        """End it; return its exit code."""
        if self._master >= 0:
            self._read()
            os.close(self._master)
            self._master = -1
        else:
            self.process.send_signal(int(self._way))  # type: ignore[arg-type]
        return self.process.wait(WITHIN)

    def left(self) -> list[str]:
        """Return the processes and temporary folders that are left of it."""
        there = [one.arguments for one in processes() if str(self.folder) in one.arguments]
        session = [f"process {one}" for one in of_session(self.process.pid)]
        held = self.folder.glob("enhancement-conformance-kit-*/*/*")
        others = [path for path in self.folder.iterdir() if not path.name.startswith("enhancement-conformance-kit-")]
        return [
            *there,
            *session,
            *(str(path) for path in held if path.name != "lock"),
            *(str(path) for path in others if path != self.log),
        ]

    def close(self) -> None:
        """Kill what is left, at the end of a test."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        kill(one.id for one in processes() if str(self.folder) in one.arguments)
        kill(of_session(self.process.pid))
        if self._master >= 0:
            os.close(self._master)


def _heard() -> None:
    # a background job of a shell ignores Ctrl-C, one of nohup closed terminals, and so does what it starts
    for ignored in (signal.SIGINT, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_DFL)


def _control() -> None:
    _heard()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def started(
    command: Sequence[str],
    folder: Path,
    way: signal.Signals | str,
    *,
    directory: Path | None = None,
    more: Mapping[str, str] | None = None,
) -> Iterator[Ending]:
    """Start a command that is ended in such a way, with temporary files in a folder of its own below `folder`."""
    place = folder / "temporary"
    place.mkdir(mode=0o700)
    running = Ending(command, place, way, directory or Path.cwd(), more or {})
    try:
        yield running
    finally:
        running.close()
