"""An existing cluster behind the cluster interface: here an embedded one, so that the tests are quick."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from enhancement_kit.cluster.answers import Answer
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.kubeconfig import KubeconfigCluster
from enhancement_kit.cluster.real.api import Api
from enhancement_kit.cluster.real.definitions import DEFINITIONS
from enhancement_kit.cluster.real.ownership import LABEL
from enhancement_kit.errors import HarnessError
from enhancement_kit.world.clients.kubernetes import MEDIA_TYPES, Admin, ApiError

from ..conftest import WIDGETS, crd, widget
from ..test_stand_ins import deployment

STRING = {"type": "object", "properties": {"size": {"type": "string"}}}
NARROW = {"type": "object", "properties": {"size": {"type": "string", "enum": ["big"]}}}
OPEN = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
MINE = {"kind": "Namespace", "metadata": {"name": "mine"}}
POD = {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
"""Of a kind that is not looked for by label."""
CLAIM = ("ConfigMap", "kube-system", "enhancement-conformance-kit")


def inventory(admin: Admin) -> dict[tuple[Any, ...], Any]:
    """Return every object with its contents, versions apart."""
    return {
        (o["kind"], o["metadata"].get("namespace"), o["metadata"]["name"]): o
        for o in admin.everything()
        if o["kind"] != "Event"
    }


def test_the_cluster_is_left_as_it_was_found(somebodys: EmbeddedCluster, kubeconfig: str, theirs: Admin) -> None:
    before = inventory(theirs)
    cluster = KubeconfigCluster(kubeconfig=kubeconfig, context="embedded", yes_this_cluster="embedded")
    cluster.start()
    admin = Admin(cluster.client("admin"))
    cluster.install_crds([crd(STRING)])
    admin.create(MINE)
    admin.create({"kind": "Node", "metadata": {"name": "worker-1"}})
    admin.create({"kind": "Secret", "metadata": {"name": "s", "namespace": "kube-system"}})
    admin.request("POST", "/api/v1/namespaces/default/pods", POD)
    body = widget(size="small")
    body["metadata"]["finalizers"] = ["example.test/stays"]
    admin.request("POST", WIDGETS, body)
    admin.create({**deployment(), "metadata": {"name": "d", "namespace": "mine"}})
    assert CLAIM in inventory(theirs)
    cluster.stop()
    cluster.stop()
    assert inventory(theirs) == before


def test_a_reset_empties_namespaces_and_keeps_them(cluster: KubeconfigCluster, admin: Admin, theirs: Admin) -> None:
    cluster.install_crds([crd(STRING)])
    for _ in range(2):
        admin.create({**MINE, "metadata": {"name": "mine", "labels": {"a": "b"}}})
        admin.create({"kind": "ConfigMap", "metadata": {"name": "m", "namespace": "mine", "finalizers": ["a.test/b"]}})
        admin.create({**deployment(), "metadata": {"name": "d", "namespace": "mine"}})
        admin.request("POST", WIDGETS, widget(size="small"))
        admin.create({"kind": "Node", "metadata": {"name": "worker-1"}})
        identity = theirs.get("Namespace", "mine")["metadata"]["uid"]
        cluster.reset()
        assert theirs.all("ConfigMap", namespace="mine") == []
        assert theirs.request("GET", "/api/v1/namespaces/mine/pods")["items"] == []
        assert theirs.request("GET", WIDGETS)["items"] == []
        assert [node["metadata"]["name"] for node in theirs.all("Node")] == ["theirs"]
        assert theirs.get("Namespace", "mine")["metadata"]["uid"] == identity
    assert admin.create({**MINE, "metadata": {"name": "mine"}})["metadata"]["labels"].get("a") is None
    with pytest.raises(ApiError, match="409"):
        admin.create(MINE)


def test_scenarios_see_their_own_nodes(admin: Admin, theirs: Admin) -> None:
    admin.create({"kind": "Node", "metadata": {"name": "worker-1"}})
    assert [node["metadata"]["name"] for node in admin.all("Node")] == ["worker-1"]
    assert len(theirs.all("Node")) == 2


@pytest.mark.parametrize(
    ("verb", "path", "body"),
    [
        ("DELETE", "/api/v1/nodes/theirs", None),
        ("PATCH", "/api/v1/namespaces/theirs", {"metadata": {"labels": {"a": "b"}}}),
        ("DELETE", "/api/v1/nodes", None),
        ("PUT", "/api/v1/nodes/theirs/status", {"metadata": {"name": "theirs"}}),
    ],
)
def test_what_was_there_is_left_alone(
    admin: Admin, theirs: Admin, verb: str, path: str, body: dict[str, Any] | None
) -> None:
    before = inventory(theirs)
    with pytest.raises(HarnessError, match=rf"{verb} {path.removesuffix('/status')}: the kit did not make"):
        admin.request(verb, path, body, media=MEDIA_TYPES["merge"] if verb == "PATCH" else "application/json")
    assert inventory(theirs) == before


def test_own_things_may_be_written_and_removed(admin: Admin) -> None:
    admin.create({"kind": "Node", "metadata": {"name": "worker-1"}})
    admin.patch("Node", "worker-1", {"metadata": {"labels": {"a": "b"}}})
    admin.delete("Node", "worker-1")
    admin.create({"kind": "Node", "metadata": {"name": "worker-1"}})


def test_a_changed_definition_is_enforced(cluster: KubeconfigCluster, admin: Admin) -> None:
    cluster.install_crds([crd(STRING)])
    admin.request("POST", WIDGETS, widget(size="small"))
    cluster.change_crds([crd(NARROW)])
    assert len(admin.request("GET", WIDGETS)["items"]) == 1
    cluster.install_crds([crd(STRING)])
    assert admin.request("GET", WIDGETS)["items"] == []
    cluster.install_crds([])
    with pytest.raises(ApiError, match="404"):
        admin.request("GET", WIDGETS)


def test_a_kind_of_another_version_of_its_group_is_emptied(cluster: KubeconfigCluster, admin: Admin) -> None:
    schema = {"openAPIV3Schema": {"type": "object", "properties": {"spec": STRING}}}
    beta = {"name": "v1beta1", "served": True, "storage": True, "schema": schema}
    other = crd(STRING, plural="gadgets", kind="Gadget", versions=[beta])
    cluster.install_crds([crd(STRING), other])
    gadgets = "/apis/example.test/v1beta1/namespaces/default/gadgets"
    admin.request("POST", gadgets, {**widget(), "apiVersion": "example.test/v1beta1", "kind": "Gadget"})
    changed = crd(STRING, plural="gadgets", kind="Gadget", versions=[{**beta, "schema": {"openAPIV3Schema": OPEN}}])
    cluster.install_crds([crd(STRING), changed])
    assert admin.request("GET", gadgets)["items"] == []


def test_a_definition_of_somebody_else_stays(cluster: KubeconfigCluster, theirs: Admin) -> None:
    theirs.request("POST", DEFINITIONS, crd(STRING))
    with pytest.raises(HarnessError, match=r"widgets\.example\.test is there already and the kit did not install it"):
        cluster.install_crds([crd(NARROW)])
    cluster.stop()
    kept = theirs.request("GET", f"{DEFINITIONS}/widgets.example.test")
    assert kept["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"] == STRING


def test_the_next_run_removes_what_a_killed_one_left(
    kubeconfig: str, theirs: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = inventory(theirs)
    first = KubeconfigCluster(kubeconfig=kubeconfig, context="embedded", yes_this_cluster="embedded")
    first.start()
    first.install_crds([crd(STRING)])
    admin = Admin(first.client("admin"))
    admin.request("POST", WIDGETS, widget(size="small"))
    admin.create(MINE)
    admin.create({"kind": "Node", "metadata": {"name": "worker-1"}})
    second = KubeconfigCluster(kubeconfig=kubeconfig, context="embedded", yes_this_cluster="embedded")
    with pytest.raises(HarnessError, match=r"another run has the cluster: process \d+ on "):
        second.start()
    second.stop()
    assert len(inventory(theirs)) == len(before) + 5
    monkeypatch.setattr("os.kill", lambda *_: (_ for _ in ()).throw(ProcessLookupError))
    second.start()
    assert set(inventory(theirs)) == {*before, CLAIM}
    second.stop()
    assert inventory(theirs) == before


def test_an_interrupted_start_leaves_nothing(kubeconfig: str, theirs: Admin, monkeypatch: pytest.MonkeyPatch) -> None:
    before = inventory(theirs)
    calls = iter([KeyboardInterrupt])

    def interrupt(self: Any) -> None:
        for error in calls:
            raise error

    monkeypatch.setattr("enhancement_kit.cluster.kubeconfig.owned_objects.OwnedObjects.take_away", interrupt)
    with pytest.raises(KeyboardInterrupt):
        KubeconfigCluster(kubeconfig=kubeconfig, context="embedded", yes_this_cluster="embedded").start()
    assert inventory(theirs) == before


def test_the_kubeconfig_for_others_is_that_of_the_context(cluster: KubeconfigCluster) -> None:
    document = copy.deepcopy(dict(cluster.kubeconfig()))
    assert document["current-context"] == "embedded"
    assert document["users"][0]["user"] == {"token": "secret"}
    assert cluster.version


def test_the_label_of_another_run_protects_an_object(cluster: KubeconfigCluster, admin: Admin, theirs: Admin) -> None:
    named = {"name": "other", "labels": {LABEL: "another-run"}}
    theirs.create({"kind": "Node", "metadata": named})
    theirs.create({"kind": "Namespace", "metadata": named})
    definition = crd(STRING)
    definition["metadata"]["labels"] = {LABEL: "another-run"}
    theirs.request("POST", DEFINITIONS, definition)
    before = inventory(theirs)
    with pytest.raises(HarnessError, match="the kit did not make"):
        admin.delete("Node", "other")
    cluster.reset()
    cluster.stop()
    before.pop(CLAIM)
    assert inventory(theirs) == before


def test_a_list_that_fails_is_said_and_keeps_nothing_else(
    kubeconfig: str, theirs: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = KubeconfigCluster(kubeconfig=kubeconfig, context="embedded", yes_this_cluster="embedded")
    cluster.start()
    Admin(cluster.client("admin")).create(MINE)
    asked = Api.__call__

    def forbidden(self: Api, method: str, path: str, *arguments: Any, **options: Any) -> Any:
        if method == "GET" and path.startswith("/api/v1/secrets?"):
            return Answer(403, {"message": "secrets is forbidden"})
        return asked(self, method, path, *arguments, **options)

    monkeypatch.setattr(Api, "__call__", forbidden)
    with pytest.raises(HarnessError, match=r"refuses to list /api/v1/secrets: 403 secrets is forbidden"):
        cluster.stop()
    assert "mine" not in [namespace["metadata"]["name"] for namespace in theirs.all("Namespace")]
    # so the next run looks again
    assert CLAIM in inventory(theirs)


def test_a_person_can_say_that_a_run_is_gone(kubeconfig: str, theirs: Admin) -> None:
    first = KubeconfigCluster(kubeconfig=kubeconfig, context="embedded", yes_this_cluster="embedded")
    first.start()
    Admin(first.client("admin")).create(MINE)
    second = KubeconfigCluster(kubeconfig=kubeconfig, context="embedded", yes_this_cluster="embedded")
    with pytest.raises(HarnessError, match=r"say so, .* kubectl -n kube-system patch configmap .*process.*gone"):
        second.start()
    theirs.patch("ConfigMap", CLAIM[2], {"data": {"process": "gone"}}, namespace=CLAIM[1])
    second.start()
    assert "mine" not in [namespace["metadata"]["name"] for namespace in theirs.all("Namespace")]
    second.stop()
