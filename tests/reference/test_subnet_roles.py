"""Validation accepts random roles on random subnets exactly where a plain statement of the rules accepts them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from enhancement_kit.reference.installer import validation

NODE, INGRESS = "ClusterNode", "IngressControllerLB"
OUTSIDE, INSIDE = "ControlPlaneExternalLB", "ControlPlaneInternalLB"
ROLES = (NODE, INGRESS, OUTSIDE, INSIDE)
ZONES = ("us-east-2a", "us-east-2b", "us-east-2c", "us-east-2-chi-1a")
EDGE = ZONES[-1]


@dataclass(frozen=True)
class Piece:
    """One subnet of the account."""

    number: int
    zone: str
    public: bool
    vpc: str = "vpc-1"
    listed: bool = True
    tagged: bool = False
    roles: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return f"subnet-{self.number:017x}"


def acceptable(external: bool, pieces: Sequence[Piece]) -> bool:
    """Tell whether the document's rules, with its interpretations, accept the subnets."""
    listed = [piece for piece in pieces if piece.listed]
    others = [piece for piece in pieces if not piece.listed and piece.vpc == listed[0].vpc]
    if len({piece.vpc for piece in listed}) > 1:
        return False
    if not any(piece.roles for piece in listed):
        zones_of = {flag: {p.zone for p in listed if p.public == flag and p.zone != EDGE} for flag in (True, False)}
        served = zones_of[False] <= zones_of[True] if external else True
        return all(piece.tagged for piece in others) and bool(zones_of[False]) and served
    holders = {role: [piece for piece in listed if role in piece.roles] for role in ROLES}
    wanted = set(ROLES) if external else set(ROLES) - {OUTSIDE}
    zones = {role: [piece.zone for piece in holders[role]] for role in wanted}
    return (
        all(piece.roles and len(piece.roles) == len(set(piece.roles)) and piece.zone != EDGE for piece in listed)
        and {role for role in ROLES if holders[role]} == wanted
        and all(sorted(found) == sorted(set(zones[NODE])) for found in zones.values())
        and all(piece.public == external for piece in holders[INGRESS])
        and all(piece.public for piece in holders[OUTSIDE])
        and not any(piece.public for piece in holders[INSIDE])
    )


class Ec2:
    """A stub of EC2 with the calls that an installer makes."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces = pieces

    def describe_subnets(self, SubnetIds: Sequence[str] = (), Filters: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
        wanted = [p for p in self._pieces if p.id in SubnetIds or (Filters and p.vpc in Filters[0]["Values"])]
        return {"Subnets": [self._subnet(piece) for piece in wanted]}

    @staticmethod
    def _subnet(piece: Piece) -> dict[str, Any]:
        tags = [{"Key": "kubernetes.io/cluster/other", "Value": "shared"}] if piece.tagged else []
        return {
            "SubnetId": piece.id,
            "VpcId": piece.vpc,
            "AvailabilityZone": piece.zone,
            "CidrBlock": f"10.0.{piece.number}.0/24",
            "Tags": tags,
        }

    def describe_route_tables(self, Filters: Sequence[dict[str, Any]]) -> dict[str, Any]:
        def table(public: bool) -> dict[str, Any]:
            own = [p for p in self._pieces if p.public == public and p.vpc in Filters[0]["Values"]]
            routes = [{"GatewayId": "igw-1" if public else "local"}]
            return {"Routes": routes, "Associations": [{"SubnetId": p.id, "Main": False} for p in own]}

        return {"RouteTables": [table(True), table(False)]}

    @staticmethod
    def describe_availability_zones(AllAvailabilityZones: bool) -> dict[str, Any]:
        assert AllAvailabilityZones
        kinds = {zone: "local-zone" if zone == EDGE else "availability-zone" for zone in ZONES}
        return {"AvailabilityZones": [{"ZoneName": zone, "ZoneType": kind} for zone, kind in kinds.items()]}


@st.composite
def accounts(draw: st.DrawFn) -> tuple[bool, list[Piece]]:
    """Draw a network that keeps the rules, with up to three changes that may break one."""
    external = draw(st.booleans())
    manual = draw(st.booleans())
    pieces: list[Piece] = []
    for zone in draw(st.lists(st.sampled_from(ZONES[:3]), min_size=1, max_size=3, unique=True)):
        front = ((INGRESS, OUTSIDE), (INSIDE, NODE)) if external else ((), (INGRESS, INSIDE, NODE))
        for public, roles in zip((True, False), front, strict=True):
            split = draw(st.booleans())
            for held in [(role,) for role in roles] if split else [roles] if roles else []:
                pieces.append(Piece(len(pieces), zone, public, roles=held if manual else ()))
    for _ in range(draw(st.integers(0, 2))):
        pieces.append(Piece(len(pieces), draw(st.sampled_from(ZONES)), draw(st.booleans()), listed=False, tagged=True))
    changes = st.fixed_dictionaries(
        {},
        optional={
            "zone": st.sampled_from(ZONES),
            "public": st.booleans(),
            "vpc": st.sampled_from(("vpc-1", "vpc-2")),
            "tagged": st.booleans(),
            "roles": st.lists(st.sampled_from(ROLES), max_size=3).map(tuple),
        },
    )
    for _ in range(draw(st.integers(0, 3))):
        index = draw(st.integers(0, len(pieces) - 1))
        pieces[index] = replace(pieces[index], **draw(changes))
    return external, draw(st.permutations(pieces))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(account=accounts())
def test_validation_accepts_what_the_rules_accept(account: tuple[bool, list[Piece]], tmp_path: Path) -> None:
    external, pieces = account
    entries = [{"id": piece.id, "rolesOverride": list(piece.roles)} for piece in pieces if piece.listed]
    config = {
        "baseDomain": "example.org",
        "metadata": {"name": "demo"},
        "featureSet": "TechPreviewNoUpgrade",
        "publish": "External" if external else "Internal",
        "platform": {"aws": {"region": "us-east-2", "subnetsConfig": entries}},
    }
    (tmp_path / "install-config.yaml").write_text(json.dumps(config))
    findings = validation.validate(tmp_path, lambda service, **_: Ec2(pieces)).findings
    event("accepted" if not findings else "refused")
    assert (not findings) == acceptable(external, pieces), f"the installer said {list(map(str, findings))}"
