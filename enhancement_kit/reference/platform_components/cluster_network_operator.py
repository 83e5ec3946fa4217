"""The cluster network operator: the cloud-network-config-controller by platform, and which networks it accepts.

Source: section "Cluster Network Operator" of the enhancement (interpretation EXT-A25).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ipaddress import ip_network
from typing import Any

from ..runtime.resources import CONFIG_MAP, DEPLOYMENT, NETWORK_CONFIG, Resource
from . import reactions, workloads
from .component import SINGLETON
from .operator import Operator, Outcome, Situation, Unsupported

NAME = "cluster-network-operator"
PLUGIN_NAMESPACE = "openshift-ovn-kubernetes"
CNCC_NAMESPACE = "openshift-cloud-network-config-controller"
CNCC = "cloud-network-config-controller"
OVN = "OVNKubernetes"

DUAL_STACK: Mapping[str, Mapping[str, frozenset[str]]] = {
    "document": {
        "install": frozenset({"BareMetal", "External", "KubeVirt", "None", "OpenStack", "VSphere"}),
        "convert": frozenset({"BareMetal", "External", "None", "VSphere"}),
    },
    "shipped": {
        "install": frozenset({"BareMetal", "KubeVirt", "None", "OpenStack", "VSphere"}),
        "convert": frozenset({"BareMetal", "None", "VSphere"}),
    },
}
"""The platforms that may have both IP families, from the start or later, by profile."""


def ranges(config: Mapping[str, Any]) -> list[str]:
    """Return the address ranges of a network configuration: for pods, then for Services."""
    return [*(entry["cidr"] for entry in config.get("clusterNetwork") or ()), *(config.get("serviceNetwork") or ())]


def dual_stack(config: Mapping[str, Any]) -> bool:
    """Tell whether a configuration has both IP families."""
    return len({ip_network(text).version for text in ranges(config)}) > 1


def check_families(wanted: Mapping[str, Any], applied: Mapping[str, Any], kind: str, profile: str) -> None:
    """Raise Unsupported if a platform that may not have both IP families is to get them."""
    if not dual_stack(wanted) or dual_stack(applied):
        return
    allowed = DUAL_STACK[profile]
    if ranges(applied):
        if kind not in allowed["convert"]:
            raise Unsupported(f"{kind} does not allow conversion to dual-stack cluster")
    elif kind not in allowed["install"]:
        raise Unsupported(f"{kind} is not one of the supported platforms for dual stack")


def plugin_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """Build the configuration of the network plugin."""
    text = "\n".join(["[default]", "mtu = 1400", "[kubernetes]", *(f"range = {one}" for one in ranges(config)), ""])
    return {"metadata": {"name": "ovnkube-config", "namespace": PLUGIN_NAMESPACE}, "data": {"ovnkube.conf": text}}


def cloud_network_config_controller(situation: Situation) -> dict[str, Any]:
    """Build the controller that gives private addresses to machines through the provider's API."""
    aws = situation.status.get("aws") or {}
    url = next((str(e["url"]) for e in aws.get("serviceEndpoints") or () if e.get("name") == "ec2"), "")
    arguments = [f"-platform-type={situation.kind}", *([f"-platform-api-url={url}"] if url else [])]
    return workloads.deployment(CNCC_NAMESPACE, CNCC, workloads.Container("controller", CNCC, tuple(arguments)))


def remember(situation: Situation, network: Mapping[str, Any]) -> None:
    """Record what is in effect: the status of the Network config is written in plain updates."""
    spec = network["spec"]
    keys = ("clusterNetwork", "serviceNetwork", "networkType")
    status = {key: spec[key] for key in keys if spec.get(key)}
    if status != (network.get("status") or {}):
        situation.component.store.update(NETWORK_CONFIG, {**network, "status": status})


def decide(situation: Situation) -> Outcome:
    """Decide on the networks. Raises Unsupported for a configuration that the platform may not have."""
    network = situation.component.store.find(NETWORK_CONFIG, "", SINGLETON)
    if network is None:
        raise Unsupported("there is no network configuration networks.config.openshift.io/cluster")
    profile = situation.component.reading.profile
    check_families(network["spec"], network.get("status") or {}, situation.kind, profile)
    objects: Sequence[tuple[Resource, dict[str, Any]]] = [(CONFIG_MAP, plugin_config(network["spec"]))]
    if situation.reaction == reactions.RENDERED and network["spec"].get("networkType") == OVN:
        objects = [*objects, (DEPLOYMENT, cloud_network_config_controller(situation))]
    remember(situation, network)
    return Outcome(objects)


OPERATOR = Operator(
    NAME,
    lambda situation: decide(situation),
    cluster_operator="network",
    owns=(CONFIG_MAP, DEPLOYMENT),
    reads=(NETWORK_CONFIG,),
)
