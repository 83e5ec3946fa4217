"""Regions and the partitions they belong to, as botocore knows them; invented ones are commercial."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

GLOBAL_SERVICES = frozenset({"iam", "route53"})
"""Services with one endpoint for a whole partition, whose requests are signed for one region of it."""

_EXCEPTIONS: Mapping[tuple[str, str], str] = {("aws-cn", "iam"): "cn-north-1"}
"""Where a service is not in the global region of its partition; a test compares all with botocore's endpoints."""


@dataclass(frozen=True)
class Partition:
    """One separate AWS: commercial, China, GovCloud, isolated, European Sovereign Cloud."""

    id: str
    """As in ARNs: `aws`, `aws-cn`."""
    suffix: str
    """The domain of its endpoints and load balancers."""
    home: str
    """The region where services without regions are."""
    regions: frozenset[str]
    pattern: re.Pattern[str]
    """What the names of its regions look like, known ones and later ones."""

    def region_of(self, service: str) -> str | None:
        """Return the one region that requests to a service are signed for; None where it has an endpoint in each."""
        return _EXCEPTIONS.get((self.id, service), self.home) if service in GLOBAL_SERVICES else None


@functools.cache
def partition_of(region: str) -> Partition:
    """Return the partition of a region: by name where botocore knows the region, else by the pattern of the name."""
    known = partitions()
    named = next((one for one in known if region in one.regions), None)
    return named or next((one for one in known if one.pattern.match(region)), known[0])


def is_invented(region: str) -> bool:
    """Check whether no partition can have a region of this name, so that nothing is known about the AWS it is in."""
    return not any(one.pattern.match(region) for one in partitions())


def signing_region(service: str, region: str) -> str:
    """Return the region that a client in a region signs requests to the default endpoint of a service for."""
    return partition_of(region).region_of(service) or region


@functools.cache
def partitions() -> tuple[Partition, ...]:
    """Return all partitions, the commercial one first."""
    from botocore.loaders import create_loader

    found = [
        Partition(
            id=one["id"],
            suffix=one["outputs"]["dnsSuffix"],
            home=one["outputs"]["implicitGlobalRegion"],
            regions=frozenset(name for name in one["regions"] if not name.endswith("-global")),
            pattern=re.compile(one["regionRegex"]),
        )
        for one in create_loader().load_data("partitions")["partitions"]
    ]
    return tuple(sorted(found, key=lambda one: one.id != "aws"))


def url_suffix(region: str) -> str:
    """Return the domain of AWS in a region's partition."""
    return partition_of(region).suffix
