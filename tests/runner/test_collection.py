"""Feature files as test files: node ids, selection, what a failure says."""

from __future__ import annotations

from tests.runner.conftest import Project

OUTLINE = """
  Background:
    Given a world of 2 subnets

  Rule: a rule

    @EXA-001 @smoke
    Scenario: Two are there
      Then there are 2 subnets

    Scenario Outline: <n> are there
      Given a world of <n> subnets
      Then there are <found> subnets

      @EXA-002
      Examples: good
        | n | found |
        | 3 | 3     |

      @EXA-003
      Examples: bad
        | n | found |
        | 4 | 5     |
"""


def collected(project: Project, *args: str) -> list[str]:
    result = project.run(*(args or ("features",)), "--collect-only", "-q")
    assert result.ret in (0, 5), result.outlines
    return [line for line in result.outlines if "::" in line]


def test_every_scenario_and_row_has_a_node_id_of_its_own(project: Project) -> None:
    project.feature("one", OUTLINE)
    project.feature(
        "two",
        """
        @EXA-001
        Scenario: A: b
          Given a world of 1 subnets

        @EXA-001
        Scenario: A b
          Given a world of 1 subnets

        Scenario Outline: cells
          Given a world of 1 subnets
          Then the text is "-<a><b>"

          @EXA-001
          Examples:
            | a   | b |
            | x-y | z |
            |     |   |

          @EXA-002
          Examples:
            | a | b   |
            | x | y-z |
        """,
    )
    names = [line.rpartition("features/example/")[2] for line in collected(project)]
    assert names == [
        "one.feature::test_two_are_there",
        "one.feature::test_n_are_there[3-3]",
        "one.feature::test_n_are_there[4-5]",
        "two.feature::test_a_b",
        "two.feature::test_a_b_2",
        "two.feature::test_cells[x-y-z]",
        "two.feature::test_cells[-]",
        "two.feature::test_cells[x-y-z-2]",
    ]
    for name in names:
        chosen = collected(project, f"features/example/{name}")
        assert [line.rpartition("features/example/")[2] for line in chosen] == [name]


def test_files_folders_words_and_marks_select(project: Project) -> None:
    project.feature("one", OUTLINE)
    project.feature("two", "@EXA-004 @needs.clock\nScenario: other\n  Given a world of 1 subnets")
    project.catalogue("empty", "requirements: []\n")
    assert len(collected(project, "features/example")) == 4
    assert len(collected(project, "features/example/one.feature")) == 3
    assert len(collected(project, "features", "-k", "two and not found")) == 2
    assert len(collected(project, "features", "-k", "two_are")) == 1
    assert len(collected(project, "features", "-m", "EXA-002 or EXA-003")) == 2
    assert len(collected(project, "features", "-m", "smoke")) == 1
    assert len(collected(project, "features", "-m", "needs.clock")) == 1
    assert len(collected(project, "features/example/one.feature::test_n_are_there")) == 2
    assert collected(project, "features/empty") == []


def test_a_failure_names_the_line_of_the_step_and_the_claim(project: Project) -> None:
    path = project.feature("one", OUTLINE)
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if "<found> subnets" in text)
    result = project.run()
    assert result.ret == 1
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            f"features/example/one.feature:{line}: Then there are 5 subnets",
            "*vocabulary.py:*: in count",
            "    assert len(subnets) == n",
            "E   assert 4 == 5",
        ],
        consecutive=True,
    )
    result.stdout.fnmatch_lines(["FAILED features/example/one.feature::test_n_are_there?4-5? - assert 4 == 5"])
    result.stdout.no_fnmatch_line("*pytest_bdd*")


def test_a_claim_shows_the_step_alone_and_a_bug_what_lies_below(project: Project) -> None:
    project.feature(
        "one",
        """
        @EXA-001
        Scenario: claim
          When a claim error is raised below

        @EXA-001
        Scenario: bug
          When a bug error is raised below
        """,
    )
    output = project.run().stdout.str()
    claim, bug = output.split("test_bug ___")[0], output.split("test_bug ___")[1]
    assert "in raise_below" in claim
    assert "in helper" not in claim
    assert "E   AssertionError: the subnet is not there" in claim
    assert "in raise_below" in bug
    assert "in helper" in bug
    assert "E   KeyError: 'status'" in bug


def test_tables_and_doc_strings_are_filled_from_the_row(project: Project) -> None:
    project.feature(
        "one",
        '''
        @EXA-001
        Scenario Outline: filled
          Given the subnets
            | subnet | zone   |
            | <name> | us-1a  |
          And this install-config
            """
            name <name>
            """
          Then there are 1 subnets
          And the text is "name <name>"

          Examples:
            | name  |
            | pub-a |
        ''',
    )
    project.run().assert_outcomes(passed=1)


def test_last_failed_runs_what_failed(project: Project) -> None:
    project.feature("one", OUTLINE)
    project.run()
    result = project.run("features", "--lf")
    result.assert_outcomes(failed=1)


def test_two_workers_give_the_same_results(project: Project) -> None:
    project.feature("one", OUTLINE)
    result = project.run_apart("features", "-n", "2", "-p", "randomly")
    assert result.ret == 1
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["features/example/one.feature:*: Then there are 5 subnets"])
    result.stdout.fnmatch_lines(["FAILED features/example/one.feature::test_n_are_there?4-5? - assert 4 == 5"])


def test_other_tests_are_left_alone(project: Project) -> None:
    project.feature("broken", "Scenario: unknown step\n  When nobody knows this")
    (project.root / "test_plain.py").write_text("def test_it(): assert False\ndef test_more(): pass\n")
    result = project.run("test_plain.py")
    assert result.ret == 1
    result.assert_outcomes(passed=1, failed=1)
    assert project.log() == []
