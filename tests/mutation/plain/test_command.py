"""The options of `ekit kill --plain`: what goes together, what is listed, and how a run ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from enhancement_kit.__main__ import main
from enhancement_kit.mutation.plain import command, running
from enhancement_kit.mutation.plain.coverage import Scenario
from enhancement_kit.mutation.plain.running import Run

ONE = "installer/plan.py:*:drop_filter"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--sample", "3"], "--sample is about plain mutants; add --plain PATTERN"),
        (["--list"], "--list is about plain mutants"),
        (["--plain", "all", "--only", "a"], "--only names declared mutants, --plain plain ones"),
        (["--plain", "all", "--sample", "0"], "--sample: give the number of mutants, 1 or more"),
        (["--plain", "all", "--jobs", "0"], "--jobs: give the number of processes"),
        (["--plain", "instaler"], "--plain instaler: no module of the reference is named like that; components: api,"),
        (["--plain", "@nowhere.json"], "nowhere.json: it cannot be read"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["kill", *words]) == 4
    assert f"ekit: {complaint}" in capsys.readouterr().err


def test_mutants_are_listed_without_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kill", "--plain", ONE, "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(":drop_filter" in line and "for … if " in line for line in lines)
    assert lines


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "tests" / "mutants").mkdir(parents=True)
    (tmp_path / "features").mkdir()
    return tmp_path


def pretend(monkeypatch: pytest.MonkeyPatch, verdict: str, *, interrupted: bool = False, problem: str = "") -> None:
    """Let every run of mutants end with this verdict for each."""

    def run(root: Path, mutants: list[command.drawing.Plain], *_: object, **__: object) -> Run:
        result = {"verdict": verdict, "by": "one", "state": "failed", "reason": "no", "ran": 1}
        some = mutants[:1] if interrupted else mutants
        scenarios = {m.id: [Scenario("one", 1.0, 1)] for m in mutants}
        return Run({m.id: dict(result) for m in some}, scenarios, scenarios, interrupted, problem)

    monkeypatch.setattr(running, "run", run)


def test_a_component_below_its_bar_fails_the_run(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "tests" / "mutants" / "bars.yaml").write_text("bars: {installer: 95}")
    pretend(monkeypatch, "survived")
    assert main(["kill", "--plain", ONE, "--root", str(tree)]) == 0, "a part of a component has no bar"
    capsys.readouterr()
    assert main(["kill", "--plain", "installer", "--root", str(tree)]) == 1
    printed = capsys.readouterr().out
    assert "BELOW installer: 0.0 % of" in printed
    assert "    SURVIVED installer/plan.py:" in printed
    pretend(monkeypatch, "killed")
    assert main(["kill", "--plain", "installer", "--root", str(tree)]) == 0
    assert "    installer: 100 %, " in capsys.readouterr().out


def test_what_was_not_killed_is_run_again(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, "survived")
    file = tree / "result.json"
    assert main(["kill", "--plain", ONE, "--root", str(tree), "--output", str(file)]) == 0
    capsys.readouterr()
    assert main(["kill", "--plain", f"@{file}", "--list"]) == 0
    listed = capsys.readouterr().out
    assert main(["kill", "--plain", ONE, "--list"]) == 0
    assert listed == capsys.readouterr().out


def test_an_interrupted_run_prints_what_is_known(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, "killed", interrupted=True)
    assert main(["kill", "--plain", "installer/plan.py", "--root", str(tree), "--json"]) == 130
    printed = json.loads(capsys.readouterr().out)
    assert printed["interrupted"]
    assert printed["scores"]["installer"]["killed"] == 1
    assert printed["scores"]["installer"]["not run"] > 1


def test_a_harness_error_is_told_after_what_is_known(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, "killed", problem="a process ended early")
    assert main(["kill", "--plain", ONE, "--root", str(tree)]) == 3
    printed = capsys.readouterr().out
    assert "    installer: 100 %, " in printed
    assert printed.endswith("HARNESS ERROR a process ended early\n")
