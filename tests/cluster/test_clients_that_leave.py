"""Clients that go away in the middle: whoever runs `ekit serve cluster` sees nothing of it."""

from __future__ import annotations

import json
import socket
import ssl
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

MAPS = "/api/v1/namespaces/default/configmaps"
HEAD = "Host: localhost\r\nAuthorization: Bearer t\r\n"
POST = f"POST {MAPS} HTTP/1.1\r\n{HEAD}"
YAML = "a: b\n" * 12_000
PARTS = (
    "GET /ver",
    f"{POST}Content-Length: 100\r\n\r\nabc",
    f"{POST}Transfer-Encoding: chunked\r\n\r\n10\r\nab",
    f"{POST}Transfer-Encoding: chunked\r\n\r\nzz\r\nab",
    f"{POST}Expect: 100-continue\r\nContent-Length: 5\r\n\r\n",
    f"{POST}Content-Type: application/yaml\r\nContent-Length: {len(YAML)}\r\n\r\n{YAML}",
    f"GET {MAPS}?watch=1 HTTP/1.1\r\n{HEAD}\r\n",
    f"GET /openapi/v2 HTTP/1.1\r\n{HEAD}\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01",
    "",
)


class Served(NamedTuple):
    process: subprocess.Popen[str]
    port: int
    context: ssl.SSLContext | None


@pytest.fixture(params=[False, True], ids=["http", "https"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    command = [sys.executable, "-m", "enhancement_kit", "serve", "cluster", "--token", "t"]
    if request.param:
        command += ["--tls", "--kubeconfig", str(tmp_path / "kubeconfig")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    url = json.loads(process.stdout.readline())["url"]
    context = None
    if request.param:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    yield Served(process, int(url.rpartition(":")[2]), context)
    process.kill()
    process.wait()


def _leave(connection: socket.socket, *, rudely: bool) -> None:
    if rudely:
        # the other side gets a reset
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def _hello(context: ssl.SSLContext) -> bytes:
    """Return the first message of a handshake."""
    received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        context.wrap_bio(received, sent).do_handshake()
    return sent.read()


def test_nothing_is_said_of_clients_that_leave(served: Served) -> None:
    def connect(*, secure: bool = True) -> socket.socket:
        made = socket.create_connection(("127.0.0.1", served.port), 20)
        return served.context.wrap_socket(made) if served.context and secure else made

    for rudely in (False, True):
        for part in PARTS:
            connection = connect()
            connection.sendall(part.encode("latin-1"))
            _leave(connection, rudely=rudely)
        if served.context is None:
            continue
        for part in (_hello(served.context), b"\x15\x03\x01\x00\x02\x02\x28", b"GET / HTTP/1.0\r\n\r\n"):
            connection = connect(secure=False)
            connection.sendall(part)
            if part[0] == 0x16:
                assert connection.recv(100)
            _leave(connection, rudely=rudely)
    watching = [connect() for _ in range(3)]
    for connection in watching:
        connection.sendall(f"GET {MAPS}?watch=1 HTTP/1.1\r\n{HEAD}\r\n".encode())
        assert connection.recv(10)
        _leave(connection, rudely=True)
    body = json.dumps({"metadata": {"generateName": "c"}, "data": {"a": "x" * 500_000}})
    for _ in range(5):
        with connect() as connection:
            connection.sendall(f"{POST}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            assert connection.recv(12) == b"HTTP/1.1 201"
    served.process.terminate()
    _, told = served.process.communicate(timeout=20)
    assert (served.process.returncode, told) == (0, "")
