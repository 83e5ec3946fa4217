"""What a nightly job finds in its folder: also after a failure, a changed night, a broken world and a kill."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from enhancement_kit.reporting.artifacts import dump_name
from enhancement_kit.reporting.failure_groups import groups
from enhancement_kit.reporting.identity import identities
from enhancement_kit.reporting.plugin import UNENDED
from enhancement_kit.reporting.results import Identity, ScenarioResult
from enhancement_kit.specification.features import load_features
from tests.reporting.conftest import DEATHS, KILLER, STATES, Outputs, write_project
from tests.reporting.real_project import environment, write_real_project
from tests.reporting.real_project import run as run_real

Project = Callable[..., Outputs]

HANGS = """
import pathlib, threading


@when("it hangs")
def _():
    pathlib.Path("hanging").touch()
    threading.Event().wait(120)
"""

FAILING = """\
Feature: Failing

  @EIP-025
  Scenario Outline: {title}
    Given a cluster on platform None
    Then no IngressController <name> exists
    And Progressing of <name> is True with reason Nothing

    Examples:
      | name  |
      | one   |
      | other |
"""


def artifacts(root: Path) -> Outputs:
    return Outputs(root / "night" / "reports")


def test_the_folder_has_reports_a_log_junit_and_dumps_of_failures(project: Project, pytester: pytest.Pytester) -> None:
    default = project(deaths=DEATHS)
    result = pytester.runpytest_subprocess("features/", "--artifacts", "night")
    night = pytester.path / "night"
    assert not default.folder.exists()
    assert artifacts(pytester.path).states == STATES
    assert (night / "junit_conformance.xml").read_text() == (night / "reports" / "junit.xml").read_text()
    logged = [line.split(" ", 1)[1] for line in (night / "run.log").read_text().splitlines()]
    assert len(logged) == len(STATES)
    assert sum(line.startswith("passed ") for line in logged) == 2
    dumps = sorted(path.parent.name for path in night.glob("failures/demo/deaths/*/failure.txt"))
    assert len(dumps) == len([state for state in STATES.values() if state in ("failed", "harness error")])
    text = (night / "failures/demo/deaths/test_it_fails_in_a_step/failure.txt").read_text()
    assert "the claim, with [redacted] in it" in text
    assert "run it again:\npytest features/demo/deaths.feature:" in text
    assert "hunter22" not in text
    result.stdout.fnmatch_lines(["reports: night"])
    # a second run leaves nothing of the first
    pytester.runpytest_subprocess("features/", "-k", "passes", "--artifacts", "night")
    assert list((night).glob("failures/**/failure.txt")) == []
    assert len((night / "run.log").read_text().splitlines()) == 1


def test_the_environment_names_the_folder_and_an_empty_option_switches_it_off(tmp_path: Path) -> None:
    outputs = write_project(tmp_path, killer=KILLER.replace("the process dies", "it acts"))
    for options in ([], ["--artifacts", ""]):
        subprocess.run(
            [sys.executable, "-m", "pytest", "features/", "-q", *options],
            cwd=tmp_path,
            env=environment(ARTIFACT_DIR=str(tmp_path / "night")),
            check=True,
            capture_output=True,
        )
        assert outputs.folder.exists() == bool(options)
    assert len(artifacts(tmp_path).junit) == 2


def test_a_killed_run_leaves_every_finished_result(tmp_path: Path) -> None:
    acts = "\n".join(f"  @DEM-001\n  Scenario: number {n}\n    When it acts\n" for n in range(1, 6))
    write_project(tmp_path, a=f"Feature: a\n{acts}", b="Feature: b\n  @DEM-002\n  Scenario: last\n    When it hangs\n")
    with (tmp_path / "conftest.py").open("a", encoding="utf-8") as stream:
        stream.write(HANGS)
    command = [sys.executable, "-m", "pytest", "features/", "--artifacts", "night"]
    running = subprocess.Popen(command, cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL)
    while not (tmp_path / "hanging").exists():
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(0.05)
    running.kill()
    running.wait()
    outputs = artifacts(tmp_path)
    finished = {f"number {n}" for n in range(1, 6)}
    assert {result["name"] for result in outputs.allure} == finished
    assert len((tmp_path / "night" / "run.log").read_text().splitlines()) == 5
    # written now and then, the first time when the first scenario had ended; they cannot be mistaken for a green run
    assert outputs.states["number 1"] == "passed"
    assert outputs.states["last"] == "skipped"
    assert outputs.scenarios["last"]["reason"] == f"not run: {UNENDED}"
    assert outputs.report["problems"][0].startswith(f"{UNENDED}: ")
    errors = [case for case in outputs.junit if case.find("error") is not None]
    assert [case.get("classname") for case in errors] == ["harness"]


def test_failures_are_grouped_by_cause_and_compared_with_the_last_green_night(tmp_path: Path) -> None:
    outputs = write_real_project(tmp_path, failing=FAILING.format(title="There is no <name>"))
    feature = next(tmp_path.rglob("failing.feature"))
    red = feature.read_text()
    feature.write_text("\n".join(line for line in red.splitlines() if "Progressing" not in line) + "\n")
    assert run_real(tmp_path, "-n", "2").returncode == 0
    green = tmp_path / "green.yaml"
    green.write_bytes((outputs.folder / "conformance-report.yaml").read_bytes())
    feature.write_text(red)
    done = run_real(tmp_path, "--since", "green.yaml")
    assert done.returncode == 1
    failures = yaml.safe_load((outputs.folder / "failures.yaml").read_text())
    [group] = failures["groups"]
    assert group["broken"].startswith("Progressing of <name> is <status> with reason <reason>: ")
    assert group["found"].endswith("and no CredentialsRequest one")
    assert len(group["scenarios"]) == 2
    nodes = [scenario["id"] for scenario in group["scenarios"]]
    since = failures["since"]
    assert [change.partition(": ")[0] for change in since["regressions"]] == ["EIP-025", *nodes]
    assert (since["improvements"], since["new"], since["gone"]) == ([], [], [])
    text = done.stdout
    assert f"\n2 failed: {group['found']}\n    at " in text
    [row] = [number for number, line in enumerate(red.splitlines(), 1) if "| one " in line]
    assert f"/failing.feature:{row} There is no one (EIP-025)\n" in text
    assert "\nregressions (3):\n" in text
    # the other way round: what was red is repaired, and what is gone is named
    (tmp_path / "red.yaml").write_bytes((outputs.folder / "conformance-report.yaml").read_bytes())
    feature.write_text(
        "\n".join(line for line in red.splitlines() if "Progressing" not in line and "| one" not in line)
    )
    done = run_real(tmp_path, "--since", "red.yaml")
    assert "\nimprovements (2):\n" in done.stdout
    assert f"\ngone (1):\n  {nodes[0]}: failed\n" in done.stdout
    assert "\nno regressions\n" in done.stdout


def test_a_world_that_cannot_be_made_is_one_harness_error_in_the_folder(tmp_path: Path) -> None:
    write_real_project(tmp_path, failing=FAILING.format(title="There is no <name>"))
    with (tmp_path / "conftest.py").open("a", encoding="utf-8") as stream:
        stream.write(
            "\nfrom enhancement_kit.runner import lanes\n"
            "lanes.register_backend(lanes.Backend('cluster', 'embedded', 'none', 'nowhere:Cluster'))\n"
        )
    done = run_real(tmp_path, "--artifacts", "night")
    assert done.returncode == 3
    outputs = artifacts(tmp_path)
    assert len(outputs.report["problems"]) == 1
    assert len([case for case in outputs.junit if case.find("error") is not None]) == 1
    failures = yaml.safe_load((outputs.folder / "failures.yaml").read_text())
    assert (len(failures["problems"]), failures["groups"]) == (1, [])


def test_a_file_that_is_no_report_ends_the_run_before_it_begins(project: Project, pytester: pytest.Pytester) -> None:
    project(deaths=DEATHS)
    for name, message in (("nowhere.yaml", "the report cannot be read: *"), ("pytest.ini", "*is no *report*")):
        result = pytester.runpytest_inprocess("features/", "--since", name)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines([f"ERROR: */{name}:{'*' if name == 'pytest.ini' else ' '}{message}"])


def test_harness_errors_come_first_and_large_groups_before_small_ones() -> None:
    def result(name: str, state: str, broken: str) -> ScenarioResult:
        identity = Identity(name, "a.feature", 1, name, name, (), "f", "", "demo", ())
        return ScenarioResult(identity, state, f"{broken} of {name}", broken=broken)

    found = groups(
        [
            result("a", "failed", "few"),
            result("b", "failed", "many"),
            result("c", "failed", "many"),
            result("d", "harness error", "kit"),
            result("e", "passed", ""),
        ]
    )
    assert [(group.broken, len(group.results)) for group in found] == [("kit", 1), ("many", 2), ("few", 1)]


def test_every_scenario_has_a_dump_of_its_own() -> None:
    features = Path(__file__).parents[2] / "features"
    nodes = [identity.node for identity in identities(load_features(features))]
    assert len({dump_name(node) for node in nodes}) == len(nodes) > 900
    assert dump_name("features/a/b.feature::test_it_is") == "a/b/test_it_is"
    long = f"features/a/b.feature::test_{'x' * 200}"
    assert len(dump_name(long)) < 130
    alike = [long, f"{long}y", "f/a/b.feature::t[x y]", "f/a/b.feature::t[x-y]"]
    assert len({dump_name(node) for node in alike}) == 4
