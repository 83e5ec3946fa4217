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
FALSE = frozenset({"0", "f", "F", "false", "FALSE", "False"})


def eligible(node: Mapping[str, Any]) -> bool:
    """Tell whether a node receives traffic. Readiness does not matter."""
    meta = node["metadata"]
    if meta.get("deletionTimestamp"):
        return False
    excluded = (meta.get("labels") or {}).get(EXCLUDE)
    if excluded is not None and excluded not in FALSE:
        return False
    return all(taint.get("key") != TO_BE_DELETED for taint in (node.get("spec") or {}).get("taints") or ())


def instance_id(node: Mapping[str, Any]) -> str | None:
    """Return the EC2 instance id of a node, from its provider id `aws:///<zone>/<instance>`."""
    last = str((node.get("spec") or {}).get("providerID") or "").rsplit("/", 1)[-1]
    return last if last.startswith("i-") else None


def instances(provider: Provider, nodes: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the nodes' instances that EC2 knows and that carry the cluster tag, whatever their zone."""
    ids = sorted({found for node in nodes if (found := instance_id(node))})
    if not ids:
        return []
    filters = [{"Name": "instance-id", "Values": ids}]
    answer = aws.call(provider.ec2, "describe_instances", Filters=filters)
    described = [i for reservation in answer["Reservations"] for i in reservation["Instances"]]
    return [i for i in described if has_cluster_tag(tags_of(i), provider.config.cluster_id)]
