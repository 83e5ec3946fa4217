"""The embedded cluster: the server on a thread of its own, clients and kubeconfig for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from kubernetes import client as kubernetes_client

from enhancement_kit.errors import HarnessError
from enhancement_kit.local.loopback import HOST, Loopback

from ..interface import Manifest
from . import in_process
from .certificate import Certificate
from .core import Core
from .fielderrors import NEW_STYLE
from .http import BODY_LIMIT, Handler
from .status import ApiError

VERSION = "1.36.2"
_OLD_VERSION = "1.34.2"
"""What a server that prints errors in the old style answers as."""
_T = TypeVar("_T")


def version_document(version: str) -> Manifest:
    """Return the document of `/version`."""
    major, minor, _ = version.split(".")
    return {
        "major": major,
        "minor": minor,
        "gitVersion": f"v{version}",
        "gitCommit": "",
        "gitTreeState": "clean",
        "buildDate": "1970-01-01T00:00:00Z",
        "goVersion": "",
        "compiler": "",
        "platform": "embedded",
    }


class _HeldBack:
    """`Workloads` for other threads."""

    def __init__(self, cluster: EmbeddedCluster) -> None:
        self._cluster = cluster

    def hold(self) -> None:
        """Keep every Deployment written or changed from now on at zero available replicas."""
        self._cluster.run(lambda core: core.rollouts.hold())

    def release(self) -> None:
        """Let held Deployments become available."""
        self._cluster.run(lambda core: core.rollouts.release())


class EmbeddedCluster:
    """Implements `enhancement_kit.cluster.interface.Cluster` in this process."""

    name = "embedded"
    capabilities = frozenset({"crd-changes", "workload-hold"})

    def __init__(
        self,
        *,
        port: int = 0,
        token: str | None = None,
        style: str = NEW_STYLE,
        tls: bool = False,
    ) -> None:
        self.version = VERSION if style == NEW_STYLE else _OLD_VERSION
        self.workloads = _HeldBack(self)
        self.core = Core(style)
        self._wanted_port = port
        self._token = token
        self._wants_tls = tls
        self._tls: Certificate | None = None
        self._loopback = Loopback("embedded-cluster")
        self._handler: Handler | None = None
        self._clients: dict[str, Any] = {}

    @property
    def url(self) -> str:
        """The address of the API. Raises HarnessError before `start`."""
        if self._handler is None:
            raise HarnessError("the embedded cluster has no address before it is started: call start() first")
        return ("https://" if self._tls else "http://") + self._handler.address

    # life

    def start(self) -> None:
        """Make the API answer. Raises HarnessError when the port is taken."""
        if self._handler is not None:
            return
        self._tls = Certificate() if self._wants_tls else None
        handler = Handler(self.core.registry, self.core.operations, version_document(self.version), self._token)
        try:
            port = self._loopback.open(
                handler,
                port=self._wanted_port,
                tls=self._tls.context() if self._tls else None,
                body_limit=BODY_LIMIT,
                who="the embedded cluster cannot",
            )
        except HarnessError:
            self._loopback.stop()
            raise
        handler.address = f"{HOST}:{port.number}"
        self._handler = handler

    def stop(self) -> None:
        """Release all resources; safe to call twice."""
        for api in self._clients.values():
            api.rest_client.pool_manager.clear()
            api.close()
        self._clients.clear()
        if self._handler is None:
            return
        self._loopback.run(self._handler.end_watches())
        self._loopback.stop()
        self._handler = None
        if self._tls:
            self._tls.remove()

    def run(self, action: Callable[[Core], _T]) -> _T:
        """Run a function on the server's state while no request is handled."""
        with self.core.operations.store.lock:
            return action(self.core)

    def on_change(self, callback: Callable[[str], None]) -> None:
        """Call back with the plural of the kind after every write.

        The server's lock is held: the callback may only take note.
        """
        self.run(lambda core: core.operations.store.listeners.append(lambda event: callback(event.place[1])))

    # the cluster

    def install_crds(self, crds: Sequence[Manifest]) -> None:
        """Serve exactly these CRDs; see the interface. Raises HarnessError naming the CRD that is refused."""
        self._crds(lambda core: core.install_crds(crds))

    def change_crds(self, crds: Sequence[Manifest]) -> None:
        """Switch to these CRDs, keeping objects; see the interface. Raises HarnessError naming the refused CRD."""
        self._crds(lambda core: core.change_crds(crds))

    def _crds(self, action: Callable[[Core], None]) -> None:
        try:
            self.run(action)
        except ApiError as e:
            raise HarnessError(f"the embedded cluster refuses a CustomResourceDefinition: {e.message}") from None

    def reset(self) -> None:
        """Remove every object but CRDs and the namespaces a new cluster has; release held workloads."""
        self.run(lambda core: core.reset())

    def client(self, user: str) -> Any:
        """Return a cached `kubernetes.client.ApiClient` whose user agent and field manager are `user`."""
        api = self._clients.get(user)
        if api is None:
            configuration = kubernetes_client.Configuration(host=self.url)
            configuration.proxy = None
            configuration.no_proxy = None
            configuration.retries = False
            if self._token:
                configuration.api_key = {"authorization": f"Bearer {self._token}"}
            if self._tls:
                configuration.ssl_ca_cert = self._tls.authority
            api = kubernetes_client.ApiClient(configuration)
            if self._token:
                # requests that are built by hand have the default headers only
                api.default_headers["authorization"] = f"Bearer {self._token}"
            if self._handler is not None and not self._tls:
                in_process.shorten(api.rest_client.pool_manager, self._handler)
            api.user_agent = user
            self._clients[user] = api
        return api

    def kubeconfig(self) -> Mapping[str, Any]:
        """Return a kubeconfig document for other programs."""
        cluster: Manifest = {"server": self.url}
        if self._tls:
            cluster["certificate-authority-data"] = self._tls.data
        return {
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": self.name, "cluster": cluster}],
            "users": [{"name": "kit", "user": {"token": self._token} if self._token else {}}],
            "contexts": [{"name": self.name, "context": {"cluster": self.name, "user": "kit"}}],
            "current-context": self.name,
        }
