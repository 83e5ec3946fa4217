"""python -m tests.hostile: one scenario in all circumstances, and what is told of a run that went wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from enhancement_kit.local import environment
from tests.hostile import running
from tests.hostile.circumstances import REPORTS_LOST, Circumstance, circumstances, smoke_and_one_of_each_file
from tests.hostile.running import ROOT, Ended, problem, pytest_command, run_in

SCENARIO = "features/nlb_eip_allocations/create_with_eips.feature"
ONE = (SCENARIO, "-m", "smoke")
WELL = Ended(0, "10 passed\n", "", 1.0)
VARIABLES, BARE, READER, DISK = circumstances(7)


def test_a_scenario_has_the_verdict_of_a_clean_run(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.hostile", "--only", "variables", "--seed", "7", "--reports", str(tmp_path)]
    one = next(one for one in smoke_and_one_of_each_file(ROOT) if one.startswith(SCENARIO))
    done = subprocess.run([*command, one], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    first, clean, variables = done.stdout.splitlines()
    assert first.startswith("no network: ")
    assert first.endswith("; seed 7")
    assert clean.startswith("clean: ")
    assert variables.startswith("variables: same verdicts (")


def test_without_namespaces_the_guard_and_limits_stand_in(tmp_path: Path) -> None:
    ended = run_in(DISK, pytest_command(ONE, tmp_path / "reports"), tmp_path / "reports", without=())
    assert problem(DISK, ended, WELL, tmp_path, tmp_path) == ""


def test_a_world_that_hears_the_environment_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, with a variable that changes a run: a target that does nothing."""
    command = pytest_command(ONE, tmp_path / "reports")
    changed = Circumstance("options", "", {"PYTEST_ADDOPTS": "--target=none"}, umask=0o022)
    ended = run_in(changed, command, tmp_path / "reports", running.isolation())
    assert problem(changed, ended, WELL, tmp_path, tmp_path) == "it ends with 1, the clean run with 0"


def reports(folder: Path, verdict: str) -> Path:
    path = folder / f"{verdict}.yaml"
    requirements = [{"id": "DEM-001", "verdict": verdict}]
    path.write_text(yaml.safe_dump({"timeFields": [], "enhancements": [{"requirements": requirements}]}))
    return path


@pytest.mark.parametrize(
    ("circumstance", "ended", "told"),
    [
        (VARIABLES, Ended(0, "1 passed\n", "", 1.0), ""),
        (VARIABLES, Ended(3, "", "", 1.0), "it ends with 3, the clean run with 0"),
        (
            READER,
            Ended(0, "", "Exception ignored in: <stdout>\n", 1.0),
            "it shows a trace: Exception ignored in: <stdout>",
        ),
        (BARE, Ended(0, "INTERNALERROR> no\n", "", 1.0), "it shows a trace: INTERNALERROR> no"),
        (DISK, Ended(3, "the reports could not be written\n10 passed\n", "", 1.0), ""),
        (DISK, Ended(0, "10 passed\n", "", 1.0), "it ends with 0, not with 3"),
        (
            DISK,
            Ended(3, "the reports could not be written\n1 failed, 9 passed\n", "", 1.0),
            "it does not say that reports are lost",
        ),
    ],
)
def test_what_is_wrong(tmp_path: Path, circumstance: Circumstance, ended: Ended, told: str) -> None:
    same = reports(tmp_path, "proven")
    assert problem(circumstance, ended, WELL, same, same) == told


def test_another_verdict_is_shown(tmp_path: Path) -> None:
    told = problem(VARIABLES, WELL, WELL, reports(tmp_path, "failed"), reports(tmp_path, "proven"))
    assert "verdict: failed" in told


def test_every_hostile_value_is_set_in_some_run() -> None:
    together = {**BARE.variables, **READER.variables, **VARIABLES.variables}
    assert set(environment.hostile()) <= set(together)
    assert DISK.expected == REPORTS_LOST


def test_the_scenarios_cover_every_feature_file() -> None:
    files = {one.partition("::")[0] for one in smoke_and_one_of_each_file(ROOT)}
    assert files == {path.relative_to(ROOT).as_posix() for path in (ROOT / "features").rglob("*.feature")}


@pytest.mark.parametrize("words", [["--only", "nothing"], ["--seed", "x"]])
def test_a_wrong_call_ends_with_a_usage_error(words: list[str]) -> None:
    command = [sys.executable, "-m", "tests.hostile", *words]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 4
