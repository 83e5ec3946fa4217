"""`ekit kill --plain` on a small tree: recorded once, mutants killed and not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from enhancement_kit.mutation.plain.drawing import Plain, draw
from enhancement_kit.mutation.plain.reference import reference_sources
from tests.small_checkouts import ROOT, make_checkout

SERVICE = "ingress_operator/service.py"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a checkout with one small enhancement; its code is that of this one."""
    return make_checkout(tmp_path_factory.mktemp("checkout"))


def kill(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "enhancement_kit", "kill", "--jobs", "2", "--lanes", "default", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def mutant(function: str, before: str, operator: str = "string", path: str = SERVICE) -> Plain:
    """Find a mutant of the reference by what it changes; the last one of several."""
    found = [m for m in draw(reference_sources()) if (m.source.path, m.function, m.before) == (path, function, before)]
    return next(m for m in reversed(found) if m.operator == operator)


def test_scenarios_notice_what_they_are_about_and_no_more(tree: Path) -> None:
    expected = {
        mutant("desired_service", "'allowedSourceRanges'"): "killed",
        mutant("", "'pattern'", path="api/load_balancer.py"): "killed",
        mutant("desired_service", "'sessionAffinity'"): "survived",
        mutant("ensure", "op.store.delete(SERVICE, current)", "drop_stmt"): "executed by no scenario",
    }
    done = kill(tree, "--plain", ",".join(m.id for m in expected), "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "recording what the scenarios of lane default execute" in done.stderr
    found = {one["id"]: one["verdict"] for one in json.loads(done.stdout)["mutants"]}
    assert found == {m.id: verdict for m, verdict in expected.items()}
    again = kill(tree, "--plain", mutant("owned", "'metadata'").id)
    assert "recording" not in again.stderr, "the record of the same tree is used again"
    assert "ingress_operator: 100 %, 1 of 1 killed" in again.stdout
