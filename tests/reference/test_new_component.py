"""A new component needs only a module of its name and a row in the table to run with all others."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from enhancement_kit.reference import platform_components
from enhancement_kit.reference.platform_components import reactions
from enhancement_kit.reference.runtime.resources import CLUSTER_OPERATOR, CONFIG_MAP, INFRASTRUCTURE
from enhancement_kit.targets.reference import ReferenceTarget

from .world import World

NAME = "cluster-backup-operator"
MODULE = '''
"""The cluster backup operator: where backups go."""

from enhancement_kit.reference.platform_components.operator import Operator, Outcome
from enhancement_kit.reference.platform_components.reactions import NOTHING
from enhancement_kit.reference.runtime.resources import CONFIG_MAP

NAME = "cluster-backup-operator"


def decide(situation):
    if situation.reaction == NOTHING:
        return Outcome()
    meta = {"name": "backup", "namespace": "openshift-config"}
    return Outcome([(CONFIG_MAP, {"metadata": meta, "data": {"target": situation.reaction}})])


OPERATOR = Operator(NAME, lambda s: decide(s), cluster_operator="backup", owns=(CONFIG_MAP,))
'''


@pytest.fixture
def new_component(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "cluster_backup_operator.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.setattr(platform_components, "__path__", [*platform_components.__path__, str(tmp_path)])
    row = {"None": reactions.NOTHING, "External": reactions.NOTHING, reactions.OTHER: reactions.NOTHING, "AWS": "s3"}
    monkeypatch.setattr(reactions, "REACTIONS", {**reactions.REACTIONS, NAME: row})
    name = f"{platform_components.__name__}.cluster_backup_operator"
    monkeypatch.delitem(sys.modules, name, raising=False)
    yield
    sys.modules.pop(name, None)


def set_type(world: World, kind: str) -> None:
    found = world.admin.fetch(INFRASTRUCTURE, "", "cluster")
    world.admin.update_status(
        INFRASTRUCTURE, {**found, "status": {**found["status"], "platformStatus": {"type": kind}}}
    )
    world.settle()


def test_a_module_and_a_row_make_a_component(new_component: None, world: World) -> None:
    world.target = ReferenceTarget()
    assert NAME in world.target.components.names
    world.start(platform="External", platform_operators=True)
    conditions = world.admin.fetch(CLUSTER_OPERATOR, "", "backup")["status"]["conditions"]
    assert {c["type"]: c["status"] for c in conditions}["Degraded"] == "False"
    assert world.admin.find(CONFIG_MAP, "openshift-config", "backup") is None
    set_type(world, "AWS")
    assert world.admin.fetch(CONFIG_MAP, "openshift-config", "backup")["data"] == {"target": "s3"}
    set_type(world, "None")
    assert world.admin.find(CONFIG_MAP, "openshift-config", "backup") is None


def test_a_row_without_a_module_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {reactions.OTHER: reactions.NOTHING}
    monkeypatch.setattr(reactions, "REACTIONS", {**reactions.REACTIONS, "no-such-operator": row})
    with pytest.raises(ImportError, match="no_such_operator"):
        platform_components.components()
