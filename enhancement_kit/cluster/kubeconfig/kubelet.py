"""The stand-in for kubelet on a cluster that has controllers of its own: Pods of scenarios are ready without a node.

Deployments, ReplicaSets and their Pods are the work of the cluster's controllers. No scheduler looks after the Pods
(see `owned_objects`), so that nobody else writes their status.
"""

from __future__ import annotations

from urllib.parse import urlencode

from ..interface import Manifest
from ..real.held_deployments import HeldDeployments
from ..real.timeouts import ROLLED_OUT, await_that
from ..workloads import pod_status


class Kubelet(HeldDeployments):
    """Implements `Workloads` of the cluster interface. Acts when it is told of a write."""

    def _let_go(self, path: str) -> None:
        self._roll_out(path)

    def written(self, path: str) -> list[tuple[str, Manifest]]:
        """Roll out a Deployment; return path and metadata of what controllers made of it. Raises HarnessError."""
        if self._holding:
            self._held.add(path)
        return self._roll_out(path)

    def _roll_out(self, path: str) -> list[tuple[str, Manifest]]:
        found: Manifest = {}

        def settled() -> bool:
            live = self._api("GET", path)
            if not live.ok or live.body["metadata"].get("deletionTimestamp"):
                self._held.discard(path)
                found.clear()
                return True
            found.update(live.body)
            held = path in self._held
            if _seen(live.body) and (_has_new_pods(live.body) if held else _is_available(live.body)):
                return True
            if not held:
                self._make_ready(live.body)
            return False

        await_that(settled, ROLLED_OUT, lambda: f"{path} is not rolled out: {found.get('status')}")
        return self._offspring(found) if found else []

    def _make_ready(self, deployment: Manifest) -> None:
        for place, pod in self._listed(deployment, "pods"):
            if not pod["metadata"].get("deletionTimestamp") and not _is_ready(pod):
                status = pod_status(pod, held=False)
                # a Pod that went or changed meanwhile is looked at again
                self._api("PUT", f"{place}/status", {**pod, "status": status})

    def _offspring(self, deployment: Manifest) -> list[tuple[str, Manifest]]:
        return [
            (place, item["metadata"])
            for plural in ("replicasets", "pods")
            for place, item in self._listed(deployment, plural)
        ]

    def _listed(self, deployment: Manifest, plural: str) -> list[tuple[str, Manifest]]:
        namespace = deployment["metadata"]["namespace"]
        root = f"/apis/apps/v1/namespaces/{namespace}" if plural == "replicasets" else f"/api/v1/namespaces/{namespace}"
        labels = deployment["spec"]["selector"].get("matchLabels") or {}
        query = urlencode({"labelSelector": ",".join(f"{key}={value}" for key, value in labels.items())})
        answer = self._api("GET", f"{root}/{plural}?{query}")
        return [(f"{root}/{plural}/{item['metadata']['name']}", item) for item in answer.body["items"] if answer.ok]


def _seen(deployment: Manifest) -> bool:
    status = deployment.get("status") or {}
    return bool(status.get("observedGeneration", 0) >= deployment["metadata"]["generation"])


def _is_available(deployment: Manifest) -> bool:
    status, wanted = deployment["status"], deployment["spec"]["replicas"]
    return all(status.get(key, 0) == wanted for key in ("replicas", "updatedReplicas", "availableReplicas"))


def _has_new_pods(deployment: Manifest) -> bool:
    return bool(deployment["status"].get("updatedReplicas") or not deployment["spec"]["replicas"])


def _is_ready(pod: Manifest) -> bool:
    conditions = (pod.get("status") or {}).get("conditions") or ()
    return any(one["type"] == "Ready" and one["status"] == "True" for one in conditions)
