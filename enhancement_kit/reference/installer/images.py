"""The image that machines boot from: a copy of the cluster's own, encrypted with the default key of the account.

Document: `Proposal`, `RHCOS AMI`. Source is the image that the user names (interpretation CRE-A24), else that of the
region, and in an unknown region that of us-east-1 (CRE-A23).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..runtime.aws_networks import CLUSTER_PREFIX, tag_list
from . import infrastructure, machine_manifests, regions
from .infrastructure import Aws
from .install_config import InstallConfig

HOME = "us-east-1"
"""Where images are published first."""

Manifest = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """The region and id of an image."""

    id: str
    region: str


def source(config: InstallConfig, aws: Aws, home: Aws) -> Source:
    """Return the image to copy; `home` are the clients of us-east-1. Raises InstallError where there is none."""
    if config.aws.ami:
        return Source(config.aws.ami, aws.region)
    place = aws if regions.known(aws.region) else home
    return Source(infrastructure.image(place), place.region)


def encrypted_copy(aws: Aws, origin: Source, infra_id: str) -> str:
    """Copy an image into the region for one cluster and return the id of the copy. Raises InstallError."""
    tags = {**machine_manifests.cluster_tags(infra_id), "sourceAMI": origin.id, "sourceRegion": origin.region}
    made = aws(
        "ec2",
        "copy_image",
        Name=f"{infra_id}-ami-{aws.region}",
        SourceImageId=origin.id,
        SourceRegion=origin.region,
        Encrypted=True,
        TagSpecifications=[{"ResourceType": kind, "Tags": tag_list(tags)} for kind in ("image", "snapshot")],
    )
    return str(made["ImageId"])


def booting_from(found: Mapping[str, Manifest], image: str) -> dict[str, Manifest]:
    """Return the manifests with machines that boot from an image."""
    result = copy.deepcopy(dict(found))
    for manifest in result.values():
        owner = _owner_of_image(manifest)
        if owner is not None:
            owner["ami"] = {"id": image}
    return result


def _owner_of_image(manifest: Manifest) -> dict[str, Any] | None:
    """Return the part of a manifest that says what its machines boot from."""
    if manifest.get("kind") == "AWSMachine":
        owner: dict[str, Any] = manifest["spec"]
        return owner
    if manifest.get("kind") == "MachineSet":
        value: dict[str, Any] = manifest["spec"]["template"]["spec"]["providerSpec"]["value"]
        return value
    return None


def deregister(aws: Aws, infra_id: str) -> None:
    """Deregister the copy and delete the snapshot that holds its data."""
    filters = [{"Name": f"tag:{CLUSTER_PREFIX}{infra_id}", "Values": ["owned"]}]
    for image in aws("ec2", "describe_images", Owners=["self"], Filters=filters)["Images"]:
        aws("ec2", "deregister_image", ImageId=image["ImageId"])
        for mapping in image["BlockDeviceMappings"]:
            aws("ec2", "delete_snapshot", SnapshotId=mapping["Ebs"]["SnapshotId"])
