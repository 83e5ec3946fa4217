"""Programs do not outlive their owner for long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from enhancement_kit.errors import HarnessError
from enhancement_kit.local.processes import Running, running_in, sweep

OWNER = """
import os, sys
from pathlib import Path
from enhancement_kit.local.processes import Running
running = Running(Path(sys.argv[1]))
running.start([sys.executable, "-c", "import time; time.sleep(600)", f"{running.folder}/data"])
print(running.folder, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """Another process with a program of its own."""
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    folder = Path(process.stdout.readline().strip())
    yield process, folder
    process.kill()
    process.wait()
    sweep(tmp_path)


def test_what_a_killed_owner_leaves_goes_at_the_next_start(
    owner: tuple[subprocess.Popen[str], Path], tmp_path: Path
) -> None:
    process, folder = owner
    (program,) = running_in(folder)
    process.send_signal(signal.SIGKILL)
    process.wait()
    os.kill(program, 0)
    running = Running(tmp_path)
    try:
        assert not folder.exists()
        assert running_in(folder) == []
    finally:
        running.close()
    assert not running.folder.exists()


def test_what_belongs_to_a_living_owner_stays(owner: tuple[subprocess.Popen[str], Path], tmp_path: Path) -> None:
    _, folder = owner
    assert sweep(tmp_path) == []
    assert len(running_in(folder)) == 1


def test_a_program_that_ends_by_itself_is_named_with_its_last_words(tmp_path: Path) -> None:
    running = Running(tmp_path)
    try:
        name = running.start(["/bin/sh", "-c", "echo one; echo no room >&2; exit 7"])
        running._programs[name].wait()
        assert running.ended() == "sh ended with code 7: one | no room"
        running.end("never started")
    finally:
        running.close()
        running.close()


def test_a_missing_program_is_an_error_of_the_kit(tmp_path: Path) -> None:
    running = Running(tmp_path)
    try:
        with pytest.raises(HarnessError, match=r"/no/such/program cannot be run: No such file"):
            running.start(["/no/such/program"])
    finally:
        running.close()
