"""The table of times and sizes in docs/embedded-api.md."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.bench import crowds

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "write_sizes.py"))


def measurements(tool: dict[str, Any]) -> dict[str, float]:
    found: dict[str, float] = {}
    for kind in tool["KINDS"]:
        for row in tool["ROWS"]:
            what = row.rpartition("_")[0]
            found |= {f"{kind}_{row}_embedded": 2.0, f"{kind}_{row}_real": 250.0, f"{kind}_{what}_ratio": 125.0}
    return found


def test_the_table_shows_both_servers_side_by_side(tool: dict[str, Any]) -> None:
    lines = tool["table"](measurements(tool)).splitlines()
    assert len(lines) == 2 + len(tool["ROWS"]) * len(tool["KINDS"])
    assert "| tell 500 watches of a write | ConfigMaps | 2.00 ms | 250 ms | 125.0 |" in lines


def test_the_table_shows_what_is_measured(tool: dict[str, Any]) -> None:
    assert set(tool["KINDS"]) == {kind.name for kind in crowds.KINDS}
    rows = {f"watchers_{number}_ms" for number in crowds.WATCHERS}
    rows |= {f"list_pages_of_{limit}_ms" for limit in crowds.PAGES}
    assert rows <= set(tool["ROWS"])


def test_a_file_without_measurements_is_refused(
    tool: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "real.json"
    path.write_text(json.dumps({"real": {"not measured": "there is no kube-apiserver"}}), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        tool["main"]([str(path)])
    assert ended.value.code == 2
    assert "holds no measurements of both servers" in capsys.readouterr().err
