"""All manifests of a cluster by file name, below the installer's directory."""

from __future__ import annotations

from typing import Any

from . import cluster_manifests, ingress_manifests, machine_manifests
from .plan import Plan

CLUSTER = "manifests"
"""Objects that the new cluster starts with."""
OPENSHIFT = "openshift"
"""Objects of the machine API, applied in the same way."""
INFRASTRUCTURE = "cluster-api"
"""What the infrastructure is made from; none of it reaches the new cluster."""

Manifest = dict[str, Any]


def generate(plan: Plan) -> dict[str, Manifest]:
    """Generate every manifest by file name."""
    wanted: dict[str, Manifest | None] = {
        f"{CLUSTER}/cluster-infrastructure-02-config.yml": cluster_manifests.infrastructure(plan),
        f"{CLUSTER}/cluster-dns-02-config.yml": cluster_manifests.dns(plan),
        f"{CLUSTER}/cluster-network-02-config.yml": cluster_manifests.network(),
        f"{CLUSTER}/cloud-provider-config.yaml": cluster_manifests.cloud_provider_config(plan),
        f"{CLUSTER}/cluster-ingress-02-config.yml": ingress_manifests.ingress_config(plan),
        f"{CLUSTER}/cluster-ingress-default-ingresscontroller.yaml": (
            ingress_manifests.default_ingress_controller(plan)
        ),
    }
    if plan.config.platform == "aws":
        wanted |= machines(plan)
    return {name: manifest for name, manifest in wanted.items() if manifest is not None}


def machines(plan: Plan) -> dict[str, Manifest | None]:
    """Build the AWSCluster, AWSMachines and MachineSets."""
    found: dict[str, Manifest | None] = {f"{INFRASTRUCTURE}/02_infra-cluster.yaml": machine_manifests.aws_cluster(plan)}
    for machine in (machine_manifests.bootstrap_machine(plan), *machine_manifests.control_plane_machines(plan)):
        name = machine["metadata"]["name"]
        found[f"{INFRASTRUCTURE}/machines/10_inframachine_{name}.yaml"] = machine
    for index, machine_set in enumerate(machine_manifests.machine_sets(plan)):
        found[f"{OPENSHIFT}/99_openshift-cluster-api_worker-machineset-{index}.yaml"] = machine_set
    return found
