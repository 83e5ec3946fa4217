"""A small network in an empty simulated AWS."""

from __future__ import annotations

import pytest

from enhancement_kit.cloud.simulated import SimulatedCloud
from tests.cloud.world import World


@pytest.fixture
def world(cloud: SimulatedCloud) -> World:
    return World(cloud)
