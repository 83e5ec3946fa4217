"""What the stand-ins on real API servers share: Deployments that a scenario keeps unavailable."""

from __future__ import annotations

from .api import Api


class HeldDeployments:
    """The state of `Workloads` of the cluster interface; subclasses roll Deployments out."""

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
        """Roll out the Deployment at a path."""
        raise NotImplementedError

    def forget(self) -> None:
        """Forget held Deployments."""
        self._holding = False
        self._held.clear()
