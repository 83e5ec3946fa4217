"""`etcd` for tests that start one: it says that it is healthy. The embedded API stores objects in its own memory."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

from enhancement_kit.errors import UsageError
from enhancement_kit.local.addresses import HOST
from enhancement_kit.local.serving import stop_asked

from .flags import note_ignored

_DEFAULT = f"http://{HOST}:2379"


class _Health(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer `/health` as a member that has a leader, and nothing else."""
        known = self.path == "/health"
        body = json.dumps({"health": "true", "reason": ""} if known else {"error": "the embedded API has no etcd"})
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: the programs that wait for the health print what they find."""


def run(argv: Sequence[str]) -> int:
    """Answer `/health` at --listen-client-urls until SIGINT or SIGTERM; return the exit code. Raises UsageError."""
    parser = argparse.ArgumentParser(
        prog="etcd",
        description="Stand for etcd where tests start one: answers /health and stores nothing.",
        allow_abbrev=False,
    )
    parser.add_argument("--listen-client-urls", default=_DEFAULT, help=f"where to answer (default: {_DEFAULT})")
    options, others = parser.parse_known_args(list(argv))
    note_ignored("etcd", others)
    url = urlsplit(options.listen_client_urls.partition(",")[0])
    if url.scheme != "http" or url.hostname not in (HOST, "localhost") or not url.port:
        raise UsageError(f"etcd: --listen-client-urls {options.listen_client_urls}: name http://{HOST}:PORT")
    with stop_asked() as asked, ThreadingHTTPServer((HOST, url.port), _Health) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        print(f"etcd of the conformance kit: healthy at {url.geturl()}/health", flush=True)
        asked.wait()
        server.shutdown()
    return 0
