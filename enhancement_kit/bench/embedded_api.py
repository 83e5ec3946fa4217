"""Measures the embedded API: starts, validated writes, lists, patches, watches, and growth with its objects."""

from __future__ import annotations

import json
import statistics
import threading
from collections.abc import Callable
from time import perf_counter

from enhancement_kit.cluster.embedded.objects import Manifest
from enhancement_kit.cluster.embedded.server import EmbeddedCluster

from .gauges import GROUP_VERSION, JSON, KIND, MERGE, PLURAL, Client, definition

_ROUNDS = 5
_SMALL, _LARGE = 100, 10_000
_WRITES = 300
_LISTED = 1000
_PATH = f"/apis/{GROUP_VERSION}/namespaces/default/{PLURAL}"


def run() -> dict[str, float]:
    """Return milliseconds (names end in _ms), creates per second, and `growth_ratio`.

    Writes are validated by a schema with rules and sent by one client that keeps its connection. `growth_ratio` is the
    time of a create beside 10,000 objects, divided by that beside 100: 1 where more objects take no more time.
    """
    starts = [_timed(_start_and_stop) for _ in range(_ROUNDS)]
    cluster = EmbeddedCluster()
    cluster.start()
    try:
        cluster.install_crds([definition()])
        client = _Gauges(cluster.url)
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


class _Gauges:
    """A client that creates gauges."""

    def __init__(self, url: str) -> None:
        self._client = Client(url)
        self.made = 0

    def ask(self, method: str, path: str, body: Manifest | None = None, media: str = JSON) -> Manifest:
        return dict(json.loads(self._client.ask(method, path, body, media)))

    def create(self) -> str:
        self.made += 1
        name = f"gauge-{self.made}"
        spec = {"name": name, "tags": ["a", "b"]}
        self.ask("POST", _PATH, {"apiVersion": GROUP_VERSION, "kind": KIND, "metadata": {"name": name}, "spec": spec})
        return name


def _timed(act: Callable[[], object]) -> float:
    begin = perf_counter()
    act()
    return perf_counter() - begin


def _start_and_stop() -> None:
    cluster = EmbeddedCluster()
    cluster.start()
    try:
        _Gauges(cluster.url).ask("GET", "/api")
    finally:
        cluster.stop()


def _growth(client: _Gauges) -> tuple[float, float]:
    """Return the seconds of a create beside few objects and beside many; rounds alternate to cancel out other load."""
    other = EmbeddedCluster()
    other.start()
    try:
        other.install_crds([definition()])
        crowd = _Gauges(other.url)
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


def _list(cluster: EmbeddedCluster, client: _Gauges) -> float:
    cluster.reset()
    for _ in range(_LISTED):
        client.create()
    return statistics.median(_timed(lambda: client.ask("GET", _PATH)) for _ in range(_ROUNDS))


def _patch(client: _Gauges) -> float:
    path = f"{_PATH}/{client.create()}"

    def act(size: int) -> float:
        return _timed(lambda: client.ask("PATCH", path, {"spec": {"size": size}}, MERGE))

    return statistics.median(act(n) for n in range(_WRITES))


def _watch(cluster: EmbeddedCluster, client: _Gauges) -> float:
    """Return the time from sending a create to reading its event on an open watch."""
    cluster.reset()
    watcher = Client(cluster.url)
    version = client.ask("GET", _PATH)["metadata"]["resourceVersion"]
    stream = watcher.stream(f"{_PATH}?watch=1&resourceVersion={version}")
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
    watcher.connection.close()
    return statistics.median(times)
