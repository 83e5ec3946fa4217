"""Outputs that fail while a run goes on: a reader that goes away, a disk that is full."""

from __future__ import annotations

import resource
import subprocess
from pathlib import Path

import pytest

from tests.reporting.real_project import SMALL, command, environment, write_real_project


def start(root: Path, *arguments: str, largest: int = 0) -> subprocess.Popen[str]:
    """Start a run of features; `largest` is the size in bytes that no file can exceed."""

    def limit() -> None:
        if largest:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    return subprocess.Popen(
        command(*arguments),
        cwd=root,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limit,
    )


@pytest.mark.parametrize("processes", [(), ("-n", "1")], ids=["alone", "with a worker"])
def test_a_reader_that_goes_away_changes_neither_reports_nor_exit_code(
    tmp_path: Path, processes: tuple[str, ...]
) -> None:
    outputs = write_real_project(tmp_path, small=SMALL)
    running = start(tmp_path, *processes)
    assert running.stdout is not None
    assert running.stderr is not None
    assert "test session starts" in running.stdout.readline()
    running.stdout.close()
    complained = running.stderr.read()
    running.stderr.close()
    assert running.wait(timeout=120) == 0
    assert complained == ""
    assert outputs.report["totals"]["passed"] == 3


@pytest.mark.parametrize("processes", [(), ("-n", "1")], ids=["alone", "with a worker"])
def test_a_full_disk_is_a_harness_error_and_no_failure(tmp_path: Path, processes: tuple[str, ...]) -> None:
    write_real_project(tmp_path, small=SMALL)
    running = start(tmp_path, *processes, "--artifacts", "artifacts", largest=2000)
    said, complained = running.communicate(timeout=120)
    assert running.returncode == 3
    assert "3 passed" in said, said
    assert "could not be written: " in said
    assert "make room there, or choose another folder with --reports DIR" in said
    assert "INTERNALERROR" not in said + complained
    assert "Traceback" not in said + complained
