"""Copies the stitched cloud config to where the cloud controller manager reads it.

The manager consumes the file as it is (document: `Cluster Kube Cloud Config Operator`); the operator falls back to the
admin's own where nothing is stitched (interpretation CRE-A14). Without either it changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime import ComponentLog, Controller, Result, Store, Watch
from ..runtime.resources import CONFIG_MAP, INFRASTRUCTURE

NAME = "cluster-cloud-controller-manager-operator"
STITCHED = ("openshift-config-managed", "kube-cloud-config")
ADMIN_NAMESPACE = "openshift-config"
TARGET = ("openshift-cloud-controller-manager", "cloud-conf")
KEY = "cloud.conf"


def source(store: Store) -> tuple[Mapping[str, Any], str] | None:
    """Return the ConfigMap to copy and the key of the configuration in it, or None where there is none."""
    stitched = store.find(CONFIG_MAP, *STITCHED)
    if stitched is not None:
        return stitched, KEY
    reference = store.view(INFRASTRUCTURE, "", "cluster")["spec"].get("cloudConfig", {})
    admins = store.find(CONFIG_MAP, ADMIN_NAMESPACE, str(reference["name"])) if reference.get("name") else None
    return (admins, str(reference.get("key") or "")) if admins is not None else None


def consumed(config_map: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Copy all of a ConfigMap, with the configuration under the key that the manager looks for."""
    return {
        part: {KEY if name == key else name: value for name, value in config_map[part].items()}
        for part in ("data", "binaryData")
        if config_map.get(part)
    }


def reconcile(store: Store, _: str) -> Result:
    """Bring the manager's ConfigMap up to date."""
    found = source(store)
    if found is None:
        return Result()
    wanted = consumed(*found)
    current = store.find(CONFIG_MAP, *TARGET)
    if current is None:
        namespace, name = TARGET
        store.create(CONFIG_MAP, {"metadata": {"name": name, "namespace": namespace}, **wanted})
    elif {part: current[part] for part in ("data", "binaryData") if current.get(part)} != wanted:
        kept = {name: value for name, value in current.items() if name not in ("data", "binaryData")}
        store.update(CONFIG_MAP, {**kept, **wanted})
    return Result()


def controllers(store: Store, log: ComponentLog) -> list[Controller]:
    """Build the operator's only controller in this reference."""

    def singleton(_: Mapping[str, Any]) -> list[str]:
        return ["cluster"]

    return [
        Controller(
            "cloud-config-sync",
            (Watch(INFRASTRUCTURE, singleton), Watch(CONFIG_MAP, singleton)),
            lambda key: reconcile(store, key),
            log,
        )
    ]
