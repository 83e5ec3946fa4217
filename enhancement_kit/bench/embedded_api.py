"""Measures the embedded API: starts, validated writes, lists, patches, watches, and growth with its objects."""

from __future__ import annotations

import http.client
import json
import statistics
import threading
from collections.abc import Callable
from time import perf_counter

from enhancement_kit.cluster.embedded.objects import Manifest
from enhancement_kit.cluster.embedded.server import EmbeddedCluster

_ROUNDS = 5
_SMALL, _LARGE = 100, 10_000
_WRITES = 300
_LISTED = 1000
_PATH = "/apis/bench.test/v1/namespaces/default/gauges"
_MERGE = "application/merge-patch+json"
_JSON = "application/json"


def run() -> dict[str, float]:
    """Return milliseconds (names end in _ms), creates per second, and `growth_ratio`.

    Writes are validated by a schema with rules and sent by one client that keeps its connection. `growth_ratio` is the
    time of a create beside 10,000 objects, divided by that beside 100: 1 where more objects take no more time.
    """
    starts = [_timed(_start_and_stop) for _ in range(_ROUNDS)]
    cluster = EmbeddedCluster()
    cluster.start()
    try:
        cluster.install_crds([_definition()])
        client = _Client(cluster.url)
        small, large = _growth(client)
        found = {
            "start_ms": 1000 * statistics.median(starts),
            "creates_per_s": 1 / small,
            "growth_ratio": large / small,
            "list_1000_ms": 1000 * _list(cluster, client),
            "patch_ms": 1000 * _patch(client),
            "watch_ms": 1000 * _watch(cluster, client),
        }
    finally:
        cluster.stop()
    return {name: round(value, 3) for name, value in found.items()}


def _definition() -> Manifest:
    spec = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "maxLength": 63, "pattern": "^[a-z0-9-]+$"},
            "size": {"type": "integer", "minimum": 0, "default": 1},
            "tags": {"type": "array", "maxItems": 10, "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
        },
        "x-kubernetes-validations": [
            {"rule": "self.name != 'forbidden'", "message": "choose another name"},
            {"rule": "oldSelf.name == self.name", "message": "name is immutable"},
        ],
    }
    schema = {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "gauges.bench.test"},
        "spec": {
            "group": "bench.test",
            "names": {"kind": "Gauge", "plural": "gauges"},
            "scope": "Namespaced",
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": schema}],
        },
    }


class _Client:
    """An HTTP client with one open connection, without the overhead of a client library."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(url.removeprefix("http://"))
        self.made = 0

    def ask(self, method: str, path: str, body: Manifest | None = None, media: str = _JSON) -> Manifest:
        content = None if body is None else json.dumps(body)
        self.connection.request(method, path, content, {"Content-Type": media})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {text.decode()}")
        return dict(json.loads(text))

    def create(self) -> str:
        self.made += 1
        name = f"gauge-{self.made}"
        body = {
            "apiVersion": "bench.test/v1",
            "kind": "Gauge",
            "metadata": {"name": name},
            "spec": {"name": name, "tags": ["a", "b"]},
        }
        self.ask("POST", _PATH, body)
        return name


def _timed(act: Callable[[], object]) -> float:
    begin = perf_counter()
    act()
    return perf_counter() - begin


def _start_and_stop() -> None:
    cluster = EmbeddedCluster()
    cluster.start()
    try:
        _Client(cluster.url).ask("GET", "/api")
    finally:
        cluster.stop()


def _growth(client: _Client) -> tuple[float, float]:
    """Return the seconds of a create beside few objects and beside many; rounds alternate to cancel out other load."""
    other = EmbeddedCluster()
    other.start()
    try:
        other.install_crds([_definition()])
        crowd = _Client(other.url)
        for _ in range(_LARGE):
            crowd.create()
        for _ in range(_SMALL):
            client.create()
        few: list[float] = []
        many: list[float] = []
        for _ in range(_WRITES):
            few.append(_timed(client.create))
            many.append(_timed(crowd.create))
            client.ask("DELETE", f"{_PATH}/gauge-{client.made}")
            crowd.ask("DELETE", f"{_PATH}/gauge-{crowd.made}")
    finally:
        other.stop()
    return statistics.median(few), statistics.median(many)


def _list(cluster: EmbeddedCluster, client: _Client) -> float:
    cluster.reset()
    for _ in range(_LISTED):
        client.create()
    return statistics.median(_timed(lambda: client.ask("GET", _PATH)) for _ in range(_ROUNDS))


def _patch(client: _Client) -> float:
    path = f"{_PATH}/{client.create()}"

    def act(size: int) -> float:
        return _timed(lambda: client.ask("PATCH", path, {"spec": {"size": size}}, _MERGE))

    return statistics.median(act(n) for n in range(_WRITES))


def _watch(cluster: EmbeddedCluster, client: _Client) -> float:
    """Return the time from sending a create to reading its event on an open watch."""
    cluster.reset()
    connection = http.client.HTTPConnection(cluster.url.removeprefix("http://"))
    version = client.ask("GET", _PATH)["metadata"]["resourceVersion"]
    connection.request("GET", f"{_PATH}?watch=1&resourceVersion={version}")
    stream = connection.getresponse()
    seen = threading.Semaphore(0)

    def follow() -> None:
        for _ in range(_WRITES):
            stream.readline()
            seen.release()

    reader = threading.Thread(target=follow, daemon=True)
    reader.start()

    def act() -> None:
        client.create()
        seen.acquire()

    times = [_timed(act) for _ in range(_WRITES)]
    reader.join()
    connection.close()
    return statistics.median(times)
