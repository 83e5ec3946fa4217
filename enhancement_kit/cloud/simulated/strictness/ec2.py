"""Rules of EC2 about networks: subnets, zones, route tables and tags."""

from __future__ import annotations

import re
from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Read, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.zones import zone_group

BACKEND = "moto.ec2.models:EC2Backend"
_ZONE = "moto.ec2.models.availability_zones_and_regions:Zone"
_SUBNET_ID = re.compile(r"^subnet-([0-9a-f]{8}|[0-9a-f]{17})$")


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


def _well_formed(call: Invocation) -> None:
    for subnet_id in call["subnet_ids"] or []:
        if not _SUBNET_ID.match(subnet_id):
            refuse("ec2", "InvalidSubnetID.Malformed", f'Invalid id: "{subnet_id}"')


def _known_subnets(call: Invocation) -> None:
    known = {subnet_id for zone in call.backend.subnets.values() for subnet_id in zone}
    for subnet_id in call["subnet_ids"] or []:
        if subnet_id not in known:
            refuse("ec2", "InvalidSubnetID.NotFound", f"The subnet ID '{subnet_id}' does not exist")


# https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSubnets.html
_SUBNET_FILTERS = frozenset(
    {
        "availability-zone", "availability-zone-id", "availabilityZone", "availabilityZoneId", "cidr", "cidr-block",
        "available-ip-address-count", "cidrBlock", "customer-owned-ipv4-pool", "default-for-az", "defaultForAz",
        "enable-dns64", "enable-lni-at-device-index", "ipv6-cidr-block-association.association-id",
        "ipv6-cidr-block-association.ipv6-cidr-block", "ipv6-cidr-block-association.state", "ipv6-native",
        "map-customer-owned-ip-on-launch", "map-public-ip-on-launch", "outpost-arn", "owner-id",
        "private-dns-name-options-on-launch.hostname-type", "state", "subnet-arn", "subnet-id", "tag-key", "vpc-id",
        "private-dns-name-options-on-launch.enable-resource-name-dns-a-record",
        "private-dns-name-options-on-launch.enable-resource-name-dns-aaaa-record",
    }
)  # fmt: skip


def _known_filters(call: Invocation) -> None:
    for name in call["filters"] or {}:
        if name not in _SUBNET_FILTERS and not name.startswith("tag:"):
            refuse("ec2", "InvalidParameterValue", f"The filter '{name}' is invalid")


def _once(call: Invocation) -> Any:
    if call["subnet_ids"]:
        call.arguments["subnet_ids"] = list(dict.fromkeys(call["subnet_ids"]))
    return call.proceed()


def _known_zones(call: Invocation) -> None:
    known = {zone.name for zone in call.backend.zones.get(call.backend.region_name, [])}
    for name in call["zone_names"] or []:
        if name not in known:
            refuse("ec2", "InvalidParameterValue", f"Invalid availability zone: [{name}]")


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
        id="ec2-malformed-subnet",
        calls=("ec2 DescribeSubnets",),
        moto="returns InvalidSubnetID.NotFound for a malformed id",
        aws="returns InvalidSubnetID.Malformed",
        code="InvalidSubnetID.Malformed",
        message='Invalid id: "<subnet>"',
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html (code); message not found",
        verified=False,
        corrections=(Before(BACKEND, "describe_subnets", _well_formed),),
    ),
    Rule(
        id="ec2-unknown-subnet",
        calls=("ec2 DescribeSubnets",),
        moto="names any of the ids, even one that exists",
        aws="names the first that does not exist",
        code="InvalidSubnetID.NotFound",
        message="The subnet ID '<subnet>' does not exist",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html; lb-subnet-selection-aws",
        corrections=(Before(BACKEND, "describe_subnets", _known_subnets),),
    ),
    Rule(
        id="ec2-unknown-filter",
        calls=("ec2 DescribeSubnets",),
        moto="fails with an internal error",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="The filter '<name>' is invalid",
        source="boto/boto3 issue 1299, aws/aws-cli issue 7225 (other Describe calls)",
        corrections=(Before(BACKEND, "describe_subnets", _known_filters),),
    ),
    Rule(
        id="ec2-repeated-subnet",
        calls=("ec2 DescribeSubnets",),
        moto="returns InvalidSubnetID.NotFound if an id is given twice",
        aws="shows the subnet once",
        source="cloud-provider-aws counts the subnets found against the ids asked for to notice repeated ones",
        corrections=(Around(BACKEND, "describe_subnets", _once),),
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
        moto="shows no OptInStatus, GroupName, NetworkBorderGroup or ParentZoneName",
        aws="shows them, ParentZoneName only for Local and Wavelength Zones",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AvailabilityZone.html",
        corrections=(
            Read(_ZONE, "opt_in_status", _opt_in),
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
