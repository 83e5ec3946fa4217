"""The manager's own EC2 instance, which provides region, VPC, subnet and cluster where cloud.conf does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..runtime.aws_networks import CLUSTER_PREFIX, tags_of
from . import aws, config
from .config import CloudConfig, Instance
from .context import Provider
from .nodes import instance_id


def complete(
    found: CloudConfig, nodes: Iterable[Mapping[str, Any]], profile: str, clients: Callable[..., Any]
) -> Provider:
    """Build the provider of a configuration, completed from the first node's instance: the manager runs on a node.

    Raises ConfigError where a value is missing in both, AwsError where EC2 refuses.
    """
    own = next((node for node in nodes if instance_id(node)), None)
    # provider id aws:///<zone>/<instance>
    zone = str(own["spec"]["providerID"]).rsplit("/", 2)[-2] if own is not None else ""
    region = found.region or config.region_of(zone)
    known = Instance(region=region)
    if own is not None and not (found.vpc and found.subnet and found.cluster_id):
        known = describe(Provider(replace(found, region=region), profile, clients), str(instance_id(own)))
    return Provider(config.complete(found, known), profile, clients)


def describe(provider: Provider, identifier: str) -> Instance:
    """Describe an instance as EC2 knows it. Raises AwsError."""
    answer = aws.call(provider.ec2, "describe_instances", InstanceIds=[identifier])
    instance = answer["Reservations"][0]["Instances"][0]
    tags = tags_of(instance)
    owners = [key.removeprefix(CLUSTER_PREFIX) for key in tags if key.startswith(CLUSTER_PREFIX)]
    return Instance(
        region=provider.config.region,
        vpc=str(instance["VpcId"]),
        subnet=str(instance["SubnetId"]),
        cluster_id=next(iter(owners), ""),
    )
