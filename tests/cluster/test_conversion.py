"""Conversion webhooks. With `KUBE_API_URL` in the environment, a real server is asked in place of the embedded one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster

from . import behaviours
from .conftest import CRDS, Http, Json
from .webhooks import Converter, serving

NAME = "gadgets.convert.test"
FAILED = "conversion webhook for convert.test/v1, Kind=Gadget"
NOWHERE = {"url": "https://127.0.0.1:1/convert"}


def convert(obj: Json, version: str) -> Json:
    """Join host and port to an address in v2, and take it apart in v1."""
    spec = obj.get("spec", {})
    if version.endswith("v2") and "host" in spec:
        spec["address"] = f"{spec.pop('host')}:{spec.pop('port', 0)}"
    elif version.endswith("v1") and "address" in spec:
        host, _, port = spec.pop("address").rpartition(":")
        obj["spec"] = {"host": host, "port": int(port)}
    return {**obj, "apiVersion": version}


@pytest.fixture(scope="module")
def server() -> Iterator[Http]:
    url = os.environ.get("KUBE_API_URL", "")
    if url:
        yield Http(url, token=os.environ.get("KUBE_API_TOKEN", ""), ca=os.environ.get("KUBE_API_CA", ""))
        return
    cluster = EmbeddedCluster()
    cluster.start()
    yield Http(cluster.url, token=cluster.token or "")
    cluster.stop()


@pytest.fixture(scope="module")
def serves() -> Iterator[Converter]:
    with serving(Converter) as found:
        yield found


@pytest.fixture(scope="module")
def defined(server: Http, serves: Converter) -> Iterator[str]:
    """Define a kind of two versions, and return a namespace."""
    space = behaviours.namespace_for(server, "converted")
    properties = {
        "v1": {"host": {"type": "string"}, "port": {"type": "integer"}},
        "v2": {"address": {"type": "string"}, "mode": {"type": "string", "default": "plain"}},
    }
    versions = [
        {
            "name": name,
            "served": True,
            "storage": name == "v1",
            "schema": {
                "openAPIV3Schema": {
                    "type": "object",
                    "properties": {"spec": {"type": "object", "properties": fields}},
                }
            },
        }
        for name, fields in properties.items()
    ]
    webhook = {
        "clientConfig": {"url": serves.url, "caBundle": serves.bundle},
        "conversionReviewVersions": ["v1"],
    }
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": NAME},
        "spec": {
            "group": "convert.test",
            "names": {"kind": "Gadget", "plural": "gadgets"},
            "scope": "Namespaced",
            "conversion": {"strategy": "Webhook", "webhook": webhook},
            "versions": versions,
        },
    }
    made = server("POST", CRDS, definition)
    assert made.code == 201, made.message
    for version in properties:
        path = gadgets(version, space)
        behaviours.wait(lambda path=path: server("GET", path).code == 200, "the kind is served")
    yield space
    serves.judge = lambda review: review
    server("DELETE", f"{CRDS}/{NAME}")


@pytest.fixture
def converter(serves: Converter) -> Converter:
    serves.convert, serves.judge = convert, lambda review: review
    serves.asked.clear()
    return serves


def gadgets(version: str, space: str) -> str:
    return f"/apis/convert.test/{version}/namespaces/{space}/gadgets"


def gadget(version: str, name: str, **spec: Any) -> Json:
    return {"apiVersion": f"convert.test/{version}", "kind": "Gadget", "metadata": {"name": name}, "spec": spec}


@pytest.fixture
def v1(server: Http, defined: str, converter: Converter) -> Iterator[str]:
    yield gadgets("v1", defined)
    converter.judge = lambda review: review
    server("DELETE", gadgets("v1", defined))


@pytest.fixture
def v2(defined: str) -> str:
    return gadgets("v2", defined)


def test_objects_are_stored_in_one_version_and_read_in_each(server: Http, v1: str, v2: str) -> None:
    server("POST", v1, gadget("v1", "a", host="h", port=1))
    # a default of the version that is written is gone when the storage version does not have the field
    assert server("POST", v2, gadget("v2", "b", address="x:2")).body["spec"] == {"address": "x:2"}
    assert server("GET", f"{v2}/a").body["spec"] == {"address": "h:1"}
    assert server("GET", f"{v1}/b").body["spec"] == {"host": "x", "port": 2}
    listed = server("GET", v2).body["items"]
    assert [(one["apiVersion"], one["spec"]) for one in listed] == [
        ("convert.test/v2", {"address": "h:1"}),
        ("convert.test/v2", {"address": "x:2"}),
    ]


def test_changes_and_deletions_in_the_other_version(server: Http, v1: str, v2: str) -> None:
    server("POST", v1, gadget("v1", "a", host="h", port=1))
    changed = server("PATCH", f"{v2}/a", {"spec": {"address": "y:3"}}, behaviours.MEDIA["merge"]).body
    stored = server("GET", f"{v1}/a").body
    assert (changed["spec"], stored["spec"]) == ({"address": "y:3"}, {"host": "y", "port": 3})
    assert changed["metadata"]["resourceVersion"] == stored["metadata"]["resourceVersion"]
    applied = server("PATCH", f"{v2}/b?fieldManager=me", gadget("v2", "b", address="q:4"), behaviours.MEDIA["apply"])
    assert applied.code == 201
    assert server("GET", f"{v1}/b").body["spec"] == {"host": "q", "port": 4}
    kept = {"metadata": {"finalizers": ["example.test/kept"]}}
    server("PATCH", f"{v2}/a", kept, behaviours.MEDIA["merge"])
    going = server("DELETE", f"{v2}/a").body
    assert going["metadata"]["deletionTimestamp"]
    assert going["spec"] == {"address": "y:3"}
    server("PATCH", f"{v2}/a", {"metadata": {"finalizers": None}}, behaviours.MEDIA["merge"])
    assert server("GET", f"{v1}/a").code == 404


def test_a_watch_sees_the_version_that_it_asks_for(server: Http, v1: str, v2: str) -> None:
    since = server("GET", v2).body["metadata"]["resourceVersion"]
    server("POST", v1, gadget("v1", "a", host="h", port=1))
    server("DELETE", f"{v1}/a")
    events = server("GET", f"{v2}?watch=1&timeoutSeconds=1&resourceVersion={since}").body
    assert [(one["type"], one["object"]["spec"]) for one in events] == [
        ("ADDED", {"address": "h:1"}),
        ("DELETED", {"address": "h:1"}),
    ]


def test_what_a_webhook_is_asked(server: Http, v1: str, v2: str, converter: Converter) -> None:
    made = server("POST", v1, gadget("v1", "a", host="h", port=1)).body
    server("GET", f"{v2}/a")
    asked = converter.asked[-1]
    assert set(asked) == {"uid", "desiredAPIVersion", "objects"}
    assert asked["desiredAPIVersion"] == "convert.test/v2"
    del made["metadata"]["resourceVersion"]
    assert asked["objects"] == [made]


def answer(change: Callable[[Json], Any]) -> Callable[[Json], Json]:
    """Return a judge that changes the answer."""

    def judge(review: Json) -> Json:
        change(review)
        return review

    return judge


def response(**more: Any) -> Callable[[Json], Json]:
    return answer(lambda review: review["response"].update(more))


def each(change: Callable[[Json], Any]) -> Callable[[Json], Json]:
    return answer(lambda review: [change(obj) for obj in review["response"]["convertedObjects"]])


QUALIFIED = (
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
    "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)


@pytest.mark.parametrize(
    ("judge", "message"),
    [
        (response(uid="other"), ' failed: expected response.uid="UID", got "other"'),
        (answer(lambda review: review.pop("response")), " failed: no response provided"),
        (
            answer(lambda review: review.update(kind="Other")),
            ' failed: no kind "Other" is registered for version "apiextensions.k8s.io/v1" in scheme '
            '"pkg/runtime/scheme.go:111"',
        ),
        (
            answer(lambda review: review.update(apiVersion="apiextensions.k8s.io/v1beta1")),
            " failed: converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion",
        ),
        (
            answer(lambda review: review.pop("apiVersion")),
            " failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, "
            "Kind=ConversionReview",
        ),
        (response(result={"status": "Failure", "message": "cannot do it"}), " failed: cannot do it"),
        (response(result={"status": "Failure"}), " failed: response.result.status was 'Failure', not 'Success'"),
        (response(result={}), " failed: response.result.status was '', not 'Success'"),
        (response(convertedObjects=[]), " returned 0 objects, expected 1"),
        (
            each(lambda obj: obj.update(apiVersion="convert.test/v3")),
            " returned invalid object at index 0: invalid groupVersion (expected convert.test/v2, received "
            "convert.test/v3)",
        ),
        (
            each(lambda obj: obj.update(kind="Other")),
            " returned invalid object at index 0: invalid kind (expected Gadget, received Other)",
        ),
        (
            each(lambda obj: obj["metadata"].update(name="other")),
            " returned invalid object: must have the same name: a != other",
        ),
        (
            each(lambda obj: obj.pop("metadata")),
            " returned invalid object: must have the same name: a != ",
        ),
        (
            each(lambda obj: obj["metadata"].update(labels={"a b": "c"})),
            f' returned invalid metadata: metadata.labels: Invalid value: "a b": {QUALIFIED}',
        ),
        (
            each(lambda obj: obj["metadata"].update(annotations={"a b": "c"})),
            f' returned invalid metadata: metadata.annotation: Invalid value: "a b": {QUALIFIED}',
        ),
        (
            each(lambda obj: obj["metadata"].update(labels={"a": 1})),
            " returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object",
        ),
        (
            each(lambda obj: obj["metadata"].update(labels=[1])),
            " returned invalid metadata: invalid metadata.labels of type []interface {} in converted object",
        ),
    ],
)
def test_answers_that_are_refused(
    server: Http, v1: str, v2: str, converter: Converter, judge: Callable[[Json], Json], message: str
) -> None:
    server("POST", v1, gadget("v1", "a", host="h", port=1))
    converter.judge = judge
    reply = server("GET", f"{v2}/a")
    wanted = FAILED + message.replace("UID", converter.asked[-1]["uid"])
    assert (reply.code, reply.message, reply.body.get("reason")) == (500, wanted, None)
    change = server("PATCH", f"{v2}/a", {"spec": {"address": "y:3"}}, behaviours.MEDIA["merge"])
    assert (change.code, server("GET", f"{v1}/a").body["spec"]) == (500, {"host": "h", "port": 1})


@pytest.mark.parametrize(
    ("found", "message"),
    [(None, "unexpected end of JSON input"), ("x", "json: cannot unmarshal string into Go value of type map[string]")],
)
def test_objects_that_are_none(server: Http, v1: str, v2: str, converter: Converter, found: Any, message: str) -> None:
    server("POST", v1, gadget("v1", "a", host="h", port=1))
    converter.judge = response(convertedObjects=[found])
    reply = server("GET", f"{v2}/a")
    assert (reply.code, reply.message.startswith(message)) == (500, True), reply.message


def test_only_labels_and_annotations_of_the_metadata_change(
    server: Http, v1: str, v2: str, converter: Converter
) -> None:
    made = server("POST", v1, gadget("v1", "a", host="h", port=1)).body["metadata"]
    converter.judge = each(
        lambda obj: obj["metadata"].update(labels={"a": "b"}, annotations={"c": "d"}, finalizers=["x/y"], generation=9)
    )
    assert server("GET", f"{v2}/a").body["metadata"] == {**made, "labels": {"a": "b"}, "annotations": {"c": "d"}}


def test_fields_that_a_version_does_not_have_are_dropped_and_values_are_not_checked(
    server: Http, v1: str, v2: str, converter: Converter
) -> None:
    server("POST", v1, gadget("v1", "a", host="h", port=1))
    converter.judge = each(lambda obj: obj["spec"].update(address=7, unknown=1))
    assert server("GET", f"{v2}/a").body["spec"] == {"address": 7}


def test_a_refused_write_changes_nothing(server: Http, v1: str, v2: str, converter: Converter) -> None:
    converter.judge = response(result={"status": "Failure", "message": "cannot do it"})
    reply = server("POST", v2, gadget("v2", "a", address="x:2"))
    assert (reply.code, reply.message) == (500, f"{FAILED.replace('/v1', '/v2')} failed: cannot do it")
    assert server("GET", f"{v1}/a").code == 404


def test_a_webhook_that_cannot_be_called(server: Http, v1: str, v2: str) -> None:
    server("POST", v1, gadget("v1", "a", host="h", port=1))
    path = f"{CRDS}/{NAME}"
    before = server("GET", path).body["spec"]["conversion"]["webhook"]["clientConfig"]

    def configure(config: Json) -> None:
        change = [{"op": "replace", "path": "/spec/conversion/webhook/clientConfig", "value": config}]
        assert server("PATCH", path, change, behaviours.MEDIA["json-patch"]).code == 200

    configure(NOWHERE)
    behaviours.wait(lambda: server("GET", f"{v2}/a").code != 200, "the definition is followed")
    why = f'Post "{NOWHERE["url"]}?timeout=30s": dial tcp 127.0.0.1:1: connect: connection refused'
    assert server("GET", f"{v2}/a").message == f"{FAILED} failed: {why}"
    assert server("GET", f"{v1}/a").code == 200
    configure(before)
    behaviours.wait(lambda: server("GET", f"{v2}/a").code == 200, "the definition is followed")


def test_the_storage_version_changes_and_objects_are_migrated(server: Http, v1: str, v2: str) -> None:
    made = server("POST", v1, gadget("v1", "a", host="h", port=1)).body
    path = f"{CRDS}/{NAME}"

    def store(number: int) -> None:
        change = [{"op": "replace", "path": f"/spec/versions/{i}/storage", "value": i == number - 1} for i in range(2)]
        assert server("PATCH", path, change, behaviours.MEDIA["json-patch"]).code == 200

    store(2)
    behaviours.wait(
        lambda: server("GET", path).body["status"]["storedVersions"] == ["v1", "v2"], "both versions are noted"
    )
    # a write that changes nothing stores the object anew, in the new version
    behaviours.wait(
        lambda: (
            server("PATCH", f"{v1}/a", {}, behaviours.MEDIA["merge"]).body["metadata"]["resourceVersion"]
            != made["metadata"]["resourceVersion"]
        ),
        "the object is migrated",
    )
    assert server("GET", f"{v1}/a").body["spec"] == {"host": "h", "port": 1}
    first = [{"op": "remove", "path": "/spec/versions/0"}]
    refused = server("PATCH", path, first, behaviours.MEDIA["json-patch"])
    assert refused.code == 422
    assert "status.storedVersions[0]: Invalid value" in refused.message
    stored = {"status": {"storedVersions": ["v2"]}}
    assert server("PATCH", f"{path}/status", stored, behaviours.MEDIA["merge"]).body["status"]["storedVersions"] == [
        "v2"
    ]
    assert server("PATCH", f"{path}?dryRun=All", first, behaviours.MEDIA["json-patch"]).code == 200
    server("PATCH", f"{path}/status", {"status": {"storedVersions": ["v1", "v2"]}}, behaviours.MEDIA["merge"])
    store(1)


def test_without_a_webhook_a_version_shows_the_fields_that_it_has(server: Http) -> None:
    space = behaviours.namespace_for(server, "plain")
    name = "plains.convert.test"

    def version(name: str, *fields: str) -> Json:
        spec = {"type": "object", "properties": {field: {"type": "string"} for field in fields}}
        schema = {"type": "object", "properties": {"spec": spec}}
        return {"name": name, "served": True, "storage": name == "v1", "schema": {"openAPIV3Schema": schema}}

    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": name},
        "spec": {
            "group": "convert.test",
            "names": {"kind": "Plain", "plural": "plains"},
            "scope": "Namespaced",
            "versions": [version("v1", "both", "old"), version("v2", "both", "new")],
        },
    }
    assert server("POST", CRDS, definition).code == 201
    v1, v2 = (f"/apis/convert.test/{v}/namespaces/{space}/plains" for v in ("v1", "v2"))
    behaviours.wait(lambda: server("GET", v1).code == server("GET", v2).code == 200, "the kind is served")
    spec = {"both": "a", "old": "b", "new": "c"}
    body = {"kind": "Plain", "metadata": {"name": "x"}, "spec": spec}
    assert server("POST", v1, {**body, "apiVersion": "convert.test/v1"}).body["spec"] == {"both": "a", "old": "b"}
    assert server("GET", f"{v2}/x").body["spec"] == {"both": "a"}
    assert [one["spec"] for one in server("GET", v2).body["items"]] == [{"both": "a"}]
    made = server("POST", v2, {**body, "apiVersion": "convert.test/v2", "metadata": {"name": "y"}}).body
    assert made["spec"] == {"both": "a"}
    server("PATCH", f"{v2}/x", {"spec": {"both": "d"}}, behaviours.MEDIA["merge"])
    assert server("GET", f"{v1}/x").body["spec"] == {"both": "d"}
    server("DELETE", f"{CRDS}/{name}")
