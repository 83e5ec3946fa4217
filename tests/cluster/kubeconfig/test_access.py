"""The context has to be named and to exist; clusters that may matter to somebody have to be confirmed."""

from __future__ import annotations

import copy
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


def node(provider: str) -> dict[str, Any]:
    return {"metadata": {"name": "n"}, "spec": {"providerID": provider} if provider else {}}


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (safety_checks.Facts("127.0.0.1", False, [node("kind://docker/kind/one"), node("")]), ""),
        (safety_checks.Facts("localhost", False, [node("")] * 3), ""),
        (safety_checks.Facts("10.0.0.7", False, []), "its API server is 10.0.0.7"),
        (safety_checks.Facts("127.0.0.1", True, []), "it has a ClusterVersion"),
        (safety_checks.Facts("127.0.0.1", False, [node("")] * 4), "it has 4 nodes, more than 3"),
        (safety_checks.Facts("127.0.0.1", False, [node("aws:///us-east-1a/i-1")]), "its nodes belong to aws"),
    ],
)
def test_each_rule_speaks_for_itself(file: str, facts: safety_checks.Facts, words: str) -> None:
    access = find_access(file, "local")
    if words:
        with pytest.raises(UsageError, match=rf"context local may matter to somebody: {words}.*Nothing was touched"):
            safety_checks.check(access, "", facts)
    else:
        safety_checks.check(access, "", facts)
    safety_checks.check(access, "here", facts)


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
