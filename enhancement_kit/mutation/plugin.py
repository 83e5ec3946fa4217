"""The pytest plugin of `ekit kill`: runs scenarios under one mutant after the other and writes which went red."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import pytest
from _pytest.runner import runtestprotocol

from enhancement_kit.errors import HarnessError
from enhancement_kit.mutation.loading import load_mutants
from enhancement_kit.mutation.mutants import Mutant
from enhancement_kit.runner.backends import get_backends
from enhancement_kit.runner.selected_files import features_dir

NEIGHBOURS = ("none", "file", "folder", "all")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that the command sets; they are not meant for people."""
    group = parser.getgroup("ekit kill")
    group.addoption("--kill-folder", help="folder of the mutants in Python")
    group.addoption("--kill-only", default="", help="names of mutants, comma-separated; empty for all")
    group.addoption("--kill-shard", default="0/1", help="which mutants are this process's: index/count")
    group.addoption("--kill-neighbours", default="file", choices=NEIGHBOURS)
    group.addoption("--kill-output", help="file for the findings, JSON")


def _ids(item: pytest.Item) -> set[str]:
    return {mark.name for mark in item.iter_markers()}


def _home(item: pytest.Item, how: str) -> Any:
    return {"none": item.nodeid, "file": item.path, "folder": item.path.parent, "all": None}[how]


def chosen_items(items: Iterable[pytest.Item], mutant: Mutant, neighbours: str) -> list[pytest.Item]:
    """Return the scenarios that claim an id of the mutant, and their neighbours, in order."""
    items = list(items)
    claiming = [i for i in items if _ids(i) & set(mutant.violates)]
    homes = {_home(i, neighbours) for i in claiming}
    return [i for i in items if _home(i, neighbours) in homes] if claiming else []


def shard(mutants: list[Mutant], only: str, part: str) -> list[Mutant]:
    """Return the mutants of one process: every count-th of those asked for."""
    names = [n for n in only.split(",") if n]
    asked = [d for d in mutants if d.name in names] if names else mutants
    index, _, count = part.partition("/")
    return asked[int(index) :: int(count)]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run, instead of all scenarios once, each mutant's scenarios under that mutant."""
    config = session.config
    if config.option.collectonly or session.testsfailed:
        return None
    mutants = shard(
        load_mutants(Path(config.getoption("--kill-folder")), features_dir(config)),
        config.getoption("--kill-only"),
        config.getoption("--kill-shard"),
    )
    neighbours = config.getoption("--kill-neighbours")
    target = get_backends(config).target
    chosen = [(mutant, chosen_items(session.items, mutant, neighbours)) for mutant in mutants]
    order = [item for _, items in chosen for item in items]
    position = 0
    findings = []
    for mutant, items in chosen:
        states: dict[str, dict[str, str]] = {}
        with mutant.active(target):
            for item in items:
                position += 1
                reports = runtestprotocol(item, nextitem=_next(order, position), log=False)
                states[item.nodeid] = _verdict(reports)
        findings.append({"mutant": mutant.name, "states": states})
    claims = {i.nodeid: sorted(_ids(i)) for i in session.items}
    output = {"findings": findings, "claims": claims}
    Path(config.getoption("--kill-output")).write_text(json.dumps(output), encoding="utf-8")
    return True


def _next(order: list[pytest.Item], position: int) -> pytest.Item | None:
    """Return what pytest is told comes next: it tears down what that does not share; the same item means its file."""
    if position == len(order):
        return None
    following = order[position]
    return cast(pytest.Item, following.parent) if following is order[position - 1] else following


def _verdict(reports: list[pytest.TestReport]) -> dict[str, str]:
    """Return state and reason of one scenario's run: the first phase that did not pass."""
    for report in reports:
        state = getattr(report, "kit_state", None)
        if state is None:
            raise HarnessError(f"{report.nodeid} has no state; is the kit's plugin loaded?")
        if state != "passed":
            reason = str(getattr(report, "kit_reason", "") or "").strip()
            return {"state": state, "reason": reason.splitlines()[0] if reason else ""}
    return {"state": "passed", "reason": ""}
