"""The real control plane behind the cluster interface."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from enhancement_kit import temporary
from enhancement_kit.cluster.envtest import EnvtestCluster
from enhancement_kit.cluster.envtest.binaries import find_binaries
from enhancement_kit.cluster.envtest.control_plane import ControlPlane
from enhancement_kit.cluster.real.api import TABLE
from enhancement_kit.errors import HarnessError
from enhancement_kit.temporary.leftovers import running_in
from enhancement_kit.world.clients.kubernetes import MEDIA_TYPES, Admin, ApiError

from ..conftest import WIDGETS, crd, widget
from ..test_stand_ins import DEPLOYMENTS, MAPS, PODS, conditions, deployment, owned, ready

STRING = {"type": "object", "properties": {"size": {"type": "string"}}}
NARROW = {"type": "object", "properties": {"size": {"type": "string", "enum": ["big"]}}}


def listed(admin: Admin, path: str) -> list[str]:
    return [item["metadata"]["name"] for item in admin.request("GET", path)["items"]]


def test_reset_leaves_what_a_new_cluster_has(envtest: EnvtestCluster, admin: Admin) -> None:
    envtest.install_crds([crd(STRING)])
    envtest.reset()
    before = {(o["kind"], o["metadata"].get("namespace"), o["metadata"]["name"]) for o in admin.everything()}
    admin.create({"kind": "Namespace", "metadata": {"name": "mine"}})
    admin.create({"kind": "Node", "metadata": {"name": "n"}})
    ports = {"ports": [{"port": 80}], "type": "LoadBalancer"}
    admin.create({"kind": "Service", "metadata": {"name": "s", "namespace": "mine"}, "spec": ports})
    admin.request("POST", WIDGETS, widget(size="big"))
    admin.request("POST", MAPS, {"metadata": {"name": "m", "finalizers": ["example.test/stays"]}})
    admin.request(
        "PATCH", "/api/v1/namespaces/default", {"metadata": {"labels": {"touched": "yes"}}}, media=MEDIA_TYPES["merge"]
    )
    envtest.reset()
    after = {(o["kind"], o["metadata"].get("namespace"), o["metadata"]["name"]) for o in admin.everything()}
    # the API server creates its own Service some seconds after its start
    own = {("Service", "default", "kubernetes"), ("IPAddress", None, "10.96.0.1")}
    assert after - own == before - own
    assert "touched" not in admin.request("GET", "/api/v1/namespaces/default")["metadata"]["labels"]


def test_a_reset_gives_node_ports_and_addresses_back(envtest: EnvtestCluster, admin: Admin) -> None:
    admin.create({"kind": "Namespace", "metadata": {"name": "mine"}})
    spec = {"ports": [{"port": 80, "nodePort": 30123}], "type": "NodePort", "clusterIP": "10.96.7.7"}
    for _ in range(2):
        admin.create({"kind": "Service", "metadata": {"name": "s", "namespace": "default"}, "spec": spec})
        envtest.reset()


def test_a_changed_definition_is_enforced_at_once(envtest: EnvtestCluster, admin: Admin) -> None:
    for _ in range(3):
        envtest.install_crds([crd(STRING)])
        admin.request("POST", WIDGETS, widget(size="small"))
        envtest.install_crds([crd(NARROW)])
        assert listed(admin, WIDGETS) == []
        with pytest.raises(ApiError, match="Unsupported value"):
            admin.request("POST", WIDGETS, widget(size="small"))


def test_an_unchanged_definition_keeps_its_objects(envtest: EnvtestCluster, admin: Admin) -> None:
    envtest.install_crds([crd(STRING)])
    admin.request("POST", WIDGETS, widget())
    envtest.install_crds([copy.deepcopy(crd(STRING))])
    assert listed(admin, WIDGETS) == ["w"]


def test_an_upgrade_keeps_objects(envtest: EnvtestCluster, admin: Admin) -> None:
    envtest.install_crds([crd(STRING)])
    admin.request("POST", WIDGETS, widget(size="small"))
    envtest.change_crds([crd(NARROW)])
    assert listed(admin, WIDGETS) == ["w"]
    with pytest.raises(ApiError, match="Unsupported value"):
        admin.request("POST", WIDGETS, widget("other", size="small"))


def test_what_an_update_may_not_change_a_new_definition_may(envtest: EnvtestCluster, admin: Admin) -> None:
    envtest.install_crds([crd(STRING)])
    envtest.install_crds([crd(STRING, scope="Cluster")])
    admin.request("POST", "/apis/example.test/v1/widgets", widget())
    with pytest.raises(HarnessError, match=r"refuses CustomResourceDefinition widgets\.example\.test: .*scope"):
        envtest.change_crds([crd(STRING)])


def test_a_definition_that_is_left_out_is_gone(envtest: EnvtestCluster, admin: Admin) -> None:
    envtest.install_crds([crd(STRING), crd(STRING, plural="gadgets", kind="Gadget")])
    envtest.install_crds([crd(STRING, plural="gadgets", kind="Gadget")])
    with pytest.raises(ApiError, match="404"):
        admin.request("GET", WIDGETS)


def test_a_refused_definition_is_named(envtest: EnvtestCluster) -> None:
    with pytest.raises(HarnessError, match=r"refuses CustomResourceDefinition widgets\.example\.test: .*type"):
        envtest.install_crds([crd({"type": "nonsense"})])


def test_a_definition_shows_the_columns_that_it_has(envtest: EnvtestCluster, admin: Admin) -> None:
    plain, columned = crd(STRING), crd(STRING, plural="gadgets", kind="Gadget")
    columns = [{"name": "Size", "type": "string", "jsonPath": ".spec.size", "description": "how big"}]
    columned["spec"]["versions"][0]["additionalPrinterColumns"] = columns
    envtest.install_crds([plain, columned])
    client = envtest.client("tests")
    headers = {**client.default_headers, "Accept": TABLE}
    for plural, names in (("widgets", ["Name", "Age"]), ("gadgets", ["Name", "Size"])):
        path = f"{client.configuration.host}/apis/example.test/v1/{plural}"
        table = json.loads(client.call_api("GET", path, header_params=headers).read())
        assert [column["name"] for column in table["columnDefinitions"]] == names


def test_deployments_are_rolled_out_unless_held(envtest: EnvtestCluster, admin: Admin) -> None:
    admin.request("POST", DEPLOYMENTS, deployment())
    seen = admin.request("GET", DEPLOYMENTS + "/d")
    assert (seen["status"]["availableReplicas"], seen["status"]["observedGeneration"]) == (2, 1)
    assert ready(admin.request("GET", PODS)["items"]) == [True, True]
    envtest.workloads.hold()
    change = {"spec": {"replicas": 3}}
    admin.request("PATCH", DEPLOYMENTS + "/d", change, media=MEDIA_TYPES["merge"])
    assert conditions(admin.request("GET", DEPLOYMENTS + "/d"))["Available"] == ("False", "MinimumReplicasUnavailable")
    assert ready(admin.request("GET", PODS)["items"]) == [False, False, False]
    envtest.workloads.release()
    assert admin.request("GET", DEPLOYMENTS + "/d")["status"]["availableReplicas"] == 3
    assert ready(admin.request("GET", PODS)["items"]) == [True, True, True]


@pytest.mark.parametrize("propagation", ["Background", "Foreground"])
def test_dependents_are_gone_when_the_delete_is_answered(
    envtest: EnvtestCluster, admin: Admin, propagation: str
) -> None:
    envtest.install_crds([crd(STRING)])
    owner = admin.request("POST", WIDGETS, widget())
    middle = admin.request("POST", MAPS, owned("middle", owner))
    last = owned("last", {"apiVersion": "v1", "kind": "ConfigMap", **middle})
    admin.request("POST", WIDGETS, {**widget("last"), **last})
    admin.request("DELETE", WIDGETS + "/w", {"propagationPolicy": propagation})
    assert (listed(admin, MAPS), listed(admin, WIDGETS)) == ([], [])


def test_dependents_go_with_the_last_finalizer(envtest: EnvtestCluster, admin: Admin) -> None:
    envtest.install_crds([crd(STRING)])
    body = widget()
    body["metadata"]["finalizers"] = ["example.test/wait"]
    owner = admin.request("POST", WIDGETS, body)
    admin.request("POST", MAPS, owned("m", owner))
    admin.request("DELETE", WIDGETS + "/w")
    assert listed(admin, MAPS) == ["m"]
    none = {"metadata": {"finalizers": None}}
    admin.request("PATCH", WIDGETS + "/w", none, media=MEDIA_TYPES["merge"])
    assert listed(admin, MAPS) == []


def test_pods_go_with_their_deployment(envtest: EnvtestCluster, admin: Admin) -> None:
    admin.request("POST", DEPLOYMENTS, deployment())
    admin.request("DELETE", DEPLOYMENTS + "/d")
    assert listed(admin, PODS) == []


def test_clients_are_field_managers(envtest: EnvtestCluster, admin: Admin) -> None:
    made = admin.request("POST", MAPS, {"metadata": {"name": "m"}, "data": {"a": "b"}})
    assert [entry["manager"] for entry in made["metadata"]["managedFields"]] == ["tests"]
    assert envtest.client("tests") is envtest.client("tests")


def test_a_kubeconfig_is_enough_for_kubectl(envtest: EnvtestCluster, tmp_path: Path) -> None:
    kubectl = find_binaries().apiserver.parent / "kubectl"
    if not kubectl.exists():
        pytest.skip(f"there is no {kubectl}")
    config = tmp_path / "config"
    config.write_text(yaml.safe_dump(dict(envtest.kubeconfig())))
    command = [str(kubectl), f"--kubeconfig={config}", "get", "namespaces", "-o", "name"]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env={"HOME": str(tmp_path)})
    assert "namespace/default" in said.stdout


STARTED = """
import os, signal
from enhancement_kit.cluster.envtest import EnvtestCluster
cluster = EnvtestCluster()
cluster.start()
cluster.install_crds([])
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_nothing_is_left_of_a_killed_run_after_the_next_start(
    envtest: EnvtestCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", STARTED], env=environment, check=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    root = temporary.root()
    second = EnvtestCluster()
    second.start()
    try:
        (folder,) = (entry for entry in root.iterdir() if entry.is_dir())
        assert folder == temporary.mine().path
        assert len(running_in(folder)) == 2
        assert second.version == envtest.version
    finally:
        second.stop()
        second.stop()
    assert running_in(folder) == []


def test_an_interrupted_start_leaves_nothing(
    shared_envtest: EnvtestCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def interrupt(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(ControlPlane, "_ready", interrupt)
    with pytest.raises(KeyboardInterrupt):
        EnvtestCluster().start()
    assert running_in(temporary.mine().path) == []
    assert [entry.name for entry in temporary.mine().path.iterdir()] == ["lock"]
