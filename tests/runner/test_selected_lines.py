"""`file.feature:LINE` as an argument: what it selects, and what it says where there is nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.runner.selected_lines import node_ids
from tests.runner.conftest import Project

TEXT = '''
Background:
  Given a world of 2 subnets

@EXA-001
Scenario: first
  Then there are 2 subnets

Rule: in a rule

  @EXA-002
  Scenario Outline: rows
    Then there are <n> subnets

    Examples:
      | n |
      | 2 |
      | 3 |

  @EXA-003
  Scenario: with a text
    Given this install-config
      """
      one
      two
      """
'''
FILE = "features/example/one.feature"


@pytest.fixture
def one(project: Project) -> Project:
    project.feature("one", TEXT)
    return project


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("6", ["test_first"]),
        ("7", ["test_first"]),
        ("9", ["test_rows[2]", "test_rows[3]", "test_with_a_text"]),
        ("12", ["test_rows[2]", "test_rows[3]"]),
        ("15", ["test_rows[2]", "test_rows[3]"]),
        ("18", ["test_rows[3]"]),
        ("21", ["test_with_a_text"]),
        ("26", ["test_with_a_text"]),
        ("6:18", ["test_first", "test_rows[3]"]),
        ("12:18", ["test_rows[2]", "test_rows[3]"]),
    ],
)
def test_a_line_selects_what_is_there(one: Project, lines: str, names: list[str]) -> None:
    found = node_ids([f"{FILE}:{lines}"], one.root, one.features)
    assert found == [f"{FILE}::{name}" for name in names]


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        (f"{FILE}:3", f"{FILE}:3: there is no scenario at this line; the nearest begins at line 6: first"),
        (f"{FILE}:99", f"{FILE}:99: there is no scenario at this line; the nearest begins at line 21: with a text"),
        ("features/example/two.feature:1", "features/example/two.feature:1: there is no file features/example/two.fe"),
    ],
)
def test_a_line_without_a_scenario_is_refused(one: Project, argument: str, message: str) -> None:
    with pytest.raises(UsageError) as refusal:
        node_ids([argument], one.root, one.features)
    assert str(refusal.value).startswith(message)


def test_other_arguments_stay_as_they_are(one: Project, tmp_path: Path) -> None:
    odd = tmp_path / "odd.feature:7"
    odd.mkdir()
    given = ["features", FILE, f"{FILE}::test_first", str(odd), "tests/test_x.py:3"]
    assert node_ids(given, one.root, one.features) == given


def test_a_run_takes_lines_from_any_folder(one: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    result = one.run(f"{FILE}:17", f"{FILE}:6", "-v")
    result.assert_outcomes(passed=2)
    assert one.run(f"{FILE}:18").ret == 1
    refused = one.run(f"{FILE}:3")
    assert refused.ret == 4
    refused.stderr.fnmatch_lines(["ERROR: features/example/one.feature:3: there is no scenario at this line; *"])
    monkeypatch.chdir(one.features / "example")
    shown = one.run("one.feature:6", "--collect-only", "-q")
    assert any(line.endswith("one.feature::test_first") for line in shown.outlines)


def test_workers_get_what_the_lines_select(one: Project) -> None:
    one.run(f"{FILE}:17", f"{FILE}:6", "-n", "2").assert_outcomes(passed=2)
