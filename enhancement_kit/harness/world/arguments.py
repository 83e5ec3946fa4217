"""The arguments that operators give to the processes they configure, read from the objects that carry them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from enhancement_kit.errors import ClaimFailed, UsageError
from enhancement_kit.harness.world.kube import Admin, Manifest

FLAG = re.compile(r"--(?P<name>[\w-]+)(?:=(?P<value>\S*))?")
POOLS = ("master", "worker")
KUBELET = "kubelet.service"

Arguments = Mapping[str, str]


def _controller_manager(admin: Admin) -> dict[str, Arguments]:
    found = admin.find("KubeControllerManager", "cluster")
    if found is None:
        raise ClaimFailed("there is no KubeControllerManager cluster")
    extended = (found["spec"].get("observedConfig") or {}).get("extendedArguments") or {}
    return {"kube-controller-manager": {name: ",".join(values) for name, values in extended.items()}}


def _kubelets(admin: Admin) -> dict[str, Arguments]:
    found: dict[str, Arguments] = {}
    for pool in POOLS:
        configs = [c for c in admin.all("MachineConfig") if _role(c) == pool]
        units = [u for c in configs for u in c["spec"]["config"].get("systemd", {}).get("units", [])]
        text = "".join(u.get("contents", "") for u in units if u["name"] == KUBELET)
        if not text:
            raise ClaimFailed(f"no MachineConfig of pool {pool} has a unit {KUBELET}")
        found[f"the kubelet of pool {pool}"] = {m["name"]: m["value"] or "" for m in FLAG.finditer(text)}
    return found


def _role(config: Manifest) -> str:
    labels = config["metadata"].get("labels") or {}
    return str(labels.get("machineconfiguration.openshift.io/role", ""))


PROCESSES: Mapping[str, Callable[[Admin], dict[str, Arguments]]] = {
    "kube-controller-manager": _controller_manager,
    "kubelet": _kubelets,
}


def arguments_of(admin: Admin, process: str) -> dict[str, Arguments]:
    """Arguments by process: one kube-controller-manager, or the kubelets of each pool.

    Raises UsageError for a process that the kit does not know, ClaimFailed where nothing configures it.
    """
    if process not in PROCESSES:
        raise UsageError(f"{process!r} is no process whose arguments are known; use {' or '.join(PROCESSES)}")
    return PROCESSES[process](admin)
