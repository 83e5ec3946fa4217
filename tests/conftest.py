"""The one simulated AWS that all tests of the kit share: a process can run only one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from enhancement_kit.cloud.simulated import SimulatedCloud

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
