"""Tags of what scenarios start from."""

from __future__ import annotations

from collections.abc import Mapping

from enhancement_kit.cloud.interface import SubnetSpec

CLUSTER_TAG = "kubernetes.io/cluster/"
UNTAGGED = "untagged"


def subnet_tags(row: SubnetSpec, cluster_id: str) -> dict[str, str]:
    """Return the tags that a subnet of a table carries; see `Cloud.make_vpc` about the cluster tag."""
    tags = {key: value for key, value in row.tags.items() if key != UNTAGGED}
    tags.update(named(row.name))
    if UNTAGGED not in row.tags and not any(key.startswith(CLUSTER_TAG) for key in tags):
        tags.update(cluster_tags(cluster_id, "shared"))
    return tags


def named(name: str | None) -> dict[str, str]:
    """Return the Name tag, where there is a name."""
    return {"Name": name} if name else {}


def cluster_tags(cluster_id: str, value: str) -> dict[str, str]:
    """Return the tag that ties a resource to a cluster, `owned` or `shared`, where there is a cluster."""
    return {f"{CLUSTER_TAG}{cluster_id}": value} if cluster_id else {}


def tag_list(tags: Mapping[str, str]) -> list[dict[str, str]]:
    """Return tags in the list form that AWS takes."""
    return [{"Key": key, "Value": value} for key, value in tags.items()]
