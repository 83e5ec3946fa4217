"""Traceability: the numbers, what counts as covered, and each complaint of the check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from enhancement_kit.specification.traceability import check, check_mutants, render_text, trace, trace_to_json
from tests.enhancement_files import enhancement as describe
from tests.reporting.small_tree import HEAD, INTERPRETATIONS, REQUIREMENT, write_tree

IDS = [f"DEM-{number:03}" for number in range(1, 9)]
CATALOGUE = HEAD + "".join(REQUIREMENT.format(id=requirement_id) for requirement_id in IDS)
CATALOGUE = (
    CATALOGUE.replace("level: must", "level: should", 1)  # DEM-001
    .replace(
        # DEM-008
        "automatable: true\n    proof: mutant\n",
        "automatable: true\n    proof: walkthrough\n    note: a person follows it.\n",
    )
    .replace("proof: walkthrough\n    note: a person follows it.\n", "proof: mutant\n", 7)
)


def tree(
    tmp_path: Path, *tag_lines: str, text: str = CATALOGUE + INTERPRETATIONS, extra: str = "", status: str = "partial"
) -> Path:
    feature = "Feature: x\n" + "".join(
        f"\n  {tags}\n  Scenario: number {number}\n    Given a\n" for number, tags in enumerate(tag_lines)
    )
    enhancement = describe(reading_order=["x"], status=status)
    files = {"demo/requirements.yaml": text, "demo/x.feature": feature + extra, "demo/enhancement.yaml": enhancement}
    return write_tree(tmp_path, files)


def test_the_numbers(tmp_path: Path) -> None:
    text = (CATALOGUE + INTERPRETATIONS).replace(
        "    automatable: true\n    proof: mutant\n", "    automatable: false\n    note: a release process.\n", 2
    )  # DEM-001 (should) and DEM-002
    features = tree(tmp_path, "@DEM-003 @smoke", "@DEM-003 @DEM-001", "@DEM-A01", "@smoke", text=text)
    assert json.loads(trace_to_json(trace(features))) == {
        "DEM": {
            "status": "partial",
            "total": 8,
            "automatable": 6,
            "must": 6,
            "must_covered": 1,
            "should": 0,
            "should_covered": 0,
            "scenarios": 3,
            "clauses": 6,
            "clauses_covered": 1,
            "cases": 0,
            "cases_covered": 0,
            "uncovered": ["DEM-004", "DEM-005", "DEM-006", "DEM-007", "DEM-008"],
        }
    }


PARTS = CATALOGUE.replace("given: nothing.", "given: [a day., a night.]", 1).replace(
    "then: something.", "then: [it is warm., it is dry.]", 1
)
"""DEM-001 has two cases and two clauses."""


@pytest.mark.parametrize(
    ("tags", "claims"),
    [
        ("@DEM-001", {"DEM-001", "DEM-001.1", "DEM-001.2"}),
        ("@DEM-001.2", {"DEM-001", "DEM-001.2"}),
        ("@DEM-001.a", {"DEM-001", "DEM-001.1", "DEM-001.2", "DEM-001.a"}),
        ("@DEM-001.a @DEM-001.1 @DEM-002", {"DEM-001", "DEM-001.1", "DEM-001.a", "DEM-002"}),
    ],
)
def test_what_tags_claim(tmp_path: Path, tags: str, claims: set[str]) -> None:
    assert trace(tree(tmp_path, tags, text=PARTS + INTERPRETATIONS)).claims == claims


def test_every_clause_and_case_needs_a_scenario_and_a_mutant(tmp_path: Path) -> None:
    tags = "@DEM-001.a @DEM-001.1 @DEM-A01", *(f"@DEM-{number:03}" for number in range(2, 9))
    traced = trace(tree(tmp_path, *tags, text=PARTS + INTERPRETATIONS, status="complete"))
    assert [str(finding) for finding in check(traced)] == [
        "features/demo/requirements.yaml:2: no scenario claims case DEM-001.b (a night); "
        "tag the scenario or the Examples table that shows it with @DEM-001.b",
        "features/demo/requirements.yaml:2: no scenario claims clause DEM-001.2 (it is dry); "
        "tag the scenario or the Examples table that shows it with @DEM-001.2",
    ]
    others = {f"DEM-{number:03}" for number in range(2, 9)}
    found = [finding.message for finding in check_mutants(traced, {"DEM-001", "DEM-001.a", *others})]
    assert found == ["a scenario claims DEM-001.1, whose proof is mutant, but no mutant violates it"]
    numbers = json.loads(trace_to_json(traced))["DEM"]
    counted = {name: numbers[name] for name in ("clauses", "clauses_covered", "cases", "cases_covered")}
    assert counted == {"clauses": 9, "clauses_covered": 8, "cases": 2, "cases_covered": 1}


def test_a_part_of_an_unknown_requirement_is_named(tmp_path: Path) -> None:
    features = tree(tmp_path, "@DEM-001.7", text=PARTS + INTERPRETATIONS)
    assert any("carries DEM-001.7, which no catalogue has" in str(finding) for finding in check(trace(features)))


def test_a_twin_without_the_tag_is_not_covered(tmp_path: Path) -> None:
    text = CATALOGUE.replace("  - id: DEM-003\n", "  - id: DEM-003\n    same_as: DEM-002\n") + INTERPRETATIONS
    traced = trace(tree(tmp_path, "@DEM-002", text=text))
    assert traced.covered("DEM-002")
    assert not traced.covered("DEM-003")
    numbers = json.loads(trace_to_json(traced))["DEM"]
    assert (numbers["must"], numbers["must_covered"]) == (7, 1)
    assert (numbers["should"], numbers["should_covered"]) == (1, 0)


def test_each_row_of_an_outline_counts_for_the_tags_of_its_table(tmp_path: Path) -> None:
    outline = """
  Scenario Outline: <a>
    Given a

    @DEM-001
    Examples:
      | a |
      | 1 |
      | 2 |

    @DEM-002
    Examples:
      | a |
      | 3 |
"""
    traced = trace(tree(tmp_path, extra=outline))
    assert [instance.title for instance in traced.scenarios_of["DEM-001"]] == ["1", "2"]
    assert [traced.ids_of(instance) for instance in traced.scenarios_of["DEM-002"]] == [("DEM-002",)]
    assert json.loads(trace_to_json(traced))["DEM"]["scenarios"] == 3


def test_an_id_of_another_catalogue_counts_there(tmp_path: Path) -> None:
    features = tree(tmp_path, "@OTH-001")
    other = (HEAD + REQUIREMENT.format(id="DEM-001") + INTERPRETATIONS).replace("DEM", "OTH")
    write_tree(tmp_path, {"other/requirements.yaml": other})
    traced = trace(features)
    assert json.loads(trace_to_json(traced))["OTH"]["must_covered"] == 1
    assert json.loads(trace_to_json(traced))["DEM"]["scenarios"] == 0
    assert check(traced) == []


def test_a_complete_catalogue_demands_a_scenario_for_everything_automatable(tmp_path: Path) -> None:
    text = CATALOGUE.replace("level: must", "level: info", 1) + INTERPRETATIONS  # DEM-002
    covered = [f"@{requirement_id}" for requirement_id in IDS[2:6]]
    findings = check(trace(tree(tmp_path, *covered, text=text, status="complete")))
    assert [(f.file, f.line, f.message.split()[0]) for f in findings] == [
        ("features/demo/requirements.yaml", 2, "DEM-001"),
        ("features/demo/requirements.yaml", 13, "DEM-002"),
        ("features/demo/requirements.yaml", 68, "DEM-007"),
        ("features/demo/requirements.yaml", 79, "DEM-008"),
        ("features/demo/requirements.yaml", 92, "no"),
    ]
    assert findings[1].message == "DEM-002 (level info) is automatable, and no scenario carries it"
    assert "@DEM-007" in findings[2].remedy
    every = [f"@{requirement_id}" for requirement_id in IDS]
    assert check(trace(tree(tmp_path, *every, text=text, status="complete"))) == []


NOT_AUTOMATABLE = ("automatable: true\n    proof: mutant\n", "automatable: false\n    note: a release process.\n")
"""Replaced in its place, what makes a requirement one that cannot be executed."""


@pytest.mark.parametrize(
    ("tags", "about", "shown"),
    [
        ("@DEM-A01", "DEM-001", True),
        ("@DEM-001", "DEM-001", True),
        ("@DEM-002", "DEM-001, DEM-002", True),
        ("@DEM-002", "DEM-001", False),
        ("@DEM-002", "DEM-001, DEM-003", False),
    ],
)
def test_a_complete_catalogue_demands_what_follows_an_interpretation(
    tmp_path: Path, tags: str, about: str, shown: bool
) -> None:
    text = CATALOGUE + INTERPRETATIONS.replace("[DEM-001]", f"[{about}]")
    findings = check(trace(tree(tmp_path, tags, text=text, status="complete")))
    found = [finding for finding in findings if "DEM-A01" in finding.message]
    assert [(f.line, f.message, f.remedy) for f in found] == (
        []
        if shown
        else [
            (
                92,
                f"no scenario carries DEM-A01 or an automatable requirement that it is about ({about})",
                "tag the scenario that follows it with @DEM-A01, or correct what it is about",
            )
        ]
    )


def test_an_interpretation_of_what_cannot_be_executed_needs_no_scenario(tmp_path: Path) -> None:
    text = CATALOGUE.replace(*NOT_AUTOMATABLE, 1) + INTERPRETATIONS
    every = [f"@{requirement_id}" for requirement_id in IDS[1:]]
    assert check(trace(tree(tmp_path, *every, text=text, status="complete"))) == []


def test_a_claim_that_no_mutant_violates_is_named(tmp_path: Path) -> None:
    traced = trace(tree(tmp_path, "@DEM-001 @DEM-008", "@DEM-003"))
    [finding] = check_mutants(traced, {"DEM-003", "DEM-005"})
    assert str(finding) == (
        "features/demo/requirements.yaml:2: a scenario claims DEM-001, whose proof is mutant, but no mutant violates "
        "it; add a mutant that violates DEM-001 to mutants.yaml beside it or to tests/mutants/"
    )
    assert check_mutants(traced, {"DEM-001", "DEM-003"}) == []


def test_enhancements_and_files_come_in_the_order_of_reading(tmp_path: Path) -> None:
    feature = "Feature: x\n\n  @DEM-001\n  Scenario: it\n    Given a\n"
    own = describe(reading_order=["last", "first", "deep/middle"], more="order: 20\n")
    before = describe("ABC", "abc-enhancement", reading_order=["x"], more="order: 10\n")
    files = {f"demo/{name}.feature": feature for name in ("first", "last", "deep/middle", "unlisted")}
    features = write_tree(
        tmp_path,
        {
            **files,
            "demo/requirements.yaml": CATALOGUE,
            "demo/enhancement.yaml": own,
            "zzz/requirements.yaml": HEAD + REQUIREMENT.format(id="ABC-001"),
            "zzz/enhancement.yaml": before,
            "zzz/x.feature": feature,
            "aaa/requirements.yaml": HEAD + REQUIREMENT.format(id="AAA-001"),
        },
    )
    traced = trace(features)
    assert [c.folder for c in traced.catalogues] == ["zzz", "demo", "aaa"]
    assert traced.in_order({"unknown", "aaa", "demo"}) == ["demo", "aaa", "unknown"]
    assert [file.file.removeprefix("features/").removesuffix(".feature") for file in traced.features] == [
        "zzz/x",
        "demo/last",
        "demo/first",
        "demo/deep/middle",
        "demo/unlisted",
    ]


def test_a_partial_catalogue_demands_nothing(tmp_path: Path) -> None:
    assert check(trace(tree(tmp_path, "@DEM-002"))) == []


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ("@smoke", "names no requirement and no interpretation"),
        ("@DEM-404", "carries DEM-404, which no catalogue has"),
        ("@DEM-A77 @DEM-001", "carries DEM-A77, which no catalogue has"),
        ("@DEM-001 @DEM-002 @DEM-003 @DEM-004", "claims 4 mutant requirements"),
    ],
)
def test_a_scenario_with_wrong_tags_is_named(tmp_path: Path, tags: str, message: str) -> None:
    [finding] = check(trace(tree(tmp_path, tags)))
    assert (finding.file, finding.line) == ("features/demo/x.feature", 4)
    assert finding.message.startswith("scenario 'number 0' ")
    assert message in finding.message


def test_interpretations_name_enough_and_do_not_count(tmp_path: Path) -> None:
    assert check(trace(tree(tmp_path, "@DEM-A01", "@DEM-A01 @DEM-001 @DEM-002 @DEM-003"))) == []


def test_a_walkthrough_may_claim_more(tmp_path: Path) -> None:
    assert check(trace(tree(tmp_path, "@DEM-001 @DEM-002 @DEM-003 @DEM-004 @DEM-008"))) == []


def test_twins_count_once(tmp_path: Path) -> None:
    text = CATALOGUE.replace("  - id: DEM-003\n", "  - id: DEM-003\n    same_as: DEM-002\n") + INTERPRETATIONS
    assert check(trace(tree(tmp_path, "@DEM-001 @DEM-002 @DEM-003 @DEM-004", text=text))) == []


def test_rows_that_share_a_table_make_one_finding(tmp_path: Path) -> None:
    outline = (
        "\n  Scenario Outline: <a>\n    Given a\n\n    @DEM-404\n    Examples:\n      | a |\n      | 1 |\n      | 2 |\n"
    )
    [finding] = check(trace(tree(tmp_path, extra=outline)))
    assert finding.line == 7


def test_broken_gherkin_is_among_the_findings(tmp_path: Path) -> None:
    [finding] = check(trace(tree(tmp_path, "@DEM-001", extra="\n  nonsense\n")))
    assert "broken Gherkin" in finding.message


def test_the_text_shows_both_ways(tmp_path: Path) -> None:
    text = render_text(trace(tree(tmp_path, "@DEM-002")))
    assert "demo-enhancement" in text
    assert "1 of 7" in text
    assert "  DEM-002 (must, Goals / First Things)\n    features/demo/x.feature:4  number 0" in text
