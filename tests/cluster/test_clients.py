"""The official client, unchanged: typed, custom objects, dynamic, watches; over HTTPS too; the server on its own."""

from __future__ import annotations

import json
import os
import signal
import ssl
import subprocess
import sys
import urllib.request
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import yaml
from kubernetes import client, watch
from kubernetes.dynamic import DynamicClient

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.serve import FEATURE_SET, read_crds, run
from enhancement_kit.errors import HarnessError, UsageError

from .conftest import Http, crd, widget

SPEC = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 3}}}


def test_typed_clients(cluster: EmbeddedCluster) -> None:
    core = client.CoreV1Api(cluster.client("kit"))
    meta = client.V1ObjectMeta(name="c", labels={"a": "b"})
    made = core.create_namespaced_config_map("default", client.V1ConfigMap(metadata=meta, data={"k": "v"}))
    made.data["k"] = "w"
    assert core.replace_namespaced_config_map("c", "default", made).data == {"k": "w"}
    assert core.patch_namespaced_config_map("c", "default", {"data": {"l": "m"}}).data == {"k": "w", "l": "m"}
    assert [m.metadata.name for m in core.list_namespaced_config_map("default", label_selector="a=b").items] == ["c"]
    with pytest.raises(client.ApiException) as failure:
        core.replace_namespaced_config_map("c", "default", made)
    assert (failure.value.status, json.loads(failure.value.body)["reason"]) == (409, "Conflict")
    core.delete_namespaced_config_map("c", "default")
    assert core.list_namespaced_config_map("default").items == []
    owners = {e.manager for e in made.metadata.managed_fields}
    assert owners == {"kit"}


def test_custom_objects(cluster: EmbeddedCluster) -> None:
    cluster.install_crds([crd(SPEC)])
    api = client.CustomObjectsApi(cluster.client("kit"))
    place = ("example.test", "v1", "default", "widgets")
    api.create_namespaced_custom_object(*place, widget(a="x"))
    assert api.patch_namespaced_custom_object(*place, "w", {"spec": {"a": "y"}})["spec"] == {"a": "y"}
    status = api.patch_namespaced_custom_object_status(*place, "w", {"status": {"phase": "Good"}})
    assert status["status"] == {"phase": "Good"}
    with pytest.raises(client.ApiException) as failure:
        api.create_namespaced_custom_object(*place, widget("v", a="long"))
    assert json.loads(failure.value.body)["message"] == (
        'Widget.example.test "v" is invalid: spec.a: Too long: may not be more than 3 bytes'
    )
    assert len(api.list_cluster_custom_object("example.test", "v1", "widgets")["items"]) == 1
    api.delete_namespaced_custom_object(*place, "w")
    assert api.list_namespaced_custom_object(*place)["items"] == []


def test_the_dynamic_client(cluster: EmbeddedCluster, tmp_path: Path) -> None:
    cluster.install_crds([crd(SPEC)])
    dynamic = DynamicClient(cluster.client("kit"), cache_file=str(tmp_path / "discovery.json"))
    widgets = dynamic.resources.get(api_version="example.test/v1", kind="Widget")
    assert widgets.create(body=widget(a="x"), namespace="default").spec.a == "x"
    applied = widgets.server_side_apply(
        body=widget("z", a="y"), name="z", namespace="default", field_manager="kit", force_conflicts=True
    )
    assert applied.spec.a == "y"
    assert [w.metadata.name for w in widgets.get(namespace="default").items] == ["w", "z"]
    services = dynamic.resources.get(api_version="v1", kind="Service")
    assert [s.metadata.name for s in services.get(namespace="default").items] == ["kubernetes"]


def test_watches_of_the_client(cluster: EmbeddedCluster) -> None:
    core = client.CoreV1Api(cluster.client("kit"))
    core.create_namespaced_secret("default", {"metadata": {"name": "s"}, "stringData": {"a": "b"}})
    events = [
        (e["type"], e["object"].metadata.name, e["object"].data)
        for e in watch.Watch().stream(core.list_namespaced_secret, "default", timeout_seconds=1)
    ]
    assert events == [("ADDED", "s", {"a": "Yg=="})]


def test_clients_are_cached_by_user(cluster: EmbeddedCluster) -> None:
    assert cluster.client("one") is cluster.client("one")
    assert cluster.client("one") is not cluster.client("two")
    assert cluster.client("one").user_agent == "one"


def test_https_with_the_kubeconfig(tmp_path: Path) -> None:
    cluster = EmbeddedCluster(tls=True)
    cluster.start()
    try:
        assert cluster.url.startswith("https://127.0.0.1:")
        assert client.CoreV1Api(cluster.client("kit")).list_namespace().items
        from kubernetes import config

        api = config.new_client_from_config_dict(dict(cluster.kubeconfig()))
        assert client.CoreV1Api(api).list_namespace().items
        with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.build_opener(
                urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=ssl.create_default_context())
            ).open(cluster.url + "/version", timeout=5)
    finally:
        cluster.stop()


def test_a_taken_port_is_a_harness_error(cluster: EmbeddedCluster) -> None:
    port = int(cluster.url.rpartition(":")[2])
    with pytest.raises(HarnessError, match=f"cannot listen on 127.0.0.1:{port}"):
        EmbeddedCluster(port=port).start()


def test_before_start_there_is_no_address() -> None:
    with pytest.raises(HarnessError, match="before it is started"):
        _ = EmbeddedCluster().url


def test_a_cluster_can_be_started_again() -> None:
    cluster = EmbeddedCluster()
    for _ in range(2):
        cluster.start()
        assert client.CoreV1Api(cluster.client("kit")).list_namespace().items
        cluster.stop()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve(tmp_path: Path, number: int) -> None:
    folder = tmp_path / "crds"
    folder.mkdir()
    (folder / "widget.yaml").write_text(yaml.safe_dump(crd(SPEC)))
    kubeconfig = tmp_path / "kubeconfig"
    command = [sys.executable, "-m", "enhancement_kit", "serve", "cluster", "--token", "t"]
    command += ["--kubeconfig", str(kubeconfig), "--crds", str(folder)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONWARNINGS": "ignore"}
    )
    try:
        assert process.stdout is not None
        ready: dict[str, Any] = json.loads(process.stdout.readline())
        assert (ready["kubeconfig"], ready["version"][:5]) == (str(kubeconfig), "1.36.")
        assert yaml.safe_load(kubeconfig.read_text())["users"][0]["user"] == {"token": "t"}
        assert kubeconfig.stat().st_mode & 0o077 == 0
        assert Http(ready["url"])("GET", "/api").code == 401
        process.send_signal(number)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


@pytest.mark.parametrize(
    ("flags", "code"), [([], 401), (["--random-token"], 401), (["--no-token"], 200), (["--token", "t"], 401)]
)
def test_serve_asks_for_a_token_unless_told_otherwise(
    flags: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[int] = []

    class Asked:
        """Stands for the signals that end the server."""

        def wait(self) -> None:
            """Ask the server, instead of waiting."""
            ready.update(json.loads(capsys.readouterr().out))
            seen.append(Http(ready["url"])("GET", "/api").code)
            seen.append(Http(ready["url"], token=ready.get("token", known))("GET", "/api").code)

    known = "t" if "t" in flags else ""
    ready: dict[str, Any] = {}
    monkeypatch.setattr("enhancement_kit.cluster.embedded.serve.stop_asked", lambda: nullcontext(Asked()))
    assert run(flags) == 0
    assert seen == [code, 200]
    assert ("token" in ready) == (flags in ([], ["--random-token"]))


def test_a_token_and_no_token_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["--token", "t", "--no-token"])
    assert "not allowed with argument" in capsys.readouterr().err


def test_serve_names_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        read_crds(tmp_path / "nowhere")
    (tmp_path / "bad.yaml").write_text("a: [")
    with pytest.raises(UsageError, match=r"bad\.yaml:2: broken YAML: "):
        read_crds(tmp_path)
    (tmp_path / "bad.yaml").write_text(yaml.safe_dump_all([crd(SPEC), crd(SPEC)]))
    with pytest.raises(UsageError, match=r"defines widgets\.example\.test"):
        read_crds(tmp_path)
    with pytest.raises(UsageError, match=r"--feature-set .* name it by --crds"):
        run(["--feature-set", "Default"])
    with pytest.raises(UsageError, match="--port 70000"):
        run(["--port", "70000"])


def test_serve_chooses_definitions_by_feature_set(tmp_path: Path) -> None:
    def put(name: str, sets: str, **fields: Any) -> None:
        definition = crd({"type": "object", "properties": fields})
        if sets:
            definition["metadata"]["annotations"] = {FEATURE_SET: sets}
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(definition))

    put("stable", "Default")
    put("preview", "TechPreviewNoUpgrade,DevPreviewNoUpgrade", a={"type": "string"})
    everywhere = crd(SPEC, plural="gadgets", kind="Gadget")
    (tmp_path / "gadgets.yaml").write_text(yaml.safe_dump(everywhere))

    def fields(feature_set: str) -> dict[str, list[str]]:
        return {
            d["metadata"]["name"]: list(
                d["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"].get("properties", {})
            )
            for d in read_crds(tmp_path, feature_set)
        }

    assert fields("Default") == {"gadgets.example.test": ["a"], "widgets.example.test": []}
    assert fields("DevPreviewNoUpgrade")["widgets.example.test"] == ["a"]
    with pytest.raises(UsageError, match="choose by --feature-set"):
        read_crds(tmp_path)
    with pytest.raises(UsageError, match="there are Default, DevPreviewNoUpgrade, TechPreviewNoUpgrade"):
        read_crds(tmp_path, "Nightly")
