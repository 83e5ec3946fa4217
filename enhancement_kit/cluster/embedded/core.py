"""The server without its HTTP: storage, kinds, verbs and stand-ins put together."""

from __future__ import annotations

from collections.abc import Sequence

from . import builtins
from .actions import Actions
from .admission import Admission
from .authentication import Authenticator
from .authorization import ALWAYS_ALLOW, RBAC, AlwaysAllow, Authorizer, bootstrap
from .authorization.aggregation import Aggregation
from .authorization.guard import Guard
from .authorization.impersonation import Impersonation
from .authorization.rbac import Rbac
from .conversion import Conversions
from .crds import CrdRegistrar, crd_resource
from .fielderrors import NEW_STYLE
from .garbage_collector import DEFINITIONS, LASTING, NAMESPACES, Garbage
from .objects import Manifest, new_uid, now
from .operations import Operations
from .own_service import OwnService
from .pod_actions import PodActions
from .policy_status import PolicyStatus
from .registry import Registry
from .reviews import Reviews
from .rollouts import Rollouts
from .service_account_tokens import ServiceAccountTokens
from .store import Store


class Core:
    """One API server's state. Not safe for threads: use it on one loop."""

    def __init__(
        self,
        style: str = NEW_STYLE,
        authenticator: Authenticator | None = None,
        authorization: str = ALWAYS_ALLOW,
        *,
        stand_ins: bool = True,
    ) -> None:
        self.authenticator = authenticator or Authenticator()
        self.store = Store()
        self.registry = Registry()
        self.admission = Admission(self.store, self.registry)
        self.operations = Operations(self.store, self.admission, style)
        for resource in builtins.resources(lambda: [obj for _, obj in self.store.list(("", "services"))]):
            self.registry.add(resource)
        self.registry.add(crd_resource())
        self.actions = Actions()
        self.registry.add(PodActions(self.registry, self.operations, self.actions).binding)
        self.tokens = ServiceAccountTokens(self.store, self.actions)
        self.authenticator.issued = self.tokens.user
        self.authorizer: Authorizer = AlwaysAllow()
        self.judges = authorization == RBAC
        """Whether there is anything that somebody may not do."""
        if self.judges:
            self.authorizer = rbac = Rbac(self.store)
            self.operations.guard = Guard(rbac)
            if stand_ins:
                Aggregation(self.store)
        self.admission.expressions.authorizer = self.authorizer
        self.impersonation = Impersonation(self.authorizer)
        for resource in Reviews(self.authenticator, self.authorizer, self.actions).kinds:
            self.registry.add(resource)
        self.conversions = Conversions()
        self.registrar = CrdRegistrar(self.store, self.registry, style, self.conversions)
        self.garbage = Garbage(self.store, self.registry, self.operations, collects=stand_ins)
        self.own_service = OwnService(self.store)
        self.operations.plays_kubelet = stand_ins
        if stand_ins:
            PolicyStatus(self.store)
        self.rollouts = Rollouts(self.store, plays=stand_ins)
        self._furnish()

    def install_crds(self, crds: Sequence[Manifest]) -> None:
        """Serve exactly these CRDs. Raises ApiError naming what is wrong with one."""
        self.registrar.install(crds, keep_objects=False)

    def change_crds(self, crds: Sequence[Manifest]) -> None:
        """Serve exactly these CRDs, keeping stored objects. Raises ApiError naming what is wrong with one."""
        self.registrar.install(crds, keep_objects=True)

    def reset(self) -> None:
        """Remove every object but CRDs and the namespaces of a new cluster."""
        self.rollouts.forget()
        self.admission.forget()
        # nobody needs the events from before, and they would take memory for all of a long run
        self.store.forget_history()
        for place in list(self.store.shelves):
            if place != DEFINITIONS:
                self.store.drop(place)
        self._furnish()

    def _furnish(self) -> None:
        for name in LASTING:
            meta = {
                "name": name,
                "uid": new_uid(),
                "creationTimestamp": now(),
                "labels": {"kubernetes.io/metadata.name": name},
            }
            namespace = {
                "apiVersion": "v1",
                "kind": "Namespace",
                "metadata": meta,
                "spec": {"finalizers": ["kubernetes"]},
                "status": {"phase": "Active"},
            }
            self.store.put(NAMESPACES, ("", name), namespace)
        self.own_service.write()
        if self.judges:
            bootstrap.furnish(self.store)
