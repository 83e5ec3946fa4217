"""The pytest plugin of `ekit kill`: runs scenarios under one mutant after the other and writes which went red."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from enhancement_kit.mutation.loading import load_mutants
from enhancement_kit.mutation.mutants import Mutant
from enhancement_kit.mutation.verdicts import declared_verdict_of, next_item
from enhancement_kit.runner.backends import get_backends
from enhancement_kit.runner.selected_files import features_dir
from enhancement_kit.specification.parts import is_case, owner_of
from enhancement_kit.specification.requirements import load_catalogues

NEIGHBOURS = ("none", "file", "folder", "all")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that the command sets; they are not meant for people."""
    group = parser.getgroup("ekit kill")
    group.addoption("--kill-folder", help="folder of the mutants in Python")
    group.addoption("--kill-only", default="", help="names of mutants, comma-separated; empty for all")
    group.addoption("--kill-shard", default="0/1", help="which mutants are this process's: index/count")
    group.addoption("--kill-neighbours", default="file", choices=NEIGHBOURS)
    group.addoption("--kill-output", help="file for the findings, JSON")


def _tags(item: pytest.Item) -> set[str]:
    return {mark.name for mark in item.iter_markers()}


def _home(item: pytest.Item, how: str) -> Any:
    return {"none": item.nodeid, "file": item.path, "folder": item.path.parent, "all": None}[how]


def chosen_items(
    items: Iterable[pytest.Item], claims: Mapping[str, Set[str]], mutant: Mutant, neighbours: str
) -> list[pytest.Item]:
    """Return the scenarios that claim an id of the mutant, and their neighbours, in order.

    `claims`: what each scenario claims, by node id. A mutant that violates a case also gets the scenarios of the other
    cases of its requirement: they have to stay green.
    """
    items = list(items)
    others = {owner_of(i) for i in mutant.violates if is_case(i)}
    claiming = [i for i in items if claims[i.nodeid] & {*mutant.violates, *others}]
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
    catalogues = load_catalogues(features_dir(config))
    claims = {item.nodeid: catalogues.claimed(_tags(item)) for item in session.items}
    chosen = [(mutant, chosen_items(session.items, claims, mutant, neighbours)) for mutant in mutants]
    order = [item for _, items in chosen for item in items]
    position = 0
    findings = []
    for mutant, items in chosen:
        states: dict[str, dict[str, str]] = {}
        with mutant.active(target):
            for item in items:
                position += 1
                reports = runtestprotocol(item, nextitem=next_item(order, position), log=False)
                states[item.nodeid] = declared_verdict_of(reports)
        findings.append({"mutant": mutant.name, "states": states})
    output = {"findings": findings, "claims": {node: sorted(ids) for node, ids in claims.items()}}
    Path(config.getoption("--kill-output")).write_text(json.dumps(output), encoding="utf-8")
    return True
