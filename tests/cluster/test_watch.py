"""Watches: what they send, from where, until when."""

from __future__ import annotations

import json
import threading
import urllib.request
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster, watching
from enhancement_kit.cluster.embedded.store import HISTORY

from .conftest import Http, Json

MAPS = "/api/v1/namespaces/default/configmaps"
MERGE = "application/merge-patch+json"


def put(http: Http, name: str, **labels: str) -> Json:
    return dict(http("POST", MAPS, {"metadata": {"name": name, "labels": labels}}).body)


def watched(http: Http, query: str) -> list[Any]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{http.url}{MAPS}?watch=1&timeoutSeconds=1&{query}", timeout=10) as stream:
        events = [json.loads(line) for line in stream]
    return [(e["type"], e["object"].get("metadata", {}).get("name"), e["object"]) for e in events]


def kinds(events: list[Any]) -> list[tuple[str, str]]:
    return [e[:2] for e in events]


def test_a_watch_starts_with_what_is_there_or_after_a_version(http: Http) -> None:
    version = put(http, "a")["metadata"]["resourceVersion"]
    put(http, "b")
    http("PATCH", MAPS + "/b", {"data": {"x": "y"}}, MERGE)
    http("DELETE", MAPS + "/b")
    assert kinds(watched(http, "")) == [("ADDED", "a")]
    assert kinds(watched(http, f"resourceVersion={version}")) == [("ADDED", "b"), ("MODIFIED", "b"), ("DELETED", "b")]


def test_leaving_a_selector_looks_like_a_delete(http: Http) -> None:
    version = put(http, "a", pick="no")["metadata"]["resourceVersion"]
    http("PATCH", MAPS + "/a", {"metadata": {"labels": {"pick": "yes"}}}, MERGE)
    http("PATCH", MAPS + "/a", {"data": {"x": "y"}}, MERGE)
    http("PATCH", MAPS + "/a", {"metadata": {"labels": {"pick": "no"}}}, MERGE)
    events = watched(http, f"resourceVersion={version}&labelSelector=pick%3Dyes")
    assert kinds(events) == [("ADDED", "a"), ("MODIFIED", "a"), ("DELETED", "a")]
    # as it was when it was last selected, under the version of the write that changed this
    assert [e[2]["metadata"]["labels"] for e in events] == [{"pick": "yes"}] * 3
    assert events[-1][2]["metadata"]["resourceVersion"] == http("GET", MAPS + "/a").body["metadata"]["resourceVersion"]


def test_bookmarks_and_initial_events(http: Http) -> None:
    put(http, "a")
    events = watched(http, "allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan")
    assert [e[0] for e in events] == ["ADDED", "BOOKMARK"]
    assert events[1][2]["metadata"]["annotations"] == {"k8s.io/initial-events-end": "true"}


def test_bookmarks_come_again_and_again_and_before_the_end(http: Http, monkeypatch: pytest.MonkeyPatch) -> None:
    version = put(http, "a")["metadata"]["resourceVersion"]
    assert watched(http, f"resourceVersion={version}&allowWatchBookmarks=true") == []
    monkeypatch.setattr(watching, "PARTING", 0.3)
    parting = watched(http, f"resourceVersion={version}&allowWatchBookmarks=true")
    assert [(e[0], e[2]["metadata"]) for e in parting] == [("BOOKMARK", {"resourceVersion": version})]
    monkeypatch.setattr(watching, "HEARTBEAT", 0.2)
    assert len(watched(http, f"resourceVersion={version}&allowWatchBookmarks=true")) > 2
    assert watched(http, f"resourceVersion={version}") == []


def test_a_version_that_is_no_longer_known_is_gone(cluster: EmbeddedCluster, http: Http) -> None:
    version = put(http, "a")["metadata"]["resourceVersion"]

    def churn(core: Any) -> None:
        place, key = ("", "configmaps"), ("default", "a")
        for _ in range(HISTORY + 1):
            obj = core.store.get(place, key)
            core.store.put(place, key, {**obj, "metadata": dict(obj["metadata"])})

    cluster.run(churn)
    events = watched(http, f"resourceVersion={version}")
    assert events[0][0] == "ERROR"
    assert (events[0][2]["code"], events[0][2]["reason"]) == (410, "Expired")
    assert http("GET", MAPS + "?watch=1&resourceVersion=x").code == 500


def test_what_was_written_before_a_reset_is_forgotten(cluster: EmbeddedCluster, http: Http) -> None:
    old = put(http, "a")["metadata"]["resourceVersion"]
    last = put(http, "b")["metadata"]["resourceVersion"]
    cluster.reset()
    assert [event[0] for event in watched(http, f"resourceVersion={old}")] == ["ERROR"]
    # a client that has seen everything up to the reset gets the deletions
    assert sorted(kinds(watched(http, f"resourceVersion={last}"))) == [("DELETED", "a"), ("DELETED", "b")]


def test_a_kind_that_had_no_objects_yet_can_be_watched_from_an_earlier_version() -> None:
    cluster = EmbeddedCluster()
    cluster.start()
    try:
        http = Http(cluster.url)
        version = http("GET", MAPS).body["metadata"]["resourceVersion"]
        http("POST", MAPS.replace("configmaps", "secrets"), {"metadata": {"name": "s"}})
        put(http, "first")
        assert kinds(watched(http, f"resourceVersion={version}")) == [("ADDED", "first")]
    finally:
        cluster.stop()


def test_a_write_reaches_an_open_watch(http: Http) -> None:
    seen: list[Any] = []
    started = threading.Event()

    def follow() -> None:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"{http.url}{MAPS}?watch=1&timeoutSeconds=8", timeout=10) as stream:
            started.set()
            seen.append(json.loads(stream.readline()))

    thread = threading.Thread(target=follow)
    thread.start()
    assert started.wait(5)
    put(http, "late")
    thread.join(5)
    assert not thread.is_alive()
    assert (seen[0]["type"], seen[0]["object"]["metadata"]["name"]) == ("ADDED", "late")


def test_stopping_ends_open_watches() -> None:
    cluster = EmbeddedCluster()
    cluster.start()
    ended = threading.Event()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    stream = opener.open(f"{cluster.url}{MAPS}?watch=1", timeout=10)

    def follow() -> None:
        for _ in stream:
            pass
        ended.set()

    threading.Thread(target=follow, daemon=True).start()
    cluster.stop()
    cluster.stop()
    assert ended.wait(5)
    stream.close()
