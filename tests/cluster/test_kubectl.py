"""kubectl against `ekit serve cluster`, as a user starts it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from .behaviours import fixed_crds

KUBECTL = shutil.which("kubectl")
pytestmark = pytest.mark.skipif(KUBECTL is None, reason="kubectl is not installed")

WIDGET = {
    "apiVersion": "example.test/v1",
    "kind": "Widget",
    "metadata": {"name": "w", "namespace": "default"},
    "spec": {"a": "x", "ports": [{"name": "x", "port": 8}]},
}
SERVICE = {
    "apiVersion": "v1",
    "kind": "Service",
    "metadata": {"name": "s", "namespace": "default"},
    "spec": {"type": "LoadBalancer", "selector": {"a": "b"}, "ports": [{"name": "a", "port": 80}]},
}
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


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the kubeconfig of a server that runs."""
    folder = tmp_path_factory.mktemp("served")
    crds = folder / "crds"
    crds.mkdir()
    for definition in fixed_crds():
        (crds / f"{definition['metadata']['name']}.yaml").write_text(yaml.safe_dump(definition))
    command = [sys.executable, "-W", "error::DeprecationWarning", "-m", "enhancement_kit", "serve", "cluster", "--tls"]
    command += ["--random-token", "--kubeconfig", str(folder / "kubeconfig"), "--crds", str(crds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        ready = json.loads(process.stdout.readline())
        assert ready["kubeconfig"] == str(folder / "kubeconfig")
        yield folder
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert process.stderr.read() == "", "nothing is printed in a run without trouble"
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def kubectl(served: Path) -> Run:
    def run(*arguments: str, manifest: object = None, code: int = 0) -> str:
        environment = {**os.environ, "HOME": str(served), "KUBECONFIG": str(served / "kubeconfig")}
        given = None if manifest is None else yaml.safe_dump(manifest)
        done = subprocess.run(
            [str(KUBECTL), *arguments], input=given, capture_output=True, text=True, env=environment, timeout=30
        )
        assert done.returncode == code, (arguments, done.stdout, done.stderr)
        return done.stdout + done.stderr

    return run


def test_apply_by_the_client_validates_merges_and_takes_back(kubectl: Run) -> None:
    assert "widget.example.test/w created" in kubectl("apply", "-f", "-", manifest=WIDGET)
    assert "unchanged" in kubectl("apply", "-f", "-", manifest=WIDGET)
    changed = {**SERVICE, "spec": {**SERVICE["spec"], "ports": [{"name": "b", "port": 81}]}}  # type: ignore[dict-item]
    kubectl("apply", "-f", "-", manifest=SERVICE)
    kubectl("apply", "-f", "-", manifest=changed)
    assert kubectl("get", "svc", "s", "-o", "jsonpath={.spec.ports[*].port}") == "81"
    wrong = {**WIDGET, "spec": {"zz": 1}}
    assert 'strict decoding error: unknown field "spec.zz"' in kubectl("apply", "-f", "-", manifest=wrong, code=1)
    kubectl("delete", "wd/w", "svc/s")


def test_apply_by_the_server(kubectl: Run) -> None:
    assert "serverside-applied" in kubectl("apply", "--server-side", "-f", "-", manifest=WIDGET)
    other = {**WIDGET, "spec": {"a": "other"}}
    refused = kubectl("apply", "--server-side", "--field-manager", "other", "-f", "-", manifest=other, code=1)
    assert 'conflict with "kubectl": .spec.a' in refused
    kubectl("apply", "--server-side", "--field-manager", "other", "--force-conflicts", "-f", "-", manifest=other)
    assert kubectl("get", "wd", "w", "-o", "jsonpath={.spec.a}") == "other"
    kubectl("delete", "wd", "w")


def test_a_deployment_is_rolled_out_waited_for_and_scaled(kubectl: Run) -> None:
    kubectl("apply", "-f", "-", manifest=DEPLOYMENT)
    kubectl("wait", "--for=condition=Available", "deploy/d", "--timeout=5s")
    assert "successfully rolled out" in kubectl("rollout", "status", "deploy/d", "--timeout=5s")
    kubectl("scale", "deploy", "d", "--replicas=1")
    assert kubectl("get", "po", "-o", "name").count("pod/d-") == 1
    kubectl("patch", "deploy", "d", "-p", '{"spec":{"template":{"spec":{"containers":[{"name":"c","image":"i:2"}]}}}}')
    assert kubectl("get", "deploy", "d", "-o", "jsonpath={..image} {..containerPort}") == "i:2 80"
    kubectl("delete", "deploy", "d")
    assert "No resources found" in kubectl("get", "po")


def test_get_describe_and_explain(kubectl: Run) -> None:
    kubectl("apply", "-f", "-", manifest=WIDGET)
    assert kubectl("get", "wd", "-o", "wide").split()[:5] == ["NAME", "A", "N", "PORT", "AGE"]
    assert kubectl("get", "toys", "-o", "name") == "widget.example.test/w\n"
    assert "Kind:         Widget" in kubectl("describe", "wd", "w")
    assert "What is wanted of the widget." in kubectl("explain", "widget.spec")
    assert "<[]ServicePort>" in kubectl("explain", "service.spec.ports")
    listed = kubectl("get", "wd", "--watch", "--request-timeout=1s", "-o", "name", code=0)
    assert listed.startswith("widget.example.test/w")
    kubectl("delete", "wd", "w", "--wait")
