"""The pages of docs/ that are written from catalogues, features and steps: fresh, and showing what they are given."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from enhancement_kit.reporting.pages.markdown import escaped, interpretations_page, requirements_page
from enhancement_kit.runner.steps_page import steps_page
from tests.reporting.small_tree import small_trace

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    write: Callable[[], dict[str, str]] = runpy.run_path(str(ROOT / "tools" / "write_pages.py"))["pages"]
    return write()


@pytest.mark.parametrize("name", ["interpretations.md", "requirements.md", "steps.md"])
def test_the_pages_are_fresh(pages: dict[str, str], name: str) -> None:
    assert (ROOT / "docs" / name).read_text("utf-8") == pages[name], "run: make docs"


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
