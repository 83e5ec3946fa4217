"""Cases of what differs between partitions, with and without the rule."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.partitions import url_suffix
from enhancement_kit.cloud.simulated.strictness.aws_names import network_hosted_zone
from tests.cloud.cases import Case
from tests.cloud.world import World

ROUTE53 = "https://route53.custom.example"
IAM = "https://iam.custom.example"
ENDPOINTS = {ROUTE53, IAM}
"""Custom endpoints, at which botocore signs for the region of a client; at its default endpoint it knows better."""


def at(w: World, service: str, region: str, endpoint: str | None = None) -> Any:
    return w.cloud.client("tester", service, region=region, endpoint=endpoint or w.endpoint)


def tags_of_zones(zone_in: str, look_in: str) -> Any:
    """Tag a hosted zone through a client in one region; return the ARNs that another region shows for the tag."""

    def act(w: World) -> list[str]:
        route53 = at(w, "route53", zone_in)
        zone = route53.create_hosted_zone(Name="example.test", CallerReference="1")["HostedZone"]["Id"].split("/")[-1]
        tags = [{"Key": "k", "Value": "v"}]
        route53.change_tags_for_resource(ResourceType="hostedzone", ResourceId=zone, AddTags=tags)
        found = at(w, "resourcegroupstaggingapi", look_in).get_resources(TagFilters=[{"Key": "k", "Values": ["v"]}])
        return [one["ResourceARN"].replace(zone, "zone") for one in found["ResourceTagMappingList"]]

    return act


def zones(region: str, *endpoints: str) -> Any:
    """Count the hosted zones at the default endpoint, then at others."""
    return _counted("route53", "list_hosted_zones", region, *endpoints)


def users(region: str, *endpoints: str) -> Any:
    """Count the users at the default endpoint, then at others."""
    return _counted("iam", "list_users", region, *endpoints)


def _counted(service: str, method: str, region: str, *endpoints: str) -> Any:
    def act(w: World) -> int:
        found: Any = [getattr(at(w, service, region, one), method)() for one in (None, *endpoints)]
        return sum(len(answer.get("HostedZones", answer.get("Users"))) for answer in found)

    return act


def refused(region: str) -> str:
    return rf"SignatureDoesNotMatch: Credential should be scoped to a valid region, not '{region}'\. "


def alias(region: str, target: str = "") -> Any:
    """Make an alias to a load balancer of the region, or to a record of the zone itself; return its target."""

    def act(w: World) -> str:
        route53 = at(w, "route53", region)
        zone = route53.create_hosted_zone(Name="example.test", CallerReference="1")["HostedZone"]["Id"].split("/")[-1]
        alias_target = {
            "HostedZoneId": zone if target else network_hosted_zone(region),
            "DNSName": target or f"nlb-1.elb.{region}.{url_suffix(region)}",
            "EvaluateTargetHealth": False,
        }
        record = {"Name": "a.example.test", "Type": "A", "AliasTarget": alias_target}
        changes = [
            {"Action": "UPSERT", "ResourceRecordSet": one}
            for one in (
                {"Name": "b.example.test", "Type": "A", "TTL": 1, "ResourceRecords": [{"Value": "192.0.2.1"}]},
                record,
            )
        ]
        route53.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": changes})
        found = route53.list_resource_record_sets(HostedZoneId=zone)["ResourceRecordSets"]
        return next(str(one["AliasTarget"]["DNSName"]) for one in found if "AliasTarget" in one).rstrip(".")

    return act


SIGNED = "signed-for-the-region-of-a-global-service"

CASES = (
    Case(
        "route53-alias-in-govcloud",
        alias("us-gov-east-1"),
        r"InvalidChangeBatch: \[Tried to create an alias that targets nlb-1\.elb\.us-gov-east-1\.amazonaws\.com\., "
        r"type A in zone Z1ZSMQQ6Q24QQ8, but that target was not found\]",
        "nlb-1.elb.us-gov-east-1.amazonaws.com",
    ),
    *(
        Case(SIGNED, zones(region, ROUTE53), refused(region), 0)
        for region in ("af-south-1", "cn-north-1", "us-gov-east-1", "us-iso-west-1", "us-isof-east-1", "sa-west-1")
    ),
    *(
        Case(SIGNED, users(region, IAM), refused(region), 0)
        for region in ("eu-central-1", "cn-northwest-1", "us-gov-east-1")
    ),
    *(
        Case(
            "tagging-hosted-zones",
            tags_of_zones(zone_in, look_in),
            [f"arn:{partition}:route53:::hostedzone/zone"],
            [],
        )
        for zone_in, look_in, partition in (
            ("af-south-1", "us-east-1", "aws"),
            ("cn-north-1", "cn-northwest-1", "aws-cn"),
            ("us-gov-east-1", "us-gov-west-1", "aws-us-gov"),
            ("us-iso-west-1", "us-iso-east-1", "aws-iso"),
            ("us-isob-west-1", "us-isob-east-1", "aws-iso-b"),
            ("eu-isoe-west-1", "eu-isoe-west-1", "aws-iso-e"),
            ("us-isof-east-1", "us-isof-south-1", "aws-iso-f"),
            ("eusc-de-east-1", "eusc-de-east-1", "aws-eusc"),
        )
    ),
)

ACCEPTED = (
    *((zones(region, ROUTE53), 0) for region in ("us-east-1", "cn-northwest-1", "us-gov-west-1", "hidden-east-1")),
    *((users(region, IAM), 0) for region in ("us-east-1", "cn-north-1", "us-gov-west-1", "hidden-east-1")),
    *((zones(region), 0) for region in ("af-south-1", "cn-north-1", "us-gov-east-1")),
    *(
        (alias(region), f"nlb-1.elb.{region}.{domain}")
        for region, domain in (
            ("af-south-1", "amazonaws.com"),
            ("cn-north-1", "amazonaws.com.cn"),
            ("us-iso-east-1", "c2s.ic.gov"),
            ("eusc-de-east-1", "amazonaws.eu"),
        )
    ),
    (alias("us-gov-west-1", "b.example.test"), "b.example.test"),
    (tags_of_zones("us-gov-east-1", "us-east-1"), []),
    (tags_of_zones("us-gov-east-1", "us-gov-east-1"), []),
    (tags_of_zones("cn-north-1", "cn-north-1"), []),
)
"""What is signed for the right region, which aliases are made, and where the tags of hosted zones are not."""
