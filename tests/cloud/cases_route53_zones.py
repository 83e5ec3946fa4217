"""Cases of the rules about hosted zones, with and without the rule."""

from __future__ import annotations

import itertools
from typing import Any

from tests.cloud.cases import Case
from tests.cloud.cases_route53_records import record
from tests.cloud.world import REGION, World

UNKNOWN_VPC = "vpc-0123456789abcdef0"
UNKNOWN_ZONE = "Z0123456789ABCDEFGHIJ"


class Zones:
    """Creates hosted zones, each with a reference of its own."""

    def __init__(self, world: World) -> None:
        self.world, self.client = world, world.client("route53")
        self._references = itertools.count()

    def vpc(self, vpc: str = "") -> dict[str, str]:
        return {"VPCRegion": REGION, "VPCId": vpc or self.world.vpc.id}

    def other_vpc(self) -> dict[str, str]:
        made = self.world.client("ec2").create_vpc(CidrBlock="10.1.0.0/16")["Vpc"]["VpcId"]
        return self.vpc(made)

    def make(self, name: str = "example.com", *, private: bool = False, **more: Any) -> Any:
        config = {"HostedZoneConfig": {"PrivateZone": True}, "VPC": self.vpc()} if private else {}
        asked = {"Name": name, "CallerReference": str(next(self._references)), **config, **more}
        return self.client.create_hosted_zone(**asked)

    def private(self, name: str = "example.com", **more: Any) -> str:
        return str(self.make(name, private=True, **more)["HostedZone"]["Id"].rpartition("/")[2])


def _reference(*, gone: bool = False) -> Any:
    def act(w: World) -> str:
        zones = Zones(w)
        made = zones.make(CallerReference="once")["HostedZone"]["Id"]
        if gone:
            zones.client.delete_hosted_zone(Id=made)
        zones.make("example.net", CallerReference="once")
        return "created"

    return act


def _two_private(second: str) -> Any:
    def act(w: World) -> str:
        zones = Zones(w)
        zones.private()
        zones.private(second)
        return "created"

    return act


def _associate(which: str) -> Any:
    """Return an act that associates a zone with a VPC: its own, that of a namesake, another one, or one that is not."""

    def act(w: World) -> int:
        zones = Zones(w)
        zone, other = zones.private(), zones.other_vpc()
        vpc = {"own": zones.vpc(), "unknown": zones.vpc(UNKNOWN_VPC)}.get(which, other)
        if which == "namesake":
            zones.private(VPC=other)
        zones.client.associate_vpc_with_hosted_zone(HostedZoneId=zone, VPC=vpc)
        return len(zones.client.get_hosted_zone(Id=zone)["VPCs"])

    return act


def _disassociate(w: World) -> int:
    zones = Zones(w)
    zone = zones.private()
    zones.client.associate_vpc_with_hosted_zone(HostedZoneId=zone, VPC=zones.other_vpc())
    zones.client.disassociate_vpc_from_hosted_zone(HostedZoneId=zone, VPC=zones.vpc(UNKNOWN_VPC))
    return len(zones.client.get_hosted_zone(Id=zone)["VPCs"])


def _vpc_only(w: World) -> Any:
    zones = Zones(w)
    made = zones.make(VPC=zones.vpc())
    return [made["HostedZone"]["Config"]["PrivateZone"], made.get("VPC", {}).get("VPCId") == w.vpc.id]


def _delegation_set(w: World) -> str:
    zones = Zones(w)
    made = zones.client.create_reusable_delegation_set(CallerReference="set")["DelegationSet"]["Id"]
    zones.private(DelegationSetId=made.rpartition("/")[2])
    return "created"


def _delete_with(one: dict[str, Any] | None) -> Any:
    def act(w: World) -> str:
        zones = Zones(w)
        zone = zones.make()["HostedZone"]["Id"]
        if one:
            changes = [{"Action": "CREATE", "ResourceRecordSet": one}]
            zones.client.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": changes})
        zones.client.delete_hosted_zone(Id=zone)
        return "deleted"

    return act


def _by_name(**asked: Any) -> Any:
    def act(w: World) -> list[str]:
        zones = Zones(w)
        for name in ("example.net", "b.example.com", "example.com", "a-b.example.com", "zzz.org"):
            zones.make(name)
        return [one["Name"] for one in zones.client.list_hosted_zones_by_name(**asked)["HostedZones"]]

    return act


def _change(identifier: str) -> Any:
    def act(w: World) -> str:
        zones = Zones(w)
        given = identifier or zones.make()["ChangeInfo"]["Id"]
        return str(zones.client.get_change(Id=given)["ChangeInfo"]["Status"])

    return act


def _tags(w: World) -> Any:
    client = w.client("route53")
    return client.list_tags_for_resource(ResourceType="hostedzone", ResourceId=UNKNOWN_ZONE)["ResourceTagSet"]["Tags"]


def _tags_in(region: str) -> Any:
    """Return an act that tags a zone made in a region, and tells in which regions its tags are shown."""

    def act(w: World) -> list[str]:
        def at(service: str, place: str) -> Any:
            return w.cloud.client("tester", service, region=place, endpoint=w.endpoint)

        zone = at("route53", region).create_hosted_zone(Name="example.com", CallerReference="1")["HostedZone"]["Id"]
        tags = {"ResourceType": "hostedzone", "ResourceId": zone.rpartition("/")[2]}
        at("route53", region).change_tags_for_resource(**tags, AddTags=[{"Key": "k", "Value": "v"}])
        assert at("route53", region).list_tags_for_resource(**tags)["ResourceTagSet"]["Tags"]
        places = ("us-east-1", "eu-west-1", "cn-north-1", "cn-northwest-1", "us-gov-east-1", "us-gov-west-1")
        return [one for one in places if at("resourcegroupstaggingapi", one).get_resources()["ResourceTagMappingList"]]

    return act


_ALL = ["example.com.", "a-b.example.com.", "b.example.com.", "example.net.", "zzz.org."]
_CONFLICT = (
    r"ConflictingDomainExists: The VPC vpc-\w+ in region us-east-2 has already been associated with the hosted zone "
    r"\w+ with the same domain name\."
)
_USED = "HostedZoneAlreadyExists: A hosted zone has already been created with the specified caller reference."
_NOT_EMPTY = "HostedZoneNotEmpty: The specified hosted zone contains non-required resource record sets  and so .*"

CASES = (
    Case("route53-caller-reference", _reference(), _USED, "created"),
    Case("route53-caller-reference", _reference(gone=True), _USED, "created"),
    Case("route53-zone-conflict", _two_private("example.com"), _CONFLICT, "created"),
    Case("route53-zone-conflict", _two_private("Example.com."), _CONFLICT, "created"),
    Case("route53-zone-conflict", _associate("namesake"), _CONFLICT, 2),
    Case("route53-zone-conflict", _associate("own"), _CONFLICT, 2),
    Case("route53-zone-vpc", _associate("unknown"), "InvalidVPCId: The VPC ID is invalid.", 2),
    Case(
        "route53-zone-vpc",
        lambda w: Zones(w).private(VPC={"VPCRegion": "us-west-2", "VPCId": w.vpc.id}),
        "InvalidVPCId: The VPC ID is invalid.",
        r"\w+",
    ),
    Case(
        "route53-zone-association",
        _disassociate,
        r"VPCAssociationNotFound: The VPC: vpc-\w+ is not associated with the hosted zone \w+\.",
        2,
    ),
    Case("route53-private-zone", _vpc_only, [True, True], [False, False]),
    Case("route53-private-delegation-set", _delegation_set, "InvalidInput: .*", "created"),
    Case(
        "route53-zone-name",
        lambda w: Zones(w).make("a..example.com")["HostedZone"]["Name"],
        r"InvalidDomainName: FATAL problem: DomainLabelEmpty \(Domain label is empty\) encountered with "
        r"'a\.\.example\.com\.'",
        r"a\.\.example\.com\.",
    ),
    Case(
        "route53-zone-not-empty",
        _delete_with(record("NS", "ns.example.net", name="sub.example.com")),
        _NOT_EMPTY,
        "deleted",
    ),
    Case(
        "route53-zone-not-empty",
        _delete_with(record("A", "192.0.2.1")),
        _NOT_EMPTY,
        "HostedZoneNotEmpty: The hosted zone contains resource records that are not SOA or NS records.",
    ),
    Case("route53-name-pages", _by_name(DNSName="b.example.com"), _ALL[2:], ["b.example.com."]),
    Case(
        "route53-change", _change("C0123456789"), "NoSuchChange: Could not find resource with ID: C0123456789", "INSYNC"
    ),
    Case("route53-tags-of-zone", _tags, f"NoSuchHostedZone: No hosted zone found with ID: {UNKNOWN_ZONE}", []),
)

ACCEPTED = (
    (_two_private("sub.example.com"), "created"),
    (_two_private("com"), "created"),
    (_associate("other"), 2),
    (_delete_with(None), "deleted"),
    (_by_name(), _ALL),
    (_by_name(DNSName="c.example.com"), _ALL[3:]),
    (_change(""), "INSYNC"),
    (_tags_in("eu-west-1"), ["us-east-1"]),
    (_tags_in("cn-north-1"), ["cn-northwest-1"]),
    (_tags_in("us-gov-east-1"), ["us-gov-west-1"]),
)
"""What Route 53 accepts, and its result."""
