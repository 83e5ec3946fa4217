"""Built-in kinds other than Services and workloads: the validation that matters here."""

from __future__ import annotations

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.builtins import models, stored_structurally
from enhancement_kit.cluster.embedded.fielderrors import OLD_STYLE

from .conftest import WIDGETS, Http, Json, crd, widget

BASE = "/api/v1/namespaces/default/"
MERGE = "application/merge-patch+json"


def event(name: str, reason: str, about: str = "default", kind: str = "Widget") -> Json:
    involved = {"kind": kind, "name": "w", "namespace": about}
    return {"metadata": {"name": name}, "involvedObject": involved, "reason": reason, "type": "Warning"}


def test_events_are_selected_by_what_they_are_about(http: Http) -> None:
    http("POST", BASE + "events", event("a", "One"))
    http("POST", BASE + "events", event("b", "Two"))
    http("POST", BASE + "events", event("c", "Two", kind="Gadget"))

    def names(selector: str) -> list[str]:
        found = http("GET", BASE + "events?fieldSelector=" + selector.replace("=", "%3D")).body["items"]
        return [e["metadata"]["name"] for e in found]

    assert names("reason=Two") == ["b", "c"]
    assert names("involvedObject.kind=Widget,reason!=One") == ["b"]
    assert names("type=Warning,involvedObject.name=w") == ["a", "b", "c"]
    refused = http("POST", BASE + "events", event("d", "X", about="kube-system"))
    assert refused.message.endswith(
        'involvedObject.namespace: Invalid value: "kube-system": does not match event.namespace'
    )


def test_immutable_maps_and_secrets(http: Http) -> None:
    http("POST", BASE + "configmaps", {"metadata": {"name": "c"}, "data": {"a": "b"}, "immutable": True})
    refused = http("PATCH", BASE + "configmaps/c", {"data": {"a": "c"}}, MERGE)
    assert refused.message.endswith("data: Forbidden: field is immutable when `immutable` is set")
    assert http("POST", BASE + "configmaps", {"metadata": {"name": "d"}, "data": {"a b": "c"}}).code == 422
    made = http("POST", BASE + "secrets", {"metadata": {"name": "s"}, "stringData": {"a": "b"}}).body
    assert (made["type"], made["data"], "stringData" in made) == ("Opaque", {"a": "Yg=="}, False)
    assert http("PATCH", BASE + "secrets/s", {"type": "other"}, MERGE).message.endswith("field is immutable")


def test_a_new_namespace_is_active_and_labelled(http: Http) -> None:
    made = http("POST", "/api/v1/namespaces", {"metadata": {"name": "mine"}}).body
    assert made["status"] == {"phase": "Active"}
    assert made["metadata"]["labels"] == {"kubernetes.io/metadata.name": "mine"}
    assert http("POST", "/api/v1/namespaces", {"metadata": {"name": "a.b"}}).code == 422


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/apis/coordination.k8s.io/v1/namespaces/default/leases", {"spec": {"holderIdentity": "me"}}),
        (
            "/apis/rbac.authorization.k8s.io/v1/clusterroles",
            {"rules": [{"verbs": ["get"], "apiGroups": [""], "resources": ["pods"]}]},
        ),
        ("/apis/policy/v1/namespaces/default/poddisruptionbudgets", {"spec": {"minAvailable": 1}}),
        ("/apis/policy/v1/namespaces/default/poddisruptionbudgets", {"spec": {"minAvailable": "50%"}}),
        (
            "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
            {"spec": {"podSelector": {}, "policyTypes": ["Ingress"]}},
        ),
        ("/api/v1/nodes", {"spec": {"providerID": "aws:///x/y"}}),
        (BASE + "serviceaccounts", {"automountServiceAccountToken": False}),
    ],
)
def test_other_kinds_keep_what_their_type_knows(http: Http, path: str, body: Json) -> None:
    made = http("POST", path, {"metadata": {"name": "x"}, **body, "nonsense": 1})
    assert made.code == 201
    assert {k: made.body[k] for k in body} == body
    assert made.warnings == ['299 - "unknown field \\"nonsense\\""']
    assert http("GET", path + "/x").body == made.body


def test_the_list_of_structural_kinds_names_groups() -> None:
    assert "LimitRange (core/v1)" in stored_structurally()
    assert not any(kind.startswith("Service (") for kind in stored_structurally())


@pytest.mark.parametrize("text", ["list[V1ServicePort]", "List[V1ServicePort]"])
def test_types_of_several_versions_of_the_client_are_read(text: str) -> None:
    items = models.shape(text).items
    assert items is not None
    assert items.model == "V1ServicePort"
    assert models.shape("dict(str, str)") == models.shape("Dict[str, str]")


def test_the_old_style_is_a_switch() -> None:
    cluster = EmbeddedCluster(style=OLD_STYLE)
    cluster.start()
    try:
        rules = [{"rule": "self.a == 'x'", "message": "must be x"}]
        schema = {"type": "object", "properties": {"a": {"type": "string"}}, "x-kubernetes-validations": rules}
        cluster.install_crds([crd(schema)])
        answer = Http(cluster.url)("POST", WIDGETS, widget(a="y"))
        assert answer.message == 'Widget.example.test "w" is invalid: spec: Invalid value: "object": must be x'
        assert Http(cluster.url)("GET", "/version").body["minor"] == "34"
    finally:
        cluster.stop()
