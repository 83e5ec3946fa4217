"""The stand-in for a kubelet that joins a cluster: it registers its node as its flags say."""

from __future__ import annotations

from enhancement_kit.world.clients.kubernetes import Admin, Manifest
from enhancement_kit.world.vocabulary import process_arguments
from enhancement_kit.world.world import World

UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized"
NAME = "worker-new"


def join(world: World) -> Manifest:
    """A new worker. With an external cloud provider Kubernetes taints it until its cloud controller manager came by.

    Fails the scenario where nothing configures the kubelets of workers.
    """
    flags = process_arguments.arguments_of(world.admin, "kubelet")["the kubelet of pool worker"]
    taint = {"key": UNINITIALIZED, "value": "true", "effect": "NoSchedule"}
    node: Manifest = {
        "kind": "Node",
        "metadata": {"name": NAME, "labels": {"node-role.kubernetes.io/worker": ""}},
        "spec": {"taints": [taint]} if flags.get("cloud-provider") == "external" else {},
    }
    Admin(world.cluster.client("kubelet")).create(node)
    world.settle()
    return world.admin.get("Node", NAME)
