"""The model of feature files: rows with their tags, keys, titles, and what is no Gherkin."""

from __future__ import annotations

from pathlib import Path

import pytest

from enhancement_kit.specification.features import FeaturesError, load_features
from tests.reporting.small_tree import write_tree

TEXT = """\
@draft
Feature: Subnets
  What it is
  about.

  Background:
    Given a cluster

  @DEM-001 @smoke
  Scenario: The first
    When it acts
    And it acts again
      | a | b |
      | 1 | 2 |
    Then it is so
      \"\"\"
      a text
      \"\"\"

  @DEM-002
  Rule: a rule

    Background:
      Given a load balancer

    @DEM-003
    Scenario Outline: <role> is <verb>
      Then <role> is <verb>

      @DEM-004
      Examples: one
        | role | verb    |
        | A    | refused |

      Examples: two
        | role | verb     |
        | B    | accepted |
        | C    | refused  |
"""


def test_the_model(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"demo/deep/x.feature": TEXT})
    [file] = load_features(root).checked()
    assert (file.file, file.folder, file.name) == ("features/demo/deep/x.feature", "demo", "Subnets")
    assert file.description == "What it is\nabout."
    first, outline = file.scenarios
    assert [(step.kind, step.keyword, step.line) for step in first.steps] == [
        ("when", "When", 11),
        ("when", "And", 12),
        ("then", "Then", 15),
    ]
    assert first.steps[1].table == (("a", "b"), ("1", "2"))
    assert first.steps[2].doc_string == "a text"
    assert [step.text for step in first.background] == ["a cluster"]
    assert [step.text for step in outline.background] == ["a cluster", "a load balancer"]
    assert outline.rule == "a rule"


def test_every_row_is_an_instance_with_its_effective_tags(tmp_path: Path) -> None:
    features = load_features(write_tree(tmp_path, {"demo/x.feature": TEXT}))
    instances = [instance for _, instance in features.instances()]
    assert [(i.title, i.tags, i.line) for i in instances] == [
        ("The first", ("draft", "DEM-001", "smoke"), 10),
        ("A is refused", ("draft", "DEM-002", "DEM-003", "DEM-004"), 33),
        ("B is accepted", ("draft", "DEM-002", "DEM-003"), 37),
        ("C is refused", ("draft", "DEM-002", "DEM-003"), 38),
    ]
    path = str((tmp_path / "features/demo/x.feature").resolve())
    assert features.instance((path, "<role> is <verb>", (("role", "C"), ("verb", "refused")))) == instances[3]
    assert features.instance((path, "<role> is <verb>", (("role", "D"), ("verb", "refused")))) is None


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("Feature: x\n  Scenario: y\n    Given z\n    bogus\n", 4, "broken Gherkin: expected: "),
        ("Feature: x\n  Scenario: y\n    Given z\n      | a |\n      | a | b |\n", 5, "inconsistent cell count"),
        ("# language: xx-none\nFeature: x\n", 1, "Language not supported"),
        ("# nothing\n", 1, "the file has no Feature"),
    ],
)
def test_what_is_no_gherkin_is_a_finding_and_the_other_files_are_read(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    features = load_features(write_tree(tmp_path, {"demo/bad.feature": text, "demo/good.feature": TEXT}))
    assert [file.file for file in features] == ["features/demo/good.feature"]
    [finding] = features.findings
    assert (finding.file, finding.line) == ("features/demo/bad.feature", line)
    assert message in finding.message
    with pytest.raises(FeaturesError, match=r"features/demo/bad\.feature"):
        features.checked()


def test_an_outline_without_examples_has_no_instances(tmp_path: Path) -> None:
    text = "Feature: x\n  Scenario Outline: y <z>\n    Given <z>\n"
    [scenario] = load_features(write_tree(tmp_path, {"demo/x.feature": text})).scenarios
    assert scenario.is_outline
    assert scenario.instances() == ()
