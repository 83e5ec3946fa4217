"""Regions and the partitions they belong to, as botocore knows them; invented ones are commercial."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Partition:
    """One separate AWS: commercial, China, GovCloud, isolated, European Sovereign Cloud."""

    id: str
    """As in ARNs: `aws`, `aws-cn`."""
    suffix: str
    """The domain of its endpoints and load balancers."""
    regions: frozenset[str]


@functools.cache
def partition_of(region: str) -> Partition:
    """Return the partition of a region: by name where botocore knows the region, else by the pattern of the name."""
    known = _partitions()
    for _, partition in known:
        if region in partition.regions:
            return partition
    return next((partition for pattern, partition in known if pattern.match(region)), known[0][1])


@functools.cache
def _partitions() -> tuple[tuple[re.Pattern[str], Partition], ...]:
    from botocore.loaders import create_loader

    found = [
        (
            re.compile(one["regionRegex"]),
            Partition(
                one["id"],
                one["outputs"]["dnsSuffix"],
                frozenset(name for name in one["regions"] if not name.endswith("-global")),
            ),
        )
        for one in create_loader().load_data("partitions")["partitions"]
    ]
    return tuple(sorted(found, key=lambda one: one[1].id != "aws"))


def url_suffix(region: str) -> str:
    """Return the domain of AWS in a region's partition."""
    return partition_of(region).suffix


def moto_suffix(region: str) -> str:
    """Return the domain under which moto answers for a region."""
    return "amazonaws.com.cn" if partition_of(region).id == "aws-cn" else "amazonaws.com"
