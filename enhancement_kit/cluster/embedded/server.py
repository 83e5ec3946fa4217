"""The embedded cluster: the server on a thread of its own, clients and kubeconfig for it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from kubernetes import client as kubernetes_client

from enhancement_kit.errors import CrdRefused, HarnessError
from enhancement_kit.local.addresses import HOST
from enhancement_kit.local.connections import Limits
from enhancement_kit.local.loopback import Loopback

from ..interface import Manifest
from . import in_process, limits
from .authentication import Authenticator
from .authorization import ALWAYS_ALLOW, MODES, RBAC
from .certificate import Certificate, Given
from .core import Core
from .fielderrors import NEW_STYLE
from .http import Handler
from .origins import Origins
from .status import ApiError
from .users import User

VERSION = "1.36.2"
_OLD_VERSION = "1.34.2"
"""What a server that prints errors in the old style answers as."""
_LIMITS = Limits(
    body=limits.BODY,
    head=limits.HEAD,
    head_seconds=limits.HEAD_SECONDS,
    idle_seconds=limits.IDLE_SECONDS,
    connections=limits.CONNECTIONS,
    # kube-apiserver does not look at the encoding
    decompresses=False,
)
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
        tls: bool | Given = False,
        client_ca: Path | str | None = None,
        tokens: Mapping[str, User] | None = None,
        anonymous: bool | None = None,
        authorization: str = ALWAYS_ALLOW,
        stand_ins: bool = True,
        hosts: Sequence[str] = (),
    ) -> None:
        """Start nothing yet.

        `token` is the administrator's, `tokens` are those of others. `client_ca` is a file with the authorities whose
        certificates name users; it needs `tls`. With `authorization="rbac"` roles say what users may do. Without all
        of these, everybody is the administrator. `anonymous`: whether requests without credentials are accepted where
        any of these is given; by default with RBAC only. Without `stand_ins` no controllers run: Deployments stay
        unavailable, dependents of deleted objects stay, and deleted namespaces stay in phase Terminating. `hosts` are
        names under which clients ask, besides loopback and the names of the certificate.
        """
        if client_ca is not None and not tls:
            raise HarnessError("client certificates need TLS: start the embedded cluster with tls=True")
        self.version = VERSION if style == NEW_STYLE else _OLD_VERSION
        self.workloads = _HeldBack(self)
        self._wanted_port = port
        if authorization not in MODES:
            raise HarnessError(f"authorization={authorization!r}: choose one of {', '.join(MODES)}")
        judges = authorization == RBAC
        # this process and the kubeconfig need a credential of their own
        self._token = secrets.token_urlsafe(16) if token is None and (client_ca or tokens or judges) else token
        self._client_ca = client_ca
        authenticator = Authenticator(
            self._token,
            tokens,
            certificates=client_ca is not None,
            anonymous=judges if anonymous is None else anonymous,
        )
        self.core = Core(style, authenticator, authorization, stand_ins=stand_ins)
        self._wants_tls = tls
        self._hosts = hosts
        self._tls: Certificate | Given | None = None
        self._loopback = Loopback("embedded-cluster")
        self._handler: Handler | None = None
        self._clients: dict[str, Any] = {}

    @property
    def url(self) -> str:
        """The address of the API. Raises HarnessError before `start`."""
        if self._handler is None:
            raise HarnessError("the embedded cluster has no address before it is started: call start() first")
        return ("https://" if self._tls else "http://") + self._handler.address

    @property
    def token(self) -> str | None:
        """The administrator's token; None where the server asks for none."""
        return self._token

    # life

    def start(self) -> None:
        """Make the API answer. Raises HarnessError when the port is taken, or `client_ca` holds no certificates."""
        if self._handler is not None:
            return
        self._tls = Certificate() if self._wants_tls is True else self._wants_tls or None
        context = self._tls.context(self._client_ca) if self._tls else None
        names = [*self._hosts, *(self._tls.names if self._tls else ())]
        handler = Handler(self.core, version_document(self.version), Origins(names))
        try:
            port = self._loopback.open(
                handler,
                port=self._wanted_port,
                tls=context,
                limits=_LIMITS,
                who="the embedded cluster cannot",
            )
        except HarnessError:
            self._loopback.stop()
            raise
        handler.address = f"{HOST}:{port.number}"
        self.run(lambda core: core.own_service.advertise(HOST, port.number))
        self._handler = handler

    def stop(self) -> None:
        """Release all resources; safe to call twice."""
        for api in self._clients.values():
            api.rest_client.pool_manager.clear()
            api.close()
        self._clients.clear()
        if self._tls:
            self._tls.remove()
        if self._handler is None:
            return
        self._loopback.run(self._handler.end_watches())
        self._loopback.stop()
        self._handler = None

    def run(self, action: Callable[[Core], _T]) -> _T:
        """Run a function on the server's state while no request is handled."""
        with self.core.operations.store.lock:
            try:
                return action(self.core)
            finally:
                self.core.rollouts.play()

    def on_change(self, callback: Callable[[str], None]) -> None:
        """Call back with the plural of the kind after every write.

        The server's lock is held: the callback may only take note.
        """
        self.run(lambda core: core.operations.store.listeners.append(lambda event: callback(event.place[1])))

    # the cluster

    def install_crds(self, crds: Sequence[Manifest]) -> None:
        """Serve exactly these CRDs; see the interface. Raises CrdRefused naming the CRD that is refused."""
        self._crds(lambda core: core.install_crds(crds))

    def change_crds(self, crds: Sequence[Manifest]) -> None:
        """Switch to these CRDs, keeping objects; see the interface. Raises CrdRefused naming the refused CRD."""
        self._crds(lambda core: core.change_crds(crds))

    def _crds(self, action: Callable[[Core], None]) -> None:
        try:
            self.run(action)
        except ApiError as e:
            raise CrdRefused(f"the embedded cluster refuses a CustomResourceDefinition: {e.message}") from None

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
