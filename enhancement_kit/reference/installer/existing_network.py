"""The existing network as AWS describes it: the listed subnets and the other ones in their VPC."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from ..runtime.aws_networks import (
    CLUSTER_PREFIX,
    PLAIN_ZONE,
    has_internet_gateway,
    route_table,
    tags_of,
)
from .errors import InstallError
from .findings import INVALID, Finding

MISSING = ("InvalidSubnetID.NotFound", "InvalidSubnetID.Malformed")


@dataclass(frozen=True)
class Subnet:
    """One existing subnet."""

    id: str
    vpc: str
    zone: str
    cidr: str
    public: bool
    zone_type: str
    tags: Mapping[str, str]

    @property
    def edge(self) -> bool:
        """Whether it lies in a Local or Wavelength Zone."""
        return self.zone_type != PLAIN_ZONE

    @property
    def visibility(self) -> str:
        """`public` or `private`."""
        return "public" if self.public else "private"

    @property
    def tagged(self) -> bool:
        """Whether it is tagged for any cluster, this one or another (interpretation ISS-A19)."""
        return any(key.startswith(CLUSTER_PREFIX) for key in self.tags)


@dataclass(frozen=True)
class Network:
    """The listed subnets, in the order of the install-config, and all subnets of their VPC."""

    vpc: str
    listed: tuple[Subnet, ...]
    others: tuple[Subnet, ...]
    """Subnets of the VPC that the install-config does not list."""

    def by_id(self) -> dict[str, Subnet]:
        """Return the listed subnets by id."""
        return {subnet.id: subnet for subnet in self.listed}


class Unusable(Exception):
    """The listed subnets do not form a usable network; the findings say why."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        """Keep the findings."""
        super().__init__("; ".join(map(str, findings)))
        self.findings = tuple(findings)


def read(ec2: Any, ids: Sequence[str], field: str) -> Network:
    """Look up the subnets of a list. Raises Unusable with findings at `field`, InstallError where AWS does not answer.

    Interpretations ISS-A26 (an id that AWS does not know is refused) and ISS-A27 (what is public).
    """
    described = _listed(ec2, ids, field)
    strangers = list(strangers_in(described, field))
    if strangers:
        raise Unusable(strangers)
    vpc = str(described[0]["VpcId"])
    in_vpc = [{"Name": "vpc-id", "Values": [vpc]}]
    everything = call(ec2, "describe_subnets", Filters=in_vpc)["Subnets"]
    tables = call(ec2, "describe_route_tables", Filters=in_vpc)["RouteTables"]
    zones = {z["ZoneName"]: z.get("ZoneType", PLAIN_ZONE) for z in _zones(ec2)}

    def subnet(found: Mapping[str, Any]) -> Subnet:
        table = route_table(found, tables)
        assert table is not None, "the main route table of a VPC cannot be deleted"
        zone = str(found["AvailabilityZone"])
        return Subnet(
            id=str(found["SubnetId"]),
            vpc=vpc,
            zone=zone,
            cidr=str(found["CidrBlock"]),
            public=has_internet_gateway(table),
            zone_type=str(zones.get(zone, PLAIN_ZONE)),
            tags=tags_of(found),
        )

    listed = tuple(subnet(one) for one in described)
    others = tuple(subnet(one) for one in everything if one["SubnetId"] not in ids)
    return Network(vpc, listed, others)


def strangers_in(described: Sequence[Mapping[str, Any]], field: str) -> Iterator[Finding]:
    """Find the first subnet in another VPC than the first one; the rest of the list cannot be checked then."""
    first = described[0]
    one = next((subnet for subnet in described if subnet["VpcId"] != first["VpcId"]), None)
    if one is not None:
        text = (
            f"all subnets must belong to the same VPC: {one['SubnetId']} is from {one['VpcId']}, but "
            f"{first['SubnetId']} is from {first['VpcId']}"
        )
        yield Finding(field, INVALID, text)


def _listed(ec2: Any, ids: Sequence[str], field: str) -> list[dict[str, Any]]:
    """Look up the subnets in the order of their ids; one by one if AWS does not know some, so that each is named.

    Raises Unusable, InstallError.
    """
    found = _known(ec2, ids) or [subnet for one in ids for subnet in _known(ec2, [one])]
    by_id = {subnet["SubnetId"]: subnet for subnet in found}
    missing = [one for one in ids if one not in by_id]
    if missing:
        raise Unusable([Finding(field, INVALID, f"failed to find {one}") for one in missing])
    return [by_id[one] for one in ids]


def _known(ec2: Any, ids: Sequence[str]) -> list[dict[str, Any]]:
    """Return the subnets with these ids; none where AWS does not know one of them. Raises InstallError."""
    try:
        found: list[dict[str, Any]] = call(ec2, "describe_subnets", SubnetIds=list(ids))["Subnets"]
    except InstallError as error:
        if any(code in str(error) for code in MISSING):
            return []
        raise
    return found


def _zones(ec2: Any) -> list[dict[str, Any]]:
    zones: list[dict[str, Any]] = call(ec2, "describe_availability_zones", AllAvailabilityZones=True)[
        "AvailabilityZones"
    ]
    return zones


def call(client: Any, operation: str, **parameters: Any) -> dict[str, Any]:
    """Call an operation (its Python name) of a boto3 client.

    Raises InstallError where AWS refuses or does not answer.
    """
    try:
        answer: dict[str, Any] = getattr(client, operation)(**parameters)
        return answer
    except (ClientError, BotoCoreError) as error:
        raise InstallError(str(error)) from error


def every(client: Any, operation: str, member: str, **parameters: Any) -> list[Any]:
    """Return the items of all pages of an operation of a boto3 client. Raises as `call`."""
    try:
        pages = client.get_paginator(operation).paginate(**parameters)
        return [item for page in pages for item in page[member]]
    except (ClientError, BotoCoreError) as error:
        raise InstallError(str(error)) from error
