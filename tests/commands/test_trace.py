"""`ekit trace --check` on a checkout: it puts together what the specification, the mutants and the playground say."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from enhancement_kit.__main__ import main
from tests.enhancement_files import enhancement
from tests.reporting.small_tree import HEAD, INTERPRETATIONS, REQUIREMENT, write_tree

ROOT = Path(__file__).parents[2]
REQUIREMENTS = HEAD + "".join(REQUIREMENT.format(id=f"DEM-{number:03}") for number in (1, 2)) + INTERPRETATIONS
FEATURE = "Feature: x\n\n  @DEM-001 @DEM-A01\n  Scenario: it\n    Given a\n\n  @DEM-002\n  Scenario: too\n    Given a\n"
MUTANTS = """\
mutants:
  - name: one
    violates: [{violates}]
    story: does it wrong
    crd: {{name: widgets.example.com, patch: [{{op: remove, path: /spec}}]}}
"""
PLAYGROUND = "playground:\n  gates: [Nothing]\n  try: [{shows: it, commands: 'oc get {pub-z}'}]\n"


def findings(
    root: Path,
    capsys: pytest.CaptureFixture[str],
    *,
    feature: str = FEATURE,
    reading_order: tuple[str, ...] = ("x",),
    more: str = "",
    violates: str = "DEM-001, DEM-002",
) -> list[str]:
    """Return what is printed of a checkout with one complete enhancement."""
    described = enhancement(status="complete", reading_order=reading_order, more=more)
    write_tree(
        root,
        {
            "demo/requirements.yaml": REQUIREMENTS,
            "demo/enhancement.yaml": described,
            "demo/x.feature": feature,
            "demo/mutants.yaml": MUTANTS.format(violates=violates),
        },
    )
    code = main(["trace", "--check", "--root", str(root)])
    lines = capsys.readouterr().out.splitlines()
    assert code == (0 if lines == ["nothing is missing"] else 1)
    return lines


def test_nothing_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert findings(tmp_path, capsys) == ["nothing is missing"]


def test_each_guard_speaks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = findings(
        tmp_path,
        capsys,
        feature=FEATURE.replace(" @DEM-A01", "").replace("@DEM-001", "@DEM-002"),
        reading_order=("y", "x"),
        more=PLAYGROUND,
        violates="DEM-001",
    )
    assert [line.partition("; ")[0].removeprefix("features/demo/") for line in said] == [
        "enhancement.yaml:7: there is no feature file y in features/demo (reading_order)",
        "enhancement.yaml:10: nothing in the API depends on a feature gate Nothing",
        "enhancement.yaml:11: {pub-z} is no subnet and no Elastic IP of the playground",
        "requirements.yaml:2: DEM-001 (level must) is automatable, and no scenario carries it",
        "requirements.yaml:13: a scenario claims DEM-002, whose proof is mutant, but no mutant violates it",
        "requirements.yaml:25: no scenario carries DEM-A01 or an automatable requirement that it is about (DEM-001)",
    ]


def test_a_broken_file_of_mutants_is_one_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    findings(tmp_path, capsys)
    (tmp_path / "features" / "demo" / "mutants.yaml").write_text("mutants: [{name: x}]\n", encoding="utf-8")
    assert main(["trace", "--check", "--root", str(tmp_path)]) == 4
    assert "features/demo/mutants.yaml:1: a mutant has no 'story'; add the key story" in capsys.readouterr().err


def test_the_table_counts_requirements(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    findings(tmp_path, capsys)
    assert main(["trace", "--root", str(tmp_path)]) == 0
    head = capsys.readouterr().out.splitlines()[0].split("  ")
    assert [word.strip() for word in head if word] == [
        *("id", "enhancement", "status", "requirements", "automatable"),
        *("must covered", "should covered", "clauses", "cases", "scenarios"),
    ]


def test_this_repository_and_a_folder_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a sixth enhancement needs lies in its folder."""
    for name in ("features", "steps", "fixtures"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    feature = FEATURE.replace("DEM", "SIX").replace("Given a", "Given a cluster on platform None")
    described = enhancement("SIX", "sixth-document", status="complete", reading_order=["x"], more="order: 60\n")
    folder = tmp_path / "features" / "sixth"
    folder.mkdir()
    for name, text in (
        ("requirements.yaml", REQUIREMENTS.replace("DEM", "SIX")),
        ("enhancement.yaml", described),
        ("x.feature", feature),
        ("mutants.yaml", MUTANTS.format(violates="SIX-001, SIX-002")),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    assert main(["trace", "--check", "--root", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "nothing is missing\n"
    assert main(["trace", "--root", str(tmp_path)]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:8]][-1] == "SIX"
