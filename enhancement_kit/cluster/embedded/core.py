"""The server without its HTTP: storage, kinds, verbs and stand-ins put together."""

from __future__ import annotations

from collections.abc import Sequence

from . import builtins
from .crds import CrdRegistrar, crd_resource
from .fielderrors import NEW_STYLE
from .garbage_collector import DEFINITIONS, LASTING, NAMESPACES, Garbage
from .objects import Manifest, new_uid, now
from .operations import Operations
from .registry import Registry
from .rollouts import Rollouts
from .store import Store


class Core:
    """One API server's state. Not safe for threads: use it on one loop."""

    def __init__(self, style: str = NEW_STYLE) -> None:
        self.store = Store()
        self.registry = Registry()
        self.operations = Operations(self.store, style)
        for resource in builtins.resources(lambda: [obj for _, obj in self.store.list(("", "services"))]):
            self.registry.add(resource)
        self.registry.add(crd_resource())
        self.registrar = CrdRegistrar(self.store, self.registry, style)
        self.garbage = Garbage(self.store, self.registry, self.operations)
        self.rollouts = Rollouts(self.store)
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
