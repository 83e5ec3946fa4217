"""The Windows machine config operator: the kubelet's command on each Windows instance that the user lists.

Source: section "Windows Machine Config Operator" of the enhancement (interpretation EXT-A15). Flags that depend on the
platform are taken from the unit that the machine-config operator rendered for workers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..runtime.resources import CONFIG_MAP, MACHINE_CONFIG
from . import kubelet, reactions
from .operator import Operator, Outcome, Situation

NAME = "windows-machine-config-operator"
NAMESPACE = "openshift-windows-machine-config-operator"
INSTANCES = "windows-instances"
SERVICES = "windows-services"
WORKER = "01-worker-kubelet"
COPIED = (kubelet.CLOUD_PROVIDER, kubelet.CLOUD_CONFIG)
DEFAULT_ROUTE = "${NODE_IP}"
"""What shipped passes on every platform: the instance fills it in when the service starts."""


def copied_flags(unit: str) -> dict[str, str]:
    """Return the flags of a rendered unit that a Windows kubelet has too."""
    found = {m["name"]: m["value"] for m in re.finditer(r"--(?P<name>[\w-]+)=(?P<value>\S*)", unit)}
    return {name: found[name] for name in COPIED if name in found}


def node_ip(address: str, situation: Situation) -> dict[str, str]:
    """Return the flag that tells a kubelet its address."""
    if situation.component.reading.profile == "shipped":
        return {"node-ip": DEFAULT_ROUTE}
    return {"node-ip": address} if situation.reaction == reactions.USER_ADDRESS else {}


def command(address: str, unit: str, situation: Situation) -> str:
    """Build the kubelet's command for one instance."""
    flags = {**copied_flags(unit), **node_ip(address, situation)}
    return " ".join(["C:\\k\\kubelet.exe", *(f"--{name}={value}" for name, value in flags.items())])


def rendered_unit(config: Mapping[str, Any] | None) -> str:
    """Return the text of the kubelet's unit in a MachineConfig; empty where there is none yet."""
    units = ((config or {}).get("spec", {}).get("config") or {}).get("systemd", {}).get("units") or ()
    return next((str(u.get("contents") or "") for u in units if u["name"] == "kubelet.service"), "")


def decide(situation: Situation) -> Outcome:
    """Decide on the services of all listed instances, once the workers' unit is rendered."""
    store = situation.component.store
    instances = store.find(CONFIG_MAP, NAMESPACE, INSTANCES)
    unit = rendered_unit(store.find(MACHINE_CONFIG, "", WORKER))
    if instances is None or not unit:
        return Outcome()
    commands = {f"kubelet.{address}": command(address, unit, situation) for address in instances.get("data") or {}}
    services = {"metadata": {"name": SERVICES, "namespace": NAMESPACE}, "data": commands}
    return Outcome([(CONFIG_MAP, services)])


OPERATOR = Operator(NAME, lambda situation: decide(situation), owns=(CONFIG_MAP,), reads=(MACHINE_CONFIG,))
