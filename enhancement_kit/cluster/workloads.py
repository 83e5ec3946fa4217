"""What the controllers of a healthy cluster create for a Deployment: its status, its Pods and theirs.

For the stand-ins of every cluster; pure functions of objects.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

Manifest = dict[str, Any]
HASH = "pod-template-hash"


@dataclass(frozen=True)
class PodPlan:
    """The changes to the Pods of a Deployment."""

    remove: list[Manifest]
    update: list[Manifest]
    """Pods that stay, with the status that they should have."""
    create: list[Manifest]
    """New Pods with their status, without uid and creation time."""


def is_rolled_out(deployment: Manifest) -> bool:
    """Return whether the status is about the present spec."""
    seen = (deployment.get("status") or {}).get("observedGeneration")
    return bool(seen == deployment["metadata"].get("generation"))


def deployment_status(deployment: Manifest, held: bool) -> Manifest:
    """Return the status that the deployment controller writes (its sync.go); `held`: no Pod is available."""
    old, name, wanted = deployment.get("status") or {}, deployment["metadata"]["name"], deployment["spec"]["replicas"]
    out: Manifest = {"observedGeneration": deployment["metadata"].get("generation", 1)}
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


def planned_pods(deployment: Manifest, pods: Sequence[Manifest], held: bool) -> PodPlan:
    """Plan what has to happen to `pods`, the Pods that the Deployment owns, so that they fit it."""
    meta, template, wanted = deployment["metadata"], deployment["spec"]["template"], deployment["spec"]["replicas"]
    mark = hashlib.sha256(json.dumps(template, separators=(",", ":")).encode()).hexdigest()[:10]
    fitting = [pod for pod in pods if (pod["metadata"].get("labels") or {}).get(HASH) == mark]
    taken = {pod["metadata"]["name"] for pod in fitting}
    free = (name for n in range(len(taken) + wanted) if (name := f"{meta['name']}-{mark}-{n}") not in taken)
    return PodPlan(
        remove=[pod for pod in pods if pod not in fitting] + fitting[wanted:],
        update=[_with_status(pod, held) for pod in fitting[:wanted]],
        create=[_with_status(_pod(deployment, next(free), mark), held) for _ in range(wanted - len(fitting))],
    )


def _with_status(pod: Manifest, held: bool) -> Manifest:
    return {**pod, "metadata": {**pod["metadata"]}, "status": pod_status(pod, held)}


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _condition(old: Manifest, kind: str, value: str, reason: str, message: str) -> Manifest:
    time = _now()
    before: Manifest = next((c for c in old.get("conditions") or () if c["type"] == kind), {})
    return {
        "type": kind,
        "status": value,
        "lastUpdateTime": time,
        "lastTransitionTime": before.get("lastTransitionTime", time) if before.get("status") == value else time,
        "reason": reason,
        "message": message,
    }


def _pod(owner: Manifest, name: str, mark: str) -> Manifest:
    template = owner["spec"]["template"]
    meta = template.get("metadata") or {}
    made: Manifest = {
        "name": name,
        "namespace": owner["metadata"]["namespace"],
        "labels": {**(meta.get("labels") or {}), HASH: mark},
        "ownerReferences": [
            {
                "apiVersion": "apps/v1",
                "kind": "Deployment",
                "name": owner["metadata"]["name"],
                "uid": owner["metadata"]["uid"],
                "controller": True,
                "blockOwnerDeletion": True,
            }
        ],
    }
    if meta.get("annotations"):
        made["annotations"] = dict(meta["annotations"])
    return {"apiVersion": "v1", "kind": "Pod", "metadata": made, "spec": copy.deepcopy(template["spec"])}


def pod_status(pod: Manifest, held: bool) -> Manifest:
    """Return the status that kubelet writes; `held`: the Pod does not become ready."""
    ready, time = not held, _now()
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
