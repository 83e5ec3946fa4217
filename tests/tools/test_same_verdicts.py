"""tools/same_verdicts.py: two reports that must say the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

TOOL = Path(__file__).parents[2] / "tools" / "same_verdicts.py"


def report(
    folder: Path, name: str, *, verdict: str = "proven", scenario: str = "a title", lane: str = "default"
) -> str:
    path = folder / name
    requirement = {"id": "DEM-001", "verdict": verdict, "scenarios": [scenario]}
    path.write_text(
        yaml.safe_dump(
            {
                "timeFields": ["time"],
                "time": name,
                "run": {"lane": lane},
                "enhancements": [{"requirements": [requirement]}],
            }
        )
    )
    return str(path)


def compare(*words: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, str(TOOL), *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("options", "change", "code"),
    [
        ([], {}, 0),
        ([], {"lane": "real-api"}, 1),
        (["--lanes"], {"lane": "real-api"}, 0),
        (["--lanes"], {"scenario": "another title"}, 1),
        (["--requirements"], {"scenario": "another title", "lane": "real-api"}, 0),
        (["--requirements"], {"verdict": "failed"}, 1),
    ],
)
def test_what_may_differ(tmp_path: Path, options: list[str], change: dict[str, str], code: int) -> None:
    assert compare(*options, report(tmp_path, "one"), report(tmp_path, "two", **change))[0] == code


def test_a_difference_is_shown(tmp_path: Path) -> None:
    _, said = compare("--requirements", report(tmp_path, "one"), report(tmp_path, "two", verdict="failed"))
    assert "-DEM-001: proven\n+DEM-001: failed\n" in said


def test_another_file_is_no_report(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("[]")
    code, said = compare(report(tmp_path, "one"), str(tmp_path / "other"))
    assert code == 1
    assert "is no conformance report" in said
