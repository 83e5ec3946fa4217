"""The comparison of client suites: which specs count, and what is a difference."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
import yaml

from enhancement_kit.temporary.leftovers import processes

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "client_suites.py"))


def spec(title: str, state: str, kind: str = "It", why: str = "") -> dict[str, Any]:
    return {
        "ContainerHierarchyTexts": ["Client"],
        "LeafNodeText": title,
        "LeafNodeType": kind,
        "State": state,
        "Failure": {"Message": why},
    }


def ran(tool: dict[str, Any], folder: Path, *specs: dict[str, Any]) -> Any:
    report = folder / "report.json"
    report.write_text(json.dumps([{"RunTime": 2e9, "SpecReports": list(specs)}]), encoding="utf-8")
    found = tool["Ran"]("pkg/client")
    tool["_read"](report, found)
    return found


def both(here: Any, there: Any) -> dict[str, dict[str, Any]]:
    return {"embedded": {"pkg/client": here}, "real": {"pkg/client": there}}


def test_specs_that_are_pending_do_not_count(tool: dict[str, Any], tmp_path: Path) -> None:
    found = ran(tool, tmp_path, spec("gets", "passed"), spec("waits", "pending"), spec("", "passed", "BeforeSuite"))
    assert (found.passed(), found.run(), found.seconds) == (1, 1, 2.0)


def test_a_title_of_two_specs_is_red_where_one_of_them_is(tool: dict[str, Any], tmp_path: Path) -> None:
    found = ran(tool, tmp_path, spec("gets", "failed", why="no"), spec("gets", "passed"))
    assert found.specs == {"Client gets": "failed"}


def test_a_spec_that_fails_on_both_is_no_difference(tool: dict[str, Any], tmp_path: Path) -> None:
    red = ran(tool, tmp_path, spec("gets", "failed", why="no"))
    green = ran(tool, tmp_path, spec("gets", "passed"))
    assert tool["compare"](both(red, red)) == []
    assert tool["compare"](both(green, red)) == []
    assert tool["compare"](both(red, green)) == ["pkg/client: Client gets: no"]


def test_a_suite_that_breaks_or_runs_less_is_a_difference(tool: dict[str, Any], tmp_path: Path) -> None:
    green = ran(tool, tmp_path, spec("gets", "passed"))
    nothing = tool["Ran"]("pkg/client")
    assert tool["compare"](both(nothing, green)) == ["pkg/client: 1 specs ran on the real server, 0 here"]
    nothing.broken = "panic"
    assert tool["compare"](both(nothing, green)) == ["pkg/client, embedded: panic"]


def test_the_page_shows_every_suite(tool: dict[str, Any]) -> None:
    listed = yaml.safe_load((ROOT / "tools" / "client_suites.yaml").read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "embedded-api.md").read_text(encoding="utf-8")
    assert f"all of {listed['module']} {listed['version']}" in page
    for name in listed["suites"]:
        assert f"| `{name}` |" in page


SUITE = """#!/bin/sh
# a suite that fails and leaves a server that has a process group of its own, as envtest starts them
set -m
sleep 600 &
echo $! > "$SERVER"
exit 1
"""


def test_servers_that_a_failed_suite_leaves_are_ended(
    tool: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("SERVER", str(tmp_path / "server"))
    suites = tool["Suites"]("module", "v1", ["pkg"])
    suites._source = tmp_path
    (tmp_path / "pkg").mkdir()
    binary = suites._binary("pkg")
    binary.parent.mkdir(parents=True)
    binary.write_text(SUITE)
    binary.chmod(0o755)
    found = suites.run("pkg", tmp_path)
    suites.close()
    server = int((tmp_path / "server").read_text())
    assert server not in {process.id for process in processes()}
    assert found.run() == 0
