"""Every operation of the tables: unknown filters, known ones, pages of every size, ids of every kind, dry runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from botocore import xform_name
from botocore.exceptions import ClientError

from enhancement_kit.cloud.interface import AddressSpec, SubnetSpec
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cloud.simulated.strictness import filters, ids, pages
from tests.cloud.cases_reads import ABSENT
from tests.cloud.served import served_once
from tests.cloud.world import REGION, World, outcome

FILTERED = filters.operations()
SEVERITIES = {"informational", "low", "medium", "high", "critical"}
"""Values that the reference lists inside the text of a filter."""


@pytest.fixture
def full(world: World) -> World:
    """Return the world with something of most kinds."""
    ec2 = world.client("ec2")
    world.cloud.run_nodes(world.vpc, cluster_id="c1", subnets=["a", "b"])
    world.cloud.allocate_addresses(REGION, [AddressSpec("one"), AddressSpec("two")])
    volume = ec2.create_volume(AvailabilityZone=f"{REGION}a", Size=5)["VolumeId"]
    ec2.create_snapshot(VolumeId=volume, Description="of the test")
    options = [{"Key": "domain-name", "Values": ["example.test"]}]
    ec2.create_dhcp_options(DhcpConfigurations=options)
    world.network("a", "b")
    return world


def described(ec2: Any, operation: str, **asked: Any) -> list[Any]:
    """Return the items that an operation shows, for DescribeInstances the instances."""
    entry = FILTERED[operation]
    found = getattr(ec2, xform_name(operation))(**asked)[entry.items]
    return [inner for one in found for inner in one[entry.within]] if entry.within else found


@pytest.mark.parametrize("operation", FILTERED)
def test_every_operation_refuses_an_unknown_filter(world: World, operation: str) -> None:
    for name in ("nonsense", "Tag:x", "vpc_id"):
        wanted = [{"Name": name, "Values": ["x"]}]
        told = outcome(lambda w, wanted=wanted: described(w.client("ec2"), operation, Filters=wanted), world)
        assert told == f"InvalidParameterValue: The filter '{name}' is invalid"


def test_the_table_has_what_the_reference_of_aws_lists() -> None:
    from moto.core.utils import get_service_model

    model = get_service_model("ec2")
    for operation, entry in FILTERED.items():
        members = model.operation_model(operation).input_shape.members
        text = next(shape.documentation for name, shape in members.items() if name in ("Filters", "Filter"))
        listed = set(re.findall(r"<li> <p> <code>([a-z0-9.-]+)</code>", text)) - {"tag", "tag-key"}
        assert listed - set(entry.filters) <= SEVERITIES, operation


@pytest.mark.parametrize("operation", FILTERED)
def test_every_filter_can_be_applied(full: World, operation: str) -> None:
    """A value that nothing has finds nothing, whatever the filter."""
    ec2, entry = full.client("ec2"), FILTERED[operation]
    for name in (*entry.filters, *(("tag:Name", "tag-key") if entry.tags == "Tags" else ())):
        assert described(ec2, operation, Filters=[{"Name": name, "Values": ["nothing has this"]}]) == [], name


@pytest.mark.parametrize("operation", [name for name in FILTERED if name != "DescribeInstanceTypes"])
def test_filters_find_what_the_answer_shows(full: World, operation: str) -> None:
    """Every filter whose path leads to a value of the first item finds this item by that value, and by a pattern."""
    ec2, entry = full.client("ec2"), FILTERED[operation]
    everything = described(ec2, operation)
    tried = 0
    for item in everything[:1]:
        for name, path in entry.filters.items():
            for text in list(texts(item, path.split(".") if path and not path.startswith("^") else []))[:1]:
                found = described(ec2, operation, Filters=[{"Name": name, "Values": [text]}])
                assert item in found, (name, text)
                assert item in described(ec2, operation, Filters=[{"Name": name, "Values": ["nope", f"{text[:-1]}?"]}])
                assert all(text in texts(one, path.split(".")) for one in found if path), name
                tried += 1
    assert tried >= (1 if everything else 0)


def texts(value: Any, path: list[str]) -> Iterator[str]:
    """Return the values at a path of an answer, as filters compare them."""
    if isinstance(value, list):
        for one in value:
            yield from texts(one, path)
    elif path and isinstance(value, dict) and path[0] in value:
        yield from texts(value[path[0]], path[1:])
    elif not path and value not in ("", None) and not isinstance(value, dict):
        yield filters.text(value)


def test_filters_of_instances_keep_the_reservation(full: World) -> None:
    ec2 = full.client("ec2")
    everything = ec2.describe_instances()["Reservations"]
    wanted = everything[0]
    for name, value in (
        ("reservation-id", wanted["ReservationId"]),
        ("instance-id", wanted["Instances"][0]["InstanceId"]),
    ):
        assert ec2.describe_instances(Filters=[{"Name": name, "Values": [value]}])["Reservations"] == [wanted]


def test_two_filters_both_have_to_match(full: World) -> None:
    ec2 = full.client("ec2")
    inside = {"Name": "vpc-id", "Values": [full.vpc.id]}
    zones = {"Name": "availability-zone", "Values": [f"{REGION}a", f"{REGION}c"]}
    assert len(ec2.describe_subnets(Filters=[inside, zones])["Subnets"]) == 4


PAGED = pages.operations()


def test_the_pages_are_those_of_the_model_of_aws() -> None:
    from moto.core.utils import get_service_model

    for (service, operation), entry in PAGED.items():
        model = get_service_model(service).operation_model(operation)
        asked, shown = model.input_shape.members, model.output_shape.members
        assert {entry.size, entry.token} <= set(asked), operation
        assert {entry.items, entry.next, *([entry.more] if entry.more else [])} <= set(shown), operation
        limits = asked[entry.size].metadata
        assert limits.get("min", entry.least) == entry.least, operation
        assert limits.get("max", entry.most) == entry.most, operation


@pytest.mark.parametrize(("service", "operation"), PAGED, ids=str)
def test_every_operation_refuses_a_foreign_token(world: World, service: str, operation: str) -> None:
    entry, needed = PAGED[service, operation], NEEDED.get(operation, {})
    code, _ = entry.refusals["token"]
    asked = {**needed, entry.token: "not a token"}
    told = outcome(lambda w: getattr(w.client(service), xform_name(operation))(**asked), world)
    assert str(told).startswith(f"{code}: "), told


NEEDED: dict[str, dict[str, str]] = {
    "ListAttachedGroupPolicies": {"GroupName": "g"},
    "ListAttachedRolePolicies": {"RoleName": "r"},
    "ListAttachedUserPolicies": {"UserName": "u"},
    "ListGroupPolicies": {"GroupName": "g"},
    "ListGroupsForUser": {"UserName": "u"},
    "ListInstanceProfilesForRole": {"RoleName": "r"},
    "ListPolicyTags": {"PolicyArn": "arn:aws:iam::123456789012:policy/p"},
    "ListPolicyVersions": {"PolicyArn": "arn:aws:iam::123456789012:policy/p"},
    "ListRolePolicies": {"RoleName": "r"},
    "ListRoleTags": {"RoleName": "r"},
    "ListUserPolicies": {"UserName": "u"},
    "ListUserTags": {"UserName": "u"},
}
"""What an operation has to be given."""


@pytest.mark.parametrize("door", ["in the process", "served"])
def test_a_loop_over_pages_finds_everything_once(cloud: SimulatedCloud, door: str) -> None:
    world = World(cloud, served_once(cloud).url if door == "served" else None)
    ec2, elbv2, route53, iam = (world.client(name) for name in ("ec2", "elbv2", "route53", "iam"))
    for n in range(7):
        ec2.create_security_group(GroupName=f"g{n}", Description="g", VpcId=world.vpc.id)
        elbv2.create_target_group(Name=f"t{n}", Protocol="TCP", Port=80, VpcId=world.vpc.id)
        route53.create_hosted_zone(Name=f"z{n}.test", CallerReference=str(n))
        iam.create_user(UserName=f"u{n}")
    for client, operation, size, items in (
        (ec2, "describe_security_groups", 5, "SecurityGroups"),
        (elbv2, "describe_target_groups", 3, "TargetGroups"),
        (route53, "list_hosted_zones", 3, "HostedZones"),
        (iam, "list_users", 3, "Users"),
    ):
        everything = [str(one) for one in getattr(client, operation)()[items]]
        found = list(client.get_paginator(operation).paginate(PaginationConfig={"PageSize": size}))
        assert [str(one) for page in found for one in page[items]] == everything
        assert [len(page[items]) for page in found][:-1] == [size] * (len(found) - 1)
        assert len(found) > 1


def test_a_page_goes_on_where_it_ended_although_the_first_items_were_deleted(world: World) -> None:
    ec2 = world.client("ec2")
    made = [ec2.create_vpc(CidrBlock=f"10.{n}.0.0/16")["Vpc"]["VpcId"] for n in range(12)]
    first = ec2.describe_vpcs(MaxResults=6)
    for vpc in first["Vpcs"][3:]:
        ec2.delete_vpc(VpcId=vpc["VpcId"])
    rest = ec2.describe_vpcs(NextToken=first["NextToken"])
    shown = {vpc["VpcId"] for page in (first, rest) for vpc in page["Vpcs"]}
    assert set(made) <= shown


def test_tagged_resources_come_fifty_at_a_time(world: World) -> None:
    route53 = world.client("route53")
    for n in range(53):
        zone = route53.create_hosted_zone(Name=f"z{n}.test", CallerReference=str(n))["HostedZone"]["Id"]
        tags = [{"Key": "Name", "Value": str(n)}]
        route53.change_tags_for_resource(ResourceType="hostedzone", ResourceId=zone.rpartition("/")[2], AddTags=tags)
    tagging = world.cloud.client("tester", "resourcegroupstaggingapi", region="us-east-1")
    first = tagging.get_resources(ResourceTypeFilters=["route53:hostedzone"])
    rest = tagging.get_resources(ResourceTypeFilters=["route53:hostedzone"], PaginationToken=first["PaginationToken"])
    assert (len(first["ResourceTagMappingList"]), len(rest["ResourceTagMappingList"])) == (50, 3)
    assert rest["PaginationToken"] == ""


def test_records_with_identifiers_are_not_shown_twice(world: World) -> None:
    route53 = world.client("route53")
    zone = route53.create_hosted_zone(Name="z.test", CallerReference="1")["HostedZone"]["Id"]
    record = {"Name": "r.z.test", "Type": "A", "TTL": 1, "Weight": 1, "ResourceRecords": [{"Value": "192.0.2.1"}]}
    changes = [{"Action": "CREATE", "ResourceRecordSet": {**record, "SetIdentifier": f"s{n}"}} for n in range(5)]
    route53.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": changes})
    found = route53.get_paginator("list_resource_record_sets").paginate(
        HostedZoneId=zone, PaginationConfig={"PageSize": "2"}
    )
    shown = [one.get("SetIdentifier", one["Type"]) for page in found for one in page["ResourceRecordSets"]]
    assert shown == ["NS", "SOA", "s0", "s1", "s2", "s3", "s4"]


DESCRIBING = {
    "AllocationIds": "describe_addresses",
    "GroupNames": "describe_security_groups",
    "PublicIps": "describe_addresses",
    "DhcpOptionsIds": "describe_dhcp_options",
    "GroupIds": "describe_security_groups",
    "ImageIds": "describe_images",
    "InstanceIds": "describe_instances",
    "InternetGatewayIds": "describe_internet_gateways",
    "NatGatewayIds": "describe_nat_gateways",
    "NetworkAclIds": "describe_network_acls",
    "NetworkInterfaceIds": "describe_network_interfaces",
    "RouteTableIds": "describe_route_tables",
    "SecurityGroupRuleIds": "describe_security_group_rules",
    "SnapshotIds": "describe_snapshots",
    "SubnetIds": "describe_subnets",
    "VolumeIds": "describe_volumes",
    "VpcIds": "describe_vpcs",
}


NOT_DESCRIBED = {"association", "ipam-pool", "launch-template"}
"""Kinds of ids that no call describes here; cases_incomplete.py has the latter two."""


@pytest.mark.parametrize("name", [name for name in ids.kinds() if name not in NOT_DESCRIBED])
def test_every_kind_of_ids_tells_malformed_and_absent_apart(world: World, name: str) -> None:
    kind = ids.kinds()[name]
    parameter = next(one for one in kind.parameters if one in DESCRIBING)
    for one, code in (
        ("nonsense", kind.malformed or kind.absent),
        (f"{kind.prefix}nonsense", kind.malformed or kind.absent),
        (f"{kind.prefix}{ABSENT}", kind.absent),
    ):
        told = outcome(lambda w, one=one: getattr(w.client("ec2"), DESCRIBING[parameter])(**{parameter: [one]}), world)
        assert str(told).startswith(f"{code}: "), told
        assert one in str(told)


@pytest.mark.parametrize(
    ("operation", "asked", "code"),
    [
        ("delete_vpc", {"VpcId": "nonsense"}, "InvalidVpcID.Malformed"),
        ("delete_vpc", {"VpcId": f"vpc-{ABSENT}"}, "InvalidVpcID.NotFound"),
        ("delete_security_group", {"GroupId": "sg-x"}, "InvalidGroupId.Malformed"),
        ("delete_nat_gateway", {"NatGatewayId": f"nat-{ABSENT}"}, "NatGatewayNotFound"),
        ("terminate_instances", {"InstanceIds": ["i-x"]}, "InvalidInstanceID.Malformed"),
        ("create_nat_gateway", {"SubnetId": f"subnet-{ABSENT}"}, "InvalidSubnetID.NotFound"),
        ("release_address", {"AllocationId": f"eipalloc-{ABSENT}"}, "InvalidAllocationID.NotFound"),
        ("disassociate_address", {"AssociationId": f"eipassoc-{ABSENT}"}, "InvalidAssociationID.NotFound"),
        ("disassociate_route_table", {"AssociationId": f"rtbassoc-{ABSENT}"}, "InvalidAssociationID.NotFound"),
        ("delete_volume", {"VolumeId": f"vol-{ABSENT}"}, "InvalidVolume.NotFound"),
        ("delete_snapshot", {"SnapshotId": f"snap-{ABSENT}"}, "InvalidSnapshot.NotFound"),
        ("deregister_image", {"ImageId": f"ami-{ABSENT}"}, "InvalidAMIID.NotFound"),
        ("create_tags", {"Resources": [f"rtb-{ABSENT}"], "Tags": [{"Key": "a"}]}, "InvalidRouteTableID.NotFound"),
    ],
)
def test_calls_that_change_check_ids_too(world: World, operation: str, asked: Any, code: str) -> None:
    told = outcome(lambda w: getattr(w.client("ec2"), operation)(**asked), world)
    assert str(told).startswith(f"{code}: "), told


DRY = {
    "create_vpc": {"CidrBlock": "10.9.0.0/16"},
    "create_internet_gateway": {},
    "allocate_address": {},
    "describe_vpcs": {},
    "describe_nat_gateways": {},
    "create_dhcp_options": {"DhcpConfigurations": [{"Key": "domain-name", "Values": ["x"]}]},
}


@pytest.mark.parametrize("operation", DRY)
@pytest.mark.parametrize("door", ["in the process", "served"])
def test_a_dry_run_changes_nothing(cloud: SimulatedCloud, operation: str, door: str) -> None:
    world = World(cloud, served_once(cloud).url if door == "served" else None)
    ec2 = world.client("ec2")

    def counts() -> list[int]:
        return [len(described(ec2, name)) for name in ("DescribeVpcs", "DescribeAddresses", "DescribeInternetGateways")]

    before = counts()
    with pytest.raises(ClientError) as error:
        getattr(ec2, operation)(**DRY[operation], DryRun=True)
    assert error.value.response["Error"]["Code"] == "DryRunOperation"
    assert error.value.response["ResponseMetadata"]["HTTPStatusCode"] == 412
    assert counts() == before


def test_a_dry_run_fails_where_the_call_would(world: World) -> None:
    told = outcome(lambda w: w.client("ec2").delete_vpc(VpcId="vpc-nonsense", DryRun=True), world)
    assert told == 'InvalidVpcID.Malformed: Invalid id: "vpc-nonsense"'


def test_a_zone_of_edges_is_found_by_its_details(world: World) -> None:
    world.cloud.add_subnets(world.vpc, [SubnetSpec("edge", f"{REGION}-nyc-1a")], cluster_id="c1")
    ec2 = world.client("ec2")
    for name, value, found in (
        ("zone-type", "local-zone", 1),
        ("opt-in-status", "opt-in-not-required", 3),
        ("opt-in-status", "not-opted-in", 0),
        ("parent-zone-name", f"{REGION}a", 1),
        ("region-name", REGION, 4),
        ("zone-name", f"{REGION}?", 3),
        ("message", "*", 0),
    ):
        assert len(described(ec2, "DescribeAvailabilityZones", Filters=[{"Name": name, "Values": [value]}])) == found


def test_all_regions_of_the_partition_are_shown_where_it_is_asked_for(world: World) -> None:
    ec2 = world.client("ec2")
    absent = [{"Name": "opt-in-status", "Values": ["not-opted-in"]}]
    assert described(ec2, "DescribeRegions", Filters=absent) == []
    found = described(ec2, "DescribeRegions", Filters=absent, AllRegions=True)
    assert {region["OptInStatus"] for region in found} == {"not-opted-in"}
    assert not [region for region in found if region["RegionName"].startswith(("cn-", "us-gov-"))]
    assert len(described(ec2, "DescribeRegions")) < len(described(ec2, "DescribeRegions", AllRegions=True))
