"""Expected failures: skipped with reason and link while they fail, until their last day; failures otherwise."""

from __future__ import annotations

import pytest

from tests.runner.conftest import Project

FAILS = "\n@EXA-001\nScenario: it fails\n  When a claim error is raised\n"
PASSES = "\n@EXA-001\nScenario: it works\n  Given a world of 1 subnets\n"
BREAKS = "\n@EXA-001\nScenario: it breaks\n  When a harness error is raised\n"
ENTRY = """expectedFailures:
  - id: "features/example/one.feature::test_{name}"
    reason: the program does otherwise
    link: https://example.com/issue/7
    expires: "{expires}"
"""
FAR, PAST = "2999-12-31", "2001-01-01"


def run(project: Project, scenario: str, entry: str) -> pytest.RunResult:
    project.feature("one", scenario)
    (project.root / "expected.yaml").write_text(entry)
    return project.run("features", "--expected-failures", "expected.yaml")


def test_a_known_failure_is_skipped_with_reason_and_link(project: Project) -> None:
    result = run(project, FAILS, ENTRY.format(name="it_fails", expires=FAR))
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["STATE test_it_fails | call | skipped | expected failure: the program does otherwise | https://example.com/*7"]
    )


def test_a_known_failure_that_passes_is_a_failure(project: Project) -> None:
    result = run(project, PASSES, ENTRY.format(name="it_works", expires=FAR))
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["STATE test_it_works | call | failed | it passes, although expected.yaml:2 expects it to fail: remove *"]
    )


def test_after_its_last_day_it_is_a_failure_again(project: Project) -> None:
    result = run(project, FAILS, ENTRY.format(name="it_fails", expires=PAST))
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*the subnet is not there*"])


def test_a_broken_kit_is_no_expected_failure(project: Project) -> None:
    result = run(project, BREAKS, ENTRY.format(name="it_breaks", expires=FAR))
    assert result.ret == 3


def test_entries_of_the_other_profile_do_not_count(project: Project) -> None:
    result = run(project, FAILS, ENTRY.format(name="it_fails", expires=FAR) + "    profiles: [shipped]\n")
    assert result.ret == 1


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        (
            ENTRY.format(name="it_fials", expires=FAR),
            "expected.yaml:2: no scenario has the id features/example/one.feature::test_it_fials; write *test_it_fails",
        ),
        (ENTRY.format(name="it_fails", expires="soon"), "*expires of an expected failure is 'soon'; write it like *"),
        (ENTRY.format(name="it_fails", expires="2027-02-30"), "*expires is 2027-02-30, which is no day; *"),
        (ENTRY.format(name="it_fails", expires=FAR).replace("link", "lnik"), "*unknown key 'lnik' in an expected*"),
        (ENTRY.format(name="it_fails", expires=FAR).replace("https", "ftp"), "*'ftp://example.com/issue/7'; write *"),
        (2 * ENTRY.format(name="it_fails", expires=FAR), "*the key 'expectedFailures' is given twice*"),
        (
            ENTRY.format(name="it_fails", expires=FAR) + ENTRY.format(name="it_fails", expires=FAR).partition("\n")[2],
            "*test_it_fails has another entry for profile document; keep one of them",
        ),
    ],
)
def test_a_file_that_is_wrong_runs_nothing(project: Project, entry: str, complaint: str) -> None:
    result = run(project, FAILS, entry)
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"*{complaint}*"])


def test_a_file_that_is_not_there_runs_nothing(project: Project) -> None:
    project.feature("one", FAILS)
    result = project.run("features", "--expected-failures", "none.yaml")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*none.yaml: the expected failures cannot be read (No such file or directory); *"])
