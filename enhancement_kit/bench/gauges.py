"""What the measurements of API servers create and send: gauges, objects of a kind of their own, and an HTTP client."""

from __future__ import annotations

import http.client
import json
import ssl
from collections.abc import Mapping, Sequence
from typing import Any

GROUP_VERSION, KIND, PLURAL = "bench.test/v1", "Gauge", "gauges"
DEFINITION_NAME = f"{PLURAL}.bench.test"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
JSON, MERGE = "application/json", "application/merge-patch+json"
_SCHEMA = {
    "type": "object",
    "properties": {
        "spec": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": {"type": "string", "maxLength": 63, "pattern": "^[a-z0-9-]+$"},
                "size": {"type": "integer", "minimum": 0, "default": 1},
                "note": {"type": "string"},
                "tags": {"type": "array", "maxItems": 10, "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
            },
            "x-kubernetes-validations": [
                {"rule": "self.name != 'forbidden'", "message": "choose another name"},
                {"rule": "oldSelf.name == self.name", "message": "name is immutable"},
            ],
        }
    },
}


def definition() -> dict[str, Any]:
    """Return the definition of gauges: a schema with rules, so that writes are validated."""
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": DEFINITION_NAME},
        "spec": {
            "group": "bench.test",
            "names": {"kind": KIND, "plural": PLURAL},
            "scope": "Namespaced",
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": _SCHEMA}}],
        },
    }


class Client:
    """An HTTP client with one open connection, without the overhead of a client library."""

    def __init__(self, url: str, token: str = "", authority: str = "") -> None:
        """Connect to a server, which is verified with the file `authority` where it has TLS."""
        host = url.partition("://")[2]
        self.connection: http.client.HTTPConnection
        if authority:
            context = ssl.create_default_context(cafile=authority)
            self.connection = http.client.HTTPSConnection(host, context=context)
        else:
            self.connection = http.client.HTTPConnection(host)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def send(self, method: str, path: str, body: Mapping[str, Any] | None = None, media: str = JSON) -> None:
        """Send a request, whose answer is read by `read`."""
        content = None if body is None else json.dumps(body)
        self.connection.request(method, path, content, {"Content-Type": media, **self._headers})

    def read(self, *, allowed: Sequence[int] = ()) -> tuple[int, bytes]:
        """Read an answer: its code and its body. Raises RuntimeError where it is an error that is not allowed."""
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300 and answer.status not in allowed:
            raise RuntimeError(f"nothing was measured: {answer.status} {text.decode()}")
        return answer.status, text

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None, media: str = JSON) -> bytes:
        """Send a request and return the body of the answer."""
        self.send(method, path, body, media)
        return self.read()[1]

    def stream(self, path: str) -> http.client.HTTPResponse:
        """Open a watch."""
        self.send("GET", path)
        return self.connection.getresponse()
