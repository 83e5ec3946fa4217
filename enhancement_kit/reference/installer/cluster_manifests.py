"""The cluster-wide configuration that the installer writes: Infrastructure, DNS, Network, cloud-provider-config."""

from __future__ import annotations

from typing import Any

from ..runtime.aws_networks import CLUSTER_PREFIX
from . import endpoints
from .install_config import InstallConfig
from .plan import Plan

CONFIG_API = "config.openshift.io/v1"
PLATFORM_TYPES = {"aws": "AWS", "none": "None", "external": "External"}
ONE_MACHINE, SEVERAL_MACHINES = "SingleReplica", "HighlyAvailable"
FEWEST_MEMBERS = 3
"""How many machines a control plane needs to survive the loss of one."""
CLOUD_CONFIG = {"name": "cloud-provider-config", "key": "config"}


def infrastructure(plan: Plan) -> dict[str, Any]:
    """Build Infrastructure `cluster`, status included: no operator fills it in later."""
    config = plan.config
    kind = PLATFORM_TYPES[config.platform]
    spec: dict[str, Any] = {"platformSpec": {"type": kind}}
    platform_status: dict[str, Any] = {"type": kind}
    if config.platform == "aws":
        spec = {"cloudConfig": dict(CLOUD_CONFIG), **spec}
        platform_status["aws"] = {"region": plan.region}
        spec["platformSpec"]["aws"] = {}
        custom = endpoints.plain(config.aws.service_endpoints)
        if custom:
            spec["platformSpec"]["aws"]["serviceEndpoints"] = custom
            platform_status["aws"]["serviceEndpoints"] = sorted(custom, key=lambda e: e["name"])
    if config.platform == "external":
        settings = config.platform_settings
        spec["platformSpec"]["external"] = {"platformName": settings.get("platformName") or "Unknown"}
        state = settings.get("cloudControllerManager") or "None"
        platform_status["external"] = {"cloudControllerManager": {"state": state}}
    control_plane, workers = topologies(config)
    return {
        "apiVersion": CONFIG_API,
        "kind": "Infrastructure",
        "metadata": {"name": "cluster"},
        "spec": spec,
        "status": {
            "infrastructureName": plan.infra_id,
            "platform": kind,
            "platformStatus": platform_status,
            "controlPlaneTopology": control_plane,
            "infrastructureTopology": workers,
            "apiServerURL": f"https://api.{config.domain}:6443",
            "apiServerInternalURI": f"https://api-int.{config.domain}:6443",
        },
    }


def topologies(config: InstallConfig) -> tuple[str, str]:
    """Return how far the control plane, and what runs on workers, survive the loss of a machine."""
    control_plane = ONE_MACHINE if config.control_plane_replicas < FEWEST_MEMBERS else SEVERAL_MACHINES
    return control_plane, {0: control_plane, 1: ONE_MACHINE}.get(config.compute_replicas, SEVERAL_MACHINES)


def private_zone_tags(infra_id: str) -> dict[str, str]:
    """Return the tags that identify the private Route 53 zone of a cluster."""
    return {"Name": f"{infra_id}-int", CLUSTER_PREFIX + infra_id: "owned"}


def dns(plan: Plan) -> dict[str, Any]:
    """Build DNS `cluster`: the zones that the ingress operator publishes to."""
    spec: dict[str, Any] = {"baseDomain": plan.config.domain}
    if plan.config.platform == "aws":
        if plan.public_zone:
            spec["publicZone"] = {"id": plan.public_zone}
        spec["privateZone"] = {"tags": private_zone_tags(plan.infra_id)}
    return {"apiVersion": CONFIG_API, "kind": "DNS", "metadata": {"name": "cluster"}, "spec": spec}


def network() -> dict[str, Any]:
    """Build Network `cluster`."""
    return {
        "apiVersion": CONFIG_API,
        "kind": "Network",
        "metadata": {"name": "cluster"},
        "spec": {
            "clusterNetwork": [{"cidr": "10.128.0.0/14", "hostPrefix": 23}],
            "serviceNetwork": ["172.30.0.0/16"],
            "networkType": "OVNKubernetes",
        },
    }


def cloud_provider_config(plan: Plan) -> dict[str, Any] | None:
    """Build the ConfigMap that Infrastructure names; None on platforms without a cloud provider."""
    if plan.config.platform != "aws":
        return None
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": CLOUD_CONFIG["name"], "namespace": "openshift-config"},
        "data": {CLOUD_CONFIG["key"]: "[Global]\n"},
    }
