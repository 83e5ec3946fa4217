"""Malformed requests at the level of the socket: the server keeps answering, no task is lost, memory does not grow.

The requests (`tests/fuzzing/kube.py`) are random, but the same in every run; `KIT_FUZZ=1000` sends a thousand others.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import logging
import os
import random
import re
import threading
import tracemalloc
from collections.abc import Iterator

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster

from ..fuzzing import kube
from .conftest import Http
from .wire import Wire

MAPS = "/api/v1/namespaces/default/configmaps"
BUDGET = int(os.environ.get("KIT_FUZZ", "0")) or 400
SEED = random.randrange(1 << 32) if "KIT_FUZZ" in os.environ else 36
GROWTH = 4 * 1024 * 1024
"""Bytes that may be in use after all requests more than after the first half, which fills caches and histories."""
_PATIENCE = 0.5
"""Seconds after which a client gives up on a server that waits for the rest of a body."""


@pytest.fixture(scope="module")
def server() -> Iterator[EmbeddedCluster]:
    """Provide a server of its own, whose memory is measured."""
    cluster = EmbeddedCluster(token=kube.TOKEN)
    cluster.start()
    kube.prepare(cluster.url)
    yield cluster
    cluster.stop()


def _send(wire: Wire, request: bytes) -> tuple[int, bytes]:
    """Send a request and one more, after which the server ends the connection; return the first code and what came.

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
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0, received


def _tasks(cluster: EmbeddedCluster) -> int:
    async def count() -> int:
        return len(asyncio.all_tasks())

    return cluster._loopback.run(count())


def _kept(server: EmbeddedCluster) -> int:
    """Return the bytes in use, when all objects and what they were before are gone."""
    server.reset()
    server.run(lambda core: core.store.forget_history())
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def test_nothing_that_is_sent_breaks_the_server(server: EmbeddedCluster, caplog: pytest.LogCaptureFixture) -> None:
    http = Http(server.url, token=kube.TOKEN)
    wire = Wire(http)
    rng = random.Random(SEED)
    threads = {thread.ident for thread in threading.enumerate()}
    before = 0
    codes: dict[int, int] = {}
    tracemalloc.start()
    try:
        for number, request in enumerate(itertools.islice(kube.requests(rng), BUDGET)):
            with caplog.at_level(logging.ERROR):
                code, received = _send(wire, request)
            assert not caplog.records, (SEED, request[:2000], caplog.records[0].getMessage())
            if code >= 500:
                assert re.search(kube.DOCUMENTED[code], received), (SEED, request[:2000], received[:2000])
            codes[code] = codes.get(code, 0) + 1
            if number == BUDGET // 2:
                before = _kept(server)
        grown = _kept(server) - before
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
