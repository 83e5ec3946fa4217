"""The embedded Kubernetes API as fixtures, for the tests of any project.

    pytest_plugins = ["enhancement_kit.cluster.pytest_plugin"]

in the project's top conftest.py gives `embedded_cluster`, `kube_api` and `kubeconfig`. The settings `embedded_crds` and
`embedded_feature_set` say which CustomResourceDefinitions it serves, `embedded_authorization` who may do what, and
`embedded_stand_ins` whether Deployments become available and dependents are collected.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.authorization import ALWAYS_ALLOW, MODES
from enhancement_kit.cluster.embedded.serve import read_crds
from enhancement_kit.errors import KitError
from enhancement_kit.files.writing import write_private

CRDS, FEATURE_SET, AUTHORIZATION = "embedded_crds", "embedded_feature_set", "embedded_authorization"
STAND_INS = "embedded_stand_ins"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the settings."""
    parser.addini(CRDS, "folders with CRD manifests that the embedded Kubernetes API serves", type="paths", default=[])
    parser.addini(FEATURE_SET, "the OpenShift feature set whose CRDs are installed, for example Default", default="")
    parser.addini(AUTHORIZATION, f"who may do what: {' or '.join(MODES)}", default=ALWAYS_ALLOW)
    parser.addini(STAND_INS, "whether stand-ins play the controllers of a cluster", type="bool", default=True)


@pytest.fixture(scope="session")
def _served_cluster(pytestconfig: pytest.Config) -> Iterator[EmbeddedCluster]:
    """Serve one embedded cluster for all tests of a process."""
    try:
        cluster = EmbeddedCluster(
            authorization=pytestconfig.getini(AUTHORIZATION), stand_ins=pytestconfig.getini(STAND_INS)
        )
    except KitError as error:
        raise pytest.UsageError(f"{AUTHORIZATION}: {error}") from error
    try:
        feature_set = pytestconfig.getini(FEATURE_SET)
        crds = [crd for folder in pytestconfig.getini(CRDS) for crd in read_crds(Path(folder), feature_set)]
        cluster.start()
        cluster.install_crds(crds)
    except KitError as error:
        cluster.stop()
        raise pytest.UsageError(f"{CRDS}: {error}") from error
    yield cluster
    cluster.stop()


@pytest.fixture
def embedded_cluster(_served_cluster: EmbeddedCluster) -> EmbeddedCluster:
    """Provide a Kubernetes API with the definitions of `embedded_crds` and no objects."""
    _served_cluster.reset()
    return _served_cluster


@pytest.fixture
def kube_api(embedded_cluster: EmbeddedCluster) -> Any:
    """Provide a `kubernetes.client.ApiClient`; `embedded_cluster.client(name)` gives others, by field manager."""
    return embedded_cluster.client("tests")


@pytest.fixture
def kubeconfig(embedded_cluster: EmbeddedCluster, tmp_path: Path) -> Path:
    """Provide a kubeconfig file for other programs."""
    path = tmp_path / "kubeconfig"
    write_private(path, yaml.safe_dump(dict(embedded_cluster.kubeconfig())))
    return path
