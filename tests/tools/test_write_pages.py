"""The README's table and the pages of docs/ that are generated from features and steps: up to date and complete."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from enhancement_kit.mutation.plain import saved
from enhancement_kit.mutation.plain.drawing import draw
from enhancement_kit.mutation.plain.reference import reference_sources
from enhancement_kit.reporting.pages.markdown import (
    TABLE_END,
    TABLE_START,
    escaped,
    interpretations_page,
    requirements_page,
    with_enhancements,
)
from enhancement_kit.runner.steps_page import steps_page
from tests.reporting.small_tree import small_trace

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    write: Callable[[], dict[str, str]] = runpy.run_path(str(ROOT / "tools" / "write_pages.py"))["pages"]
    return write()


@pytest.mark.parametrize("name", ["README.md", "docs/interpretations.md", "docs/requirements.md", "docs/steps.md"])
def test_the_pages_are_fresh(pages: dict[str, str], name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == pages[name], f"{name} is out of date; run: make docs"


def test_the_page_about_plain_mutants_is_fresh(pages: dict[str, str]) -> None:
    shown = ROOT / "docs" / "power.md"
    assert shown.is_file() == ("docs/power.md" in pages), "docs/power.md belongs to reports/plain-mutants.json"
    if shown.is_file():
        assert shown.read_text("utf-8") == pages["docs/power.md"], "docs/power.md is out of date; run: make docs"
        gone = saved.gone(saved.read(ROOT / saved.FILE), draw(reference_sources()))
        again = "run ekit kill --plain again for these modules and save the result"
        assert [kept.key for kept in gone] == [], f"docs/power.md shows mutants that are gone; {again}"


def test_the_readme_has_a_row_for_each_folder_of_features() -> None:
    table = (ROOT / "README.md").read_text("utf-8").partition(TABLE_START)[2].partition(TABLE_END)[0]
    rows = [line.split("`")[1] for line in table.splitlines()[2:]]
    folders = [f"features/{described.parent.name}" for described in ROOT.glob("features/*/enhancement.yaml")]
    assert sorted(rows) == sorted(folders), "the table of enhancements in README.md is out of date; run: make docs"


def test_the_table_of_enhancements_replaces_what_is_between_its_markers(tmp_path: Path) -> None:
    readme = with_enhancements(f"before\n{TABLE_START}stale\n{TABLE_END}after\n", small_trace(tmp_path))
    row = (
        "| [`features/demo`](features/demo) | [The demo-enhancement](https://example.org/demo.md) | `DEM` | "
        "[5](docs/requirements.md#demo-enhancement) |"
    )
    assert row in readme
    assert "stale" not in readme
    assert readme.startswith(f"before\n{TABLE_START}| folder |")
    assert readme.endswith(f"|\n{TABLE_END}after\n")


def test_a_readme_without_markers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="<!-- enhancements --> and <!-- end of enhancements -->"):
        with_enhancements("no markers", small_trace(tmp_path))


def test_requirements_stand_under_their_headings_with_what_proves_them(tmp_path: Path) -> None:
    page = requirements_page(small_trace(tmp_path))
    assert (
        "## demo-enhancement\n\n[The document](https://example.org/demo.md), as of 2024-01-02. 5 requirements." in page
    )
    assert "### Goals / First Things\n\n- **DEM-001** (must, mutant, 2 scenarios): A text.\n" in page
    assert "- **DEM-005** (must, mutant, no scenarios): A text.\n" in page


def test_interpretations_say_what_is_open_and_what_is_taken(tmp_path: Path) -> None:
    page = interpretations_page(small_trace(tmp_path))
    assert "### DEM-A01\n\nAbout DEM-001; carried by 1 scenario.\n\nThe document: nothing.\n" in page
    assert "\nDecision: something.\n" in page


def test_steps_are_listed_with_their_tables_and_uses() -> None:
    [row] = [line for line in steps_page(ROOT).splitlines() if "`the conditions of {name:Name} are`" in line]
    assert row.startswith("| then | `the conditions of {name:Name} are`<br>Check several conditions; ")
    uses = row.rsplit("<br>*table:* condition \\| status \\| [reason] \\| [message] | ", 1)[1]
    lines = [line for file in ROOT.glob("features/*/*.feature") for line in file.read_text("utf-8").splitlines()]
    assert int(uses.removesuffix(" |")) == sum(
        " the conditions of " in line and line.endswith(" are") for line in lines
    )


def test_markdown_shows_the_words_as_they_are() -> None:
    assert escaped("a <b> and *all*\n of `x_*<y>` in a_b") == "a \\<b> and \\*all\\* of `x_*<y>` in a\\_b"
