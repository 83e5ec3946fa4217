"""Parts of a run: shards for several machines, repeated rounds that find flakes, and an early end by SIGTERM."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from enhancement_kit.errors import HarnessError
from enhancement_kit.runner import shards
from tests.reporting.conftest import Outputs
from tests.runner.conftest import Project

REPORTING = ("-p", "enhancement_kit.reporting.plugin", "features")

FLAKY = """

from pytest_bdd import when

COUNTS = {}


@when(parsers.parse("it {ends} in round {n:d}"))
def _(ends, n):
    COUNTS[ends] = COUNTS.get(ends, 0) + 1
    if COUNTS[ends] == n:
        raise {"fails": AssertionError("bad luck"), "is skipped": pytest.skip.Exception("no mood")}[ends]


@when("it hangs")
def _():
    import pathlib, threading
    pathlib.Path("hanging").touch()
    threading.Event().wait(120)
"""

STEADY = """
  @EXA-001
  Scenario Outline: There are <n>
    Given a world of <n> subnets
    Then there are <n> subnets

    Examples:
      | n |
      | 1 |
      | 2 |
      | 3 |
      | 4 |
"""


def test_shards_are_complete_disjoint_stable_and_about_equally_long() -> None:
    seconds = {f"features/a.feature::{n}": 1.0 + n % 7 for n in range(100)}
    parts = shards.shards(seconds, 3)
    assert sorted(node for part in parts for node in part) == sorted(seconds)
    assert parts == shards.shards(dict(reversed(seconds.items())), 3)
    loads = [sum(seconds[node] for node in part) for part in parts]
    assert max(loads) - min(loads) <= 7
    assert sum(len(part) for part in shards.shards(dict.fromkeys("ab", 1.0), 5)) == 2


def test_a_scenario_is_estimated_by_itself_its_file_or_what_is_usual() -> None:
    nodes = ["a.feature::1", "a.feature::2", "b.feature::1"]
    assert shards.estimates(nodes, {"a.feature": 3.0}, {}) == dict.fromkeys(nodes, 3.0)
    measured = {"a.feature::1": 5.0, "x": 9.0}
    assert shards.estimates(nodes, {"a.feature": 3.0}, measured) == dict(zip(nodes, (5.0, 3.0, 7.0), strict=True))
    assert shards.averages({"b::1": 1.0, "a::1": 2.0, "a::2": 3.0}) == {"a": 2.5, "b": 1.0}


def test_a_damaged_table_of_durations_says_how_to_write_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / shards.DURATIONS).write_text("seconds: [1, 2]\n")
    with pytest.raises(HarnessError, match=r"no table of durations.*tools/write_durations\.py"):
        shards.load_durations(tmp_path)


def test_the_shards_of_a_run_are_the_whole_run(project: Project) -> None:
    project.feature("a", STEADY)
    found = []
    for shard in ("1/3", "2/3", "3/3"):
        result = project.run(*REPORTING, "--shard", shard)
        report = Outputs(project.root / "reports" / "out").report
        assert report["run"]["selection"] == f"--shard {shard}"
        found += [scenario["row"]["n"] for folder in report["enhancements"] for scenario in folder["scenarios"]]
        assert result.ret == 0
    assert sorted(found) == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--shard", "4/3"), "--shard 4/3: write i/n with 1 <= i <= n, for example 2/3"),
        (("--shard-by", "conftest.py"), "*/conftest.py:*report*"),
        (("--shard-by", "nowhere.yaml"), "*/nowhere.yaml: the report cannot be read: No such file or directory; *"),
        (("--repeat", "0"), "--repeat 0: give the number of rounds, 1 or more"),
    ],
)
def test_wrong_parts_end_the_run_before_it_begins(project: Project, options: tuple[str, ...], message: str) -> None:
    project.feature("a", STEADY)
    result = project.run("features", *options)
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"ERROR: {message}"])


@pytest.mark.parametrize("ends", ["fails", "is skipped"])
def test_a_flake_fails_the_run_and_says_in_which_round(project: Project, ends: str) -> None:
    with (project.root / "vocabulary.py").open("a") as stream:
        stream.write(FLAKY)
    project.feature("a", STEADY + f"\n  @EXA-002\n  Scenario: It is a flake\n    When it {ends} in round 2\n")
    result = project.run(*REPORTING, "--repeat", "3", "--seed", "9")
    assert result.ret == 1
    scenarios = Outputs(project.root / "reports" / "out").scenarios
    assert len(scenarios) == 5
    state = "failed" if ends == "fails" else "skipped"
    assert scenarios["It is a flake"]["state"] == "failed"
    assert re.match(rf"flaky: of 3 rounds 2 passed, 1 {state}; round 2: ", scenarios["It is a flake"]["reason"])
    assert {name: s["state"] for name, s in scenarios.items() if name != "It is a flake"} == {
        f"There are {n}": "passed" for n in range(1, 5)
    }
    result.stdout.fnmatch_lines(["    pytest features/example/a.feature:15 * --seed=9 --repeat=3"])


def test_rounds_without_a_flake_are_green(project: Project) -> None:
    project.feature("a", STEADY)
    assert project.run(*REPORTING, "--repeat", "2").ret == 0


def test_a_scenario_may_follow_itself(project: Project) -> None:
    project.feature("a", "@EXA-001\nScenario: There is one\n  Given a world of 1 subnets\n")
    result = project.run(*REPORTING, "--repeat", "3")
    assert result.ret == 0
    result.assert_outcomes(passed=3)


def test_a_run_that_is_told_to_end_writes_its_reports(project: Project) -> None:
    with (project.root / "vocabulary.py").open("a") as stream:
        stream.write(FLAKY)
    project.feature("a", STEADY + "\n  @EXA-002\n  Scenario: It hangs\n    When it hangs\n")
    command = [sys.executable, "-m", "pytest", *REPORTING]
    running = subprocess.Popen(command, cwd=project.root, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    wait_for(project.root / "hanging", running)
    running.send_signal(signal.SIGTERM)
    text, _ = running.communicate(timeout=60)
    assert running.returncode == 130, text
    outputs = Outputs(project.root / "reports" / "out")
    assert outputs.states["It hangs"] == "skipped"
    assert outputs.scenarios["It hangs"]["reason"] == "not finished: the run was told to end by SIGTERM"
    assert list(outputs.states.values()).count("passed") == 4
    assert len(outputs.junit) == 5


def wait_for(path: Path, running: subprocess.Popen[str]) -> None:
    """Wait until a file appears; fail where the process that should write it has ended."""
    while not path.exists():
        try:
            running.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(f"the run has ended by itself: {running.communicate()[0]}")


def test_the_table_of_durations_is_one_of_files_that_exist() -> None:
    root = Path(__file__).parents[2]
    table = yaml.safe_load((root / shards.DURATIONS).read_text("utf-8"))["seconds"]
    assert [file for file in table if not (root / file).is_file()] == []
