"""Nodes that load balancers send traffic to, and their instances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..runtime.aws_networks import tags_of
from . import aws
from .context import Provider
from .subnets import has_cluster_tag

EXCLUDE = "node.kubernetes.io/exclude-from-external-load-balancers"
TO_BE_DELETED = "ToBeDeletedByClusterAutoscaler"


def eligible(node: Mapping[str, Any]) -> bool:
    """Tell whether a node receives traffic. Readiness does not matter."""
    taints = {taint["key"] for taint in node.get("spec", {}).get("taints", ())}
    return EXCLUDE not in node["metadata"].get("labels", {}) and TO_BE_DELETED not in taints


def instance_id(node: Mapping[str, Any]) -> str | None:
    """Return the EC2 instance id of a node, from its provider id `aws:///<zone>/<instance>`."""
    return str(node.get("spec", {}).get("providerID", "")).rpartition("/")[2] or None


def instances(provider: Provider, nodes: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the nodes' instances that EC2 knows and that carry the cluster tag, whatever their zone."""
    ids = sorted({found for node in nodes if (found := instance_id(node))})
    if not ids:
        return []
    filters = [{"Name": "instance-id", "Values": ids}]
    answer = aws.call(provider.ec2, "describe_instances", Filters=filters)
    described = [i for reservation in answer["Reservations"] for i in reservation["Instances"]]
    return [i for i in described if has_cluster_tag(tags_of(i), provider.config.cluster_id)]
