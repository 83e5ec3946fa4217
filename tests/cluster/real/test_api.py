"""The kit's own requests to an API server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
import urllib3

from enhancement_kit.cluster.real.api import Api

ASKED: list[tuple[str, str | None]] = []


class Redirecting(BaseHTTPRequestHandler):
    """Sends every request to another path of its own, which answers."""

    def do_GET(self) -> None:
        ASKED.append((self.path, self.headers["authorization"]))
        self.send_response(200 if self.path == "/there" else 302)
        self.send_header("Location", "/there")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Redirecting)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    ASKED.clear()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_redirection_is_not_followed(url: str) -> None:
    """The safety checks have judged the server that was named, and no other."""
    api = Api(url, urllib3.PoolManager(), lambda: {"authorization": "Bearer x"})
    answer = api("GET", "/version")
    assert not answer.ok
    assert ASKED == [("/version", "Bearer x")]
    api.close()
