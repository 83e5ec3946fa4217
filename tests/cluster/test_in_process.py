"""Clients in this process get the same answers without a socket as over one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import urllib3

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.in_process import DirectPool
from enhancement_kit.cluster.embedded.limits import BODY

MAPS = "/api/v1/namespaces/default/configmaps"
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"
OF_THE_TRANSPORT = ("content-length", "date", "server")
VOLATILE = ("uid", "resourceVersion", "creationTimestamp", "time")

REQUESTS: tuple[tuple[str, str, Any, dict[str, str]], ...] = (
    ("GET", "/version", None, {}),
    ("GET", "/nowhere", None, {}),
    ("GET", "/api/v1/namespaces?limit=2&labelSelector=%21absent", None, {}),
    ("POST", MAPS, {"metadata": {"name": "a b"}}, {}),
    ("POST", MAPS, {"metadata": {"name": "one"}, "data": {"a": "1"}, "dato": {}}, {}),
    ("POST", MAPS + "?fieldValidation=Strict", {"metadata": {"name": "two"}, "dato": {}}, {}),
    ("POST", MAPS, {"metadata": {"name": "one"}}, {}),
    ("GET", MAPS, None, {"Accept": TABLE}),
    ("PATCH", MAPS + "/one", {"data": {"b": "ä"}}, {"Content-Type": "application/merge-patch+json"}),
    ("PATCH", MAPS + "/one", {"data": {}}, {"Content-Type": "text/plain"}),
    ("PUT", MAPS + "/one", {"metadata": {"name": "one", "resourceVersion": "1"}}, {}),
    ("POST", MAPS, {"metadata": {"name": "large"}, "data": {"a": "x" * BODY}}, {}),
    ("DELETE", MAPS + "/one", None, {}),
    ("GET", MAPS + "/one", None, {}),
)


@pytest.fixture
def cluster() -> Iterator[EmbeddedCluster]:
    """Provide a running cluster."""
    made = EmbeddedCluster()
    made.start()
    yield made
    made.stop()


def steady(value: Any) -> Any:
    """Return a document without what differs from run to run."""
    if isinstance(value, dict):
        return {key: steady(inner) for key, inner in value.items() if key not in VOLATILE}
    return [steady(inner) for inner in value] if isinstance(value, list) else value


def answers(manager: urllib3.PoolManager, url: str) -> list[Any]:
    """Return the server's answers to the requests: status, headers, body."""
    found = []
    for method, path, body, headers in REQUESTS:
        content = None if body is None else json.dumps(body)
        sent = manager.request(method, url + path, body=content, headers={"User-Agent": "test", **headers})
        kept = sorted((k.lower(), v) for k, v in sent.headers.items() if k.lower() not in OF_THE_TRANSPORT)
        try:
            document: Any = steady(json.loads(sent.data))
        except ValueError:
            document = sent.data
        found.append((method, path, sent.status, sent.reason, kept, document))
    return found


def test_the_short_way_and_the_socket_give_the_same_answers() -> None:
    """Compare status, reason, headers and body for every kind of request."""
    both = []
    for choose in (lambda _: urllib3.PoolManager(), lambda c: c.client("x").rest_client.pool_manager):
        cluster = EmbeddedCluster()
        cluster.start()
        try:
            both.append(answers(choose(cluster), cluster.url))
        finally:
            cluster.stop()
    over_socket, direct = both
    assert direct == over_socket


def test_a_client_of_this_process_takes_the_short_way(cluster: EmbeddedCluster) -> None:
    """Check also that a wrong token is refused, as over a socket."""
    manager = cluster.client("x").rest_client.pool_manager
    assert isinstance(manager.connection_from_url(cluster.url), DirectPool)
    guarded = EmbeddedCluster(token="secret")
    guarded.start()
    try:
        pool = guarded.client("x").rest_client.pool_manager
        assert pool.request("GET", guarded.url + MAPS).status == 401
        headers = {"Authorization": "Bearer secret"}
        assert pool.request("GET", guarded.url + MAPS, headers=headers).status == 200
    finally:
        guarded.stop()


def test_a_watch_over_the_socket_sees_what_came_the_short_way_in_order(cluster: EmbeddedCluster) -> None:
    """Check that every write arrives once and in order, although several threads write by both ways."""
    direct = cluster.client("x").rest_client.pool_manager
    sockets = urllib3.PoolManager(maxsize=4)
    version = json.loads(direct.request("GET", cluster.url + MAPS).data)["metadata"]["resourceVersion"]

    def write(number: int) -> int:
        body = json.dumps({"metadata": {"name": f"map-{number}"}})
        manager = direct if number % 2 else sockets
        return int(manager.request("POST", cluster.url + MAPS, body=body).status)

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(write, range(60))) == {201}
    watched = direct.request(
        "GET", f"{cluster.url}{MAPS}?watch=1&resourceVersion={version}&timeoutSeconds=1", preload_content=True
    )
    events = [json.loads(line) for line in watched.data.splitlines()]
    versions = [int(event["object"]["metadata"]["resourceVersion"]) for event in events]
    assert sorted(event["object"]["metadata"]["name"] for event in events) == sorted(f"map-{n}" for n in range(60))
    assert versions == sorted(versions)
