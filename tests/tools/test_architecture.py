"""The picture in docs/architecture.md: it is the contract that the linter checks, and its places exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"


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


def test_every_place_that_the_page_names_exists() -> None:
    named = set(re.findall(r"`([\w/]+(?:/|\.py|\.toml))`", PAGE.read_text("utf-8")))
    missing = [
        name for name in sorted(named) if not any((base / name).exists() for base in (ROOT, ROOT / "enhancement_kit"))
    ]
    assert named
    assert not missing
