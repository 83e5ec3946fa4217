"""The verbs on objects: statuses, bodies, metadata."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cluster.embedded import EmbeddedCluster

from .conftest import WIDGETS, Http, crd, widget

MAPS = "/api/v1/namespaces/default/configmaps"


def config(name: str = "c", **data: str) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}


def test_a_created_object_gets_what_the_server_sets(http: Http) -> None:
    made = http("POST", MAPS, config(a="b"))
    meta = made.body["metadata"]
    assert made.code == 201
    assert meta["uid"]
    assert meta["creationTimestamp"].endswith("Z")
    assert int(meta["resourceVersion"]) > 0
    assert meta["namespace"] == "default"
    assert "generation" not in meta
    assert http("GET", MAPS + "/c").body == made.body


def test_a_generated_name_starts_with_its_base(http: Http) -> None:
    body = {"metadata": {"generateName": "x-"}}
    names = {http("POST", MAPS, body).body["metadata"]["name"] for _ in range(3)}
    assert len(names) == 3
    assert all(n.startswith("x-") and len(n) == 7 for n in names)


def test_bodies_that_cannot_be_read(http: Http) -> None:
    assert http("POST", MAPS, b"{not json").code == 400
    assert http("POST", MAPS, b"<xml/>", "text/xml").code == 415
    assert http("POST", MAPS, b"x" * (3 * 1024 * 1024 + 1)).code == 413
    assert http("GET", MAPS, accept="application/vnd.kubernetes.protobuf").code == 406
    assert http("GET", "/apis/nowhere.example/v1/things").code == 404
    assert http("POST", MAPS, b"metadata: {name: fromyaml}", "application/yaml").code == 201


def test_names_are_checked(http: Http) -> None:
    answer = http("POST", MAPS, config("Bad_Name"))
    assert answer.code == 422
    assert answer.message.startswith(
        'ConfigMap "Bad_Name" is invalid: metadata.name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must'
    )
    cause = answer.body["details"]["causes"][0]
    assert (cause["reason"], cause["field"]) == ("FieldValueInvalid", "metadata.name")


def test_an_update_based_on_an_old_version_conflicts(http: Http) -> None:
    old = http("POST", MAPS, config(a="1")).body
    assert http("PUT", MAPS + "/c", {**old, "data": {"a": "2"}}).code == 200
    answer = http("PUT", MAPS + "/c", {**old, "data": {"a": "3"}})
    assert answer.code == 409
    assert answer.message == (
        'Operation cannot be fulfilled on configmaps "c": the object has been modified; please apply your changes to '
        "the latest version and try again"
    )
    assert http("GET", MAPS + "/c").body["data"] == {"a": "2"}


def test_an_update_without_version_is_for_built_in_kinds_only(cluster: EmbeddedCluster, http: Http) -> None:
    http("POST", MAPS, config(a="1"))
    assert http("PUT", MAPS + "/c", config(a="2")).code == 200
    cluster.install_crds([crd({"type": "object", "properties": {"a": {"type": "string"}}})])
    http("POST", WIDGETS, widget(a="1"))
    answer = http("PUT", WIDGETS + "/w", widget(a="2"))
    assert answer.code == 422
    assert answer.message.endswith("metadata.resourceVersion: Invalid value: 0: must be specified for an update")


def test_an_update_that_changes_nothing_is_not_stored(http: Http) -> None:
    old = http("POST", MAPS, config(a="1")).body
    assert http("PUT", MAPS + "/c", old).body["metadata"]["resourceVersion"] == old["metadata"]["resourceVersion"]


def test_a_dry_run_leaves_nothing(http: Http) -> None:
    assert http("POST", MAPS + "?dryRun=All", config()).code == 201
    assert http("GET", MAPS + "/c").code == 404
    http("POST", MAPS, config(a="1"))
    assert http("PATCH", MAPS + "/c?dryRun=All", {"data": {"a": "2"}}, "application/merge-patch+json").body["data"] == {
        "a": "2"
    }
    http("DELETE", MAPS + "/c?dryRun=All")
    assert http("GET", MAPS + "/c").body["data"] == {"a": "1"}


def test_selectors_and_paging(http: Http) -> None:
    for i in range(5):
        labels = {"odd": "yes"} if i % 2 else {"even": "yes"}
        http("POST", MAPS, {"metadata": {"name": f"c{i}", "labels": labels}})

    def names(query: str) -> list[str]:
        return [o["metadata"]["name"] for o in http("GET", MAPS + query).body["items"]]

    assert names("?labelSelector=odd") == ["c1", "c3"]
    assert names("?labelSelector=%21odd") == ["c0", "c2", "c4"]
    assert names("?labelSelector=odd+in+(yes,no)") == ["c1", "c3"]
    assert names("?labelSelector=odd%21%3Dyes") == ["c0", "c2", "c4"]
    assert names("?fieldSelector=metadata.name%3Dc3") == ["c3"]
    first = http("GET", MAPS + "?limit=2").body
    assert [o["metadata"]["name"] for o in first["items"]] == ["c0", "c1"]
    assert first["metadata"]["remainingItemCount"] == 3
    assert names("?limit=2&continue=" + first["metadata"]["continue"]) == ["c2", "c3"]
    assert http("GET", MAPS + "?continue=nonsense").code == 400


def test_finalizers_hold_an_object_back(http: Http) -> None:
    http("POST", MAPS, {"metadata": {"name": "c", "finalizers": ["example.test/hold"]}})
    waiting = http("DELETE", MAPS + "/c")
    assert waiting.code == 200
    assert waiting.body["metadata"]["deletionTimestamp"]
    more = {"metadata": {"finalizers": ["example.test/hold", "example.test/more"]}}
    assert http("PATCH", MAPS + "/c", more, "application/merge-patch+json").code == 422
    http("PATCH", MAPS + "/c", {"metadata": {"finalizers": None}}, "application/merge-patch+json")
    assert http("GET", MAPS + "/c").code == 404


def test_deletecollection_honours_its_selector(http: Http) -> None:
    http("POST", MAPS, {"metadata": {"name": "a", "labels": {"go": "1"}}})
    http("POST", MAPS, config("b"))
    http("DELETE", MAPS + "?labelSelector=go")
    assert [o["metadata"]["name"] for o in http("GET", MAPS).body["items"]] == ["b"]


def test_field_validation(cluster: EmbeddedCluster, http: Http) -> None:
    cluster.install_crds([crd({"type": "object", "properties": {"a": {"type": "string"}}})])
    body = widget(a="x", b=1, c={"d": 1})
    made = http("POST", WIDGETS, body)
    assert made.body["spec"] == {"a": "x"}
    assert made.warnings == ['299 - "unknown field \\"spec.b\\""', '299 - "unknown field \\"spec.c\\""']
    assert http("POST", WIDGETS + "?fieldValidation=Ignore", widget("q", b=1)).warnings == []
    strict = http("POST", WIDGETS + "?fieldValidation=Strict", widget("z", b=1, c=2))
    assert strict.code == 400
    assert strict.message == (
        'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.b", unknown '
        'field "spec.c"'
    )
    built_in = http("POST", MAPS + "?fieldValidation=Strict", {"metadata": {"name": "c", "nope": 1}, "dataa": {}})
    assert 'unknown field "metadata.nope", unknown field "dataa"' in built_in.message


def test_generation_counts_changes_of_the_spec_only(cluster: EmbeddedCluster, http: Http) -> None:
    cluster.install_crds([crd({"type": "object", "properties": {"a": {"type": "string"}}})])
    merge = "application/merge-patch+json"
    assert http("POST", WIDGETS, widget(a="1")).body["metadata"]["generation"] == 1
    labelled = http("PATCH", WIDGETS + "/w", {"metadata": {"labels": {"x": "y"}}}, merge)
    assert labelled.body["metadata"]["generation"] == 1
    status = http("PATCH", WIDGETS + "/w/status", {"status": {"phase": "Good"}, "spec": {"a": "9"}}, merge)
    assert status.body["metadata"]["generation"] == 1
    assert (status.body["status"], status.body["spec"]) == ({"phase": "Good"}, {"a": "1"})
    changed = http("PATCH", WIDGETS + "/w", {"spec": {"a": "2"}, "status": {"phase": "Bad"}}, merge)
    assert changed.body["metadata"]["generation"] == 2
    assert changed.body["status"] == {"phase": "Good"}


def test_a_status_given_on_create_is_dropped(cluster: EmbeddedCluster, http: Http) -> None:
    cluster.install_crds([crd({"type": "object", "properties": {"a": {"type": "string"}}})])
    assert "status" not in http("POST", WIDGETS, {**widget(a="1"), "status": {"phase": "Good"}}).body


def test_tables(cluster: EmbeddedCluster, http: Http) -> None:
    definition = crd({"type": "object", "properties": {"a": {"type": "string"}}})
    definition["spec"]["versions"][0]["additionalPrinterColumns"] = [
        {"name": "A", "type": "string", "jsonPath": ".spec.a"},
        {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
    ]
    cluster.install_crds([definition])
    http("POST", WIDGETS, widget(a="1"))
    table = http("GET", WIDGETS, accept="application/json;as=Table;v=v1;g=meta.k8s.io,application/json").body
    assert [c["name"] for c in table["columnDefinitions"]] == ["Name", "A", "Age"]
    assert table["rows"][0]["cells"][:2] == ["w", "1"]
    assert table["rows"][0]["cells"][2].endswith("s")


def test_a_token_is_asked_for() -> None:
    cluster = EmbeddedCluster(token="secret")
    cluster.start()
    try:
        assert Http(cluster.url)("GET", "/api").code == 401
        assert cluster.client("kit").configuration.api_key == {"authorization": "Bearer secret"}
        from kubernetes.client import CoreV1Api

        assert CoreV1Api(cluster.client("kit")).list_namespace().items
    finally:
        cluster.stop()


def test_reset_keeps_definitions_and_the_counter(cluster: EmbeddedCluster, http: Http) -> None:
    cluster.install_crds([crd({"type": "object", "properties": {"a": {"type": "string"}}})])
    version = int(http("POST", WIDGETS, widget(a="1")).body["metadata"]["resourceVersion"])
    http("POST", "/api/v1/namespaces", {"metadata": {"name": "mine"}})
    cluster.reset()
    assert http("GET", WIDGETS).body["items"] == []
    names = [n["metadata"]["name"] for n in http("GET", "/api/v1/namespaces").body["items"]]
    assert names == ["default", "kube-node-lease", "kube-public", "kube-system"]
    assert int(http("GET", MAPS).body["metadata"]["resourceVersion"]) > version
