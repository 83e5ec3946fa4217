"""CRDs that the API refuses: a failure of the target that handed them over, not of the kit."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.errors import CrdRefused, TargetError
from enhancement_kit.runner import states
from enhancement_kit.specification.variants import Variant
from enhancement_kit.targets.interface import Manifest, Release
from enhancement_kit.world.cluster import ScenarioCluster

BROKEN: Manifest = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.example.test"},
    "spec": {
        "group": "example.test",
        "names": {"plural": "widgets", "kind": "Widget"},
        "scope": "Cluster",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "x-kubernetes-validations": [{"rule": "self.absent == 1", "message": "no"}],
                    }
                },
            }
        ],
    },
}


class Target:
    components = SimpleNamespace(names=())

    def crds(self, release: Release) -> Sequence[Manifest]:
        return [BROKEN]


def made(backend: EmbeddedCluster) -> ScenarioCluster:
    nothing = cast(Any, None)
    return ScenarioCluster(
        backend,
        nothing,
        nothing,
        cast(Any, Target()),
        clock=nothing,
        variant=cast(Variant, SimpleNamespace(gates=frozenset())),
        profile="document",
        platform_operators=frozenset(),
    )


def test_what_the_target_hands_over_being_refused_is_its_failure() -> None:
    backend = EmbeddedCluster()
    backend.start()
    try:
        with pytest.raises(CrdRefused, match="refuses a CustomResourceDefinition"):
            backend.install_crds([BROKEN])
        cluster = made(backend)
        for act in (lambda: cluster.serve(Release()), lambda: cluster.upgrade("4.z")):
            with pytest.raises(
                TargetError, match=r"the API refuses what the target hands over: .*undefined field"
            ) as info:
                act()
            assert states.classify(info.value, in_step=False).state == states.FAILED
    finally:
        backend.stop()
