"""A cluster on a real API server, whoever runs it: CRDs and clients."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from kubernetes import client as kubernetes_client

from enhancement_kit.errors import HarnessError

from ..interface import Manifest, Workloads
from .api import Api
from .definitions import Definitions

Request = Callable[..., Any]
"""`request` of a REST client of `kubernetes`."""


class Parts(Protocol):
    """The parts that work with an API server that answers."""

    api: Api
    definitions: Definitions

    @property
    def rollouts(self) -> Workloads:
        """The stand-in for what brings Deployments to life."""

    def around(self, request: Request) -> Request:
        """Wrap a request of a client with all that the kit does before and after it."""

    def close(self) -> None:
        """Close the connections."""


class RealCluster:
    """What `envtest`, `kubeconfig` and `kind` share of `enhancement_kit.cluster.interface.Cluster`."""

    name = ""
    capabilities = frozenset({"crd-changes", "workload-hold"})

    def __init__(self) -> None:
        """Connect to nothing yet."""
        self.version = ""
        self._clients: dict[str, Any] = {}

    def _running(self) -> Parts | None:
        """Return the running parts, None before `start`."""
        raise NotImplementedError

    def _configuration(self) -> Any:
        """Return a new `kubernetes.client.Configuration` for the API server."""
        raise NotImplementedError

    def _parts(self) -> Parts:
        found = self._running()
        if found is None:
            raise HarnessError(f"the {self.name} cluster is not started: call start() first")
        return found

    def _ask_version(self, api: Api) -> None:
        self.version = str(api.must("GET", "/version")["gitVersion"]).removeprefix("v")

    @property
    def workloads(self) -> Workloads:
        """The stand-in of this cluster. Raises HarnessError before `start`."""
        return self._parts().rollouts

    def install_crds(self, crds: Sequence[Manifest]) -> None:
        """Serve exactly these CRDs; see the interface. Raises CrdRefused naming the CRD that is refused."""
        self._parts().definitions.install(crds, keep_objects=False)

    def change_crds(self, crds: Sequence[Manifest]) -> None:
        """Switch to these CRDs, keeping objects; see the interface. Raises CrdRefused naming the refused CRD."""
        self._parts().definitions.install(crds, keep_objects=True)

    def client(self, user: str) -> Any:
        """Return a cached `kubernetes.client.ApiClient` whose user agent and field manager are `user`."""
        if user not in self._clients:
            parts = self._parts()
            api: Any = kubernetes_client.ApiClient(self._configuration())
            api.user_agent = user
            api.rest_client.request = parts.around(authorised(api.rest_client.request, parts.api.credentials))
            self._clients[user] = api
        return self._clients[user]

    def _close_clients(self) -> None:
        for client in self._clients.values():
            client.rest_client.pool_manager.clear()
            client.close()
        self._clients.clear()


def authorised(request: Request, credentials: Callable[[], Mapping[str, str]]) -> Request:
    """Wrap a request to send the credentials, also where its headers are built by hand."""

    @functools.wraps(request)
    def asked(method: str, url: str, *arguments: Any, headers: Mapping[str, str] | None = None, **options: Any) -> Any:
        return request(method, url, *arguments, headers={**(headers or {}), **credentials()}, **options)

    return asked
