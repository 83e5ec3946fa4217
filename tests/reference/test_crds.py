"""CRDs by gate, release and profile; the tests of the cluster check their rules with a real API server."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.reference.api import DRAFT_SUBNETS, LATER_SUBNETS, NLB_EIPS, GateConflict, crds
from enhancement_kit.reference.runtime import Invalid
from enhancement_kit.reference.runtime.resources import INGRESS_CONTROLLER
from enhancement_kit.targets.interface import Release
from enhancement_kit.targets.reference import ReferenceTarget

from .world import OPERATOR, World, ingress_controller

S, E = "subnet-0a1b2c3d4e5f6000", "eipalloc-1234567890abcdef"


def schema(*gates: str, profile: str = "document", version: str = "4.y", part: str = "spec") -> dict[str, Any]:
    """Return the schema of loadBalancer."""
    found = crds(frozenset(gates), profile=profile, version=version)
    crd = next(c for c in found if c["metadata"]["name"] == "ingresscontrollers.operator.openshift.io")
    top = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"][part]
    balancer: dict[str, Any] = top["properties"]["endpointPublishingStrategy"]["properties"]["loadBalancer"]
    return balancer


def aws(balancer: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = balancer["properties"]["providerParameters"]["properties"]["aws"]["properties"]
    return found


def messages(part: dict[str, Any]) -> list[str]:
    return [rule["message"] for rule in part.get("x-kubernetes-validations", ())]


@pytest.mark.parametrize("part", ["spec", "status"])
@pytest.mark.parametrize(
    ("gates", "draft", "later", "eips", "counts"),
    [
        ((), False, False, False, 0),
        ((DRAFT_SUBNETS,), True, False, False, 0),
        ((LATER_SUBNETS,), False, True, False, 0),
        ((NLB_EIPS,), False, False, True, 0),
        ((DRAFT_SUBNETS, NLB_EIPS), True, False, True, 0),
        ((LATER_SUBNETS, NLB_EIPS), False, True, True, 3),
    ],
)
def test_fields_and_rules_by_gate(
    part: str, gates: tuple[str, ...], draft: bool, later: bool, eips: bool, counts: int
) -> None:
    balancer = schema(*gates, part=part)
    fields, network = aws(balancer), aws(balancer)["networkLoadBalancer"]
    assert ("subnets" in fields) is draft
    for block in ("classicLoadBalancer", "networkLoadBalancer"):
        assert ("subnets" in fields[block].get("properties", {})) is later
    assert ("eipAllocations" in network.get("properties", {})) is eips
    assert len(messages(network)) == counts
    assert ("eipAllocations are forbidden when the scope is Internal." in messages(balancer)) is eips


def test_the_draft_adds_one_property_and_nothing_else() -> None:
    plain, draft = schema(), schema(DRAFT_SUBNETS)
    added = aws(draft).pop("subnets")
    try:
        assert draft == plain
    finally:
        aws(draft)["subnets"] = added
    assert messages(added) == ["subnets is immutable once set"]
    assert added["items"] == {"type": "string"}


def test_the_release_before_has_none_of_the_fields() -> None:
    assert schema(LATER_SUBNETS, NLB_EIPS, version="4.(y-1)") == schema()


def test_what_shipped_needs_no_gate() -> None:
    network = aws(schema(profile="shipped"))["networkLoadBalancer"]
    assert set(network["properties"]) == {"subnets", "eipAllocations", "protocol"}
    assert len(messages(network)) == 3


def test_the_draft_can_be_read_in_either_profile() -> None:
    fields = aws(schema(DRAFT_SUBNETS, profile="shipped"))
    assert messages(fields["subnets"]) == ["subnets is immutable once set"]
    assert set(fields["networkLoadBalancer"]["properties"]) == {"eipAllocations", "protocol"}


def test_both_subnet_gates_are_an_error() -> None:
    both = frozenset({DRAFT_SUBNETS, LATER_SUBNETS})
    with pytest.raises(GateConflict, match="both on"):
        crds(both, profile="document", version="4.y")
    with pytest.raises(UsageError, match="both on"):
        ReferenceTarget().crds(Release(gates=both))


@pytest.mark.parametrize(("profile", "version"), [("draft", "4.y"), ("document", "4.z")])
def test_unknown_profiles_and_versions_are_named(profile: str, version: str) -> None:
    with pytest.raises(GateConflict, match="does not exist"):
        crds(frozenset(), profile=profile, version=version)


REFUSED = [
    ({"networkLoadBalancer": {"eipAllocations": [E + "1"]}}, "Internal", "eipAllocations are forbidden"),
    ({"networkLoadBalancer": {"eipAllocations": []}}, "Internal", "eipAllocations are forbidden"),
    ({"networkLoadBalancer": {"eipAllocations": [E + "1"] * 2}}, "External", "cannot contain duplicates"),
    ({"networkLoadBalancer": {"eipAllocations": [E + "g"]}}, "External", "exactly 17 hexadecimal"),
    ({"networkLoadBalancer": {"eipAllocations": [E]}}, "External", "should be at least 26 chars long"),
    ({"networkLoadBalancer": {"eipAllocations": ["eipallox-1234567890abcdef1"]}}, "External", "should start with"),
    (
        {"networkLoadBalancer": {"eipAllocations": [f"{E}{n:x}" for n in range(11)]}},
        "External",
        "must have at most 10 items",
    ),
    (
        {"networkLoadBalancer": {"subnets": {"ids": [S + "1"]}, "eipAllocations": [E + "1", E + "2"]}},
        "External",
        "number of subnets must be equal to number of eipAllocations",
    ),
    ({"classicLoadBalancer": {"subnets": {}}}, "External", "must specify at least 1 subnet name or id"),
    ({"classicLoadBalancer": {"subnets": {"names": ["a,b"]}}}, "External", "cannot contain a comma"),
    ({"classicLoadBalancer": {"subnets": {"names": [S + "1"]}}}, "External", "cannot start with 'subnet-'"),
    ({"classicLoadBalancer": {"subnets": {"ids": [S + "1"] * 2}}}, "External", "cannot contain duplicates"),
    (
        {"classicLoadBalancer": {"subnets": {"ids": [f"{S}{n}" for n in range(6)], "names": list("abcde")}}},
        "External",
        "the total number of subnets cannot exceed 10",
    ),
]


def test_the_server_enforces_the_rules(world: World) -> None:
    world.start(LATER_SUBNETS, NLB_EIPS, platform="None")
    for aws_block, scope, message in REFUSED:
        with pytest.raises(Invalid, match=message.replace("(", r"\(")):
            world.admin.create(INGRESS_CONTROLLER, ingress_controller("bad", "NLB", scope, **aws_block))
    for number, (aws_block, scope) in enumerate(
        [
            ({"networkLoadBalancer": {"eipAllocations": [E + "1", E + "A"]}}, "External"),
            ({"networkLoadBalancer": {"subnets": {"names": ["a"]}, "eipAllocations": [E + "1"]}}, "External"),
            ({"networkLoadBalancer": {}}, "Internal"),
            (
                {"classicLoadBalancer": {"subnets": {"ids": [f"{S}{n}" for n in range(5)], "names": list("abcde")}}},
                "External",
            ),
        ]
    ):
        manifest = ingress_controller(f"good-{number}", "NLB", scope, **aws_block)
        stored = world.admin.create(INGRESS_CONTROLLER, manifest)
        assert stored["spec"]["endpointPublishingStrategy"]["loadBalancer"]["dnsManagementPolicy"] == "Managed"
        assert stored["metadata"]["namespace"] == OPERATOR


@pytest.mark.parametrize(
    ("cidr", "fits"),
    [
        ("10.0.0.0/8", True),
        ("0.0.0.0/0", True),
        ("256.0.0.0/8", False),
        ("10.0.0.0/33", False),
        ("10.0.0.0", False),
        ("fd00::/8", True),
        ("::/0", True),
        ("fd00:/8", False),
        ("fd00::/129", False),
    ],
)
def test_source_ranges(cidr: str, fits: bool) -> None:
    import re

    pattern = schema()["properties"]["allowedSourceRanges"]["items"]["pattern"]
    assert bool(re.search(pattern, cidr)) is fits
