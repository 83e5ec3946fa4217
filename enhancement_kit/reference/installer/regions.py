"""The regions that the installer knows, and what it requires for an unknown one.

Document: `Validations for service endpoints`, `Custom Regions`. A region is known if both criteria hold: there is an
image of the operating system, and the AWS SDK lists the region (interpretation CRE-A19).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from .endpoints import LIST
from .findings import REQUIRED, Finding
from .install_config import InstallConfig

IMAGE_REGIONS = frozenset(
    (
        *("af-south-1", "ap-east-1", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-south-2"),
        *("ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ca-central-1"),
        *("ca-west-1", "eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1"),
        *("eu-west-2", "eu-west-3", "il-central-1", "me-central-1", "me-south-1", "sa-east-1", "us-east-1"),
        *("us-east-2", "us-west-1", "us-west-2"),
        # stands for a region whose images come before the SDK lists it; no statement about that region
        "sa-west-1",
    )
)
"""Regions with published images."""
SERVICES = ("ec2", "elasticloadbalancing", "s3", "iam", "route53", "tagging")
"""The services without which no cluster can be installed, by the names of endpoints."""


@functools.cache
def sdk_regions() -> frozenset[str]:
    """Return the regions that the AWS SDK lists; a name that only fits a pattern is not among them."""
    import boto3

    session = boto3.session.Session()
    partitions = session.get_available_partitions()
    return frozenset(name for one in partitions for name in session.get_available_regions("ec2", partition_name=one))


def has_image(region: str) -> bool:
    """Tell whether the region has an image of the operating system (the first criterion)."""
    return region in IMAGE_REGIONS


def in_sdk(region: str) -> bool:
    """Tell whether the AWS SDK lists the region (the second criterion)."""
    return region in sdk_regions()


def known(region: str) -> bool:
    """Tell whether the installer knows a region."""
    return has_image(region) and in_sdk(region)


def offered() -> list[str]:
    """Return the regions that the prompt lists. A custom one can only be given in a prepared install-config."""
    return sorted(region for region in IMAGE_REGIONS if known(region))


def missing(config: InstallConfig) -> list[str]:
    """Return the services that lack an endpoint; names are compared as they are spelled (interpretation CRE-A06)."""
    given = {endpoint.name for endpoint in config.aws.service_endpoints}
    return [service for service in SERVICES if service not in given]


def endpoints_in_unknown_region(config: InstallConfig) -> Iterator[Finding]:
    """Check that an unknown region has all endpoints, which nothing else provides; each missing one is reported."""
    region = config.aws.region
    if config.platform == "aws" and region and not known(region):
        for service in missing(config):
            yield Finding(LIST, REQUIRED, f"region {region} is not a known one: give an endpoint for {service}")
