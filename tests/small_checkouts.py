"""A checkout with one small enhancement, for tests that run commands in it; its code is that of this checkout."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "docs" / "examples" / "new_enhancement"


def make_checkout(place: Path) -> Path:
    """Write it into a folder, which is returned; the enhancement is `features/source_ranges`."""
    for name in ("steps", "fixtures", "reports"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__", "out", "history"))
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, place / name)
    shutil.copytree(EXAMPLE, place / "features" / "source_ranges")
    return place
