"""The stand-in for the workload controllers on a real API: a Deployment is available once its write is answered."""

from __future__ import annotations

from ..interface import Manifest
from ..real.held_deployments import HeldDeployments
from ..workloads import deployment_status, is_rolled_out, planned_pods


class Rollouts(HeldDeployments):
    """Implements `Workloads` of the cluster interface. Acts when it is told of a write; nothing else writes these."""

    def _let_go(self, path: str) -> None:
        live = self._api("GET", path)
        if live.ok:
            self._roll_out(path, live.body)

    def written(self, path: str) -> list[tuple[str, Manifest]]:
        """Roll out a Deployment whose spec is new; return its Pods by path. Raises HarnessError."""
        live = self._api("GET", path)
        if not live.ok or live.body["metadata"].get("deletionTimestamp"):
            self._held.discard(path)
        elif not is_rolled_out(live.body):
            if self._holding:
                self._held.add(path)
            return self._roll_out(path, live.body)
        return []

    def _roll_out(self, path: str, deployment: Manifest) -> list[tuple[str, Manifest]]:
        held = path in self._held
        self._api.must("PUT", f"{path}/status", {**deployment, "status": deployment_status(deployment, held)})
        pods = f"/api/v1/namespaces/{deployment['metadata']['namespace']}/pods"
        uid = deployment["metadata"]["uid"]
        there = self._api.must("GET", pods)["items"]
        plan = planned_pods(deployment, [pod for pod in there if _belongs(pod, uid)], held)
        for pod in plan.remove:
            self._api.must("DELETE", f"{pods}/{pod['metadata']['name']}")
        ours = [*plan.update, *({**self._api.must("POST", pods, pod), "status": pod["status"]} for pod in plan.create)]
        for pod in ours:
            self._api.must("PUT", f"{pods}/{pod['metadata']['name']}/status", pod)
        return [(f"{pods}/{pod['metadata']['name']}", pod["metadata"]) for pod in ours]


def _belongs(pod: Manifest, uid: str) -> bool:
    return any(owner["uid"] == uid for owner in pod["metadata"].get("ownerReferences") or ())
