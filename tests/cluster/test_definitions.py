"""CustomResourceDefinitions: serving, refusing, changing."""

from __future__ import annotations

import time
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.errors import HarnessError

from .conftest import WIDGETS, Http, Json, crd, widget

CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
STRING: Json = {"type": "string"}


def spec(**properties: Any) -> Json:
    return {"type": "object", "properties": properties}


def test_a_definition_is_served_with_the_write_and_no_longer_after_its_delete(http: Http) -> None:
    assert http("GET", WIDGETS).code == 404
    made = http("POST", CRDS, crd(spec(a=STRING)))
    conditions = {c["type"]: c["status"] for c in made.body["status"]["conditions"]}
    assert conditions == {"NamesAccepted": "True", "Established": "True"}
    assert made.body["status"]["storedVersions"] == ["v1"]
    assert made.body["spec"]["names"]["listKind"] == "WidgetList"
    assert http("GET", WIDGETS).body["kind"] == "WidgetList"
    resources = http("GET", "/apis/example.test/v1").body["resources"]
    assert [r["name"] for r in resources] == ["widgets", "widgets/status"]
    assert "example.test" in [g["name"] for g in http("GET", "/apis").body["groups"]]
    http("POST", WIDGETS, widget(a="x"))
    assert http("DELETE", CRDS + "/widgets.example.test").code == 200
    assert http("GET", WIDGETS).code == 404
    assert http("GET", "/apis/example.test/v1").code == 404


def test_a_definition_waits_for_the_finalizers_of_its_objects(http: Http) -> None:
    http("POST", CRDS, crd(spec(a=STRING)))
    body = widget(a="x")
    body["metadata"]["finalizers"] = ["example.test/hold"]
    http("POST", WIDGETS, body)
    assert http("DELETE", CRDS + "/widgets.example.test").body["metadata"]["deletionTimestamp"]
    assert http("GET", WIDGETS + "/w").body["metadata"]["deletionTimestamp"]
    http("PATCH", WIDGETS + "/w", {"metadata": {"finalizers": []}}, "application/merge-patch+json")
    assert http("GET", CRDS + "/widgets.example.test").code == 404


def test_an_update_is_enforced_at_once(http: Http) -> None:
    made = http("POST", CRDS, crd(spec(a=STRING))).body
    made["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["a"]["maxLength"] = 1
    changed = http("PUT", CRDS + "/widgets.example.test", made)
    assert changed.body["metadata"]["generation"] == 2
    assert http("POST", WIDGETS, widget(a="xx")).code == 422
    changed.body["spec"]["scope"] = "Cluster"
    assert (
        'spec.scope: Invalid value: "Cluster": field is immutable'
        in http("PUT", CRDS + "/widgets.example.test", changed.body).message
    )


def test_several_versions_share_their_objects(http: Http) -> None:
    definition = crd(spec(a=STRING))
    older = {**definition["spec"]["versions"][0], "name": "v1beta1", "storage": False}
    definition["spec"]["versions"].append(older)
    http("POST", CRDS, definition)
    http("POST", WIDGETS, widget(a="x"))
    seen = http("GET", WIDGETS.replace("/v1/", "/v1beta1/") + "/w").body
    assert (seen["apiVersion"], seen["spec"]) == ("example.test/v1beta1", {"a": "x"})
    group = http("GET", "/apis/example.test").body
    assert group["preferredVersion"]["version"] == "v1"
    definition = http("GET", CRDS + "/widgets.example.test").body
    definition["spec"]["versions"] = definition["spec"]["versions"][1:]
    definition["spec"]["versions"][0]["storage"] = True
    assert "was previously a storage version" in http("PUT", CRDS + "/widgets.example.test", definition).message


def test_change_crds_keeps_objects_and_install_crds_does_not(cluster: EmbeddedCluster, http: Http) -> None:
    wide, narrow = crd(spec(a=STRING, b={**STRING, "default": "d"})), crd(spec(a=STRING))
    cluster.install_crds([wide])
    made = http("POST", WIDGETS, widget(a="1", b="2")).body
    cluster.change_crds([narrow])
    seen = http("GET", WIDGETS + "/w").body
    assert seen["spec"] == {"a": "1"}
    assert seen["metadata"]["uid"] == made["metadata"]["uid"]
    cluster.change_crds([wide])
    assert http("GET", WIDGETS + "/w").body["spec"] == {"a": "1", "b": "2"}, "what is stored is not lost"
    cluster.install_crds([narrow])
    assert http("GET", WIDGETS).body["items"] == []
    cluster.install_crds([])
    assert http("GET", WIDGETS).code == 404


def test_a_new_default_shows_in_stored_objects(cluster: EmbeddedCluster, http: Http) -> None:
    cluster.install_crds([crd(spec(a=STRING))])
    http("POST", WIDGETS, widget(a="1"))
    cluster.change_crds([crd(spec(a=STRING, b={**STRING, "default": "d"}))])
    assert http("GET", WIDGETS + "/w").body["spec"] == {"a": "1", "b": "d"}


def test_installing_what_is_installed_keeps_objects_and_is_quick(cluster: EmbeddedCluster, http: Http) -> None:
    definitions = [crd(spec(**{f"f{i}": STRING for i in range(300)}), plural=f"w{n}s", kind=f"W{n}") for n in range(3)]
    first = _seconds(lambda: cluster.install_crds(definitions))
    path = "/apis/example.test/v1/namespaces/default/w0s"
    http("POST", path, {"apiVersion": "example.test/v1", "kind": "W0", "metadata": {"name": "x"}})
    again = min(_seconds(lambda: cluster.install_crds(definitions)) for _ in range(5))
    assert http("GET", path + "/x").code == 200
    assert again < first / 5, "an unchanged set must cost next to nothing beside a new one"
    definitions[0]["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["f0"] = {
        "type": "integer"
    }
    cluster.install_crds(definitions)
    assert http("GET", path).body["items"] == [], "a manifest that its owner changed in place is noticed"


def _seconds(action: Any) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def test_a_refused_definition_is_a_harness_error_and_changes_nothing(cluster: EmbeddedCluster, http: Http) -> None:
    cluster.install_crds([crd(spec(a=STRING))])
    with pytest.raises(HarnessError, match=r"gadgets\.example\.test.*must not be empty"):
        cluster.install_crds([crd(spec(a={}), plural="gadgets", kind="Gadget")])
    assert http("GET", WIDGETS).code == 200
