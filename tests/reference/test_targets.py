"""The two targets that need only the kit itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.errors import NeverSettles, TargetError, UsageError
from enhancement_kit.reference.api import DRAFT_SUBNETS, LATER_SUBNETS
from enhancement_kit.reference.ingress_operator import deployment
from enhancement_kit.targets.interface import Environment, Release, Target
from enhancement_kit.targets.none import NoTarget
from enhancement_kit.targets.reference import ReferenceTarget

from .memory import MemoryApi, VirtualClock
from .world import World


def environment(release: Release | None = None) -> Environment:
    return Environment(lambda _: MemoryApi(), lambda _: None, VirtualClock(), release or Release())


def test_none_refuses_every_act_and_lacks_no_capability() -> None:
    target: Target = NoTarget()
    assert target.crds(Release()) == []
    assert "anything" in target.capabilities
    assert frozenset({"a", "b"}) - target.capabilities == frozenset()
    assert frozenset({"a"}) <= target.capabilities
    target.components.start(environment())
    target.components.settle()
    acts = [
        lambda: target.components.advance(1),
        lambda: target.components.restart("x", Release()),
        lambda: target.components.logs("x"),
        lambda: target.installer.validate(Path(), environment()),
        lambda: target.installer.create_manifests(Path(), environment()),
        lambda: target.installer.create_cluster(Path(), environment()),
        lambda: target.installer.destroy_cluster(Path(), environment()),
    ]
    for act in acts:
        with pytest.raises(TargetError, match="target none has no implementation"):
            act()
    target.components.stop()


def test_the_reference_says_what_it_lacks(tmp_path: Path) -> None:
    target: Target = ReferenceTarget()
    own = {"clock", "virtual-time", "cluster-config", "restart", "logs"}
    assert target.capabilities == {"bootstrap-host", "installer", *own}
    with pytest.raises(TargetError, match="installer does not know profile next: use document or shipped"):
        target.installer.validate(tmp_path, environment(Release(profile="next")))
    with pytest.raises(UsageError, match=r"there is no install-config\.yaml in "):
        target.installer.validate(tmp_path, environment())
    with pytest.raises(TargetError, match="not started"):
        target.components.settle()
    target.components.start(environment())
    with pytest.raises(TargetError, match="no component 'other': use one of config-operator"):
        target.components.logs("other")
    with pytest.raises(TargetError, match="no component"):
        target.components.restart("other", Release())
    with pytest.raises(UsageError, match="both on"):
        target.components.start(environment(Release(gates=frozenset({DRAFT_SUBNETS, LATER_SUBNETS}))))


def test_starting_asks_nothing_of_the_cluster() -> None:
    api = MemoryApi()
    target = ReferenceTarget()
    target.components.start(Environment(lambda _: api, lambda _: None, VirtualClock(), Release()))
    assert api.requests == []
    target.components.settle()
    assert api.requests != []


def test_a_loop_without_end_fails_the_scenario(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.start(platform="None", default=True)
    numbers = iter(range(1, 10**6))

    def restless(spec: Any, wanted: Any) -> int:
        return next(numbers) % 7

    monkeypatch.setattr(deployment, "wanted_replicas", restless)
    world.cluster.workloads.hold()
    with pytest.raises(
        NeverSettles, match=r"Deployment openshift-ingress/router-default \(\d+ writes by ingress-operator\)"
    ):
        world.patch("default", {"spec": {"replicas": 1}})
