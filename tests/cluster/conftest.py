"""One embedded cluster for all tests of this area, emptied before each; plain HTTP to it; an example CRD."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import yaml

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.users import User

Json = dict[str, Any]
CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
USERS = {
    "token-of-ann": User("ann", "uid-of-ann", ("dev", "ops")),
    "token-of-bob": User("bob", "", ("dev",)),
}
"""Bearer tokens of users that servers under test know, besides the administrator's."""


@dataclass
class Reply:
    """An HTTP answer."""

    code: int
    body: Any
    warnings: list[str]

    @property
    def message(self) -> str:
        return str(self.body.get("message", "")) if isinstance(self.body, dict) else str(self.body)


class Http:
    """Requests as a client in any language would send them."""

    def __init__(self, url: str, manager: str = "tests", token: str = "", ca: str = "") -> None:
        self.url = url
        self.manager = manager
        self.token = token
        self.ca = ca
        context = ssl.create_default_context(cafile=ca) if ca else None
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
        )

    def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        media: str = "application/json",
        accept: str = "",
        token: str | None = None,
        more: dict[str, str] | None = None,
    ) -> Reply:
        """Send a request, with another token where one is given (empty for none), and with more headers."""
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": media, "User-Agent": f"{self.manager}/1"}
        token = self.token if token is None else token
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if accept:
            headers["Accept"] = accept
        return self._send(method, path, data, headers | (more or {}))

    def _send(self, method: str, path: str, data: bytes | None, headers: dict[str, str]) -> Reply:
        request = urllib.request.Request(self.url + path, data=data, method=method, headers=headers)
        try:
            with self._opener.open(request, timeout=10) as answer:
                return self._reply(answer.status, answer.read(), answer.headers)
        except urllib.error.HTTPError as e:
            return self._reply(e.code, e.read(), e.headers)

    @staticmethod
    def _reply(code: int, content: bytes, headers: Any) -> Reply:
        text = content.decode(errors="replace")
        readable = yaml.safe_load if "yaml" in (headers.get("Content-Type") or "") else _document
        return Reply(code, readable(text), headers.get_all("Warning") or [])


def _document(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        # a watch sends one document on each line
        return [json.loads(line) for line in text.splitlines()] or text
    except ValueError:
        return text


def crd(schema: Json, *, plural: str = "widgets", kind: str = "Widget", status: bool = True, **spec: Any) -> Json:
    """Return a definition with one version whose spec (and status) have these schemas."""
    properties: Json = {"spec": schema}
    version: Json = {"name": "v1", "served": True, "storage": True}
    if status:
        version["subresources"] = {"status": {}}
        properties["status"] = {
            "type": "object",
            "properties": {"phase": {"type": "string", "enum": ["Good", "Bad"]}, "count": {"type": "integer"}},
        }
    version["schema"] = {"openAPIV3Schema": {"type": "object", "properties": properties}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.example.test"},
        "spec": {
            "group": "example.test",
            "names": {"kind": kind, "plural": plural},
            "scope": "Namespaced",
            "versions": [version],
            **spec,
        },
    }


WIDGETS = "/apis/example.test/v1/namespaces/default/widgets"


def widget(name: str = "w", **spec: Any) -> Json:
    """Return a custom resource."""
    return {"apiVersion": "example.test/v1", "kind": "Widget", "metadata": {"name": name}, "spec": spec}


@pytest.fixture(scope="session")
def shared_cluster() -> Iterator[EmbeddedCluster]:
    cluster = EmbeddedCluster()
    cluster.start()
    yield cluster
    cluster.stop()


@pytest.fixture
def cluster(shared_cluster: EmbeddedCluster) -> EmbeddedCluster:
    shared_cluster.install_crds([])
    shared_cluster.reset()
    return shared_cluster


@pytest.fixture
def http(cluster: EmbeddedCluster) -> Http:
    return Http(cluster.url)
