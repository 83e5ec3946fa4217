"""The words of scenarios: aliases, lists, parameters of IngressControllers."""

from __future__ import annotations

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.world.vocabulary.aliases import Aliases, split
from enhancement_kit.world.vocabulary.data_tables import pairs
from enhancement_kit.world.vocabulary.ingress_controller_words import DRAFT_SUBNETS, Parameters, pick

LATER_SUBNETS = "IngressControllerLBSubnetsAWS"
A, B = "subnet-0a1b2c3d4e5f60001", "subnet-0a1b2c3d4e5f60002"


@pytest.fixture
def subnets() -> Aliases:
    known = Aliases("subnet", ("subnet-", "no-such-"))
    known.add({"pub-a": A, "pub-b": B})
    return known


def parameters(subnets: Aliases, gate: str) -> Parameters:
    return Parameters(frozenset({gate}), subnets, Aliases("Elastic IP", ("eipalloc-",)), {"ingress-b": B})


def test_aliases_resolve_both_ways(subnets: Aliases) -> None:
    assert subnets.ids_of("pub-b, pub-a") == [B, A]
    assert subnets.aliases_of([A, "subnet-unknown"]) == ["pub-a", "subnet-unknown"]


def test_a_literal_value_stands_for_itself(subnets: Aliases) -> None:
    assert subnets.ids_of("no-such-subnet, subnet-1") == ["no-such-subnet", "subnet-1"]


def test_a_misspelt_alias_never_passes_for_a_value(subnets: Aliases) -> None:
    with pytest.raises(UsageError, match=r"'pub-x' is no subnet of this scenario \(known: pub-a, pub-b\)"):
        subnets.id_of("pub-x")


def test_nothing_is_the_empty_list() -> None:
    assert split("nothing") == []
    assert split(" a ,b ") == ["a", "b"]


def test_the_place_of_subnets_depends_on_the_variant(subnets: Aliases) -> None:
    draft, later = parameters(subnets, DRAFT_SUBNETS), parameters(subnets, LATER_SUBNETS)
    assert draft.field("subnets", "NLB").endswith("aws.subnets")
    assert later.field("subnets", "NLB").endswith("aws.networkLoadBalancer.subnets")
    assert later.field("EIPs[0]", "NLB").endswith("networkLoadBalancer.eipAllocations[0]")
    assert draft.encode("subnets", "pub-a, ingress-b") == [A, "ingress-b"]
    assert later.encode("subnets", "pub-a, ingress-b") == {"ids": [A], "names": ["ingress-b"]}


def test_an_empty_list_is_said_in_words(subnets: Aliases) -> None:
    known = parameters(subnets, DRAFT_SUBNETS)
    assert known.encode("subnets", "an empty list") == []
    assert known.encode("NLB parameters", "an empty object") == {}
    with pytest.raises(UsageError, match="'nothing' is no value of EIPs; write 'an empty list'"):
        known.encode("EIPs", "nothing")


def test_what_is_stored_is_said_in_aliases(subnets: Aliases) -> None:
    later = parameters(subnets, LATER_SUBNETS)
    assert later.decode("subnets", {"ids": [B, A]}) == "pub-b, pub-a"
    assert later.decode("subnets", {}) is None


def test_a_manifest_has_what_the_rows_leave_out(subnets: Aliases) -> None:
    made = parameters(subnets, LATER_SUBNETS).manifest("custom", {"subnets": "pub-a"}, domain="example.com")
    balancer = made["spec"]["endpointPublishingStrategy"]["loadBalancer"]
    assert balancer["scope"] == "External"
    assert pick(balancer, ("providerParameters", "aws")) == {
        "type": "Classic",
        "classicLoadBalancer": {"subnets": {"ids": [A]}},
    }
    plain = parameters(subnets, LATER_SUBNETS).manifest("custom", {"replicas": "3"}, domain="example.com")
    assert plain["spec"] == {"domain": "custom.example.com", "replicas": 3}


def test_an_unknown_parameter_lists_the_known_ones(subnets: Aliases) -> None:
    with pytest.raises(UsageError, match=r"'scop' is no parameter .*; known: .*DNS management policy"):
        parameters(subnets, LATER_SUBNETS).path("scop", "NLB")


def test_a_key_given_twice_is_refused() -> None:
    with pytest.raises(UsageError, match="'scope' is there twice"):
        pairs([["parameter", "value"], ["scope", "External"], ["scope", "Internal"]])
