"""Partitions: what botocore knows of them, and that each has a Route 53 and an IAM of its own."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.loaders import create_loader

from enhancement_kit.cloud.simulated import SimulatedCloud, partitions
from tests.cloud import cases_partitions
from tests.cloud.served import served_once
from tests.cloud.world import World, outcome

REGIONS = [
    *("us-east-1", "cn-north-1", "us-gov-east-1", "us-iso-west-1", "us-isob-east-1", "eu-isoe-west-1"),
    *("us-isof-east-1", "eusc-de-east-1"),
]
"""One of each partition."""


@pytest.mark.parametrize(("act", "found"), cases_partitions.ACCEPTED)
@pytest.mark.parametrize("outside", [False, True], ids=["inside", "outside"])
def test_what_a_partition_takes(cloud: SimulatedCloud, act: Any, found: Any, outside: bool) -> None:
    endpoint = served_once(cloud).url if outside else None
    assert outcome(act, World(cloud, endpoint)) == found


@pytest.mark.parametrize("service", sorted(partitions.GLOBAL_SERVICES))
def test_global_regions_are_those_of_botocore(service: str) -> None:
    for partition in create_loader().load_data("endpoints")["partitions"]:
        known = partition["services"].get(service, {})
        if "partitionEndpoint" in known:
            scope = known["endpoints"][known["partitionEndpoint"]]["credentialScope"]["region"]
            for region in partition["regions"]:
                assert partitions.signing_region(service, region) == scope


def test_regional_services_are_signed_for_the_region_of_the_client() -> None:
    assert partitions.signing_region("ec2", "af-south-1") == "af-south-1"
    assert partitions.signing_region("sts", "af-south-1") == "af-south-1"


@pytest.mark.parametrize(
    ("region", "invented"), [("hidden-east-1", True), ("custom-region-1", True), ("sa-west-1", False)]
)
def test_invented_regions(region: str, invented: bool) -> None:
    assert partitions.is_invented(region) == invented
    assert partitions.partition_of(region).id == "aws"


@pytest.mark.parametrize("outside", [False, True], ids=["inside", "outside"])
def test_each_partition_has_its_own_zones_and_users(cloud: SimulatedCloud, outside: bool) -> None:
    endpoint = served_once(cloud).url if outside else None

    def client(service: str, region: str) -> Any:
        return cloud.client("tester", service, region=region, endpoint=endpoint)

    for region in REGIONS:
        client("route53", region).create_hosted_zone(Name=f"{region}.test.", CallerReference=region)
        client("iam", region).create_user(UserName=f"user-{region}")
    for region in REGIONS:
        zones = client("route53", region).list_hosted_zones()["HostedZones"]
        assert [zone["Name"] for zone in zones] == [f"{region}.test."]
        (user,) = client("iam", region).list_users()["Users"]
        assert user["Arn"].split(":")[1] == partitions.partition_of(region).id
        assert user["UserName"] == f"user-{region}"


@pytest.mark.parametrize(("region", "status"), [("us-gov-west-1", 200), ("us-gov-east-1", 403)])
def test_a_custom_endpoint_looks_at_the_signature(cloud: SimulatedCloud, region: str, status: int) -> None:
    """Also where it listens, for programs that sign on their own."""
    cloud.listen(cases_partitions.ROUTE53)
    route53 = cloud.client("tester", "route53", region=region, endpoint=cases_partitions.ROUTE53)
    try:
        answer = route53.list_hosted_zones()
    except route53.exceptions.ClientError as error:
        answer = error.response
    assert answer["ResponseMetadata"]["HTTPStatusCode"] == status
    assert cloud.record.calls(component="tester")[-1].region == region
