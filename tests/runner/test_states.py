"""The five states, in whatever phase a scenario fails, and the exit codes that follow from them."""

from __future__ import annotations

import pytest

from enhancement_kit.errors import HarnessError, NotApplicable, TargetError, UsageError
from enhancement_kit.runner import states
from enhancement_kit.runner.states import classify, exit_code
from tests.runner.conftest import Project
from tests.runner.conftest import states as states_of


@pytest.mark.parametrize(
    ("error", "in_step", "state"),
    [
        (None, False, "passed"),
        (AssertionError("x"), True, "failed"),
        (AssertionError("x"), False, "harness error"),
        (KeyError("x"), True, "failed"),
        (KeyError("x"), False, "harness error"),
        (TargetError("x"), True, "failed"),
        (TargetError("x"), False, "failed"),
        (HarnessError("x"), True, "harness error"),
        (HarnessError("x"), False, "harness error"),
        (UsageError("x"), True, "harness error"),
        (NotApplicable("x"), True, "not applicable"),
        (NotApplicable("x"), False, "not applicable"),
        (pytest.skip.Exception("x"), True, "skipped"),
        (pytest.fail.Exception("x"), True, "failed"),
    ],
)
def test_who_is_to_blame(error: BaseException | None, in_step: bool, state: str) -> None:
    assert classify(error, in_step=in_step).state == state


def test_reasons_name_the_type_only_where_the_message_does_not_say_enough() -> None:
    assert classify(KeyError("status"), in_step=True).reason == "KeyError: 'status'"
    assert classify(AssertionError(), in_step=True).reason == "AssertionError"
    assert classify(AssertionError("no subnet"), in_step=True).reason == "no subnet"
    skipped = classify(pytest.skip.Exception("upstream (https://example.com/7)"), in_step=True)
    assert (skipped.reason, skipped.link) == ("upstream (https://example.com/7)", "https://example.com/7")


@pytest.mark.parametrize(
    ("pytest_status", "found", "harness", "usage", "interrupted", "code"),
    [
        (0, {"passed", "skipped", "not applicable"}, 0, 0, False, 0),
        (1, {"passed", "failed"}, 0, 0, False, 1),
        (1, {"failed", "harness error"}, 1, 0, False, 3),
        (1, {"failed", "harness error"}, 2, 1, False, 3),
        (1, {"harness error"}, 2, 2, False, 4),
        (0, {"passed"}, 1, 0, False, 3),
        (5, set(), 0, 0, False, 5),
        (2, {"failed"}, 0, 0, False, 1),
        (2, set(), 0, 0, False, 3),
        (2, {"failed"}, 0, 0, True, 130),
        (3, set(), 0, 0, False, 3),
        (4, set(), 0, 0, False, 4),
        (1, {"passed"}, 0, 0, False, 1),
    ],
)
def test_exit_codes(
    pytest_status: int, found: set[str], harness: int, usage: int, interrupted: bool, code: int
) -> None:
    assert (
        exit_code(
            pytest_status=pytest_status,
            states=found,
            harness_errors=harness,
            usage_errors=usage,
            interrupted=interrupted,
        )
        == code
    )


def test_the_worst_phase_comes_first() -> None:
    assert set(states.WORST_FIRST) == {"passed", "failed", "not applicable", "skipped", "harness error"}
    assert states.WORST_FIRST[0] == "harness error"
    assert states.WORST_FIRST[-1] == "passed"


DEATHS = """
@EXA-001
Scenario: claim
  When a claim error is raised

@EXA-001
Scenario: target
  When a target error is raised

@EXA-001
Scenario: harness
  When a harness error is raised

@EXA-001
Scenario: lack
  When a lack error is raised

@EXA-001
Scenario: skip
  When a skip error is raised

@EXA-010
Scenario: lazy
  Given a fragile world

@EXA-011
Scenario: lazy target
  Given a fragile world

@EXA-012
Scenario: set-up
  Given a world of 1 subnets

@EXA-013
Scenario: teardown
  Given a world of 1 subnets

@EXA-013
Scenario: both
  When a claim error is raised

@EXA-001 @needs.clock
Scenario: has
  Given a world of 1 subnets

@EXA-001 @needs.installer @needs.clock
Scenario: needs
  Given a world of 1 subnets
"""

EXPECTED = {
    "test_claim": ["call | failed | the subnet is not there"],
    "test_target": ["call | failed | the operator is stuck"],
    "test_harness": ["call | harness error | the kit is stuck"],
    "test_lack": ["call | not applicable | needs a moon"],
    "test_skip": [
        "call | skipped | broken upstream, see https://example.com/bug/7. | https://example.com/bug/7",
    ],
    "test_lazy": ["call | harness error | RuntimeError: the lazy fixture broke (vocabulary.py, fragile)"],
    "test_lazy_target": ["call | failed | the target did not start"],
    "test_setup": ["setup | harness error | RuntimeError: set-up broke (vocabulary.py, set_up)"],
    "test_teardown": ["teardown | harness error | RuntimeError: teardown broke (vocabulary.py, set_up)"],
    "test_both": [
        "call | failed | the subnet is not there",
        "teardown | harness error | RuntimeError: teardown broke (vocabulary.py, set_up)",
    ],
    "test_needs": [
        "setup | not applicable | needs installer, which lane default with target reference does not have",
    ],
}


def test_every_phase_of_death_has_its_state(project: Project) -> None:
    project.feature("one", DEATHS)
    result = project.run("features", "-v")
    assert states_of(result) == EXPECTED
    assert result.ret == 3
    result.stdout.fnmatch_lines(["*::test_needs NOT APPLICABLE*"])
    result.stdout.fnmatch_lines(["*::test_lazy HARNESS ERROR*"])
    result.stdout.fnmatch_lines(["NOT APPLICABLE [[]1[]] needs a moon"])
    result.stdout.fnmatch_lines(["SKIPPED [[]1[]] features/example/one.feature:*: skipped: broken upstream*"])


def test_workers_say_the_same(project: Project) -> None:
    project.feature("one", DEATHS)
    result = project.run_apart("features", "-n", "2", "-s")
    assert {name: sorted(found) for name, found in states_of(result).items()} == EXPECTED
    assert result.ret == 3


def test_what_breaks_outside_a_step_names_scenario_and_fixture_only(project: Project) -> None:
    project.feature("one", DEATHS)
    output = project.run().stdout
    output.fnmatch_lines(
        [
            "features/example/one.feature:*: Given a fragile world",
            "vocabulary.py:*: in fragile",
            "*RuntimeError*",
            "E *",
        ],
        consecutive=True,
    )
    output.fnmatch_lines(
        ["features/example/one.feature:*: Scenario: set-up", "vocabulary.py:*: in set_up", "*RuntimeError*", "E *"],
        consecutive=True,
    )
    output.no_fnmatch_line("*pluggy*in *")


def test_an_error_of_the_kit_has_no_trace(project: Project) -> None:
    project.feature("one", "@EXA-011\nScenario: lazy target\n  Given a fragile world\n")
    result = project.run()
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["features/example/one.feature:4: Given a fragile world", "E   the target did not start"], consecutive=True
    )
    result.stdout.no_fnmatch_line("*vocabulary.py*")


@pytest.mark.parametrize(
    ("kind", "code"), [("claim", 1), ("harness", 3), ("usage", 4), ("lack", 0), ("skip", 0), ("interrupt", 130)]
)
def test_one_scenario_decides_the_exit_code(project: Project, kind: str, code: int) -> None:
    project.feature("one", f"@EXA-001\nScenario: it\n  When a {kind} error is raised\n")
    assert project.run().ret == code


def test_nothing_collected_is_5(project: Project) -> None:
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    assert project.run("features", "-k", "nothing_like_it").ret == 5


def test_stopping_at_the_first_failure_is_a_failure(project: Project) -> None:
    project.feature(
        "one",
        "@EXA-001\nScenario: a\n  When a claim error is raised\n@EXA-001\nScenario: b\n  Given a world of 1 subnets\n",
    )
    result = project.run("features", "-x")
    assert result.ret == 1
    result.assert_outcomes(failed=1)


def test_a_killed_worker_is_a_harness_error_of_its_scenario(project: Project) -> None:
    scenarios = "".join(f"@EXA-001\nScenario: well {n}\n  Given a world of {n} subnets\n" for n in range(1, 7))
    project.feature("one", scenarios + "@EXA-001\nScenario: killer\n  When a worker error is raised\n")
    result = project.run_apart("features", "-n", "2", "-s")
    assert states_of(result) == {"test_killer": ["??? | harness error | worker died while running"]}
    result.assert_outcomes(passed=6, errors=1)
    assert result.ret == 3


def test_results_lost_with_the_last_worker_are_noticed(project: Project) -> None:
    scenarios = "".join(f"@EXA-001\nScenario: killer {n}\n  When a worker error is raised\n" for n in range(5))
    project.feature("one", scenarios)
    result = project.run_apart("features", "-n", "1", "-s", "--max-worker-restart", "0")
    assert result.ret == 3
    result.stdout.fnmatch_lines(
        ["PROBLEM 4 scenarios have no result, first features/example/one.feature::test_killer_1"]
    )
