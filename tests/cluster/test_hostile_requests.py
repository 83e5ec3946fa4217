"""Malformed requests at the level of the socket: the server keeps answering, no task is lost, memory does not grow.

The requests are random, but the same in every run; `KIT_FUZZ=1000` sends a thousand different ones.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import threading
import tracemalloc
from collections.abc import Iterator

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster

from .behaviours import fixed_crds
from .conftest import Http
from .wire import Wire

MAPS = "/api/v1/namespaces/default/configmaps"
WIDGETS = "/apis/example.test/v1/namespaces/default/widgets"
BUDGET = int(os.environ.get("KIT_FUZZ", "0")) or 250
SEED = random.randrange(1 << 32) if "KIT_FUZZ" in os.environ else 36
GROWTH = 4 * 1024 * 1024
"""Bytes that may be in use after all requests more than after the first half, which fills caches and histories."""
_PATIENCE = 0.5
"""Seconds after which a client gives up on a server that waits for the rest of a body."""
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "BREW", "")
_PATHS = (
    MAPS,
    MAPS + "/c",
    WIDGETS,
    WIDGETS + "/w",
    "/",
    "/apis",
    "/openapi/v2",
    "//",
    "/%",
    "/%00",
    "/api/v1/namespaces/%2e%2e/configmaps",
    MAPS + "?limit=-1&continue=%ff",
    MAPS + "?labelSelector=" + "(" * 500,
    MAPS + "?fieldSelector=a%3D" + "b" * 5000,
    MAPS + "?resourceVersion=" + "9" * 5000,
    MAPS + "?timeoutSeconds=" + "9" * 30 + "&limit=" + "9" * 30,
    MAPS + "/c?fieldManager=f&force=true",
    WIDGETS + "/w?fieldManager=f&fieldValidation=Strict",
)
_MEDIA = (
    "application/json",
    "application/yaml",
    "application/vnd.kubernetes.protobuf",
    "application/merge-patch+json",
    "application/json-patch+json",
    "application/strategic-merge-patch+json",
    "application/apply-patch+yaml",
    "text/plain",
    "\xff;;=",
)
_PIECES = (
    b'{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"a":"b"}}',
    b'{"apiVersion":"example.test/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"a":"b","free":{"x":1}}}',
    b'{"metadata":{"name":"c","labels":{"a":"b"},"ownerReferences":[{}],"managedFields":[{"fieldsV1":{"f:a":1}}]}}',
    b"a: &a [1, 2]\nb: [*a, *a, *c]\n",
    b"a: &a {b: *a}\n",
    b"? [a]\n: b\n<<: {c: d}\n",
    b'[{"op":"copy","from":"/metadata","path":"/data"},{"op":"test","path":"/x/-1"}]',
    b'{"spec":{"free":{"$patch":"delete","x":[{"$patch":"replace"}]}}}',
    b"k8s\x00\x0a\x0f\x0a\x02v1\x12\x09ConfigMap\x12\x05\x0a\x03\x0a\x01c",
    b"[" * 3000,
    b'{"a":' * 3000,
    b"- " * 3000,
    b"9" * 6000,
    b"-1e999",
    b'"\\ud800"',
    b"\xff\xfe\x00",
    b"\x1f\x8b\x08\x00",
    b"null",
    b"",
)
_HEADERS = (
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Content-Length: 0",
    "Content-Length: 99999999",
    "Content-Length: x",
    "Content-Encoding: gzip",
    "Expect: 100-continue",
    "Expect: nothing",
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Connection: keep-alive",
    "Accept: application/json;as=Table;v=v1;g=meta.k8s.io",
    "Accept: */*;q=x",
    "Authorization: Bearer \xff",
    "Authorization: Basic Og==",
    "Impersonate-User: a",
    "Host: other",
    "Cookie: " + "a=b;" * 3000,
    "Range: bytes=0-1",
    "If-None-Match: *",
    "X\x00: y",
    " folded",
)
_ODD = (b"\x00", b"\xff", b"\r\n", b"{", b"]", b'"', b"\\", b":", b"&a")


_MAP, _WIDGET = _PIECES[0], _PIECES[1]
_RIGHT = (
    ("POST", MAPS, _MEDIA[0], _MAP),
    ("POST", MAPS, _MEDIA[1], _MAP),
    ("POST", MAPS, _MEDIA[1], b"kind: ConfigMap\napiVersion: v1\nmetadata: {name: &a c, labels: {a: *a}}\n"),
    ("POST", MAPS, _MEDIA[2], _PIECES[8]),
    ("POST", WIDGETS, _MEDIA[0], _WIDGET),
    ("PUT", MAPS + "/c", _MEDIA[0], _MAP),
    ("PUT", WIDGETS + "/w/status", _MEDIA[0], _WIDGET),
    ("PATCH", MAPS + "/c", _MEDIA[3], b'{"data":{"a":null,"b":"c"},"metadata":{"labels":{"x":"y"}}}'),
    (
        "PATCH",
        MAPS + "/c",
        _MEDIA[4],
        b'[{"op":"add","path":"/data/x","value":"y"},{"op":"move","from":"/data/x","path":"/data/z"}]',
    ),
    ("PATCH", MAPS + "/c", _MEDIA[5], b'{"data":{"$patch":"replace","a":"b"},"$setElementOrder/x":["a"]}'),
    ("PATCH", MAPS + "/c?fieldManager=f&force=true", _MEDIA[6], _MAP),
    ("PATCH", WIDGETS + "/w?fieldManager=f&force=true", _MEDIA[6], _WIDGET),
    (
        "PATCH",
        WIDGETS + "/w",
        _MEDIA[3],
        b'{"spec":{"ports":[{"name":"a","port":1}],"tags":["a","b"],"n":1.0,"free":{"a":[1e3,-0,"x"]}}}',
    ),
    (
        "PATCH",
        WIDGETS + "/w",
        _MEDIA[4],
        b'[{"op":"copy","from":"/spec","path":"/spec/free"},{"op":"test","path":"/kind","value":"Widget"}]',
    ),
    ("DELETE", MAPS, _MEDIA[0], b'{"propagationPolicy":"Foreground","preconditions":{"uid":"x"},"dryRun":["All"]}'),
    ("GET", MAPS + "?limit=1&labelSelector=a%20in%20(b,c),!d&fieldSelector=metadata.name%3Dc", _MEDIA[0], b""),
)
"""Requests that are right before something is changed in them."""


def _mutated(rng: random.Random, content: bytes) -> bytes:
    """Return a content with some of its bytes changed, repeated or missing."""
    out = bytearray(content)
    for _ in range(rng.choice((0, 0, 0, 1, 1, 3, 10))):
        at = rng.randrange(len(out) + 1)
        change = rng.choice(("put", "drop", "repeat"))
        if change == "put":
            out[at : at + rng.randrange(2)] = rng.choice(_ODD)
        elif change == "drop":
            del out[at : at + rng.randrange(1, 8)]
        else:
            out[at:at] = out[max(at - 20, 0) : at] * rng.randrange(1, 20)
    return bytes(out)


def _chunked(rng: random.Random, body: bytes) -> bytes:
    size = len(body) + rng.choice((0, 0, 0, 1, -1, 1 << 40))
    return b"%x\r\n%s\r\n0\r\n\r\n" % (max(size, 0), body)


def _request(rng: random.Random, wire: Wire) -> bytes:
    """Return the bytes of a request, most of which is wrong somewhere."""
    right = rng.random() < 0.5
    if right:
        method, path, media, body = rng.choice(_RIGHT)
    else:
        method = rng.choice(_METHODS if rng.random() < 0.3 else _METHODS[1:5])
        path, media, body = rng.choice(_PATHS), rng.choice(_MEDIA), rng.choice(_PIECES)
    body = _mutated(rng, body)
    lines = rng.sample(_HEADERS, rng.choice((0, 0, 0, 0, 0, 1, 3)))
    lines.append(f"Content-Type: {media}")
    if any(line.startswith("Transfer-Encoding") for line in lines):
        body = _chunked(rng, body)
    elif rng.random() < 0.95:
        lines.append(f"Content-Length: {len(body)}")
    start = f"{method} {path} {rng.choice(('HTTP/1.1',) * 8 + ('HTTP/1.0', 'HTTP/3'))}"
    head = "\r\n".join([start, *lines]) + "\r\n" + wire.head + "\r\n"
    whole = head.encode("latin-1") + body
    if rng.random() < 0.1:
        whole = _mutated(rng, whole)
    return whole[: rng.randrange(len(whole))] if rng.random() < 0.1 else whole


@pytest.fixture(scope="module")
def server() -> Iterator[EmbeddedCluster]:
    """Provide a server of its own, whose memory is measured."""
    cluster = EmbeddedCluster()
    cluster.start()
    cluster.install_crds(fixed_crds())
    http = Http(cluster.url)
    assert http("POST", MAPS, _MAP).code == http("POST", WIDGETS, _WIDGET).code == 201
    yield cluster
    cluster.stop()


def _send(wire: Wire, request: bytes) -> int:
    """Send a request and one more, after which the server ends the connection; return the code of the first answer.

    Where the server waits for the rest of a body, the client gives up.
    """
    last = f"GET /version HTTP/1.1\r\n{wire.head}Connection: close\r\n\r\n"
    with wire.connect() as connection:
        received = b""
        try:
            connection.sendall(request + last.encode())
            connection.settimeout(_PATIENCE)
            while part := connection.recv(65536):
                received += part
        except (ConnectionError, TimeoutError) as error:
            # refused before everything was sent, or not complete
            received = received or repr(error).encode()
    words = received[:12].split(b" ")
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


def _tasks(cluster: EmbeddedCluster) -> int:
    async def count() -> int:
        return len(asyncio.all_tasks())

    return cluster._loopback.run(count())


def test_nothing_that_is_sent_breaks_the_server(server: EmbeddedCluster, caplog: pytest.LogCaptureFixture) -> None:
    http = Http(server.url)
    wire = Wire(http)
    rng = random.Random(SEED)
    threads = {thread.ident for thread in threading.enumerate()}
    before = 0
    codes: dict[int, int] = {}
    tracemalloc.start()
    try:
        for number in range(BUDGET):
            request = _request(rng, wire)
            with caplog.at_level(logging.ERROR):
                code = _send(wire, request)
            assert not caplog.records, (SEED, request[:2000], caplog.records[0].getMessage())
            codes[code] = codes.get(code, 0) + 1
            if number == BUDGET // 2:
                before = tracemalloc.get_traced_memory()[0]
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < GROWTH, f"{grown} bytes more after {BUDGET} requests of seed {SEED}"
    assert http("POST", MAPS, {"metadata": {"generateName": "after-"}}).code == 201
    assert http("GET", MAPS).code == 200
    assert threads <= {thread.ident for thread in threading.enumerate()}
    assert not any(server.core.store.watchers.values())
    assert _tasks(server) < 10
    # the requests reach what they are meant for
    assert {200, 400, 404, 405, 409, 415, 422} <= set(codes), codes
