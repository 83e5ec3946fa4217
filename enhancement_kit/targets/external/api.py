"""The Kubernetes API as the kit uses it to see whether components are at work."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from enhancement_kit.errors import HarnessError

_JSON = "application/json"

SERVICES = ("/api/v1/services",)
"""The kind of objects that a service controller writes."""
OBSERVED = (
    *SERVICES,
    "/api/v1/nodes",
    "/apis/apps/v1/deployments",
    "/apis/operator.openshift.io/v1/ingresscontrollers",
    "/apis/ingress.operator.openshift.io/v1/dnsrecords",
    "/apis/config.openshift.io/v1/clusteroperators",
    "/apis/config.openshift.io/v1/infrastructures",
)
"""The kinds whose changes show that a component is still at work."""


class Api:
    """Requests of the kit, with a client of the official library."""

    def __init__(self, client: Any) -> None:
        """Store the client; no request is sent yet."""
        self._client = client

    def versions(self, paths: tuple[str, ...] = OBSERVED, *, without: str = "") -> Mapping[str, str]:
        """Return the resource versions of all objects in these collections, by uid.

        Kinds that are not served have none, and objects in the namespace `without` do not count.
        """
        found: dict[str, str] = {}
        for path in paths:
            status, body = self._ask("GET", path)
            if status == 404:
                continue
            for item in self._good(f"GET {path}", status, body)["items"]:
                meta = item["metadata"]
                if not without or meta.get("namespace") != without:
                    found[meta["uid"]] = meta["resourceVersion"]
        return found

    def create(self, path: str, manifest: Mapping[str, Any]) -> dict[str, Any]:
        """Create an object. Raises HarnessError."""
        status, body = self._ask("POST", path, manifest)
        created: dict[str, Any] = self._good(f"POST {path}", status, body)
        return created

    def events(self, namespace: str, about: str, seconds: float) -> Iterator[Mapping[str, Any]]:
        """Yield the events about an object, given by its uid: existing ones and those within these seconds."""
        query = {
            "watch": "true",
            "fieldSelector": f"involvedObject.uid={about}",
            "timeoutSeconds": max(1, int(seconds)),
            # include the events that exist already
            "resourceVersion": "0",
        }
        path = f"/api/v1/namespaces/{namespace}/events?{urlencode(query)}"
        response = self._send("GET", path)
        if response.status >= 400:
            self._good(path, response.status, response.read())
        try:
            rest = b""
            for chunk in response.response.stream(amt=None, decode_content=True):
                *whole, rest = (rest + chunk).split(b"\n")
                yield from (json.loads(line)["object"] for line in whole if line.strip())
        finally:
            response.response.close()

    def _ask(self, verb: str, path: str, body: Any = None) -> tuple[int, bytes]:
        response = self._send(verb, path, body)
        return int(response.status), response.read()

    def _send(self, verb: str, path: str, body: Any = None) -> Any:
        headers = {**self._client.default_headers, "Accept": _JSON, "Content-Type": _JSON}
        url = self._client.configuration.host + path
        return self._client.call_api(verb, url, header_params=headers, body=body)

    def _good(self, what: str, status: int, data: bytes) -> Any:
        if status >= 400:
            raise HarnessError(f"{what} was answered with {status}: {data.decode(errors='replace')[:300]}")
        return json.loads(data)
