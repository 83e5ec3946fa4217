"""One run at a time: a ConfigMap in kube-system says which run has the cluster."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable

from enhancement_kit.errors import HarnessError

from ..interface import Manifest
from ..real.api import Api
from ..real.ownership import KIT, Ownership, is_of_the_kit, label_of

CLAIM = KIT
GONE = "gone"
"""What a person writes instead of a process that is no more."""
_ALL = "/api/v1/namespaces/kube-system/configmaps"
_PATH = f"{_ALL}/{CLAIM}"


def lives(process: int) -> bool:
    """Return whether a process of this machine is running."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class ClusterLock:
    """The claim of one run to the cluster."""

    def __init__(self, api: Api, ownership: Ownership, alive: Callable[[int], bool] = lives) -> None:
        """Write through `api`; `alive` returns whether a process of this machine is running.

        What a dead run made is adopted by `ownership` with its lock.
        """
        self._api = api
        self._ownership = ownership
        self._alive = alive
        self.held = False
        """Whether this run has the cluster."""

    def take(self) -> None:
        """Lock the cluster. Raises HarnessError where another run has it, with what to do if that run is gone."""
        mine = self._ownership.owned(
            {
                "apiVersion": "v1",
                "kind": "ConfigMap",
                "metadata": {"name": CLAIM, "namespace": "kube-system"},
                "data": {"machine": socket.gethostname(), "process": str(os.getpid())},
            }
        )
        made = self._api("POST", _ALL, mine)
        if made.code == 409:
            held = self._api.must("GET", _PATH)
            self._check_gone(held)
            self._ownership.adopt(label_of(held))
            version = {"resourceVersion": held["metadata"]["resourceVersion"]}
            made = self._api("PUT", _PATH, {**mine, "metadata": {**mine["metadata"], **version}})
        if not made.ok:
            raise HarnessError(f"the cluster cannot be claimed by ConfigMap kube-system/{CLAIM}: {made.message}")
        self.held = True

    def _check_gone(self, held: Manifest) -> None:
        data = held.get("data") or {}
        machine, process = str(data.get("machine", "")), str(data.get("process", ""))
        if not is_of_the_kit(held) or not (process.isdigit() or process == GONE):
            raise HarnessError(f"ConfigMap kube-system/{CLAIM} is in the way, and the kit did not make it")
        if process != GONE and (machine != socket.gethostname() or self._alive(int(process))):
            raise HarnessError(
                f"another run has the cluster: process {process} on {machine}. If that is gone, say so, and the next "
                f"run removes what it left: kubectl -n kube-system patch configmap {CLAIM} "
                f"""-p '{{"data":{{"process":"{GONE}"}}}}'"""
            )

    def release(self) -> None:
        """Release the claim; safe to call twice."""
        if self.held:
            self._api("DELETE", _PATH)
            self.held = False
