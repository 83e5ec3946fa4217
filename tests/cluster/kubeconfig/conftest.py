"""An existing server with an object of somebody else on it, and its kubeconfig."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.kubeconfig import KubeconfigCluster
from enhancement_kit.world.clients.kubernetes import Admin


def write(document: object, path: Path) -> str:
    path.write_text(yaml.safe_dump(document))
    return str(path)


@pytest.fixture
def somebodys() -> Iterator[EmbeddedCluster]:
    """Provide a cluster of somebody else, over HTTPS and with a token."""
    server = EmbeddedCluster(tls=True, token="secret")
    server.start()
    theirs = Admin(server.client("somebody"))
    theirs.create({"kind": "Node", "metadata": {"name": "theirs"}})
    theirs.create({"kind": "Namespace", "metadata": {"name": "theirs"}})
    yield server
    server.stop()


@pytest.fixture
def kubeconfig(somebodys: EmbeddedCluster, tmp_path: Path) -> str:
    return write(dict(somebodys.kubeconfig()), tmp_path / "config")


@pytest.fixture
def cluster(kubeconfig: str) -> Iterator[KubeconfigCluster]:
    made = KubeconfigCluster(kubeconfig=kubeconfig, context="embedded", yes_this_cluster="embedded")
    made.start()
    yield made
    made.stop()


@pytest.fixture
def admin(cluster: KubeconfigCluster) -> Admin:
    return Admin(cluster.client("admin"))


@pytest.fixture
def theirs(somebodys: EmbeddedCluster) -> Admin:
    return Admin(somebodys.client("somebody"))
