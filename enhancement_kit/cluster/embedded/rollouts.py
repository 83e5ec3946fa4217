"""The stand-in for the workload controllers: a Deployment is available after it was written, unless held back."""

from __future__ import annotations

from ..workloads import deployment_status, is_rolled_out, planned_pods
from .objects import Manifest, new_uid, now
from .store import Event, Key, Place, Store

DEPLOYMENTS: Place = ("apps", "deployments")
PODS: Place = ("", "pods")


class Rollouts:
    """Implements `Workloads` of the cluster interface, on the server's loop.

    What it writes comes after the write that it reacts to has been answered: as on a real cluster, the answer shows the
    object as the client has written it.
    """

    def __init__(self, store: Store, *, plays: bool = True) -> None:
        """React to writes from now on, if it `plays` at all."""
        self._store = store
        self._holding = False
        self._held: set[Key] = set()
        self._new: dict[Key, None] = {}
        if plays:
            store.listeners.append(self.react)

    def hold(self) -> None:
        """Keep every Deployment written or changed from now on at zero available replicas."""
        self._holding = True

    def release(self) -> None:
        """Let held Deployments become available."""
        self._holding = False
        held, self._held = self._held, set()
        for key in sorted(held):
            obj = self._store.get(DEPLOYMENTS, key)
            if obj is not None:
                self._roll_out(key, obj)

    def forget(self) -> None:
        """Forget held and known Deployments."""
        self._holding = False
        self._new.clear()
        self._held.clear()

    def react(self, event: Event) -> None:
        """React to a write: note a Deployment whose spec is new."""
        if event.place != DEPLOYMENTS:
            return
        meta = event.obj["metadata"]
        if event.type == "DELETED" or meta.get("deletionTimestamp"):
            self._held.discard(event.key)
        elif not is_rolled_out(event.obj):
            if self._holding:
                self._held.add(event.key)
            self._new[event.key] = None

    def play(self) -> None:
        """Roll out what was noted. Called when a request has been answered, before the next one."""
        while self._new:
            noted, self._new = self._new, {}
            for key in noted:
                obj = self._store.get(DEPLOYMENTS, key)
                if obj is not None and not obj["metadata"].get("deletionTimestamp") and not is_rolled_out(obj):
                    self._roll_out(key, obj)

    def _roll_out(self, key: Key, obj: Manifest) -> None:
        held = key in self._held
        status = deployment_status(obj, held)
        self._store.put(DEPLOYMENTS, key, {**obj, "metadata": {**obj["metadata"]}, "status": status})
        mine = [k for place, k in self._store.owned.get(obj["metadata"]["uid"], ()) if place == PODS]
        plan = planned_pods(obj, [pod for k in mine if (pod := self._store.get(PODS, k)) is not None], held)
        for pod in plan.remove:
            self._store.remove(PODS, _key(pod))
        for pod in plan.create:
            pod["metadata"] |= {"uid": new_uid(), "creationTimestamp": now()}
        for pod in plan.update + plan.create:
            self._store.put(PODS, _key(pod), pod)


def _key(pod: Manifest) -> Key:
    return pod["metadata"]["namespace"], pod["metadata"]["name"]
