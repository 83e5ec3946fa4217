"""`make report`: what it says where something is missing, and that its page needs no other host."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2] / "tools" / "report"
TOOLS = ("sh", "dirname", "find", "touch", "cat", "mkdir", "mktemp", "rm", "tail")

PAGE = """<html><head></head><body><script src="data:text/javascript;base64,QQ=="></script>
<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
<script>
  window.dataLayer = window.dataLayer || [];
  function gtag(){dataLayer.push(arguments);}
</script>
<script async>show("https://example.org is only a text")</script></body></html>
"""


def render(results: Path, path: str) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(HERE / "render.sh"), str(results), str(results / "out.html"), str(results / "history")]
    return subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)


def test_without_results_it_says_how_to_get_some(tmp_path: Path) -> None:
    done = render(tmp_path, os.environ["PATH"])
    assert done.returncode == 1
    assert done.stderr == f"make report: there are no Allure results in {tmp_path}; 'make features' writes them\n"


def test_without_node_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "x-result.json").write_text("{}")
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in TOOLS:
        (tools / name).symlink_to(str(shutil.which(name)))
    done = render(tmp_path, str(tools))
    assert done.returncode == 1
    assert done.stderr.startswith("make report: node is missing; install Node.js 20 or newer")


def offline(page: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "in.html").write_text(page)
    command = ["node", str(HERE / "offline.mjs"), str(folder / "in.html"), str(folder / "out.html")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js on this machine")
def test_a_page_keeps_its_own_scripts_and_loses_those_of_other_hosts(tmp_path: Path) -> None:
    assert offline(PAGE, tmp_path).returncode == 0
    written = (tmp_path / "out.html").read_text()
    assert "data:text/javascript" in written
    assert "only a text" in written
    assert "gtag" not in written
    # a page with one unknown host is refused
    other = PAGE.replace("www.googletagmanager.com", "cdn.example.org")
    done = offline(other, tmp_path)
    assert done.returncode == 1
    assert "the page would still load something from outside: <script async src=" in done.stderr


def test_what_npm_installs_is_pinned_and_names_no_registry() -> None:
    wanted = json.loads((HERE / "package.json").read_text())["dependencies"]
    lock = json.loads((HERE / "package-lock.json").read_text())["packages"]
    assert wanted == {"allure": lock["node_modules/allure"]["version"]}
    assert [name for name, entry in lock.items() if "resolved" in entry] == []
    assert [name for name, entry in lock.items() if name and "integrity" not in entry] == []
