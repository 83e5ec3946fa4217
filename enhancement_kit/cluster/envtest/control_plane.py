"""One control plane: etcd, kube-apiserver and the controllers that a healthy cluster cannot do without, on loopback."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import urllib3

from enhancement_kit.errors import HarnessError
from enhancement_kit.files.writing import write_private
from enhancement_kit.local.processes import Running, free_ports

from ..embedded.certificate import Certificate
from ..real.api import Api
from ..real.timeouts import START, await_that
from .binaries import Binaries
from .etcd_certificates import EtcdCertificates
from .storage import Storage

SERVICE_NETWORK = "10.96.0.0/12"
CONTROLLERS = ("garbage-collector-controller", "namespace-controller")
# Pods here have no ServiceAccounts, and no kubelet would remove the taint from Nodes.
_NO_ADMISSION = ("ServiceAccount", "TaintNodesByCondition")
_LOCAL = "127.0.0.1"
_TAKEN = "address already in use"
_TRIES = 3


class ControlPlane:
    """A control plane that runs from `start` to `stop`."""

    def __init__(
        self,
        binaries: Binaries,
        *,
        watch_cache: bool = False,
        controllers: Sequence[str] = CONTROLLERS,
        users: Sequence[str] | None = None,
        resets: bool = True,
    ) -> None:
        """Start nothing yet. `watch_cache`: as the API server runs by default; `controllers`: those to run.

        With `users`, which are lines of a token file, RBAC judges requests, and some may come without credentials.
        Without `resets`, etcd keeps its own limits, which a reset of many objects exceeds.
        """
        self._binaries = binaries
        self._watch_cache = watch_cache
        self._wanted_controllers = controllers
        self._users = users
        self._resets = resets
        self._certificate = Certificate()
        self._token = secrets.token_hex(16)
        self._running: Running | None = None
        self._controllers = ""
        self.url = ""

    def start(self) -> tuple[Api, Storage]:
        """Make the API answer. Raises HarnessError with the log of the program that does not start."""
        tries = 1
        while True:
            try:
                return self._start()
            except HarnessError as error:
                self._end()
                # between finding a free port and listening on it someone else may take it
                if _TAKEN not in str(error) or tries == _TRIES:
                    raise
                tries += 1
            except BaseException:
                # also an interrupt: no caller could stop what has been started
                self.stop()
                raise

    def _start(self) -> tuple[Api, Storage]:
        running = self._running = Running()
        client, peer, port = free_ports(3)
        etcd = f"https://{_LOCAL}:{client}"
        certificates = EtcdCertificates(running.folder)
        tokens = [f'{self._token},kubernetes-admin,,"system:masters"', *(self._users or ())]
        write_private(running.folder / "tokens.csv", "".join(f"{line}\n" for line in tokens))
        running.start([*self._etcd(running.folder, etcd, f"https://{_LOCAL}:{peer}"), *certificates.server_flags()])
        running.start([*self._apiserver(running.folder, etcd, port), *certificates.client_flags()])
        self.url = f"https://{_LOCAL}:{port}"
        pool = urllib3.PoolManager(ca_certs=self._certificate.authority, retries=False)
        api = Api(self.url, pool, lambda: {"authorization": f"Bearer {self._token}"})
        await_that(lambda: self._ready(running), START, lambda: self._complaint(running))
        write_private(running.folder / "kubeconfig", json.dumps(self.kubeconfig("kit")))
        return api, Storage(etcd, SERVICE_NETWORK, certificates.context())

    def _ready(self, running: Running) -> bool:
        ended = running.ended()
        if ended:
            raise HarnessError(ended)
        pool = urllib3.PoolManager(ca_certs=self._certificate.authority, retries=False, timeout=5)
        try:
            answer = pool.request("GET", f"{self.url}/readyz", headers={"Authorization": f"Bearer {self._token}"})
        except urllib3.exceptions.HTTPError:
            # it does not listen yet
            return False
        finally:
            pool.clear()
        return bool(answer.status == 200)

    def _complaint(self, running: Running) -> str:
        logs = ", ".join(f"{name}: {running.last_lines(name)}" for name in ("kube-apiserver", "etcd"))
        return f"the API server is not ready; {logs}"

    def run_controllers(self) -> None:
        """Start or restart the controllers, with the kinds that the API serves now."""
        if self._running is None:
            raise HarnessError("the control plane is not started: call start() first")
        self._running.end(self._controllers)
        (port,) = free_ports(1)
        self._controllers = self._running.start(self._controller_manager(self._running.folder, port))

    def ended(self) -> str:
        """Return a message about a program that has ended by itself; empty while all run."""
        return self._running.ended() if self._running else ""

    def stop(self) -> None:
        """End all programs and remove their data; safe to call twice."""
        self._end()
        self._certificate.remove()

    def _end(self) -> None:
        if self._running is not None:
            self._running.close()
            self._running = None

    def kubeconfig(self, context: str) -> dict[str, Any]:
        """Return a kubeconfig document with one context."""
        cluster = {"server": self.url, "certificate-authority-data": self._certificate.data}
        return {
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": context, "cluster": cluster}],
            "users": [{"name": "kit", "user": {"token": self._token}}],
            "contexts": [{"name": context, "context": {"cluster": context, "user": "kit"}}],
            "current-context": context,
        }

    @property
    def credentials(self) -> tuple[str, str]:
        """The bearer token of a person with every right, and the file that the server is verified with."""
        return self._token, self._certificate.authority

    def _etcd(self, folder: Path, client: str, peer: str) -> list[str | Path]:
        return [
            self._binaries.etcd,
            f"--data-dir={folder}/etcd",
            f"--listen-client-urls={client}",
            f"--advertise-client-urls={client}",
            f"--listen-peer-urls={peer}",
            f"--initial-advertise-peer-urls={peer}",
            f"--initial-cluster=default={peer}",
            "--unsafe-no-fsync",
            # a reset uses one transaction for all keys
            *(("--max-txn-ops=100000", "--max-request-bytes=33554432") if self._resets else ()),
            "--log-level=error",
        ]

    def _apiserver(self, folder: Path, etcd: str, port: int) -> list[str | Path]:
        certificate, key = self._certificate.certificate, self._certificate.key
        return [
            self._binaries.apiserver,
            f"--etcd-servers={etcd}",
            f"--bind-address={_LOCAL}",
            f"--advertise-address={_LOCAL}",
            f"--secure-port={port}",
            "--endpoint-reconciler-type=none",
            f"--cert-dir={folder}/certificates",
            f"--tls-cert-file={certificate}",
            f"--tls-private-key-file={key}",
            f"--token-auth-file={folder}/tokens.csv",
            f"--authorization-mode={'AlwaysAllow' if self._users is None else 'RBAC'}",
            f"--anonymous-auth={str(self._users is not None).lower()}",
            "--service-account-issuer=https://kubernetes.default.svc",
            f"--service-account-key-file={certificate}",
            f"--service-account-signing-key-file={key}",
            f"--service-cluster-ip-range={SERVICE_NETWORK}",
            f"--disable-admission-plugins={','.join(_NO_ADMISSION)}",
            "--enable-priority-and-fairness=false",
            # with the cache a list after a write waits up to 0.1 s until etcd confirms that nothing is missing
            f"--watch-cache={str(self._watch_cache).lower()}",
            "--profiling=false",
        ]

    def _controller_manager(self, folder: Path, port: int) -> list[str | Path]:
        return [
            self._binaries.controllers,
            f"--kubeconfig={folder}/kubeconfig",
            f"--controllers={','.join(self._wanted_controllers)}",
            "--leader-elect=false",
            f"--bind-address={_LOCAL}",
            f"--secure-port={port}",
            f"--tls-cert-file={self._certificate.certificate}",
            f"--tls-private-key-file={self._certificate.key}",
            "--kube-api-qps=1000",
            "--kube-api-burst=2000",
            "--profiling=false",
        ]
