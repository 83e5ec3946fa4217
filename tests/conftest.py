"""The one simulated AWS that all tests of the kit share, as a process can run only one, and an embedded API."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster

# runs started by tests write where the tests say, even in a job that sets a folder for artifacts
os.environ.pop("ARTIFACT_DIR", None)


@pytest.fixture(scope="session")
def running_cloud() -> Iterator[SimulatedCloud]:
    """Create the simulated AWS once per process; tests that never use it do not start it."""
    cloud = SimulatedCloud()
    yield cloud
    cloud.stop()


@pytest.fixture
def cloud(running_cloud: SimulatedCloud) -> SimulatedCloud:
    """Return the simulated AWS, running and empty, whatever the previous test left behind."""
    running_cloud.start()
    running_cloud.reset()
    return running_cloud


@pytest.fixture(scope="session")
def embedded() -> Iterator[EmbeddedCluster]:
    """Start the embedded API once per process; whoever uses it resets it first."""
    cluster = EmbeddedCluster()
    cluster.start()
    yield cluster
    cluster.stop()
