"""The cluster `envtest`: a real control plane for this process, clients and kubeconfig for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kubernetes import client as kubernetes_client

from ...errors import HarnessError
from ..interface import Manifest
from .api import Api
from .binaries import find_binaries
from .control_plane import ControlPlane
from .definitions import Definitions
from .rollouts import Rollouts
from .storage import Storage
from .wake import Wake


class EnvtestCluster:
    """Implements `enhancement_kit.cluster.interface.Cluster` on kube-apiserver, etcd and kube-controller-manager.

    What follows from writes through its clients has come about when they are answered: `settle` of a target sees it.
    Foreign programs that use the kubeconfig get what the controllers do in their own time, and no rollouts.
    """

    name = "envtest"
    capabilities = frozenset({"crd-changes", "workload-hold"})

    def __init__(self, *, watch_cache: bool = False) -> None:
        """Nothing runs yet. With `watch_cache` old versions are forgotten as on most clusters, and lists are slower."""
        self.version = ""
        self._watch_cache = watch_cache
        self._control_plane: ControlPlane | None = None
        self._parts: _Parts | None = None
        self._clients: dict[str, Any] = {}

    def start(self) -> None:
        """Make the API answer. Raises HarnessError that says what is missing or which program does not start."""
        if self._parts is not None:
            return
        self._control_plane = control_plane = ControlPlane(find_binaries(), watch_cache=self._watch_cache)
        api, storage = control_plane.start()
        storage.remember()
        self.version = str(api.must("GET", "/version")["gitVersion"]).removeprefix("v")
        self._parts = _Parts(control_plane, api, storage)

    @property
    def workloads(self) -> Rollouts:
        """The stand-in for the workload controllers. Raises HarnessError before `start`."""
        return self._started().rollouts

    def _started(self) -> _Parts:
        if self._parts is None:
            raise HarnessError("the envtest cluster is not started: call start() first")
        return self._parts

    def install_crds(self, crds: Sequence[Manifest]) -> None:
        """Serve exactly these CRDs; see the interface. Raises HarnessError naming the CRD that is refused."""
        self._started().definitions.install(crds, keep_objects=False)

    def change_crds(self, crds: Sequence[Manifest]) -> None:
        """Switch to these CRDs, keeping objects; see the interface. Raises HarnessError naming the refused CRD."""
        self._started().definitions.install(crds, keep_objects=True)

    def reset(self) -> None:
        """Remove every object but CRDs and what a new cluster has. Raises HarnessError when a program has ended."""
        parts = self._started()
        ended = parts.control_plane.ended()
        if ended:
            raise HarnessError(ended)
        parts.rollouts.forget()
        parts.wake.forget()
        parts.storage.restore()

    def client(self, user: str) -> Any:
        """A cached `kubernetes.client.ApiClient` whose user agent and field manager are `user`."""
        if user not in self._clients:
            parts = self._started()
            token, certificate = parts.control_plane.credentials
            configuration = kubernetes_client.Configuration(host=parts.control_plane.url)
            configuration.proxy = None
            configuration.no_proxy = None
            configuration.retries = False
            configuration.ssl_ca_cert = certificate
            configuration.api_key = {"authorization": f"Bearer {token}"}
            # requests that are built by hand have the default headers only
            api: Any = kubernetes_client.ApiClient(configuration, "authorization", f"Bearer {token}")
            api.user_agent = user
            api.rest_client.request = parts.wake.around(api.rest_client.request, configuration.host)
            self._clients[user] = api
        return self._clients[user]

    def kubeconfig(self) -> Mapping[str, Any]:
        """A kubeconfig document for foreign binaries."""
        return self._started().control_plane.kubeconfig(self.name)

    def stop(self) -> None:
        """End every program and remove its data; safe to call twice."""
        for client in self._clients.values():
            client.rest_client.pool_manager.clear()
            client.close()
        self._clients.clear()
        if self._parts is not None:
            self._parts.close()
            self._parts = None
        if self._control_plane is not None:
            self._control_plane.stop()
            self._control_plane = None


class _Parts:
    """What works on a control plane that runs."""

    def __init__(self, control_plane: ControlPlane, api: Api, storage: Storage) -> None:
        self.control_plane = control_plane
        self.api = api
        self.storage = storage
        self.rollouts = Rollouts(api)
        self.wake = Wake(api, self.rollouts)
        self.definitions = Definitions(api, storage, control_plane.run_controllers)

    def close(self) -> None:
        self.api.close()
        self.storage.close()
