"""One real control plane for all tests of this folder, emptied before each; skipped where its programs are missing."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from enhancement_kit.cluster.envtest import EnvtestCluster
from enhancement_kit.cluster.envtest.binaries import find_binaries
from enhancement_kit.errors import HarnessError
from enhancement_kit.world.clients.kubernetes import Admin

ASKED_FOR = "KIT_REAL_API"
"""Real servers take seconds to start and need the programs of `make control-plane`: they are asked for by name."""


def asked_for() -> None:
    """Skip unless a real kube-apiserver is asked for and its programs are found."""
    if not os.environ.get(ASKED_FOR):
        pytest.skip(f"set {ASKED_FOR}=1 to start a real kube-apiserver")
    try:
        find_binaries()
    except HarnessError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def shared_envtest() -> Iterator[EnvtestCluster]:
    asked_for()
    cluster = EnvtestCluster()
    cluster.start()
    yield cluster
    cluster.stop()


@pytest.fixture
def envtest(shared_envtest: EnvtestCluster) -> EnvtestCluster:
    shared_envtest.reset()
    return shared_envtest


@pytest.fixture
def admin(envtest: EnvtestCluster) -> Admin:
    return Admin(envtest.client("tests"))
