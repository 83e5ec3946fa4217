"""The picture in docs/architecture.md is the contract that the linter checks; places and links of all pages exist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
GENERATED = {"interpretations.md", "requirements.md", "steps.md", "strictness.md", "real-components.md", "power.md"}
HAND_WRITTEN = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in GENERATED),
]
BASES = (ROOT, ROOT / "enhancement_kit", ROOT / "enhancement_kit" / "cluster" / "embedded")
WRITTEN_BY_RUNS = {"reports/out/"}


def drawn() -> list[list[str]]:
    """Read the layers off the picture, from the top to the bottom."""
    picture = PAGE.read_text("utf-8").split("```text\n")[1].split("```")[0]
    return [re.split(r"\s{2,}", line)[0].split(" | ") for line in picture.splitlines()]


def test_the_picture_is_the_contract() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    contract = next(one for one in settings["contracts"] if one["id"] == "layers")
    layers = [[name.removeprefix("enhancement_kit.") for name in layer.split(" | ")] for layer in contract["layers"]]
    assert drawn() == layers


def test_every_package_is_in_the_picture() -> None:
    folders = {path.parent.name for path in (ROOT / "enhancement_kit").glob("*/__init__.py")}
    assert folders <= {name for layer in drawn() for name in layer}


@pytest.mark.parametrize("page", HAND_WRITTEN, ids=lambda page: page.name)
def test_every_place_that_a_page_names_exists(page: Path) -> None:
    named = set(re.findall(r"`([\w/]+(?:/|\.py|\.toml))`", page.read_text("utf-8"))) - WRITTEN_BY_RUNS
    missing = [name for name in sorted(named) if not any((base / name).exists() for base in BASES)]
    assert not missing, f"{page.name} names files or folders that do not exist"


@pytest.mark.parametrize("page", HAND_WRITTEN, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


CONTRACT = """
[importlinter]
root_package = house

[importlinter:contract:circles]
name = no circle
type = acyclic_siblings
ancestors = house
"""


@pytest.mark.parametrize(("needed", "code"), [("from house import one", 1), ("import json", 0)])
def test_the_linter_finds_a_circle_that_only_types_make(tmp_path: Path, needed: str, code: int) -> None:
    """What circles have in common: one module names the other for its types alone."""
    house = tmp_path / "house"
    house.mkdir()
    (house / "__init__.py").write_text("")
    (house / "one.py").write_text("from house import two\n")
    (house / "two.py").write_text(f"from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    {needed}\n")
    (tmp_path / "contract.ini").write_text(CONTRACT)
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [linter, "--config", "contract.ini", "--no-cache"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout
    assert ("No cycles are allowed in house" in done.stdout) == bool(code)
