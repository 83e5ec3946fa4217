"""The instance types of machines: those of the install-config, or a default that the region offers.

Document: `Instance types`. Sizes and preference: interpretation CRE-A26; the look-up goes by region (CRE-A27), and
without a default the installation does not go on (CRE-A28).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .errors import InstallError
from .findings import REQUIRED, Finding
from .infrastructure import Aws
from .install_config import InstallConfig

CONTROL_PLANE, COMPUTE = "controlPlane", "compute[0]"
CANDIDATES: Mapping[str, tuple[str, ...]] = {
    CONTROL_PLANE: ("m5.xlarge", "m4.xlarge"),
    COMPUTE: ("m5.large", "m4.large"),
}
"""By the place of a pool: what fulfils its default requirement of CPU and memory, the first being preferred."""


def given(config: InstallConfig) -> dict[str, str]:
    """Return the types in the install-config, by the path of the pool; an empty text where none is given."""
    return {CONTROL_PLANE: config.control_plane_type, COMPUTE: config.compute_type}


def offered(aws: Aws, types: Iterable[str]) -> set[str]:
    """Return those types that the region offers; none if AWS does not answer, since nothing is known then."""
    filters = [{"Name": "instance-type", "Values": list(types)}]
    try:
        found = aws("ec2", "describe_instance_type_offerings", LocationType="region", Filters=filters)
    except InstallError:
        return set()
    return {str(one["InstanceType"]) for one in found["InstanceTypeOfferings"]}


def chosen(config: InstallConfig, aws: Aws) -> dict[str, str]:
    """Return the type of each pool by its path, empty where there is none."""
    result = given(config)
    open_places = [place for place, name in result.items() if not name]
    if open_places:
        there = offered(aws, [name for place in open_places for name in CANDIDATES[place]])
        for place in open_places:
            result[place] = next((name for name in CANDIDATES[place] if name in there), "")
    return result


def undecided(config: InstallConfig, types: Mapping[str, str]) -> Iterator[Finding]:
    """Yield a finding for each pool whose type the install-config has to name."""
    for place, name in types.items():
        if not name:
            text = f"region {config.aws.region} offers none of {', '.join(CANDIDATES[place])}: name an instance type"
            yield Finding(f"{place}.platform.aws.type", REQUIRED, text)
