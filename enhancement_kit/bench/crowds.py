"""Measures one API server with thousands of objects and hundreds of watchers, through sockets as other programs use it.

What an answer says is not parsed while time is taken, so that the client costs both servers the same and little.
"""

from __future__ import annotations

import itertools
import json
import selectors
import ssl
import statistics
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from .gauges import DEFINITION_NAME, DEFINITIONS, GROUP_VERSION, KIND, MERGE, PLURAL, Client, definition

OBJECTS, NAMESPACES = 5000, 50
WATCHERS = (1, 100, 500)
PAGES = (50, 500)
ROUNDS = 3
_WRITES = 30
EVENTS = 15
_SHARDS = 10
_PATIENCE = 10.0
_numbers = itertools.count(1)
_INITIAL = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
_CONTINUE = b'"continue":"'
_MARK = b'"bench.test/number":"'
_END = b"k8s.io/initial-events-end"
_SPEC = {"size": 3, "name": "gauge", "tags": ["a", "b"], "note": "as long as such texts tend to be in real life"}


@dataclass(frozen=True)
class Server:
    """A running API server: where it is, how to be let in, and the processes that it consists of."""

    url: str
    token: str
    authority: str
    processes: Sequence[int]


def _client(server: Server) -> Client:
    return Client(server.url, server.token, server.authority)


@dataclass(frozen=True)
class Kind:
    """What the crowd consists of."""

    name: str
    path: str
    plural: str
    head: Mapping[str, Any]
    body: Mapping[str, Any]
    change: Callable[[int], Mapping[str, Any]] = field(compare=False)

    def collection(self, namespace: str = "") -> str:
        """Return the path of all objects, or of those of one namespace."""
        return f"{self.path}/namespaces/{namespace}/{self.plural}" if namespace else f"{self.path}/{self.plural}"


KINDS = (
    Kind(
        "custom",
        f"/apis/{GROUP_VERSION}",
        PLURAL,
        {"apiVersion": GROUP_VERSION, "kind": KIND},
        {"spec": _SPEC},
        lambda n: {"spec": {"size": n}},
    ),
    Kind(
        "builtin",
        "/api/v1",
        "configmaps",
        {"apiVersion": "v1", "kind": "ConfigMap"},
        {"data": {key: json.dumps(value) for key, value in _SPEC.items()}},
        lambda n: {"data": {"size": str(n)}},
    ),
)


class Crowd:
    """The objects of one kind on one server."""

    def __init__(self, server: Server, kind: Kind) -> None:
        """Connect; nothing is created yet."""
        self._server = server
        self._kind = kind
        self._client = _client(server)
        self._one = ""

    def fill(self) -> None:
        """Create all objects."""
        for number in range(OBJECTS):
            path = self.create(f"bench-{number % NAMESPACES}")
            self._one = self._one or path

    def create(self, namespace: str = "bench-0") -> str:
        """Create one object and return its path."""
        name = self._send_create(namespace)
        self._client.read()
        return f"{self._kind.collection(namespace)}/{name}"

    def _send_create(self, namespace: str) -> str:
        number = next(_numbers)
        name = f"object-{number}"
        labels = {"shard": f"s{number % _SHARDS}", "app": "bench"}
        meta = {"name": name, "labels": labels, "annotations": {"bench.test/number": str(number)}}
        body = {**self._kind.head, "metadata": meta, **self._kind.body}
        self._client.send("POST", self._kind.collection(namespace), body)
        return name

    def version(self) -> str:
        """Return the present resource version."""
        listing = json.loads(self._client.ask("GET", f"{self._kind.collection('bench-1')}?limit=1"))
        return str(listing["metadata"]["resourceVersion"])

    # what is measured; each returns seconds

    def listed(self, query: str = "", namespace: str = "") -> float:
        """List objects at once."""
        path = self._kind.collection(namespace)
        return _timed(lambda: self._client.ask("GET", f"{path}?{query}"))

    def paged(self, limit: int) -> float:
        """List all objects in pages."""
        path = f"{self._kind.collection()}?limit={limit}"
        begin = perf_counter()
        token = ""
        objects = 0
        while token or not objects:
            text = self._client.ask("GET", f"{path}&continue={token}" if token else path)
            objects += text.count(_MARK)
            found = text.find(_CONTINUE)
            token = text[found + len(_CONTINUE) :].partition(b'"')[0].decode() if found > 0 else ""
        took = perf_counter() - begin
        if objects != OBJECTS:
            raise RuntimeError(f"nothing was measured: {objects} objects in pages of {limit} from {self._server.url}")
        return took

    def got(self) -> float:
        """Get one object."""
        return _timed(lambda: self._client.ask("GET", self._one))

    def created(self) -> float:
        """Create one object; it is removed again outside of the time."""
        path = ""

        def act() -> None:
            nonlocal path
            path = self.create()

        took = _timed(act)
        self._client.ask("DELETE", path)
        return took

    def patched(self) -> float:
        """Change one object."""
        change = self._kind.change(next(_numbers))
        return _timed(lambda: self._client.ask("PATCH", self._one, change, MERGE))

    def initial(self) -> float:
        """Open a watch as informers do, until it has sent all objects that there are."""
        client = _client(self._server)
        begin = perf_counter()
        stream = client.stream(f"{self._kind.collection()}?{_INITIAL}")
        objects = 0
        while _END not in (line := stream.readline()):
            # other objects may be there as well
            objects += _MARK in line
        took = perf_counter() - begin
        client.connection.close()
        if objects != OBJECTS:
            raise RuntimeError(f"nothing was measured: {objects} initial events")
        return took

    @contextmanager
    def watched(self, number: int) -> Iterator[Callable[[], float]]:
        """Open watches; yield a function that creates an object and returns when all watches have told of it."""
        path = f"{self._kind.collection()}?watch=1&resourceVersion={self.version()}"
        clients = [_client(self._server) for _ in range(number)]
        with selectors.DefaultSelector() as selector:
            for client in clients:
                client.stream(path)
                sock = client.connection.sock
                sock.setblocking(False)
                selector.register(sock, selectors.EVENT_READ)
            try:
                yield lambda: self._told(selector, number)
            finally:
                for client in clients:
                    client.connection.close()

    def _told(self, selector: selectors.BaseSelector, number: int) -> float:
        begin = perf_counter()
        name = self._send_create("bench-0")
        _await_all(selector, number, f'"{name}"'.encode())
        took = perf_counter() - begin
        self._client.read()
        self._client.ask("DELETE", f"{self._kind.collection('bench-0')}/{name}")
        _await_all(selector, number, b'"DELETED"')
        return took


def _await_all(selector: selectors.BaseSelector, number: int, mark: bytes) -> None:
    """Read from all watches until each has sent an event with the mark. Raises RuntimeError where none comes."""
    heard: dict[Any, bytes] = {}
    left = number
    while left:
        ready = selector.select(timeout=_PATIENCE)
        if not ready:
            raise RuntimeError(f"nothing was measured: {left} of {number} watches have not told of a write")
        for key, _ in ready:
            heard[key.fileobj] = so_far = heard.get(key.fileobj, b"") + _received(key.fileobj)
            left -= mark in so_far and so_far.endswith(b"\n\r\n")


def _received(sock: Any) -> bytes:
    out = b""
    try:
        while data := sock.recv(65536):
            out += data
    except (ssl.SSLWantReadError, BlockingIOError):
        return out
    raise RuntimeError("nothing was measured: a watch has ended")


def rows(server: Server, kind: Kind) -> dict[str, Callable[[], float]]:
    """Fill a server with objects; return what can be measured on it but watches, by name: each call is one round."""
    crowd = Crowd(server, kind)
    crowd.fill()
    return {
        "list_whole": crowd.listed,
        **{f"list_pages_of_{limit}": lambda limit=limit: crowd.paged(limit) for limit in PAGES},  # type: ignore[misc]
        "list_namespace": lambda: crowd.listed(namespace="bench-7"),
        "list_selector": lambda: crowd.listed("labelSelector=shard%3Ds3"),
        "get": lambda: statistics.median(crowd.got() for _ in range(_WRITES)),
        "create": lambda: statistics.median(crowd.created() for _ in range(_WRITES)),
        "patch": lambda: statistics.median(crowd.patched() for _ in range(_WRITES)),
        "informer": crowd.initial,
    }


@contextmanager
def told(server: Server, kind: Kind, watchers: int) -> Iterator[Callable[[], float]]:
    """Open watches; yield what returns the seconds from sending a write until all have told of it."""
    with Crowd(server, kind).watched(watchers) as act:
        yield act


def memory(server: Server) -> int:
    """Return the resident memory of a server in bytes."""
    ids = ",".join(map(str, server.processes))
    said = subprocess.run(["ps", "-o", "rss=", "-p", ids], capture_output=True, text=True, check=True).stdout
    return 1024 * sum(map(int, said.split()))


def prepare(server: Server) -> None:
    """Create the namespaces and the definition, and use everything once, so that it is in memory."""
    client = _client(server)
    for number in range(NAMESPACES):
        body = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": f"bench-{number}"}}
        client.ask("POST", "/api/v1/namespaces", body)
    client.ask("POST", DEFINITIONS, definition())
    while b'"Established"' not in client.ask("GET", f"{DEFINITIONS}/{DEFINITION_NAME}"):
        continue
    status = 404
    while status != 200:
        client.send("GET", KINDS[0].collection())
        status, _ = client.read(allowed=(404, 429))
    for kind in KINDS:
        crowd = Crowd(server, kind)
        for _ in range(_WRITES):
            crowd.created()
            crowd.listed()
        with crowd.watched(1) as act:
            act()


def _timed(act: Callable[[], object]) -> float:
    begin = perf_counter()
    act()
    return perf_counter() - begin
