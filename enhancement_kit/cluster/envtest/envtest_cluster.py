"""The cluster `envtest`: a real control plane for this process, clients and kubeconfig for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kubernetes import client as kubernetes_client

from enhancement_kit.errors import HarnessError

from ..real.api import Api
from ..real.definitions import Definitions
from ..real.real_cluster import RealCluster, Request
from ..real.write_effects import WriteEffects
from .binaries import find_binaries
from .control_plane import CONTROLLERS, ControlPlane
from .garbage_collector import Collector
from .rollouts import Rollouts
from .storage import Storage


class EnvtestCluster(RealCluster):
    """Implements `enhancement_kit.cluster.interface.Cluster` on kube-apiserver, etcd and kube-controller-manager.

    What follows from writes through its clients has come about when they are answered: `settle` of a target sees it.
    Foreign programs that use the kubeconfig get what the controllers do in their own time, and no rollouts.
    """

    name = "envtest"

    def __init__(
        self,
        *,
        watch_cache: bool = False,
        controllers: Sequence[str] = CONTROLLERS,
        users: Sequence[str] | None = None,
        resets: bool = True,
    ) -> None:
        """Start nothing yet. With `watch_cache` old versions are forgotten as on most clusters, and lists are slower.

        `controllers` are those of kube-controller-manager to run; the stand-in for Deployments does not know of them.
        With `users`, which are lines of a token file, RBAC judges requests. Without `resets`, etcd has the limits that
        it has by default, and `reset` may exceed them.
        """
        super().__init__()
        self._watch_cache = watch_cache
        self._controllers = controllers
        self._users = users
        self._resets = resets
        self._control_plane: ControlPlane | None = None
        self._made: _Parts | None = None

    def start(self) -> None:
        """Make the API answer. Raises HarnessError that says what is missing or which program does not start."""
        if self._made is not None:
            return
        self._control_plane = control_plane = ControlPlane(
            find_binaries(),
            watch_cache=self._watch_cache,
            controllers=self._controllers,
            users=self._users,
            resets=self._resets,
        )
        api, storage = control_plane.start()
        storage.remember()
        self._ask_version(api)
        self._made = _Parts(control_plane, api, storage)

    def _running(self) -> _Parts | None:
        return self._made

    def _started(self) -> tuple[ControlPlane, _Parts]:
        if self._control_plane is None or self._made is None:
            raise HarnessError("the envtest cluster is not started: call start() first")
        return self._control_plane, self._made

    def reset(self) -> None:
        """Remove every object but CRDs and what a new cluster has. Raises HarnessError when a program has ended."""
        control_plane, parts = self._started()
        ended = control_plane.ended()
        if ended:
            raise HarnessError(ended)
        parts.rollouts.forget()
        parts.write_effects.forget()
        parts.storage.restore()

    def _configuration(self) -> Any:
        control_plane, _ = self._started()
        token, certificate = control_plane.credentials
        configuration = kubernetes_client.Configuration(host=control_plane.url)
        configuration.proxy = None
        configuration.no_proxy = None
        configuration.retries = False
        configuration.ssl_ca_cert = certificate
        configuration.api_key = {"authorization": f"Bearer {token}"}
        return configuration

    def kubeconfig(self) -> Mapping[str, Any]:
        """Return a kubeconfig document for other programs."""
        return self._started()[0].kubeconfig(self.name)

    def stop(self) -> None:
        """End every program and remove its data; safe to call twice."""
        self._close_clients()
        if self._made is not None:
            self._made.close()
            self._made = None
        if self._control_plane is not None:
            self._control_plane.stop()
            self._control_plane = None


class _Parts:
    """The parts that work with a running control plane."""

    def __init__(self, control_plane: ControlPlane, api: Api, storage: Storage) -> None:
        self.api = api
        self.storage = storage
        self.rollouts = Rollouts(api)
        self.write_effects = WriteEffects(api, self.rollouts)
        collector = Collector(api, control_plane.run_controllers)
        self.definitions = Definitions(api, storage.drop, collector, shared=False)

    def around(self, request: Request) -> Request:
        """Wrap a request, to wait for what follows from a write."""
        return self.write_effects.around(request, self.api.url)

    def close(self) -> None:
        """Close the connections."""
        self.api.close()
        self.storage.close()
