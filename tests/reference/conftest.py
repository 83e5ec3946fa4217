"""One embedded API and one simulated AWS for all tests of this folder, reset for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster

from .world import World


@pytest.fixture(scope="session")
def embedded() -> Iterator[EmbeddedCluster]:
    cluster = EmbeddedCluster()
    cluster.start()
    yield cluster
    cluster.stop()


@pytest.fixture
def world(embedded: EmbeddedCluster, cloud: SimulatedCloud) -> World:
    embedded.reset()
    return World(embedded, cloud)
