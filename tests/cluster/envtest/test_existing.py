"""The cluster `kubeconfig` on a real one, with the controllers that clusters have for Deployments."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from enhancement_kit.cluster.envtest import EnvtestCluster
from enhancement_kit.cluster.envtest.control_plane import CONTROLLERS
from enhancement_kit.cluster.kubeconfig import KubeconfigCluster
from enhancement_kit.world.clients.kubernetes import MEDIA_TYPES, Admin, ApiError

from ..conftest import WIDGETS, crd, widget
from ..kubeconfig.test_cluster import CLAIM, NARROW, STRING
from ..test_stand_ins import deployment, owned
from .conftest import asked_for

ROOT = Path(__file__).parents[3]
WORKLOADS = ("deployment-controller", "replicaset-controller", "serviceaccount-controller")
MINE = "/api/v1/namespaces/mine"
DEPLOYMENTS = "/apis/apps/v1/namespaces/mine/deployments"


@pytest.fixture(scope="module")
def somebodys() -> Iterator[EnvtestCluster]:
    asked_for()
    server = EnvtestCluster(watch_cache=True, controllers=(*CONTROLLERS, *WORKLOADS))
    server.start()
    server.install_crds([])
    yield server
    server.stop()


@pytest.fixture(scope="module")
def config(somebodys: EnvtestCluster, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("existing") / "config"
    path.write_text(yaml.safe_dump(dict(somebodys.kubeconfig())))
    return str(path)


@pytest.fixture
def cluster(config: str) -> Iterator[KubeconfigCluster]:
    made = KubeconfigCluster(kubeconfig=config, context="envtest")
    made.start()
    yield made
    made.stop()


@pytest.fixture
def admin(cluster: KubeconfigCluster) -> Admin:
    found = Admin(cluster.client("admin"))
    found.create({"kind": "Namespace", "metadata": {"name": "mine"}})
    return found


BY_THEMSELVES = (
    "Event",
    "Lease",
    "ServiceAccount",
    "IPAddress",
    "Service",
    "EndpointSlice",
    "Endpoints",
    "APIService",
)
"""What the API server and controllers write at any time."""


def inventory(server: EnvtestCluster) -> set[tuple[str, str, str]]:
    """Return the objects on the server, but for those that appear by themselves."""
    return {
        (o["kind"], o["metadata"].get("namespace", ""), o["metadata"]["name"])
        for o in Admin(server.client("somebody")).everything()
        if o["kind"] not in BY_THEMSELVES
    }


def test_it_is_left_as_it_was_found(somebodys: EnvtestCluster, config: str) -> None:
    before = inventory(somebodys)
    cluster = KubeconfigCluster(kubeconfig=config, context="envtest")
    cluster.start()
    admin = Admin(cluster.client("admin"))
    cluster.install_crds([crd(STRING)])
    admin.create({"kind": "Namespace", "metadata": {"name": "mine"}})
    admin.create({"kind": "Node", "metadata": {"name": "worker-1"}})
    body = widget(size="small")
    body["metadata"]["finalizers"] = ["example.test/stays"]
    admin.request("POST", WIDGETS, body)
    admin.request("POST", DEPLOYMENTS, deployment())
    assert CLAIM in inventory(somebodys)
    cluster.stop()
    assert inventory(somebodys) - before == set()


def test_a_deployment_is_rolled_out_by_its_controllers(cluster: KubeconfigCluster, admin: Admin) -> None:
    admin.request("POST", DEPLOYMENTS, deployment())
    seen = admin.request("GET", f"{DEPLOYMENTS}/d")
    assert (seen["status"]["availableReplicas"], seen["status"]["observedGeneration"]) == (2, 1)
    cluster.workloads.hold()
    change = {"spec": {"template": {"metadata": {"annotations": {"a": "b"}}}}}
    admin.request("PATCH", f"{DEPLOYMENTS}/d", change, media=MEDIA_TYPES["merge"])
    held = admin.request("GET", f"{DEPLOYMENTS}/d")["status"]
    assert (held["observedGeneration"], held.get("unavailableReplicas")) == (2, 1)
    cluster.workloads.release()
    released = admin.request("GET", f"{DEPLOYMENTS}/d")["status"]
    assert (released["updatedReplicas"], released["availableReplicas"]) == (2, 2)
    admin.request("DELETE", f"{DEPLOYMENTS}/d")
    assert admin.request("GET", f"{MINE}/pods")["items"] == []


def test_a_reset_leaves_no_pods_and_takes_no_namespace(
    cluster: KubeconfigCluster, admin: Admin, somebodys: EnvtestCluster
) -> None:
    identity = admin.get("Namespace", "mine")["metadata"]["uid"]
    theirs = Admin(somebodys.client("somebody"))
    spent = []
    for _ in range(3):
        admin.request("POST", DEPLOYMENTS, deployment())
        began = time.process_time()
        cluster.reset()
        spent.append(time.process_time() - began)
        assert theirs.request("GET", f"{MINE}/pods")["items"] == []
        admin.create({"kind": "Namespace", "metadata": {"name": "mine"}})
    assert admin.get("Namespace", "mine")["metadata"]["uid"] == identity
    assert min(spent) < 0.5


def test_definitions_are_enforced_and_dependents_collected(cluster: KubeconfigCluster, admin: Admin) -> None:
    """Check the cluster's own garbage collector, which may take up to half a minute to learn of new kinds."""
    cluster.install_crds([crd(STRING)])
    admin.request("POST", WIDGETS, widget(size="small"))
    cluster.change_crds([crd(NARROW)])
    with pytest.raises(ApiError, match="Unsupported value"):
        admin.request("POST", WIDGETS, widget("other", size="small"))
    owner = admin.request("GET", f"{WIDGETS}/w")
    maps = "/api/v1/namespaces/default/configmaps"
    admin.request("POST", maps, owned("m", owner))
    admin.request("DELETE", f"{WIDGETS}/w")
    assert [m["metadata"]["name"] for m in admin.request("GET", maps)["items"]] in ([], ["kube-root-ca.crt"])


def test_scenarios_run_on_it(somebodys: EnvtestCluster, config: str, tmp_path: Path) -> None:
    before = inventory(somebodys)
    existing = ["--cluster", "kubeconfig", "--kubeconfig", config, "--context", "envtest"]
    command = [sys.executable, "-m", "pytest", "features/ingress_lb_subnets", "-q", "-m", "smoke", *existing]
    said = subprocess.run([*command, "--reports", str(tmp_path)], capture_output=True, text=True, check=False, cwd=ROOT)
    assert said.returncode == 0, said.stdout
    assert "1 passed" in said.stdout
    assert inventory(somebodys) - before == set()
