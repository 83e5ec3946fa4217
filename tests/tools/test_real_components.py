"""The page about real components: what a report's verdicts come to, and when the page is out of date."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

TOOL = Path(__file__).parents[2] / "tools" / "write_real_components.py"


def report(
    profile: str, *requirements: dict[str, Any], scenarios: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    enhancement = {"requirements": list(requirements), "scenarios": scenarios or []}
    return {"run": {"profile": profile}, "enhancements": [enhancement]}


def run(tmp_path: Path, *reports: Any, check: bool = True) -> subprocess.CompletedProcess[str]:
    paths = []
    for number, one in enumerate(reports):
        paths.append(tmp_path / f"{number}.yaml")
        paths[-1].write_text(yaml.safe_dump(one))
    command = [sys.executable, str(TOOL), *(["--check"] if check else []), *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=TOOL.parents[1])


def test_what_verdicts_come_to() -> None:
    spec = importlib.util.spec_from_file_location("write_real_components", TOOL)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    known = {"id": "s", "state": "skipped", "reason": "expected failure: it does | otherwise"}
    assert tool._finding("proven", []) == "agreed"
    assert tool._finding("skipped", [known]) == "deviates: it does | otherwise"
    assert tool._finding("not proven", [known, {"state": "passed"}]) == "deviates: it does | otherwise"
    assert tool._finding("failed", [{"state": "failed", "reason": "no"}]) == "failed: no"
    assert tool._finding("not run", []) == "not part of this profile"
    assert tool._finding("not automatable", []) == "not automatable"
    assert tool._cell("a |\n b") == r"a \| b"


@pytest.mark.parametrize("reports", [(), (report("shipped"),), (report("shipped"), report("shipped")), ("x", "y")])
def test_both_profiles_are_needed(tmp_path: Path, reports: tuple[Any, ...]) -> None:
    asked = run(tmp_path, *reports)
    assert asked.returncode == 2
    assert "usage" in asked.stderr or "no conformance report" in asked.stderr
