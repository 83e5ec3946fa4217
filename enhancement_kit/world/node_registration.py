"""The stand-in for a kubelet that joins a cluster: it registers its node as its flags say."""

from __future__ import annotations

from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary import process_arguments
from enhancement_kit.world.world import World

UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized"
NAME = "worker-new"


def join(world: World) -> Manifest:
    """Let a new worker join and return its node.

    With an external cloud provider Kubernetes taints the node until the cloud controller manager has initialized it.

    Fails the scenario where nothing configures the kubelets of workers.
    """
    flags = process_arguments.arguments_of(world.cluster.admin, "kubelet")["the kubelet of pool worker"]
    taint = {"key": UNINITIALIZED, "value": "true", "effect": "NoSchedule"}
    node: Manifest = {
        "kind": "Node",
        "metadata": {"name": NAME, "labels": {"node-role.kubernetes.io/worker": ""}},
        "spec": {"taints": [taint]} if flags.get("cloud-provider") == "external" else {},
    }
    world.cluster.client_of("kubelet").create(node)
    world.cluster.settle()
    return world.cluster.admin.get("Node", NAME)
