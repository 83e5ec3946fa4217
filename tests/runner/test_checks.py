"""The static checks: each finding with file, line and remedy, all at once, before anything runs."""

from __future__ import annotations

import pytest

from tests.runner.conftest import CATALOGUE, Project

VARIANTS = "variants:\n  - {name: draft, default: true}\n  - name: later\n"
GOOD = "@EXA-001\nScenario: good\n  Given a world of 1 subnets\n"

# the text of features/example/bad.feature after its first line "Feature: bad", the line of the finding, and its words
CASES = {
    "one name twice": (
        GOOD + GOOD,
        6,
        "the scenario 'good' has the name of the one at line 3; say in the name what tells them apart",
    ),
    "no name": ("@EXA-001\nScenario:\n  Given a world of 1 subnets\n", 3, "a scenario has no name"),
    "no scenario": ("", 1, "the feature has no scenario"),
    "no Examples": (
        "@EXA-001\nScenario Outline: o\n  Given a world of 1 subnets\n",
        3,
        "the outline 'o' has no Examples; add a table, or make it a plain Scenario",
    ),
    "no rows": (
        "@EXA-001\nScenario Outline: o\n  Given a world of <n> subnets\n  Examples:\n    | n |\n",
        5,
        "these Examples of the outline 'o' have no rows",
    ),
    "unfilled placeholder": (
        "@EXA-001\nScenario Outline: o\n  Given a world of <nn> subnets\n  Examples:\n    | n |\n    | 1 |\n",
        4,
        "no column of the Examples at line 5 fills <nn>; write <n>; columns: n",
    ),
    "unfilled placeholder in the title": (
        "@EXA-001\nScenario Outline: o <what>\n  Given a world of <n> subnets\n  Examples:\n    | n |\n    | 1 |\n",
        3,
        "fills <what>; add a column what",
    ),
    "placeholder in a plain scenario": (
        "@EXA-001\nScenario: o\n  Given the subnets\n    | subnet | zone |\n    | <n>    | a    |\n",
        4,
        "<n> stands in a scenario that is no outline",
    ),
    "a row twice": (
        "@EXA-001\nScenario Outline: o\n  Given a world of <n> subnets\n  Examples:\n    | n |\n    | 1 |\n    | 1 |\n",
        8,
        "the row 1 of the outline 'o' is already at line 7",
    ),
    "undefined step": (
        "@EXA-001\nScenario: o\n  Given a world of 1 subnet\n",
        4,
        "the step Given a world of 1 subnet has no definition; nearest is a world of {n:d} subnets (vocabulary.py:",
    ),
    "undefined only in one row": (
        "@EXA-001\nScenario Outline: o\n  Given a world of <n> subnets\n  Examples:\n    | n |\n    | 1 |\n    | x |\n",
        4,
        "the step Given a world of x subnets has no definition",
    ),
    "unknown column": (
        "@EXA-001\nScenario: o\n  Given the subnets\n    | subnat | zone |\n    | a      | b    |\n",
        4,
        "the step Given the subnets: unknown column 'subnat'; did you mean 'subnet'?",
    ),
    "unknown word": (
        "@EXA-001\nScenario: o\n  Given the load balancers\n    | type    |\n    | NLB     |\n    | Clasic  |\n",
        7,
        "the step Given the load balancers: unknown type 'Clasic'; did you mean 'Classic'? known: Classic, NLB (",
    ),
    "unknown word that is near none": (
        "@EXA-001\nScenario: o\n  Given the load balancers\n    | subnets | type |\n    | Clasic  | x    |\n",
        6,
        "unknown type 'x'; known: Classic, NLB",
    ),
    "unknown word in one row": (
        "@EXA-001\nScenario Outline: o <t>\n  Given the load balancers\n    | type |\n    | <t>  |\n"
        "  Examples:\n    | t   |\n    | NLB |\n    | ALB |\n",
        6,
        "unknown type 'ALB'; did you mean 'NLB'? known: Classic, NLB",
    ),
    "unknown word, said by a function": (
        "@EXA-001\nScenario: o\n  Given the load balancers\n    | type | colour |\n    | NLB  | red    |\n",
        6,
        "the step Given the load balancers: 'red' is no colour; begin it with #",
    ),
    "table forgotten": (
        "@EXA-001\nScenario: o\n  Given the subnets\n",
        4,
        "the step Given the subnets: it brings no table, which the step needs; add the table",
    ),
    "table too much": (
        "@EXA-001\nScenario: o\n  Given a world of 1 subnets\n    | n |\n",
        4,
        "it brings a table, which the step does not take; remove the table",
    ),
    "doc string too much": (
        '@EXA-001\nScenario: o\n  Given a world of 1 subnets\n    """\n    x\n    """\n',
        4,
        "it brings a doc string, which the step does not take",
    ),
    "unknown id": ("@EXA-099\nScenario: o\n  Given a world of 1 subnets\n", 3, "has no EXA-099; correct the id"),
    "unknown prefix": (
        "@EXB-001\nScenario: o\n  Given a world of 1 subnets\n",
        3,
        "EXB-001: no catalogue has this prefix; the prefixes are EXA, OTHER",
    ),
    "unknown tag": (
        "@smoek\nScenario: o\n  Given a world of 1 subnets\n",
        3,
        "@smoek is an unknown tag; did you mean @smoke?",
    ),
    "unknown capability": (
        "@EXA-001 @needs.clok\nScenario: o\n  Given a world of 1 subnets\n",
        3,
        "@needs.clok asks for an unknown capability; did you mean @needs.clock?",
    ),
    "variant of another enhancement": (
        "@EXA-001 @draft\nScenario: o\n  Given a world of 1 subnets\n",
        3,
        "@draft is a variant of another enhancement than example",
    ),
    "steps without keywords": ("Scenario: o\n  Whenever it rains\n", 2, "the scenario 'o' has no steps"),
    "broken Gherkin": (GOOD + "  Whenever it rains\n", 5, "broken Gherkin"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_finding_has_file_line_and_remedy(project: Project, name: str) -> None:
    text, line, words = CASES[name]
    project.catalogue("other", "requirements: []\n")
    project.describe("other", VARIANTS)
    project.feature("bad", text)
    result = project.run()
    assert result.ret == 4
    errors = [error for error in result.errlines if error.startswith("ERROR: ")]
    mine = [error for error in errors if error.startswith(f"ERROR: features/example/bad.feature:{line}: ")]
    assert any(words in error for error in mine), errors
    assert all("; " in error for error in errors)
    assert project.log() == []


def test_a_known_word_is_no_finding(project: Project) -> None:
    project.feature(
        "good",
        "@EXA-001\nScenario Outline: o <t>\n  Given the load balancers\n    | type | subnets | colour |\n"
        "    | <t>  | any     | #f00   |\n  Examples:\n    | t       |\n    | NLB     |\n    | Classic |\n",
    )
    assert project.run().ret == 0


def test_ambiguous_steps_name_all_definitions(project: Project) -> None:
    vocabulary = project.root / "vocabulary.py"
    vocabulary.write_text(
        vocabulary.read_text()
        + '\n\n@given(parsers.re(r"a world of (?P<what>.*)"))\ndef second(what):\n    pass\n'
        + '\n\n@given("only then")\ndef third():\n    pass\n'
    )
    project.feature("bad", GOOD + "@EXA-001\nScenario: kind\n  When only then\n")
    result = project.run()
    assert result.ret == 4
    lines = "\n".join(result.errlines)
    assert (
        "the step Given a world of 1 subnets fits 2 definitions: given a world of {n:d} subnets (vocabulary.py:"
        in lines
    )
    assert "given a world of (?P<what>.*) (vocabulary.py:" in lines
    assert "bad.feature:7: the step When only then has no definition; nearest is the given step only then" in lines


def test_more_than_one_variant(project: Project) -> None:
    project.catalogue("subnets", CATALOGUE + "  []\n")
    project.describe("subnets", VARIANTS)
    project.feature(
        "bad",
        "@EXA-001 @draft\nScenario Outline: o\n  Given a world of <n> subnets\n"
        "  @later\n  Examples:\n    | n |\n    | 1 |\n",
        folder="subnets",
    )
    result = project.run()
    assert result.ret == 4
    assert "bad.feature:6: the scenario 'o' carries 2 variants: draft, later; keep one" in "\n".join(result.errlines)


def test_folders_and_catalogues_are_checked_too(project: Project) -> None:
    (project.features / "nothing").mkdir()
    (project.features / "nothing" / "notes.txt").write_text("x")
    project.catalogue("broken", "enhancement: [\n")
    project.feature("good", GOOD)
    result = project.run()
    assert result.ret == 4
    lines = "\n".join(result.errlines)
    assert "features/nothing:1: the folder has no enhancement.yaml; write one, or move what is there" in lines
    assert "features/broken/requirements.yaml:" in lines


def test_only_selected_features_are_checked(project: Project) -> None:
    project.feature("good", GOOD)
    project.feature("bad", "@EXA-001\nScenario: o\n  Given nobody knows this\n")
    (project.features / "nothing").mkdir()
    assert project.run("features/example/good.feature").ret == 0
    assert project.run("features/example/good.feature::test_good").ret == 0
    assert project.run("features/example").ret == 4


def test_all_findings_come_at_once_and_before_workers(project: Project) -> None:
    project.feature("bad", GOOD + GOOD + "@EXA-099\nScenario: o\n  Given nobody knows this\n")
    result = project.run_apart("features", "-n", "2")
    assert result.ret == 4
    assert len([line for line in result.errlines if line.startswith("ERROR: features/example/bad.feature:")]) == 3
    assert "gw0" not in result.stdout.str()
    assert project.log() == []


def test_an_unknown_id_given_with_m_is_refused(project: Project) -> None:
    project.feature("good", GOOD)
    result = project.run("features", "-m", "EXA-001 or EXA-0999")
    assert result.ret == 4
    assert "-m:1: features/example/requirements.yaml has no EXA-0999" in "\n".join(result.errlines)
    assert project.run("features", "-m", "EXA-001 and not EXA-002").ret == 0


def test_a_title_that_two_files_share_is_found(project: Project) -> None:
    project.feature("one", GOOD)
    project.feature("two", GOOD)
    result = project.run("features")
    assert result.ret == 4
    result.stderr.fnmatch_lines(
        ["*two.feature:3: the scenario 'good' has the name of one in features/example/one.feature; say in the name *"]
    )
