"""The embedded API and the simulated AWS as the tests of this folder use them, reset for each."""

from __future__ import annotations

import pytest

from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster

from .world import World


@pytest.fixture
def world(embedded: EmbeddedCluster, cloud: SimulatedCloud) -> World:
    embedded.reset()
    return World(embedded, cloud)
