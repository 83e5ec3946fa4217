"""Lists at versions and in pages, where the history matters: the rest is in behaviours/lists.yaml.

The answers about forgotten versions are those of a kube-apiserver whose etcd had just been compacted.
"""

from __future__ import annotations

import base64
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster, choices, listing
from enhancement_kit.cluster.embedded.core import Core
from enhancement_kit.cluster.embedded.store import HISTORY, Store

from .conftest import WIDGETS, Http, Json, crd, widget

MAPS = "/api/v1/namespaces/default/configmaps"
MERGE = "application/merge-patch+json"
CONTINUE_TOO_OLD = (
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without "
    "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. "
    "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or "
    "deleted between the time the first chunk was returned and now may show up in the list."
)


def put(http: Http, name: str) -> Json:
    return dict(http("POST", MAPS, {"metadata": {"name": name}}).body)


def names(listing: Json) -> list[str]:
    return [item["metadata"]["name"] for item in listing["items"]]


def decoded(token: str) -> str:
    return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode()


def test_a_forgotten_version_is_not_listed(cluster: EmbeddedCluster, http: Http) -> None:
    version = put(http, "a")["metadata"]["resourceVersion"]
    put(http, "b")
    cluster.run(lambda core: core.store.forget_history())
    for query in ("resourceVersionMatch=Exact", "limit=1", "resourceVersionMatch=Exact&limit=1"):
        reply = http("GET", f"{MAPS}?resourceVersion={version}&{query}")
        assert (reply.code, reply.body["reason"], reply.body["metadata"]) == (410, "Expired", {})
        assert reply.message == "The resourceVersion for the provided list is too old."
    assert names(http("GET", f"{MAPS}?resourceVersion={version}").body) == ["a", "b"]


@pytest.mark.parametrize("limit", ["", "&limit=1"])
def test_a_token_of_a_forgotten_version_is_answered_with_one_that_is_not_consistent(
    cluster: EmbeddedCluster, http: Http, limit: str
) -> None:
    for name in "abc":
        put(http, name)
    token = http("GET", f"{MAPS}?limit=1").body["metadata"]["continue"]
    put(http, "d")
    cluster.run(lambda core: core.store.forget_history())
    reply = http("GET", f"{MAPS}?continue={token}{limit}")
    assert (reply.code, reply.body["reason"], reply.message) == (410, "Expired", CONTINUE_TOO_OLD)
    again = reply.body["metadata"]["continue"]
    assert decoded(again) == '{"v":"meta.k8s.io/v1","rv":-1,"start":"a\\u0000"}'
    rest = http("GET", f"{MAPS}?continue={again}&limit=1").body
    assert (names(rest), rest["metadata"]["remainingItemCount"]) == (["b"], 2)
    assert f'"rv":{rest["metadata"]["resourceVersion"]},' in decoded(rest["metadata"]["continue"])


def test_a_version_is_forgotten_with_the_changes_after_it(cluster: EmbeddedCluster, http: Http) -> None:
    first = put(http, "a")["metadata"]["resourceVersion"]

    def churn(core: Core) -> None:
        place, key = ("", "configmaps"), ("default", "a")
        for _ in range(HISTORY):
            obj = core.store.get(place, key)
            assert obj is not None
            core.store.put(place, key, {**obj, "metadata": dict(obj["metadata"])})

    cluster.run(churn)
    path = f"{MAPS}?resourceVersionMatch=Exact&resourceVersion="
    assert names(http("GET", path + first).body) == ["a"]
    put(http, "b")
    assert http("GET", path + first).code == 410


def _stored(name: str) -> Json:
    return {"metadata": {"name": name, "uid": name}}


def test_keys_are_in_order_whatever_was_written_between_lists() -> None:
    store, place = Store(), ("", "configmaps")
    for name in "dbf":
        store.put(place, ("n", name), _stored(name))
    assert [key[1] for key, _ in store.list(place)] == ["b", "d", "f"]
    for name in "ace":
        store.put(place, ("n", name), _stored(name))
    store.remove(place, ("n", "d"))
    store.put(place, ("n-o", "g"), _stored("g"))
    store.put(place, ("n0", "h"), _stored("h"))
    assert [key[1] for key, _ in store.list(place)] == ["g", "a", "b", "c", "e", "f", "h"]
    assert [key[1] for key, _ in store.list(place, "n")] == ["a", "b", "c", "e", "f"]
    assert [key[1] for key, _ in store.list(place, "n-o")] == ["g"]
    assert store.list(place, "o") == []


def test_lists_and_events_show_what_is_stored_now_though_their_texts_are_kept(
    cluster: EmbeddedCluster, http: Http
) -> None:
    spec: Json = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    cluster.install_crds([crd(spec)])
    http("POST", WIDGETS, widget("w", a="1", b="2"))
    shown: list[Any] = []

    def look() -> None:
        shown.append([item["spec"] for item in http("GET", WIDGETS).body["items"]])

    look()
    http("PATCH", f"{WIDGETS}/w", {"spec": {"a": "3"}}, MERGE)
    look()
    # a definition that no longer knows a field hides it from objects that have it
    change = [{"op": "remove", "path": "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/b"}]
    definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.test"
    assert http("PATCH", definition, change, "application/json-patch+json").code == 200
    look()
    http("DELETE", f"{WIDGETS}/w")
    look()
    http("POST", WIDGETS, widget("w", a="4"))
    look()
    assert shown == [[{"a": "1", "b": "2"}], [{"a": "3", "b": "2"}], [{"a": "3"}], [], [{"a": "4"}]]


def test_what_a_selector_chooses_among_many_follows_writes(
    cluster: EmbeddedCluster, http: Http, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MANY", 2)
    looked: list[str] = []
    of_all = choices.Choice.__init__

    def counted(self: Any, *arguments: Any) -> None:
        looked.append("at all")
        of_all(self, *arguments)

    monkeypatch.setattr(choices.Choice, "__init__", counted)

    def make(name: str, pick: str) -> None:
        http("POST", MAPS, {"metadata": {"name": name, "labels": {"pick": pick}}})

    def listed(more: str = "") -> list[str]:
        return names(http("GET", f"{MAPS}?labelSelector=pick%3Dyes{more}").body)

    for name, pick in {"b": "yes", "c": "no", "d": "yes", "e": "no"}.items():
        make(name, pick)
    assert listed() == ["b", "d"]
    make("a", "yes")
    http("PATCH", f"{MAPS}/c", {"metadata": {"labels": {"pick": "yes"}}}, MERGE)
    http("PATCH", f"{MAPS}/b", {"metadata": {"labels": {"pick": "no"}}}, MERGE)
    http("DELETE", f"{MAPS}/d")
    assert listed() == ["a", "c"]
    assert looked == ["at all"]
    page = http("GET", f"{MAPS}?labelSelector=pick%3Dyes&limit=1").body
    assert names(page) == ["a"]
    make("f", "yes")
    # the rest of the page is that of its version
    assert listed(f"&continue={page['metadata']['continue']}") == ["c"]
    assert listed() == ["a", "c", "f"]
    assert "continue" not in http("GET", f"{MAPS}?labelSelector=pick%3Dyes&limit=3").body["metadata"]
    cluster.run(lambda core: core.store.forget_history())
    http("DELETE", f"{MAPS}/a")
    assert listed() == ["c", "f"]
