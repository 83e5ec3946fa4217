"""One run in its circumstances, and what came of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from enhancement_kit.errors import HarnessError

from .circumstances import KEPT, REPORTS_LOST, Circumstance

ROOT = Path(__file__).parents[2]
LIMIT = 1200.0
"""Seconds after which a run counts as stuck."""
OPEN_FILES = 256
NAMESPACES = (("unshare", "-n", "-m"), ("unshare", "-r", "-n", "-m"))
"""Ways to start a program without network and with mounts of its own: as root, or where users may."""
_TRACES = ("Traceback (most recent call last)", "INTERNALERROR", "Exception ignored in")
_EXIT_HARNESS = 3


@dataclass(frozen=True)
class Ended:
    """A run that has ended."""

    code: int
    printed: str
    complained: str
    seconds: float

    @property
    def trace(self) -> str:
        """The first line of a trace of Python; empty where there is none."""
        lines = (self.printed + self.complained).splitlines()
        return next((line for line in lines if any(words in line for words in _TRACES)), "")


def isolation() -> tuple[str, ...]:
    """Return the command that takes the network away; empty where the system has none, or does not allow it."""
    for command in NAMESPACES:
        try:
            probe = [*command, sys.executable, "-m", "tests.hostile.inside"]
            if subprocess.run(probe, cwd=ROOT, capture_output=True, check=False).returncode == 0:
                return command
        except OSError:
            return ()
    return ()


def pytest_command(chosen: Sequence[str], reports: Path, *more: str) -> list[str]:
    """Return the command that runs these scenarios, and writes its reports to a folder."""
    return [
        sys.executable, "-m", "pytest", *chosen, "-q", "-p", "no:cacheprovider", "--reports", str(reports), *more,
    ]  # fmt: skip


def run_clean(command: Sequence[str]) -> Ended:
    """Run a command in the environment of this process."""
    return _ended(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE), reads=True)


def run_in(circumstance: Circumstance, command: Sequence[str], reports: Path, without: tuple[str, ...]) -> Ended:
    """Run a command in hostile circumstances. `without`: the command that takes the network away."""
    with tempfile.TemporaryDirectory(prefix="ekit-hostile-") as folder:
        home, temporary = Path(folder) / "home", Path(folder) / circumstance.temporary
        home.mkdir()
        temporary.mkdir()
        told = {
            "command": list(command),
            "environment": {
                **{name: os.environ[name] for name in KEPT if name in os.environ},
                **circumstance.variables,
                **({"HOME": str(home)} if circumstance.home else {}),
                "TMPDIR": str(temporary),
            },
            "namespaces": bool(without),
            "home": str(home) if circumstance.home else "",
            "full_disk": str(reports) if circumstance.full_disk else "",
            "umask": circumstance.umask,
            "open_files": OPEN_FILES,
        }
        if circumstance.full_disk:
            reports.mkdir(parents=True, exist_ok=True)
        starter = [*without, sys.executable, "-m", "tests.hostile.inside", json.dumps(told)]
        running = subprocess.Popen(starter, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return _ended(running, reads=not circumstance.reader_leaves)


def _ended(running: subprocess.Popen[bytes], *, reads: bool) -> Ended:
    begun = time.monotonic()
    first = b""
    if not reads and running.stdout is not None:
        first = running.stdout.readline()
        running.stdout.close()
        running.stdout = None
    try:
        printed, complained = running.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()
        raise HarnessError(f"a run has not ended after {LIMIT:.0f} s") from None
    except KeyboardInterrupt:
        running.wait()
        raise
    texts = [(text or b"").decode(errors="replace") for text in (first + (printed or b""), complained)]
    return Ended(running.returncode, texts[0], texts[1], time.monotonic() - begun)


def problem(circumstance: Circumstance, ended: Ended, clean: Ended, reports: Path, of_clean: Path) -> str:
    """Say what is not as it has to be; an empty text where all is."""
    if ended.trace:
        return f"it shows a trace: {ended.trace}"
    if circumstance.expected == REPORTS_LOST:
        if ended.code != _EXIT_HARNESS:
            return f"it ends with {ended.code}, not with {_EXIT_HARNESS}"
        told = "could not be written" in ended.printed
        return "" if told and " failed" not in last_line(ended) else "it does not say that reports are lost"
    if ended.code != clean.code:
        return f"it ends with {ended.code}, the clean run with {clean.code}"
    tool = [sys.executable, str(ROOT / "tools/same_verdicts.py"), str(of_clean), str(reports)]
    done = subprocess.run(tool, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def last_line(ended: Ended) -> str:
    """Return the last line that a run has printed; empty where nobody read it."""
    return next((line for line in reversed(ended.printed.splitlines()) if line.strip()), "")
