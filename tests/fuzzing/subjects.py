"""What is attacked: how each server is started, and which module knows its requests."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

_READY = 60
"""Seconds until a server says where it is."""


@dataclass(frozen=True)
class Subject:
    """One of the servers."""

    name: str
    module: str
    """Has `prepare(url)`, `requests(rng)`, and `probe()` where the probe is no plain GET.

    `DOCUMENTED` has the statuses from 500 on that the real server answers with, and a pattern of what it says then.
    """
    part: str
    """The part of `ekit serve`."""
    credential: tuple[str, str]
    """The option of the credential, and the name of the module's constant that holds it."""

    def requests(self) -> Any:
        """Import the module. Raises ImportError where it is not there."""
        return importlib.import_module(self.module)


SUBJECTS: Mapping[str, Subject] = {
    "cluster": Subject("cluster", "tests.fuzzing.kube", "cluster", ("--token", "TOKEN")),
    "aws": Subject("aws", "tests.fuzzing.aws", "cloud", ("--secret-key", "SECRET")),
}


class Started:
    """A server that runs as a process of its own."""

    def __init__(self, subject: Subject) -> None:
        """Start it and wait until it is ready. Raises RuntimeError where it does not start."""
        option, constant = subject.credential
        self.module = subject.requests()
        command = [
            sys.executable,
            "-m",
            "enhancement_kit",
            "serve",
            subject.part,
            option,
            getattr(self.module, constant),
        ]
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by stop)
        self.process = subprocess.Popen(
            # Ctrl-C reaches only the runner, which ends the server in order
            command,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.process.wait(_READY)
            raise RuntimeError(f"`{' '.join(command[1:])}` ended: {self.told()[-500:] or 'it said nothing'}")
        self.url = str(json.loads(line)["url"])
        place = urlsplit(self.url)
        self.host, self.port = str(place.hostname), int(place.port or 0)

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def told(self) -> str:
        """Return what it has printed to stderr so far."""
        size = os.fstat(self._errors.fileno()).st_size
        return os.pread(self._errors.fileno(), size, 0).decode(errors="replace")

    def measure(self) -> Size | None:
        """Return its size; None where the system does not tell."""
        folder = Path(f"/proc/{self.process.pid}")
        if not folder.exists():
            return None
        status = (folder / "status").read_text()

        def number(name: str) -> int:
            found = re.search(rf"^{name}:\s+(\d+)", status, re.MULTILINE)
            return int(found[1]) if found else 0

        return Size(number("VmRSS") / 1024, number("Threads"), len(list((folder / "fd").iterdir())))

    def stop(self) -> None:
        """End it as Ctrl-C does; kill it where that does not help."""
        if self.runs:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._errors.close()


@dataclass(frozen=True)
class Size:
    """What a process takes of the machine."""

    mib: float
    """Resident memory."""
    threads: int
    files: int
