"""The commands of docs/nightly.md, run as they stand there, in a small checkout."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.reporting.real_project import FOLDER, ROOT, SMALL, environment, write_real_project

PAGE = (ROOT / "docs" / "nightly.md").read_text("utf-8")
PROW, ACTIONS = (yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.S))
RENDERS = shutil.which("node") is not None and (ROOT / "tools/report/node_modules/.installed").is_file()

# an installation would change the environment that runs this test
PYTHON = f"""#!/bin/sh
case "$*" in *"pip install"*) echo "this checkout installs nothing" >&2; exit 1 ;; esac
exec {sys.executable} "$@"
"""
EKIT = f"""#!/bin/sh
exec {sys.executable} -m enhancement_kit "$@"
"""

ONLY_ALONE = """
import os

@when("it is skipped in a worker")
def _():
    if "PYTEST_XDIST_WORKER" in os.environ:
        pytest.skip("not here, see https://example.org/1")
"""
UNLIKE = """
  @EIP-025
  Scenario: It depends on the process
    When it is skipped in a worker
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Set up a checkout with three scenarios; its interpreter is this test's and installs nothing."""
    write_real_project(tmp_path, small=SMALL)
    for name in ("Makefile", "constraints.txt", "tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    binaries = tmp_path / ".venv" / "bin"
    binaries.mkdir(parents=True)
    for name, text in (("python", PYTHON), ("ekit", EKIT)):
        (binaries / name).write_text(text)
        (binaries / name).chmod(0o755)
    # what is set up is newer than all that it was set up from
    (tmp_path / ".venv" / ".installed").touch()
    return tmp_path


def run(command: str, checkout: Path, **env: str) -> None:
    done = subprocess.run(
        ["sh", "-euc", command], cwd=checkout, env=environment(**env), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("test", PROW["tests"], ids=lambda test: test["as"])
def test_the_jobs_of_prow(checkout: Path, test: dict[str, Any]) -> None:
    for step in test["steps"]["test"]:
        # two orders instead of twenty
        run(step["commands"], checkout, ARTIFACT_DIR=str(checkout / "artifacts"), SEEDS="2")
    if test["as"] == "conformance-orders":
        seeds = {path.parent.name for path in (checkout / "artifacts" / "orders").glob("*/junit.xml")}
        assert {name[-4:] for name in seeds} == {"00-1", "00-2", "01-1", "01-2"}
    else:
        assert (checkout / "artifacts" / "junit_conformance.xml").is_file()


def test_orders_that_differ_end_the_job(checkout: Path) -> None:
    """A scenario of the project passes in one process only."""
    with (checkout / "deaths.py").open("a") as steps:
        steps.write(ONLY_ALONE)
    feature = checkout / "features" / FOLDER / "small.feature"
    feature.write_text(feature.read_text("utf-8") + UNLIKE, encoding="utf-8")
    with pytest.raises(AssertionError, match="a verdict depends on the order or on the number of processes"):
        run("make orders SEEDS=1", checkout)


def test_the_jobs_of_github_actions(checkout: Path) -> None:
    features, report = (ACTIONS["jobs"][name] for name in ("features", "report"))
    shards = features["strategy"]["matrix"]["shard"]
    for shard in shards:
        filled = {name: re.sub(r"\$\{\{ matrix\.shard \}\}", str(shard), v) for name, v in features["env"].items()}
        for step in features["steps"]:
            if "run" in step:
                run(step["run"], checkout, **filled)
        # what the steps that upload and download do
        (checkout / "artifacts").rename(checkout / f"shard-{shard}")
    (checkout / "shards").mkdir()
    for shard in shards:
        (checkout / f"shard-{shard}").rename(checkout / "shards" / f"shard-{shard}")
        assert (checkout / "shards" / f"shard-{shard}" / f"junit_conformance_{shard}_of_3.xml").is_file()
    # twice: the second night has a first one to compare with
    for _ in range(2):
        for step in report["steps"]:
            if "run" in step and (RENDERS or "make report" not in step["run"]):
                run(step["run"], checkout)
    merged = yaml.safe_load((checkout / "kept" / "last-green.yaml").read_text("utf-8"))
    assert merged["totals"]["passed"] == 3
    assert (checkout / "night" / "index.html").is_file()
    assert (checkout / "night" / "allure-report.html").is_file() == RENDERS
