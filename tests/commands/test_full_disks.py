"""Where nothing can be written, a command says so in one sentence, and leaves everything as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.mutation.plain import saved
from enhancement_kit.reporting.conformance import report_yaml
from tests.commands.test_install import CONFIG, NETWORK
from tests.reporting.small_tree import STATES, small_report, small_trace

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
LIMITED = """
import resource, runpy, sys
sys.argv = ["ekit", *sys.argv[1:]]
sys.dont_write_bytecode = True
resource.setrlimit(resource.RLIMIT_FSIZE, (60, 60))
runpy.run_module("enhancement_kit", run_name="__main__")
"""
"""Runs ekit where no file may have more than 60 bytes."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    report = small_report(small_trace(tmp_path), STATES)
    (tmp_path / "report.yaml").write_text(report_yaml(report), encoding="utf-8")
    (tmp_path / "install-config.yaml").write_text(CONFIG)
    (tmp_path / "network.yaml").write_text(NETWORK)
    (tmp_path / "index.html").write_text("an older page")
    return tmp_path


def content(folder: Path) -> dict[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize(
    "words",
    [
        "report html report.yaml --root .",
        "report html report.yaml --root . -o new/folder/page.html",
        "report merge report.yaml -o new/merged.yaml",
        "install create manifests",
        "install create cluster",
        "envtest new/bin",
        "serve cluster --kubeconfig kubeconfig",
    ],
)
def test_on_a_full_disk_nothing_is_left(words: str, folder: Path) -> None:
    before = content(folder)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, *words.split()],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 4, done.stderr
    assert "cannot be written: File too large" in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert content(folder) == before


def test_a_saved_run_of_mutants_stays_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    with pytest.raises(UsageError, match=r"--output \S+: it cannot be written \(Not a directory\); name another file"):
        saved.write(tmp_path / "file" / "new" / "saved.json", saved.Saved("all"))
    assert content(tmp_path) == {str(tmp_path / "file"): b"old"}


@pytest.mark.parametrize("words", ["report check report.yaml", "install explain", "trace --root .", "--help"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_output_that_cannot_be_written_is_one_sentence(words: str, unbuffered: str, folder: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "enhancement_kit", *words.split()],
            cwd=folder,
            env=ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=120,
        )
    assert done.returncode == 3, done.stderr
    assert done.stderr == "ekit: the output cannot be written: No space left on device; make room for it\n"
