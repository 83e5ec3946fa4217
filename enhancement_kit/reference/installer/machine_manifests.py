"""The input of the cluster API providers: the AWSCluster, its machines, and the MachineSets of compute nodes.

Source: aws-lb-subnet-selection, Installer ControlPlaneLB Subnets and ClusterNode Subnets Configuration Updates.
"""

from __future__ import annotations

from typing import Any

from ..runtime.aws_networks import CLUSTER_PREFIX
from . import install_config as fields
from .machine_types import COMPUTE, CONTROL_PLANE
from .plan import Plan, bootstrap_subnet, node_subnets

CAPI = "infrastructure.cluster.x-k8s.io/v1beta2"
CAPI_NAMESPACE = "openshift-cluster-api-guests"
MACHINE_API = "machine.openshift.io/v1beta1"
MACHINE_NAMESPACE = "openshift-machine-api"

Manifest = dict[str, Any]


def cluster_tags(infra_id: str) -> dict[str, str]:
    """Return the tags of every resource that the installer creates and later deletes."""
    return {CLUSTER_PREFIX + infra_id: "owned"}


def lb_subnets(plan: Plan, role: str) -> dict[str, Any]:
    """Return `subnets` under manual selection; without roles the provider chooses (ISS-184)."""
    return {"subnets": list(plan.config.aws.with_role(role))} if plan.config.aws.manual else {}


def internal_lb(plan: Plan) -> Manifest:
    """Build the internal control plane load balancer."""
    base = {"name": f"{plan.infra_id}-int", "scheme": "internal", "loadBalancerType": "nlb"}
    return {**base, "crossZoneLoadBalancing": True, **lb_subnets(plan, fields.INTERNAL_LB)}


def external_lb(plan: Plan) -> Manifest | None:
    """Build the external control plane load balancer; a private cluster has none."""
    if not plan.config.external:
        return None
    base = {"name": f"{plan.infra_id}-ext", "scheme": "internet-facing", "loadBalancerType": "nlb"}
    return {**base, "crossZoneLoadBalancing": True, **lb_subnets(plan, fields.EXTERNAL_LB)}


def aws_cluster(plan: Plan) -> Manifest:
    """Build the AWSCluster: VPC, the cluster's subnets, and both control plane load balancers."""
    network: dict[str, Any] = {}
    if plan.network is not None:
        network["vpc"] = {"id": plan.network.vpc}
        network["subnets"] = [
            {"id": s.id, "cidrBlock": s.cidr, "availabilityZone": s.zone, "isPublic": s.public}
            for s in plan.network.listed
        ]
    spec: dict[str, Any] = {
        "region": plan.region,
        "network": network,
        "controlPlaneLoadBalancer": internal_lb(plan),
        "additionalTags": cluster_tags(plan.infra_id),
    }
    external = external_lb(plan)
    if external is not None:
        spec["secondaryControlPlaneLoadBalancer"] = external
    return {
        "apiVersion": CAPI,
        "kind": "AWSCluster",
        "metadata": {"name": plan.infra_id, "namespace": CAPI_NAMESPACE},
        "spec": spec,
    }


def subnet_reference(plan: Plan, zone: str) -> Manifest:
    """Refer to the subnet of a machine in a zone: by id, or by name in the installer's VPC (interpretation ISS-A35)."""
    if plan.network is None:
        return {"filters": [{"name": "tag:Name", "values": [f"{plan.infra_id}-subnet-private-{zone}"]}]}
    by_zone = {subnet.zone: subnet.id for subnet in node_subnets(plan.config, plan.network)}
    return {"id": by_zone[zone]}


def _aws_machine(plan: Plan, name: str, subnet: Manifest, *, public: bool) -> Manifest:
    spec: dict[str, Any] = {
        "instanceType": plan.types[CONTROL_PLANE],
        "subnet": subnet,
        "publicIP": public,
        "additionalTags": cluster_tags(plan.infra_id),
    }
    if plan.config.aws.ami:
        spec["ami"] = {"id": plan.config.aws.ami}
    return {
        "apiVersion": CAPI,
        "kind": "AWSMachine",
        "metadata": {"name": name, "namespace": CAPI_NAMESPACE},
        "spec": spec,
    }


def control_plane_machines(plan: Plan) -> list[Manifest]:
    """Build the control plane's AWSMachines, spread over the zones in turn."""
    zones = plan.zones
    return [
        _aws_machine(plan, f"{plan.infra_id}-master-{n}", subnet_reference(plan, zones[n % len(zones)]), public=False)
        for n in range(plan.config.control_plane_replicas)
    ]


def bootstrap_machine(plan: Plan) -> Manifest:
    """Build the bootstrap machine, which starts the control plane and is deleted once the cluster runs."""
    external = plan.config.external
    if plan.network is None:
        kind = "public" if external else "private"
        name = f"{plan.infra_id}-subnet-{kind}-{plan.zones[0]}"
        subnet: Manifest = {"filters": [{"name": "tag:Name", "values": [name]}]}
    else:
        subnet = {"id": bootstrap_subnet(plan.config, plan.network).id}
    machine = _aws_machine(plan, f"{plan.infra_id}-bootstrap", subnet, public=external)
    machine["metadata"]["labels"] = {"install.openshift.io/bootstrap": ""}
    return machine


def machine_sets(plan: Plan) -> list[Manifest]:
    """Build one MachineSet for each zone; replicas are split evenly, the rest goes to the first zones."""
    each, rest = divmod(plan.config.compute_replicas, len(plan.zones))
    return [_machine_set(plan, zone, each + (index < rest)) for index, zone in enumerate(plan.zones)]


def _machine_set(plan: Plan, zone: str, replicas: int) -> Manifest:
    name = f"{plan.infra_id}-worker-{zone}"
    value: dict[str, Any] = {
        "kind": "AWSMachineProviderConfig",
        "instanceType": plan.types[COMPUTE],
        "subnet": subnet_reference(plan, zone),
        "placement": {"region": plan.region, "availabilityZone": zone},
        "tags": [{"name": key, "value": tag} for key, tag in cluster_tags(plan.infra_id).items()],
    }
    if plan.config.aws.ami:
        value["ami"] = {"id": plan.config.aws.ami}
    own = {"machine.openshift.io/cluster-api-machineset": name}
    return {
        "apiVersion": MACHINE_API,
        "kind": "MachineSet",
        "metadata": {"name": name, "namespace": MACHINE_NAMESPACE},
        "spec": {
            "replicas": replicas,
            "selector": {"matchLabels": own},
            "template": {"metadata": {"labels": own}, "spec": {"providerSpec": {"value": value}}},
        },
    }
