"""A disk that is full, or that refuses a file, ends no run: what could not be written is said once, at the end."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reporting.conftest import DEATHS, Outputs, write_project
from tests.runner.conftest import Project

GREEN = "\n  @EXA-001\n  Scenario: It passes\n    Given a world of 1 subnets\n"
RED = "\n  @EXA-002\n  Scenario: It fails\n    When a claim error is raised\n"
FULL = "could not be written: No space left on device"


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Path]:
    """Provide a folder on a disk without any space left."""
    place = tmp_path / "full"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    with pytest.raises(OSError, match="No space left"):
        (place / "filler").write_bytes(b"x" * 128 * 1024)
    yield place
    subprocess.run(["umount", str(place)], check=True)


def run(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "enhancement_kit.reporting.plugin", "features", *options]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
@pytest.mark.parametrize(("scenarios", "code"), [(GREEN, 3), (GREEN + RED, 1)])
def test_a_run_on_a_full_disk_ends_as_it_would_with_space(
    project: Project, full: Path, scenarios: str, code: int, workers: tuple[str, ...]
) -> None:
    """A green run has no reports, and whoever reads its exit code alone has to know."""
    project.feature("a", scenarios)
    done = run(project.root, "--artifacts", str(full), *workers)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert "INTERNALERROR" not in done.stdout
    assert done.stdout.count(FULL) == 1
    assert f"{full}/" in next(line for line in done.stdout.splitlines() if FULL in line)
    assert "reports: " not in done.stdout
    assert "1 passed" in done.stdout
    assert [path.name for path in full.rglob("*") if path.is_file() and path.name not in ("filler", "run.log")] == []


def test_artifacts_alone_change_no_exit_code(project: Project, full: Path) -> None:
    project.feature("a", GREEN)
    done = run(project.root, "--artifacts", str(full), "--reports", str(project.root / "out"))
    assert done.returncode == 0, done.stdout
    assert FULL in done.stdout
    assert "reports: " in done.stdout
    assert Outputs(project.root / "out").states == {"It passes": "passed"}


def limited() -> None:
    # large enough for what processes tell each other, too small for a report and for most Allure results
    resource.setrlimit(resource.RLIMIT_FSIZE, (2500, 2500))


def test_files_that_are_refused_are_named_and_leave_no_parts(tmp_path: Path) -> None:
    outputs = write_project(tmp_path, deaths=DEATHS)
    command = [sys.executable, "-m", "pytest", "features", "--reports", str(outputs.folder)]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120, preexec_fn=limited
    )
    assert "could not be written: File too large" in done.stdout, done.stdout + done.stderr
    assert "INTERNALERROR" not in done.stdout
    assert list(outputs.folder.rglob("*.tmp")) == []
