"""Rules of EC2 about regions and what they offer: partitions, regions of an account, instance types."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.partitions import partition_of
from enhancement_kit.cloud.simulated.strictness.engine import Around, Invocation, Read, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.results import asked

BACKEND = "moto.ec2.models:EC2Backend"
COMMON_TYPES = tuple(
    f"{family}.{size}" for family in ("m5", "m6i", "c5", "r5") for size in ("large", "xlarge", "2xlarge")
)
"""What a region offers that moto has no list for."""


def offer_types(ec2: Any, types: tuple[str, ...]) -> None:
    """Restrict the region of a backend to exactly these instance types."""
    ec2.kit_instance_types = types


def _arn(subnet: Any, _moto: Any) -> str:
    region = subnet.ec2_backend.region_name
    return f"arn:{partition_of(region).id}:ec2:{region}:{subnet.owner_id}:subnet/{subnet.id}"


def _note_all(response: Any, operation: str) -> None:
    if operation == "DescribeRegions":
        response.ec2_backend.kit_all_regions = bool(response.params.get("AllRegions"))


def _regions(call: Invocation) -> Any:
    names, everything = call["region_names"] or [], getattr(call.backend, "kit_all_regions", False)
    found = {region.name: region for region in call.backend.regions}
    for name in names:
        if name not in found:
            refuse("ec2", "InvalidParameterValue", f"Invalid region: [{name}]")
    own = partition_of(call.backend.region_name).id
    return [
        region
        for region in found.values()
        if (region.name in names if names else everything or region.opt_in_status != "not-opted-in")
        and partition_of(region.name).id == own
    ]


def _offerings(call: Invocation) -> Any:
    backend, kind = call.backend, call["location_type"] or "region"
    chosen = getattr(backend, "kit_instance_types", None)
    if chosen is None:
        if offered := call.proceed():
            return offered
        if _known_to_moto(backend.region_name):
            return []
    zones = [z for z in backend.zones.get(backend.region_name, []) if z.zone_type == "availability-zone"]
    places = {
        "region": [backend.region_name],
        "availability-zone": [zone.name for zone in zones],
        "availability-zone-id": [zone.zone_id for zone in zones],
    }.get(kind, [])
    offered = [
        {"InstanceType": name, "LocationType": kind, "Location": place}
        for place in places
        for name in (COMMON_TYPES if chosen is None else chosen)
    ]
    return [one for one in offered if backend.matches_filters(one, call["filters"] or {}, kind)]


def _known_to_moto(region: str) -> bool:
    from moto.ec2.models.instance_types import INSTANCE_TYPE_OFFERINGS

    return region in INSTANCE_TYPE_OFFERINGS["region"]


RULES = (
    Rule(
        id="ec2-partition",
        calls=("ec2 DescribeSubnets",),
        moto="shows ARNs of the commercial partition in every region",
        aws="shows ARNs of the region's partition",
        source="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html",
        corrections=(Read("moto.ec2.models.subnets:Subnet", "arn", _arn),),
    ),
    Rule(
        id="ec2-regions",
        calls=("ec2 DescribeRegions",),
        moto="shows the regions of all partitions, enabled or not, and returns nothing for unknown regions",
        aws="shows the regions of the partition that the account has enabled, or all of them where it is asked to",
        code="InvalidParameterValue",
        message="Invalid region: [<region>]",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeRegions.html; code and message: "
        "awslabs/amazon-s3-tar-tool pull request 7",
        corrections=(asked(_note_all), Around(BACKEND, "describe_regions", _regions)),
    ),
    Rule(
        id="ec2-instance-type-offerings",
        calls=("ec2 DescribeInstanceTypeOfferings",),
        moto="offers no types in regions for which it has no list",
        aws="offers types in every region",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstanceTypeOfferings.html; which "
        "types, a scenario may choose",
        corrections=(Around(BACKEND, "describe_instance_type_offerings", _offerings),),
    ),
)
