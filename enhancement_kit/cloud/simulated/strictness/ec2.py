"""Rules of EC2 about networks: subnets, zones, route tables and tags."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Read, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.zones import zone_group, zone_group_name, zone_id

BACKEND = "moto.ec2.models:EC2Backend"
_ZONE = "moto.ec2.models.availability_zones_and_regions:Zone"


def _unused_subnet(call: Invocation) -> None:
    for eni in call.backend.enis.values():
        gone = eni.instance is not None and eni.instance.state == "terminated"
        if eni.subnet.id == call["subnet_id"] and not gone:
            refuse(
                "ec2",
                "DependencyViolation",
                f"The subnet '{call['subnet_id']}' has dependencies and cannot be deleted.",
            )


def _drop_association(call: Invocation) -> Any:
    answer = call.proceed()
    for table in call.backend.route_tables.values():
        for association in [a for a, subnet in table._associations.items() if subnet == call["subnet_id"]]:
            del table._associations[association]
    return answer


def _drop_nat_interface(call: Invocation) -> Any:
    gateway = call.proceed()
    call.backend.enis.pop(gateway._eni.id, None)
    return gateway


def _known_zones(call: Invocation) -> None:
    zones = call.backend.zones.get(call.backend.region_name, [])
    for argument, kind, known in (
        ("zone_names", "zone", {zone.name for zone in zones}),
        ("zone_ids", "zone-id", {zone.zone_id for zone in zones}),
    ):
        for one in call[argument] or []:
            if one not in known:
                refuse("ec2", "InvalidParameterValue", f"Invalid availability {kind}: [{one}]")


def _one_table(call: Invocation) -> None:
    subnet_id = call["subnet_id"]
    for table in call.backend.route_tables.values():
        if subnet_id and table.id != call["route_table_id"] and subnet_id in table._associations.values():
            refuse(
                "ec2",
                "Resource.AlreadyAssociated",
                f"the specified association for route table {call['route_table_id']} "
                "conflicts with an existing association",
            )


def _no_reserved_tags(call: Invocation) -> None:
    for key in call["tags"]:
        if key.lower().startswith("aws:"):
            refuse(
                "ec2",
                "InvalidParameterValue",
                "Tag keys starting with 'aws:' are reserved for internal use",
            )


def _parent(zone: Any, _moto: Any) -> str:
    if zone.zone_type == "availability-zone":
        # a regular zone has none; the serialiser omits a missing value
        raise AttributeError("parent_zone_name")
    return f"{zone.region_name}a"


def _parent_id(zone: Any, _moto: Any) -> str:
    if zone.zone_type == "availability-zone":
        raise AttributeError("parent_zone_id")
    return zone_id(zone.region_name, f"{zone.region_name}a")


def _border_group(zone: Any, _moto: Any) -> str:
    return str(zone.region_name) if zone.zone_type == "availability-zone" else zone_group(zone.name)


def _opt_in(zone: Any, _moto: Any) -> str:
    return "opt-in-not-required" if zone.zone_type == "availability-zone" else "opted-in"


RULES = (
    Rule(
        id="ec2-used-subnet",
        calls=("ec2 DeleteSubnet", "ec2 DeleteNatGateway"),
        moto="deletes a subnet that holds network interfaces",
        aws="refuses the call",
        code="DependencyViolation",
        message="The subnet '<subnet>' has dependencies and cannot be deleted.",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html (code); the "
        "bedrock-chat documentation quotes the message",
        corrections=(
            Before(BACKEND, "delete_subnet", _unused_subnet),
            Around(BACKEND, "delete_nat_gateway", _drop_nat_interface),
        ),
    ),
    Rule(
        id="ec2-deleted-subnet",
        calls=("ec2 DeleteSubnet", "ec2 DeleteRouteTable"),
        moto="keeps the association of a deleted subnet, so that its route table cannot be deleted",
        aws="deletes it with the subnet",
        source="https://docs.aws.amazon.com/vpc/latest/userguide/subnet-deleting.html",
        corrections=(Around(BACKEND, "delete_subnet", _drop_association),),
    ),
    Rule(
        id="ec2-unknown-zone",
        calls=("ec2 DescribeAvailabilityZones",),
        moto="returns an empty list for a zone that does not exist",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="Invalid availability zone: [<zone>]",
        source="code and message as the Ruby SDK prints them in guides to bosh-bootstrap (RunInstances); the tests of "
        "a Terraform provider for OpenShift expect the message for zones that do not exist",
        corrections=(Before(BACKEND, "describe_availability_zones", _known_zones),),
    ),
    Rule(
        id="ec2-zone-details",
        calls=("ec2 DescribeAvailabilityZones",),
        moto="shows no OptInStatus, GroupName, GroupLongName, NetworkBorderGroup, ParentZoneName or ParentZoneId",
        aws="shows them, the parent only for Local and Wavelength Zones",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AvailabilityZone.html; "
        "https://docs.aws.amazon.com/local-zones/latest/ug/available-local-zones.html (long names)",
        corrections=(
            Read(_ZONE, "opt_in_status", _opt_in),
            Read(_ZONE, "parent_zone_id", _parent_id),
            Read(_ZONE, "group_long_name", lambda zone, _moto: zone_group_name(zone.name, zone.region_name)),
            Read(_ZONE, "group_name", lambda zone, _moto: zone_group(zone.name)),
            Read(_ZONE, "network_border_group", _border_group),
            Read(_ZONE, "parent_zone_name", _parent),
        ),
    ),
    Rule(
        id="ec2-one-route-table",
        calls=("ec2 AssociateRouteTable",),
        moto="returns the subnet's old association and changes nothing",
        aws="refuses the call",
        code="Resource.AlreadyAssociated",
        message="the specified association for route table <table> conflicts with an existing association",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html (code); the documentation "
        "of terraform's aws_route_table_association quotes the message",
        corrections=(Before(BACKEND, "associate_route_table", _one_table),),
    ),
    Rule(
        id="ec2-reserved-tag",
        calls=("ec2 CreateTags",),
        moto="accepts tag keys that start with `aws:`",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="Tag keys starting with 'aws:' are reserved for internal use",
        source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Tags.html (rule); message as emulators of "
        "AWS note it from real answers",
        corrections=(Before(BACKEND, "create_tags", _no_reserved_tags),),
    ),
)
