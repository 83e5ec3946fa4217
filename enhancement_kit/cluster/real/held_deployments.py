"""What the stand-ins on real API servers share: Deployments that a scenario holds back."""

from __future__ import annotations

from .api import Api


class Holding:
    """The state of `Workloads` of the cluster interface; who brings Deployments to life is for subclasses."""

    def __init__(self, api: Api) -> None:
        """Write through `api`; nothing is held."""
        self._api = api
        self._holding = False
        self._held: set[str] = set()
        """Paths of Deployments."""

    def hold(self) -> None:
        """Keep every Deployment written or changed from now on at zero available replicas."""
        self._holding = True

    def release(self) -> None:
        """Let held Deployments become available. Raises HarnessError."""
        self._holding = False
        held, self._held = self._held, set()
        for path in sorted(held):
            self._let_go(path)

    def _let_go(self, path: str) -> None:
        """Let the Deployment at a path become available."""
        raise NotImplementedError

    def forget(self) -> None:
        """Start anew: nothing held."""
        self._holding = False
        self._held.clear()
