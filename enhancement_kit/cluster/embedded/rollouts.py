"""The stand-in for the workload controllers: a Deployment is available as soon as it is written, unless held back."""

from __future__ import annotations

import hashlib
from typing import Any

from .objects import Manifest, clone, compact, mapping, new_uid, now
from .store import Event, Key, Place, Store

DEPLOYMENTS: Place = ("apps", "deployments")
PODS: Place = ("", "pods")


class Rollouts:
    """Implements `Workloads` of the cluster interface, on the server's loop. Writes status and Pods as it reacts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._holding = False
        self._held: set[Key] = set()
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
        """Start anew: nothing held, nothing remembered."""
        self._holding = False
        self._held.clear()

    def react(self, event: Event) -> None:
        """After a write: roll out a Deployment whose spec is new."""
        if event.place != DEPLOYMENTS:
            return
        meta = event.obj["metadata"]
        if event.type == "DELETED" or meta.get("deletionTimestamp"):
            self._held.discard(event.key)
        elif mapping(event.obj.get("status")).get("observedGeneration") != meta.get("generation"):
            if self._holding:
                self._held.add(event.key)
            self._roll_out(event.key, event.obj)

    def _roll_out(self, key: Key, obj: Manifest) -> None:
        wanted, held = obj["spec"]["replicas"], key in self._held
        status = _status(obj, wanted, held)
        self._store.put(DEPLOYMENTS, key, {**obj, "metadata": {**obj["metadata"]}, "status": status})
        self._pods(key, obj, wanted, held)

    def _pods(self, key: Key, obj: Manifest, wanted: int, held: bool) -> None:
        template = obj["spec"]["template"]
        mark = hashlib.sha256(compact(template)).hexdigest()[:10]
        uid = obj["metadata"]["uid"]
        mine = [k for place, k in list(self._store.owned.get(uid, ())) if place == PODS]
        current = [k for k in mine if _label(self._store.get(PODS, k), "pod-template-hash") == mark]
        for name in [k for k in mine if k not in current] + current[wanted:]:
            self._store.remove(PODS, name)
        for name in current[:wanted]:
            pod = self._store.get(PODS, name)
            if pod is not None:
                self._store.put(PODS, name, {**pod, "metadata": {**pod["metadata"]}, "status": _pod_status(pod, held)})
        number = 0
        for _ in range(wanted - len(current)):
            while (key[0], f"{key[1]}-{mark}-{number}") in current:
                number += 1
            pod = _pod(key, f"{key[1]}-{mark}-{number}", obj, template, mark)
            pod["status"] = _pod_status(pod, held)
            self._store.put(PODS, (key[0], pod["metadata"]["name"]), pod)
            number += 1


def _label(obj: Manifest | None, name: str) -> Any:
    return mapping(obj["metadata"].get("labels")).get(name) if obj else None


def _condition(old: Manifest, kind: str, value: str, reason: str, message: str) -> Manifest:
    time = now()
    before: Manifest = next((c for c in old.get("conditions") or () if c["type"] == kind), {})
    return {
        "type": kind,
        "status": value,
        "lastUpdateTime": time,
        "lastTransitionTime": before.get("lastTransitionTime", time) if before.get("status") == value else time,
        "reason": reason,
        "message": message,
    }


def _status(obj: Manifest, wanted: int, held: bool) -> Manifest:
    """As the deployment controller writes it (pkg/controller/deployment/sync.go)."""
    old, name = mapping(obj.get("status")), obj["metadata"]["name"]
    out: Manifest = {"observedGeneration": obj["metadata"].get("generation", 1)}
    counts = {"replicas": wanted, "updatedReplicas": wanted}
    counts |= {"unavailableReplicas": wanted} if held else {"readyReplicas": wanted, "availableReplicas": wanted}
    out.update({k: v for k, v in counts.items() if v})
    if held and wanted:
        text = "Deployment does not have minimum availability."
        available = _condition(old, "Available", "False", "MinimumReplicasUnavailable", text)
        progress = _condition(old, "Progressing", "True", "ReplicaSetUpdated", f'ReplicaSet "{name}" is progressing.')
    else:
        text = "Deployment has minimum availability."
        available = _condition(old, "Available", "True", "MinimumReplicasAvailable", text)
        text = f'ReplicaSet "{name}" has successfully progressed.'
        progress = _condition(old, "Progressing", "True", "NewReplicaSetAvailable", text)
    out["conditions"] = [available, progress]
    return out


def _pod(key: Key, name: str, owner: Manifest, template: Manifest, mark: str) -> Manifest:
    meta = mapping(template.get("metadata"))
    made: Manifest = {
        "name": name,
        "namespace": key[0],
        "uid": new_uid(),
        "creationTimestamp": now(),
        "labels": {**mapping(meta.get("labels")), "pod-template-hash": mark},
        "ownerReferences": [
            {
                "apiVersion": "apps/v1",
                "kind": "Deployment",
                "name": key[1],
                "uid": owner["metadata"]["uid"],
                "controller": True,
                "blockOwnerDeletion": True,
            }
        ],
    }
    if meta.get("annotations"):
        made["annotations"] = dict(meta["annotations"])
    return {"apiVersion": "v1", "kind": "Pod", "metadata": made, "spec": clone(template["spec"])}


def _pod_status(pod: Manifest, held: bool) -> Manifest:
    ready, time = not held, now()
    conditions = [
        {"type": kind, "status": "True" if ready or kind == "PodScheduled" else "False", "lastTransitionTime": time}
        for kind in ("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled")
    ]
    containers = [
        {
            "name": c.get("name", ""),
            "image": c.get("image", ""),
            "imageID": "",
            "ready": ready,
            "started": ready,
            "restartCount": 0,
            "state": {"running": {"startedAt": time}} if ready else {"waiting": {"reason": "ContainerCreating"}},
        }
        for c in pod["spec"].get("containers") or ()
    ]
    phase = "Running" if ready else "Pending"
    return {
        "phase": phase,
        "conditions": conditions,
        "containerStatuses": containers,
        "startTime": time,
        "qosClass": "BestEffort",
    }
