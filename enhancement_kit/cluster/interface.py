"""The one interface of every Kubernetes API that scenarios run on: embedded, envtest, kind, kubeconfig."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Manifest = dict[str, Any]
"""A Kubernetes object as JSON: apiVersion, kind, metadata and so on."""


class Workloads(Protocol):
    """The stand-in for the controllers that bring workloads to life on a healthy cluster.

    By default a Deployment becomes available as soon as it is written. A scenario may hold that back.
    """

    def hold(self) -> None:
        """Keep every Deployment written or changed from now on at zero available replicas."""

    def release(self) -> None:
        """Let held Deployments become available."""


class Cluster(Protocol):
    """A Kubernetes API server with what a healthy cluster does by itself (garbage collection, Deployments)."""

    name: str
    """`embedded`, `envtest`, `kind` or `kubeconfig`."""

    version: str
    """The Kubernetes version it answers as, for example `1.36.1`."""

    capabilities: frozenset[str]
    """What scenarios may ask for with `@needs.<capability>`."""

    @property
    def workloads(self) -> Workloads:
        """What brings workloads to life."""

    def start(self) -> None:
        """Make the API answer. Raises HarnessError when that fails."""

    def install_crds(self, crds: Sequence[Manifest]) -> None:
        """Serve exactly these CustomResourceDefinitions; returns once they are enforced.

        CRDs that are already served unchanged stay, others are replaced or removed with their objects.
        Raises CrdRefused naming the CRD and the server's message when one is refused.
        """

    def change_crds(self, crds: Sequence[Manifest]) -> None:
        """Switch to these CRDs as an upgrade would: stored objects are kept. Returns once they are enforced.

        Raises CrdRefused as `install_crds`.
        """

    def reset(self) -> None:
        """Remove every object but CRDs and the namespaces a new cluster has; release held workloads."""

    def client(self, user: str) -> Any:
        """Return a cached `kubernetes.client.ApiClient` for `user` (its user agent and field manager)."""

    def kubeconfig(self) -> Mapping[str, Any]:
        """Return a kubeconfig document for other programs."""

    def stop(self) -> None:
        """Release all resources; safe to call twice."""
