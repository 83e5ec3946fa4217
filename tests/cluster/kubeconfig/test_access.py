"""The context has to be named and to exist; clusters that may matter to somebody have to be confirmed."""

from __future__ import annotations

import copy
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.kubeconfig import KubeconfigCluster, notice, safety_checks
from enhancement_kit.cluster.kubeconfig.access import find_access
from enhancement_kit.cluster.real.definitions import DEFINITIONS
from enhancement_kit.errors import UsageError
from enhancement_kit.world.clients.kubernetes import Admin

from ..conftest import crd
from .conftest import write

FILE: dict[str, Any] = {
    "clusters": [
        {"name": "here", "cluster": {"server": "https://127.0.0.1:6443", "certificate-authority": "ca.pem"}},
        {"name": "there", "cluster": {"server": "https://api.example.com:6443"}},
        {"name": "nowhere", "cluster": {}},
    ],
    "users": [{"name": "me", "user": {"token": "t"}}],
    "contexts": [
        {"name": "local", "context": {"cluster": "here", "user": "me"}},
        {"name": "remote", "context": {"cluster": "there", "user": "me"}},
        {"name": "broken", "context": {"cluster": "gone", "user": "me"}},
        {"name": "empty", "context": {"cluster": "nowhere"}},
    ],
    "current-context": "remote",
}


@pytest.fixture
def file(tmp_path: Path) -> str:
    return write(FILE, tmp_path / "config")


def say(file: str, context: str, meant: str = "", processes: int = 1) -> str:
    return notice(kubeconfig=file, context=context, yes_this_cluster=meant, processes=processes)


def test_the_context_leads_to_a_cluster(file: str, tmp_path: Path) -> None:
    access = find_access(file, "local")
    assert (access.cluster, access.host) == ("here", "127.0.0.1")
    assert [entry["name"] for entry in access.document["clusters"]] == ["here"]
    assert access.document["clusters"][0]["cluster"]["certificate-authority"] == str(tmp_path / "ca.pem")
    assert say(file, "local").startswith(f"here at https://127.0.0.1:6443, context local of {file}; what is made")


@pytest.mark.parametrize(
    ("context", "meant", "words"),
    [
        ("", "", "cluster kubeconfig needs --context NAME; in .*config there are: broken, empty, local, remote"),
        ("lokal", "", "--context lokal: there is no such context in .*; there are: broken, empty, local, remote"),
        ("broken", "", "there is no cluster gone, which the context names"),
        ("empty", "", "cluster nowhere has no server that is a URL"),
        ("local", "there", "--yes-this-cluster there: context local leads to cluster here"),
        ("remote", "", "its API server is api.example.com, not on this machine.*say --yes-this-cluster there"),
    ],
)
def test_what_cannot_be_used_is_refused_before_anything_is_asked(
    file: str, context: str, meant: str, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        say(file, context, meant)


def test_a_cluster_elsewhere_can_be_meant(file: str) -> None:
    assert "there at https://api.example.com:6443" in say(file, "remote", "there")


def test_it_is_one_cluster_for_one_process(file: str) -> None:
    with pytest.raises(UsageError, match="run without -n 2"):
        say(file, "local", processes=2)


def test_the_file_may_be_that_of_kubectl(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KUBECONFIG", file)
    assert find_access("", "local").path == Path(file)
    monkeypatch.setenv("KUBECONFIG", f"{file}:/other")
    with pytest.raises(UsageError, match="KUBECONFIG names several files"):
        find_access("", "local")
    monkeypatch.delenv("KUBECONFIG")
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(UsageError, match=r"\.kube/config: cannot be read: No such file"):
        find_access("", "local")


@pytest.mark.parametrize(
    "text",
    ["a: [", "just words", "", "clusters: {}", "contexts: [1]", "users: [{}]", "contexts: [{name: local, context: x}]"],
)
def test_what_is_no_kubeconfig_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "config").write_text(text)
    with pytest.raises(UsageError, match=r"--kubeconfig \S+/config(: is no kubeconfig: |:2: broken YAML: )"):
        find_access(str(tmp_path / "config"), "local")


@pytest.mark.parametrize(
    "server",
    [
        "https://127.0.0.1\\@evil.example",
        "https://evil.example\\@127.0.0.1",
        "https://127.0.0.1@evil.example:6443",
        "https://me:secret@127.0.0.1:6443",
        "https://127.0.0.1#@evil.example",
        "https://127.0.0.1?@evil.example",
        "https://127.0.0.1:6443\n.evil.example",
        "https://127.0.0.1 .evil.example",
        "https://127.0.0.1:0",
        "https://127.0.0.1:65536",
        "https://127.0.0.1:",
        "https://2130706433:6443",
        "https://0x7f.1",
        "https://0177.0.0.1",
        "https://127.1",
        "https://127.0.0.1.",
        "https://[::1",
        "https://[fe80::1%25eth0]:6443",
        "https://xn\u2024local:6443",
        "https:///path",
    ],
)
def test_an_address_that_clients_read_differently_is_refused(tmp_path: Path, server: str) -> None:
    document = copy.deepcopy(FILE)
    document["clusters"][0]["cluster"] = {"server": server}
    with pytest.raises(UsageError, match=r"cluster here: the server's (address|host) ") as refused:
        find_access(write(document, tmp_path / "config"), "local")
    assert "me:secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1", True),
        ("[::1]", True),
        ("localhost", True),
        ("10.0.0.7", False),
        ("[::ffff:10.0.0.1]", False),
        ("[::ffff:7f00:1]", False),
        ("localhost.example.com", False),
        ("127.0.0.1.example.com", False),
    ],
)
def test_only_loopback_is_this_machine(tmp_path: Path, host: str, here: bool) -> None:
    document = copy.deepcopy(FILE)
    document["clusters"][0]["cluster"] = {"server": f"https://{host}:6443"}
    assert find_access(write(document, tmp_path / "config"), "local").address.is_here is here


def test_a_name_counts_by_what_it_resolves_to(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = copy.deepcopy(FILE)
    document["clusters"][0]["cluster"] = {"server": "https://localhost:6443"}
    path = write(document, Path(file))
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: [(2, 1, 6, "", ("192.0.2.1", 0))])
    with pytest.raises(UsageError, match="its API server is localhost, not on this machine"):
        say(path, "local")


@pytest.mark.parametrize(
    ("cluster", "user", "words"),
    [
        ({"proxy-url": "http://proxy.example:3128"}, {}, r"requests go through a proxy \(proxy-url\)"),
        ({"server": "http://127.0.0.1:8001"}, {}, "it is reached by http, as through kubectl proxy"),
        ({"insecure-skip-tls-verify": True}, {}, r"its certificate is not checked \(insecure-skip-tls-verify\)"),
        ({"tls-server-name": "api.example.com"}, {}, r"its certificate is for api.example.com \(tls-server-name\)"),
        ({}, {"exec": {"command": "aws"}}, r"its credentials come from the program aws \(exec\)"),
        ({}, {"auth-provider": {"name": "gcp"}}, r"its credentials come from a provider \(auth-provider\)"),
    ],
)
def test_a_file_that_leads_elsewhere_is_refused_before_it_is_used(
    tmp_path: Path, cluster: dict[str, Any], user: dict[str, Any], words: str
) -> None:
    document = copy.deepcopy(FILE)
    document["clusters"][0]["cluster"] |= cluster
    document["users"][0]["user"] = user
    file = write(document, tmp_path / "config")
    with pytest.raises(UsageError, match=rf"may matter to somebody: {words}.*say --yes-this-cluster here"):
        KubeconfigCluster(kubeconfig=file, context="local").start()
    assert say(file, "local", "here")


@pytest.mark.parametrize("kind", ["cluster", "user", "context"])
def test_a_name_that_two_have_is_refused(tmp_path: Path, kind: str) -> None:
    document = copy.deepcopy(FILE)
    document[f"{kind}s"].append(document[f"{kind}s"][0])
    with pytest.raises(UsageError, match=f"two {kind}s have the name "):
        find_access(write(document, tmp_path / "config"), "local")


def test_clients_are_made_from_what_was_checked(kubeconfig: str) -> None:
    access = find_access(kubeconfig, "embedded")
    Path(kubeconfig).write_text("clusters: []")
    assert access.configuration().host == access.server


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(
    kubeconfig: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert find_access(kubeconfig, "embedded").configuration().proxy is None


def node(provider: str = "", name: str = "here-control-plane") -> dict[str, Any]:
    return {"metadata": {"name": name}, "spec": {"providerID": provider} if provider else {}}


def facts(**more: Any) -> safety_checks.Facts:
    return safety_checks.Facts(**more)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (facts(nodes=[node("kind://docker/kind/one"), node()]), ""),
        (facts(nodes=[node(name=name) for name in ("here-worker", "here-worker2", "k3d-here-server-0")]), ""),
        (facts(nodes=[node(name="here"), node(name="here-m02")]), ""),
        (facts(namespaces=["default", "kube-system", "kube-public", "kube-node-lease", "local-path-storage"]), ""),
        (facts(age=timedelta(minutes=59)), ""),
        (facts(openshift=True), "it has a ClusterVersion"),
        (facts(nodes=[node()] * 4), "it has 4 nodes, more than 3"),
        (facts(nodes=[node("aws:///us-east-1a/i-1")]), "its nodes belong to aws"),
        (facts(nodes=[node(), node(name="ip-10-0-0-1")]), r"its nodes are not named after it \(ip-10-0-0-1\)"),
        (facts(nodes=[node(name="there-worker")]), r"its nodes are not named after it \(there-worker\)"),
        (facts(namespaces=["shop", "default", "kubeshop"]), r"does not have \(kubeshop, shop\)"),
        (facts(namespaces=list("abcde")), r"does not have \(a, b, c and 2 more\)"),
        (facts(age=timedelta(minutes=61)), "its namespace kube-system is older than 60 minutes"),
    ],
)
def test_each_rule_speaks_for_itself(file: str, found: safety_checks.Facts, words: str) -> None:
    access = find_access(file, "local")
    if words:
        with pytest.raises(UsageError, match=rf"context local may matter to somebody: .*{words}.*Nothing was touched"):
            safety_checks.check(access, "", found)
    else:
        safety_checks.check(access, "", found)
    safety_checks.check(access, "here", found)


def test_a_tunnel_to_somebodys_cluster_is_refused(somebodys: EmbeddedCluster, kubeconfig: str, theirs: Admin) -> None:
    before = theirs.everything()
    with pytest.raises(UsageError, match=r"not named after it \(theirs\).*does not have \(theirs\)"):
        KubeconfigCluster(kubeconfig=kubeconfig, context="embedded").start()
    assert theirs.everything() == before


def test_an_old_cluster_is_refused(kubeconfig: str, theirs: Admin, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs.delete("Node", "theirs")
    theirs.delete("Namespace", "theirs")
    fresh = KubeconfigCluster(kubeconfig=kubeconfig, context="embedded")
    fresh.start()
    fresh.stop()
    monkeypatch.setattr(safety_checks, "NEW", timedelta(seconds=-60))
    with pytest.raises(UsageError, match="its namespace kube-system is older than"):
        fresh.start()


def test_an_openshift_cluster_is_not_touched(somebodys: EmbeddedCluster, kubeconfig: str, theirs: Admin) -> None:
    version = copy.deepcopy(crd({"type": "object"}, plural="clusterversions", kind="ClusterVersion"))
    version["metadata"]["name"] = safety_checks.OPENSHIFT
    version["spec"]["group"] = "config.openshift.io"
    theirs.request("POST", DEFINITIONS, version)
    before = theirs.everything()
    with pytest.raises(UsageError, match="it has a ClusterVersion"):
        KubeconfigCluster(kubeconfig=kubeconfig, context="embedded").start()
    assert theirs.everything() == before
    meant = KubeconfigCluster(kubeconfig=kubeconfig, context="embedded", yes_this_cluster="embedded")
    meant.start()
    meant.stop()
    assert theirs.everything() == before
