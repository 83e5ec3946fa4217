"""The arguments that operators give to the processes they configure, read from the objects that carry them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from enhancement_kit.errors import ClaimFailed, UsageError
from enhancement_kit.world.clients.kubernetes import Admin, Manifest

FLAG = re.compile(r"--(?P<name>[\w-]+)(?:=(?P<value>\S*))?")
POOLS = ("master", "worker")
KUBELET = "kubelet.service"

Arguments = Mapping[str, str]


def _observed(kind: str, key: str, process: str) -> Callable[[Admin], dict[str, Arguments]]:
    """Make a function that reads arguments from the observed configuration in an operator's configuration object."""

    def read(admin: Admin) -> dict[str, Arguments]:
        found = admin.find(kind, "cluster")
        if found is None:
            raise ClaimFailed(f"there is no {kind} cluster")
        observed = (found["spec"].get("observedConfig") or {}).get(key) or {}
        return {process: {name: ",".join(values) for name, values in observed.items()}}

    return read


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


def _windows_kubelets(admin: Admin) -> dict[str, Arguments]:
    services = admin.find("ConfigMap", "windows-services", namespace="openshift-windows-machine-config-operator")
    commands = ((services or {}).get("data") or {}).items()
    found: dict[str, Arguments] = {
        f"the Windows kubelet on {key.removeprefix('kubelet.')}": {
            m["name"]: m["value"] or "" for m in FLAG.finditer(text)
        }
        for key, text in commands
    }
    if not found:
        raise ClaimFailed("no Windows instance has a kubelet")
    return found


def _image_registry(admin: Admin) -> dict[str, Arguments]:
    """Return the storage that the registry runs on or, if it does not run, is configured to have."""
    deployment = admin.find("Deployment", "image-registry", namespace="openshift-image-registry")
    if deployment is None:
        config = admin.find("Config", "cluster")
        if config is None:
            raise ClaimFailed("there is no configuration of the image registry")
        return {"the image registry": {"storage": ",".join(config["spec"].get("storage") or {})}}
    pod = deployment["spec"]["template"]["spec"]
    env = {e["name"]: e.get("value", "") for e in pod["containers"][0].get("env") or ()}
    found = {"storage": env.get("REGISTRY_STORAGE", ""), "endpoint": env.get("REGISTRY_STORAGE_S3_REGIONENDPOINT", "")}
    for volume in pod.get("volumes") or ():
        claim = volume.get("persistentVolumeClaim")
        found["storage"] = "pvc" if claim else "emptyDir"
        found["claim"] = claim["claimName"] if claim else ""
    return {"the image registry": found}


def _cloud_controller_manager(admin: Admin) -> dict[str, Arguments]:
    """Return the arguments and environment variables of the managers of every platform."""
    found: dict[str, Arguments] = {}
    for obj in admin.everything():
        if obj["kind"] == "Deployment" and obj["metadata"]["namespace"] == "openshift-cloud-controller-manager":
            container = obj["spec"]["template"]["spec"]["containers"][0]
            given = {m["name"]: m["value"] or "" for text in container.get("args") or () for m in FLAG.finditer(text)}
            given |= {e["name"]: e.get("value", "") for e in container.get("env") or ()}
            found[obj["metadata"]["name"]] = given
    if not found:
        raise ClaimFailed("there is no cloud controller manager")
    return found


PROCESSES: Mapping[str, Callable[[Admin], dict[str, Arguments]]] = {
    "kube-apiserver": _observed("KubeAPIServer", "apiServerArguments", "the API server"),
    "kube-controller-manager": _observed("KubeControllerManager", "extendedArguments", "the kube-controller-manager"),
    "kubelet": _kubelets,
    "windows-kubelet": _windows_kubelets,
    "cloud-controller-manager": _cloud_controller_manager,
    "image-registry": _image_registry,
}


def arguments_of(admin: Admin, process: str) -> dict[str, Arguments]:
    """Return arguments by process: one kube-controller-manager, or the kubelets of each pool.

    Raises UsageError for a process that the kit does not know, ClaimFailed where nothing configures it.
    """
    if process not in PROCESSES:
        raise UsageError(f"{process!r} is no process whose arguments are known; use {' or '.join(PROCESSES)}")
    return PROCESSES[process](admin)
