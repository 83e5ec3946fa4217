"""The cluster `kubeconfig`: an existing one, reached through the context that the user names."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from kubernetes.client.rest import RESTClientObject

from ..real.api import Api
from ..real.definitions import Definitions
from ..real.ownership import Ownership
from ..real.real_cluster import RealCluster, Request
from ..real.timeouts import NOTICED
from ..real.write_effects import WriteEffects
from . import safety_checks
from .access import Access
from .cluster_lock import ClusterLock
from .kubelet import Kubelet
from .owned_objects import OwnedObjects
from .run_header import checked


class KubeconfigCluster(RealCluster):
    """Implements `enhancement_kit.cluster.interface.Cluster` on a cluster with controllers of its own.

    It is touched only where the kit made something, and left as it was found. See docs/lanes.md.
    """

    name = "kubeconfig"

    def __init__(
        self, *, kubeconfig: str = "", context: str = "", yes_this_cluster: str = "", processes: int = 1
    ) -> None:
        """Send no request yet. `processes`: how many share the cluster, which is refused for more than one."""
        super().__init__()
        self._kubeconfig, self._context, self._meant = kubeconfig, context, yes_this_cluster
        self._processes = processes
        self._access: Access | None = None
        self._made: _Parts | None = None

    def start(self) -> None:
        """Lock the cluster, and remove what a killed run left.

        Raises UsageError where it may matter to somebody and was not confirmed, HarnessError where it cannot be used.
        """
        if self._made is None:
            self._connect(checked(self._kubeconfig, self._context, self._meant, self._processes))

    def _connect(self, access: Access, rules: Sequence[safety_checks.Rule] = safety_checks.RULES) -> None:
        parts = _Parts(access.configuration())
        self._access, self._made = access, parts
        try:
            self._ask_version(parts.api)
            if rules:
                safety_checks.check(access, self._meant, safety_checks.gather(parts.api), rules)
            parts.lock.take()
            parts.take_away()
        except BaseException:
            # also an interrupt: no caller could stop what has been started
            self.stop()
            raise

    def _running(self) -> _Parts | None:
        return self._made

    def _configuration(self) -> Any:
        self._parts()
        assert self._made is not None
        return self._made.configuration

    def reset(self) -> None:
        """Remove what scenarios made, but for CRDs and empty namespaces. Raises HarnessError."""
        self._parts()
        assert self._made is not None
        self._made.rollouts.forget()
        self._made.write_effects.forget()
        self._made.owned_objects.reset()

    def kubeconfig(self) -> Mapping[str, Any]:
        """Return a kubeconfig document for other programs, with the named context alone."""
        self._parts()
        assert self._access is not None
        return self._access.document

    def stop(self) -> None:
        """Remove all that the kit made; safe to call twice. Raises HarnessError naming what stays."""
        self._disconnect(clean=True)

    def _disconnect(self, *, clean: bool) -> None:
        self._close_clients()
        made, self._made = self._made, None
        if made is not None:
            try:
                if clean and made.lock.held:
                    made.take_away()
                    made.lock.release()
            finally:
                made.close()


class _Parts:
    """The parts that work with an API server that answers."""

    def __init__(self, configuration: Any) -> None:
        self.configuration = configuration
        pool = RESTClientObject(configuration).pool_manager
        self.api = Api(configuration.host, pool, functools.partial(_credentials, configuration))
        ownership = Ownership()
        self.lock = ClusterLock(self.api, ownership)
        self.rollouts = Kubelet(self.api)
        self.write_effects = WriteEffects(self.api, self.rollouts, NOTICED)
        self.owned_objects = OwnedObjects(self.api, ownership, lambda: self.definitions.kinds())
        self.definitions = Definitions(self.api, self.owned_objects.drop, shared=True, ownership=ownership)

    def around(self, request: Request) -> Request:
        """Wrap a request, to touch only what the kit made and to wait for what follows from a write."""
        return self.owned_objects.around(self.write_effects.around(request, self.api.url), self.api.url)

    def take_away(self) -> None:
        """Remove all that this run made here, and what a dead one left."""
        self.owned_objects.reset()
        self.definitions.remove_own()
        self.owned_objects.take_away()

    def close(self) -> None:
        """Close the connections."""
        self.api.close()


def _credentials(configuration: Any) -> Mapping[str, str]:
    """Return the authorization header, refreshed where a token expires; none where a certificate authenticates."""
    said = configuration.get_api_key_with_prefix("BearerToken", alias="authorization")
    return {"authorization": str(said)} if said else {}
