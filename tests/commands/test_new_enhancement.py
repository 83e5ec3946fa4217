"""A sixth enhancement, docs/examples/new_enhancement/: added to a copy of the tree without touching Python."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "new_enhancement"
FOLDER = "source_ranges"
NAME = "lb-allowed-source-ranges"
MUTANTS = ("source-ranges-not-stored", "source-ranges-not-validated", "source-ranges-overlooked")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy what a checkout has and a run needs, and add the example's folder."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in ("enhancement_kit", "features", "steps", "fixtures", "reports", "tests/mutants"):
        unwanted = shutil.ignore_patterns("__pycache__", "out", "history")
        shutil.copytree(ROOT / name, copy / name, ignore=unwanted)
    for name in ("conftest.py", "pyproject.toml", "tests/__init__.py"):
        shutil.copy(ROOT / name, copy / name)
    shutil.copytree(EXAMPLE, copy / "features" / FOLDER)
    return copy


def command(tree: Path, words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the command line of `python -m ...` in the copy, and its environment."""
    return [sys.executable, "-m", *words], {**os.environ, "PYTHONPATH": str(tree)}


def run(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m ...` in the copy of the tree."""
    line, environment = command(tree, words)
    return subprocess.run(line, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def test_its_scenarios_run_and_are_reported(tree: Path) -> None:
    done = run(tree, "pytest", f"features/{FOLDER}", "-n", "0", "-p", "no:cacheprovider", "--reports", "reports/out")
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{NAME}       3       0 " in done.stdout
    report = yaml.safe_load((tree / "reports" / "out" / "conformance-report.yaml").read_text("utf-8"))
    own = next(entry for entry in report["enhancements"] if entry["folder"] == FOLDER)
    assert [one["verdict"] for one in own["requirements"]] == ["proven"] * 3
    page = (tree / "reports" / "out" / "index.html").read_text("utf-8")
    assert 'id="SRC-A01"' in page
    assert page.count('<details class="requirement" id="SRC-') == 3


def test_it_is_traced_in_its_place(tree: Path) -> None:
    checked = run(tree, "enhancement_kit", "trace", "--check")
    assert (checked.returncode, checked.stdout) == (0, "nothing is missing\n"), checked.stderr
    table = run(tree, "enhancement_kit", "trace").stdout.splitlines()
    assert table[7].split()[:2] == ["SRC", NAME]


def test_its_promises_are_backed_by_mutants_that_are_data(tree: Path) -> None:
    done = run(tree, "enhancement_kit", "kill", "--only", "source-ranges-*", "--neighbours", "none", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    killed = json.dumps(json.loads(done.stdout)["killed"])
    assert [name for name in MUTANTS if name not in killed] == []


def test_it_can_be_played_with(tree: Path) -> None:
    line, environment = command(tree, ("enhancement_kit", "playground", "--enhancement", NAME))
    with subprocess.Popen(line, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        printed = ""
        while "loadBalancerSourceRanges" not in printed:
            read = playing.stdout.readline()
            assert read, printed
            printed += read
        playing.send_signal(signal.SIGINT)
        assert playing.wait(60) in (0, 130)
    assert "Allowed source ranges of load balancers" in printed or NAME in printed


def test_a_component_that_does_not_exist_is_said_with_its_line(tree: Path) -> None:
    described = tree / "features" / FOLDER / "enhancement.yaml"
    text = described.read_text("utf-8")
    try:
        described.write_text(f"{text}components:\n  source_rangs: [machine-api-operater]\n", encoding="utf-8")
        done = run(tree, "pytest", f"features/{FOLDER}", "-n", "0", "--collect-only", "-p", "no:cacheprovider")
    finally:
        described.write_text(text, encoding="utf-8")
    assert done.returncode == 4
    line = len(text.splitlines()) + 2
    assert f"features/{FOLDER}/enhancement.yaml:{line}: " in done.stderr
    assert "there is no feature file source_rangs" in done.stderr
    assert "write source_ranges" in done.stderr
    assert "there is no component machine-api-operater; write machine-api-operator" in done.stderr
