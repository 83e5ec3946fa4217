"""Phrases about VPCs, subnets and Elastic IPs."""

from __future__ import annotations

from pytest_bdd import given, then

from enhancement_kit.cloud.interface import SubnetSpec, Vpc
from enhancement_kit.errors import UsageError, claim
from enhancement_kit.world import World
from enhancement_kit.world.vocabulary.aliases import split
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from steps.phrases import phrase

OPTIONAL = ("id", "name", "tags", "vpc", "owner", "outpost", "cidr", "free")
"""Columns of a subnet table beside the three that every one has."""
WORDS = {"visibility": ("public", "private")}


def _number(text: str) -> int:
    if not text.isdigit():
        raise UsageError(f"column free: {text!r} is no number of addresses; write 0 or more")
    return int(text)


def _subnets(datatable: list[list[str]]) -> list[SubnetSpec]:
    return [
        SubnetSpec(
            alias=row["subnet"],
            zone=row["zone"],
            visibility=row["visibility"],
            name=row.get("name") or None,
            id=row.get("id") or None,
            vpc=row.get("vpc") or None,
            owner=row.get("owner") or None,
            outpost=row.get("outpost") or None,
            cidr=row.get("cidr") or None,
            free=_number(row["free"]) if row.get("free") else None,
            tags=dict(tag.split("=", 1) for tag in split(row["tags"])) if row.get("tags") else {},
        )
        for row in rows(datatable)
    ]


@given(phrase("a VPC in {region:Name} with the subnets"), target_fixture="vpc")
@columns("subnet", "zone", "visibility", optional=OPTIONAL, words=WORDS)
def a_vpc(world: World, region: str, datatable: list[list[str]]) -> Vpc:
    """Create a VPC as the installer does: the main route table is public, private subnets have a NAT gateway."""
    return world.network.make_vpc(region, _subnets(datatable))


@given("the VPC also has the subnets", target_fixture="vpc")
@columns("subnet", "zone", "visibility", optional=OPTIONAL, words=WORDS)
def more_subnets(world: World, datatable: list[list[str]]) -> Vpc:
    """Add subnets to the same VPC."""
    return world.network.add_subnets(_subnets(datatable))


@given(phrase("the Elastic IPs {aliases}"), target_fixture="elastic_ips")
def elastic_ips(world: World, aliases: str) -> list[str]:
    """Allocate Elastic IPs in the account and leave them free; `eip-1 in eu-west-1` is in another region."""
    return world.network.allocate_addresses(split(aliases))


def _in_use(world: World, aliases: str) -> dict[str, bool]:
    wanted = world.network.addresses.ids_of(aliases)
    found = world.network.aws("ec2").describe_addresses(AllocationIds=wanted)["Addresses"]
    return {world.network.addresses.alias_of(a["AllocationId"]): bool(a.get("AssociationId")) for a in found}


@then(phrase("the Elastic IPs {aliases} are {state:Use}"))
def are(world: World, aliases: str, state: str) -> None:
    """Check that each of them is associated, `in use`, or that none is, `free`."""
    wrong = [alias for alias, used in _in_use(world, aliases).items() if used != (state == "in use")]
    claim(not wrong, f"not {state}: {', '.join(wrong)}")
