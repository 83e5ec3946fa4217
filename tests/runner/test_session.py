"""The backends of a process: made once, checked before anything runs, stopped whatever happens."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import yaml

from enhancement_kit.world.clock import START, VirtualClock
from tests.runner.conftest import Project

TWO = """
@EXA-001
Scenario: a
  Given a world of 1 subnets

@EXA-001
Scenario: b
  Given a world of 2 subnets
"""


def test_the_clock_moves_only_when_told() -> None:
    clock = VirtualClock()
    assert clock.now() == START
    clock.advance(90.5)
    assert clock.now() == START + timedelta(seconds=90.5)
    clock.reset()
    assert clock.now() == START
    assert VirtualClock(datetime(2030, 1, 1, tzinfo=UTC)).now().year == 2030
    with pytest.raises(ValueError, match="cannot go back"):
        clock.advance(-1)
    with pytest.raises(ValueError, match="time zone"):
        VirtualClock(datetime(2030, 1, 1))


def test_backends_start_once_and_stop(project: Project) -> None:
    project.feature("one", TWO)
    assert project.run().ret == 0
    assert project.log()[:2] == ["start Cluster", "start Cloud"]
    assert project.log().count("start Cluster") == 1
    assert {"stop Cluster", "stop Cloud", "stop Target"} <= set(project.log())


def test_reports_name_the_backends_with_their_versions(project: Project) -> None:
    project.feature("one", TWO)
    assert project.run("features", "-p", "enhancement_kit.reporting.plugin").ret == 0
    report = (project.root / "reports/out/conformance-report.yaml").read_text("utf-8")
    assert yaml.safe_load(report)["run"]["backends"] == {
        "cluster": {"name": "embedded", "version": "Kubernetes 0.0"},
        "cloud": {"name": "simulated", "version": "0.0"},
        "target": {"name": "reference", "version": "0.0"},
    }


def test_a_target_that_has_everything_is_asked_and_not_listed(project: Project) -> None:
    fakes = project.root / "fakes.py"
    everything = 'type("Everything", (frozenset,), {"__contains__": lambda self, word: True})()'
    fakes.write_text(fakes.read_text().replace('frozenset({"clock"})', everything))
    project.feature("one", "@EXA-001 @needs.installer\nScenario: it\n  Given a world of 1 subnets\n")
    project.run().assert_outcomes(passed=1)


def test_backends_stop_after_an_interruption(project: Project) -> None:
    project.feature("one", "@EXA-001\nScenario: it\n  When a interrupt error is raised\n")
    assert project.run().ret == 130
    assert {"stop Cluster", "stop Cloud", "stop Target"} <= set(project.log())


def test_listing_makes_no_world(project: Project) -> None:
    project.feature("one", TWO)
    assert project.run("features", "--collect-only").ret == 0
    assert project.log() == []


def test_a_world_that_cannot_be_made_is_one_error(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROKEN", "everywhere")
    project.feature("one", TWO)
    result = project.run("features", "-s")
    assert result.ret == 3
    result.assert_outcomes()
    message = "the world cannot be made: cluster embedded does not start: RuntimeError: no room left"
    assert result.stdout.str().count(f"PROBLEM {message}") == 1
    assert project.log().count("start Cluster") == 1
    assert project.log().count("stop Cluster") == 1
    assert "start Cloud" not in project.log()


def test_what_a_half_started_part_leaves_is_said(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROKEN", "at both ends")
    project.feature("one", TWO)
    result = project.run("features", "-s")
    assert result.ret == 3
    assert "RuntimeError: no room left; it could not be stopped: namespaces are left" in result.stdout.str()


def test_also_in_front_of_workers(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROKEN", "everywhere")
    project.feature("one", TWO)
    result = project.run_apart("features", "-n", "2", "-s")
    assert result.ret == 3
    assert result.stdout.str().count("PROBLEM the world cannot be made") == 1
    result.assert_outcomes()


def test_a_world_that_breaks_in_workers_alone_ends_the_run(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROKEN", "in workers")
    project.feature("one", "".join(f"@EXA-001\nScenario: s{n}\n  Given a world of 1 subnets\n" for n in range(30)))
    result = project.run_apart("features", "-n", "2", "-s")
    assert result.ret == 3
    assert result.parseoutcomes().keys() <= {"error", "errors", "warnings", "warning"}
    assert sum(result.parseoutcomes().get(key, 0) for key in ("error", "errors")) <= 2


def test_a_world_that_cannot_be_stopped_is_an_error(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROKEN", "at the end")
    project.feature("one", TWO)
    result = project.run("features", "-s")
    assert result.ret == 3
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["PROBLEM cloud simulated could not be stopped: RuntimeError: it clings to its port"])
    assert "stop Cluster" in project.log()


def test_without_an_implementation_aws_is_not_corrected(project: Project) -> None:
    """Check this since a scenario about AWS itself would otherwise pass with nothing under test."""
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    assert project.run("--target", "none").ret != 4
    assert "start Cloud {'strict': False}" in project.log()
