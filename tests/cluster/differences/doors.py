"""The two servers that are compared: started where needed, and asked over connections that stay open."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import urllib3

from enhancement_kit.cluster.embedded import EmbeddedCluster

from .. import behaviours
from ..conftest import Http, Reply
from ..on_real_server import real_server


class KeptOpen(Http):
    """An `Http` whose connections stay open."""

    def __init__(self, url: str, manager: str = "tests", token: str = "", ca: str = "") -> None:
        super().__init__(url, manager, token, ca)
        self._pool = urllib3.PoolManager(
            ca_certs=ca or None, retries=False, timeout=20, maxsize=4, cert_reqs="CERT_REQUIRED" if ca else None
        )

    def _send(self, method: str, path: str, data: bytes | None, headers: dict[str, str]) -> Reply:
        answer = self._pool.request(method, self.url + path, body=data, headers=headers, redirect=False)
        return self._reply(answer.status, answer.data, _Headers(answer.headers))


class _Headers:
    def __init__(self, headers: Any) -> None:
        self._headers = headers

    def get(self, name: str) -> str | None:
        return self._headers.get(name)  # type: ignore[no-any-return]

    def get_all(self, name: str) -> list[str]:
        return list(self._headers.getlist(name))


@contextmanager
def both_servers() -> Iterator[tuple[Http, Http]]:
    """Provide the real server and the embedded one, with the definitions that behaviours use. Raises HarnessError."""
    cluster = EmbeddedCluster()
    cluster.start()
    # the real server has no controllers of workloads
    cluster.run(lambda core: core.operations.store.listeners.remove(core.rollouts.react))
    cluster.run(lambda core: setattr(core.operations, "plays_kubelet", False))
    try:
        with _real() as real:
            doors = KeptOpen(real.url, token=real.token, ca=real.ca), KeptOpen(cluster.url)
            for door in doors:
                behaviours.install(door, behaviours.fixed_crds())
            yield doors
    finally:
        cluster.stop()


@contextmanager
def _real() -> Iterator[Http]:
    if url := os.environ.get("KUBE_API_URL"):
        yield Http(url, token=os.environ.get("KUBE_API_TOKEN", ""), ca=os.environ.get("KUBE_API_CA", ""))
        return
    with real_server() as http:
        yield http
