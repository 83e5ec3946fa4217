"""JSON, merge and strategic merge patches, and server-side apply."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.patches import merge_patch, strategic_patch

from .behaviours import KEYED
from .conftest import WIDGETS, Http, Json, crd, widget

APPLY = "application/apply-patch+yaml"
JSON = "application/json-patch+json"
MERGE = "application/merge-patch+json"
STRATEGIC = "application/strategic-merge-patch+json"
SPEC: Json = {
    "type": "object",
    "properties": {
        "a": {"type": "string"},
        "n": {"type": "integer"},
        "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
        "plain": {"type": "array", "items": {"type": "string"}},
        "ports": KEYED,
    },
}


@pytest.fixture
def widgets(cluster: EmbeddedCluster) -> str:
    cluster.install_crds([crd(SPEC)])
    return WIDGETS


def test_json_patch(http: Http, widgets: str) -> None:
    http("POST", widgets, widget(a="1", plain=["x"]))
    done = http(
        "PATCH",
        widgets + "/w",
        [{"op": "test", "path": "/spec/a", "value": "1"}, {"op": "add", "path": "/spec/plain/-", "value": "y"}],
        JSON,
    )
    assert done.body["spec"] == {"a": "1", "plain": ["x", "y"]}
    assert http("PATCH", widgets + "/w", [{"op": "test", "path": "/spec/a", "value": "2"}], JSON).code == 422
    assert http("PATCH", widgets + "/w", [{"op": "remove", "path": "/spec/nope"}], JSON).code == 422
    assert http("PATCH", widgets + "/w", {"spec": {}}, JSON).code == 400
    assert http("PATCH", widgets + "/w", [{"op": "fly", "path": "/spec/a"}], JSON).code == 422
    assert http("PATCH", widgets + "/w", b"[", JSON).code == 400


@pytest.mark.parametrize(
    ("target", "patch", "wanted"),
    [
        ({"a": 1, "b": 2}, {"a": None}, {"b": 2}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": None, "d": 3}}, {"a": {"c": 2, "d": 3}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ({"a": "x"}, {"a": {"b": {"c": None}}}, {"a": {"b": {}}}),
    ],
)
def test_merge_patch(target: Json, patch: Json, wanted: Json) -> None:
    assert merge_patch(target, patch) == wanted


@pytest.mark.parametrize(
    ("target", "patch", "wanted"),
    [
        (
            {"containers": [{"name": "a", "image": "1"}, {"name": "b", "image": "2"}]},
            {"containers": [{"name": "b", "image": "3"}]},
            {"containers": [{"name": "a", "image": "1"}, {"name": "b", "image": "3"}]},
        ),
        (
            {"containers": [{"name": "a"}, {"name": "b"}]},
            {"containers": [{"name": "a", "$patch": "delete"}]},
            {"containers": [{"name": "b"}]},
        ),
        (
            {"containers": [{"name": "a"}]},
            {"containers": [{"$patch": "replace"}, {"name": "z"}]},
            {"containers": [{"name": "z"}]},
        ),
        ({"finalizers": ["a"]}, {"finalizers": ["b"]}, {"finalizers": ["b", "a"]}),
        ({"finalizers": ["a", "b"]}, {"$deleteFromPrimitiveList/finalizers": ["a"]}, {"finalizers": ["b"]}),
        ({"args": ["a"]}, {"args": ["b"]}, {"args": ["b"]}),
        (
            {"ports": [{"port": 1, "name": "x"}]},
            {"ports": [{"port": 2}]},
            {"ports": [{"port": 2}, {"port": 1, "name": "x"}]},
        ),
        ({"s": {"type": "A", "a": 1}}, {"s": {"$retainKeys": ["type"], "type": "B"}}, {"s": {"type": "B"}}),
        ({"x": {"a": 1}}, {"x": {"$patch": "replace", "b": 2}}, {"x": {"b": 2}}),
    ],
)
def test_strategic_patch(target: Json, patch: Json, wanted: Json) -> None:
    assert strategic_patch(target, patch) == wanted


def test_strategic_patches_are_for_built_in_kinds_only(http: Http, widgets: str) -> None:
    http("POST", widgets, widget(a="1"))
    answer = http("PATCH", widgets + "/w", {"spec": {"a": "2"}}, STRATEGIC)
    assert answer.code == 415
    assert "application/merge-patch+json" in answer.message


def apply(http: Http, manager: str, spec: Any, query: str = "") -> Any:
    body = {"apiVersion": "example.test/v1", "kind": "Widget", "metadata": {"name": "w"}, "spec": spec}
    return http("PATCH", f"{WIDGETS}/w?fieldManager={manager}{query}", body, APPLY)


def test_apply_creates_then_merges(http: Http, widgets: str) -> None:
    assert apply(http, "one", {"a": "1", "ports": [{"name": "x", "port": 1}]}).code == 201
    two = apply(http, "two", {"n": 2, "ports": [{"name": "y", "port": 2}]})
    assert two.code == 200
    assert two.body["spec"] == {"a": "1", "n": 2, "ports": [{"name": "x", "port": 1}, {"name": "y", "port": 2}]}
    owners = {e["manager"]: e["fieldsV1"] for e in two.body["metadata"]["managedFields"]}
    assert owners["two"] == {
        "f:spec": {"f:n": {}, "f:ports": {'k:{"name":"y"}': {".": {}, "f:name": {}, "f:port": {}}}}
    }


def test_apply_takes_back_what_it_no_longer_names(http: Http, widgets: str) -> None:
    apply(http, "one", {"a": "1", "n": 1, "tags": ["p", "q"]})
    again = apply(http, "one", {"a": "1", "tags": ["q"]})
    assert again.body["spec"] == {"a": "1", "tags": ["q"]}
    apply(http, "two", {"a": "1"})
    assert apply(http, "one", {"tags": ["q"]}).body["spec"] == {"a": "1", "tags": ["q"]}


def test_apply_conflicts_unless_forced(http: Http, widgets: str) -> None:
    apply(http, "one", {"a": "1", "plain": ["x"]})
    answer = apply(http, "two", {"a": "2"})
    assert answer.code == 409
    assert answer.message == 'Apply failed with 1 conflict: conflict with "one": .spec.a'
    assert answer.body["details"]["causes"] == [
        {"reason": "FieldManagerConflict", "message": 'conflict with "one"', "field": ".spec.a"}
    ]
    both = apply(http, "two", {"a": "2", "plain": ["y"]})
    assert both.message == 'Apply failed with 2 conflicts: conflicts with "one":\n- .spec.a\n- .spec.plain'
    assert apply(http, "two", {"a": "1"}).code == 200, "the same value is no conflict"
    forced = apply(http, "two", {"a": "2"}, "&force=true")
    assert forced.body["spec"]["a"] == "2"
    assert apply(http, "one", {"a": "1"}).code == 409, "the field has changed hands"


def test_an_update_takes_fields_over(http: Http, widgets: str) -> None:
    apply(http, "one", {"a": "1"})
    http("PATCH", WIDGETS + "/w", {"spec": {"a": "9"}}, MERGE)
    answer = apply(http, "one", {"a": "1"})
    assert answer.code == 409
    assert answer.message == 'Apply failed with 1 conflict: conflict with "tests" using example.test/v1: .spec.a'


def test_apply_wants_a_manager_and_no_managed_fields(http: Http, widgets: str) -> None:
    body = {"apiVersion": "example.test/v1", "kind": "Widget", "metadata": {"name": "w"}}
    assert http("PATCH", WIDGETS + "/w", body, APPLY).code == 422
    body["metadata"] = {"name": "w", "managedFields": [{"manager": "x"}]}
    assert http("PATCH", WIDGETS + "/w?fieldManager=x", body, APPLY).message == "metadata.managedFields must be nil"
