"""Every strictness rule: what AWS does with it, and what moto does without it (so that a fix upstream is noticed)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.cloud.simulated import SimulatedCloud, probes, strictness
from enhancement_kit.cloud.simulated.operations import called
from enhancement_kit.cloud.simulated.strictness import aws_names, operations_page
from enhancement_kit.cloud.simulated.strictness.docs_page import render
from enhancement_kit.errors import UsageError
from tests.cloud import (
    cases_classic,
    cases_ec2,
    cases_ec2_groups,
    cases_ec2_networks,
    cases_edge_zones,
    cases_elb,
    cases_elbv2,
    cases_health,
    cases_incomplete,
    cases_listeners,
    cases_models,
    cases_needed,
    cases_partitions,
    cases_reads,
    cases_regions,
    cases_route53,
    cases_route53_records,
    cases_route53_zones,
    cases_tags,
    cases_target_groups,
)
from tests.cloud.cases import Case, fits
from tests.cloud.world import World, outcome

CASES = (
    *cases_models.CASES,
    *cases_needed.CASES,
    *cases_incomplete.CASES,
    *cases_elb.CASES,
    *cases_elbv2.CASES,
    *cases_ec2.CASES,
    *cases_ec2_groups.CASES,
    *cases_ec2_networks.CASES,
    *cases_regions.CASES,
    *cases_reads.CASES,
    *cases_route53.CASES,
    *cases_health.CASES,
    *cases_classic.CASES,
    *cases_edge_zones.CASES,
    *cases_listeners.CASES,
    *cases_partitions.CASES,
    *cases_route53_records.CASES,
    *cases_route53_zones.CASES,
    *cases_target_groups.CASES,
    *cases_tags.CASES,
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_with_the_rule(world: World, case: Case) -> None:
    actual = outcome(case.act, world)
    assert fits(case.strict, actual), actual


@pytest.mark.parametrize("case", CASES, ids=str)
def test_moto_without_the_rule(world: World, case: Case) -> None:
    with strictness.disabled(case.rule):
        actual = outcome(case.act, world)
    assert fits(case.lax, actual), actual
    assert not fits(case.strict, actual), "moto does it by itself now: the rule can go"


@pytest.mark.parametrize(
    ("act", "left"), [*zip(cases_route53.ACCEPTED, (1, "accepted", "accepted", 1, 0, 1), strict=True)]
)
def test_batches_that_route53_accepts(world: World, act: Any, left: int) -> None:
    assert outcome(act, world) == left


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("clb-1.us-east-2.elb.amazonaws.com.", aws_names.classic_hosted_zone("us-east-2")),
        ("dualstack.clb-1.us-east-2.elb.amazonaws.com", aws_names.classic_hosted_zone("us-east-2")),
        ("nlb-1.elb.us-east-2.amazonaws.com.", aws_names.network_hosted_zone("us-east-2")),
        ("NLB-1.elb.cn-north-1.amazonaws.com.cn", aws_names.network_hosted_zone("cn-north-1")),
        ("clb-1.cn-north-1.elb.amazonaws.com", None),
        ("elb.example.com", None),
        ("www.example.com", None),
    ],
)
def test_the_zone_of_the_name_of_a_load_balancer(name: str, zone: str | None) -> None:
    assert aws_names.zone_of_name(name) == zone


@pytest.mark.parametrize(
    ("act", "result"),
    [
        *cases_listeners.ACCEPTED,
        *cases_route53_records.ACCEPTED,
        *cases_route53_zones.ACCEPTED,
        *cases_target_groups.ACCEPTED,
        *cases_classic.ACCEPTED,
        *cases_edge_zones.ACCEPTED,
        *cases_tags.ACCEPTED,
    ],
)
def test_what_aws_accepts(world: World, act: Any, result: Any) -> None:
    actual = outcome(act, world)
    assert fits(result, actual), actual


@pytest.mark.parametrize(("act", "shown"), cases_health.EQUAL)
def test_targets_that_get_traffic_or_are_stopped(world: World, act: Any, shown: Any) -> None:
    assert outcome(act, world) == shown


def test_without_a_probe_every_port_answers(world: World) -> None:
    act = cases_health.network(answers=False)
    assert outcome(act, world) == cases_health.FAILED
    world.cloud.reset()
    assert probes.answers("i-1", "TCP", 1, "")


@pytest.mark.parametrize(("act", "given"), cases_regions.ACCEPTED)
def test_images_and_roles_that_are_there(world: World, act: Any, given: Any) -> None:
    assert outcome(act, world) == given


@pytest.mark.parametrize(("act", "found"), cases_ec2.PATTERNS)
def test_filters_with_special_characters(world: World, act: Any, found: Any) -> None:
    assert outcome(act, world) == found


@pytest.mark.parametrize(("act", "given"), [*cases_ec2_groups.REFUSED, *cases_ec2_networks.ACCEPTED])
def test_ties_of_networks(world: World, act: Any, given: Any) -> None:
    assert fits(given, outcome(act, world))


def test_every_rule_has_a_case() -> None:
    assert {case.rule for case in CASES} == set(strictness.RULES)


def test_rules_say_what_they_are() -> None:
    for rule in strictness.RULES.values():
        assert rule.calls
        assert rule.moto
        assert rule.aws
        assert rule.source
        assert (rule.code is None) == (rule.message is None), rule.id


def test_an_unknown_rule_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="No strictness rule has the id 'nonsense'"), strictness.disabled("nonsense"):
        raise AssertionError("not reached")


def test_a_rule_is_on_again_afterwards_also_when_nested(world: World) -> None:
    case = next(case for case in CASES if case.rule == "elb-one-subnet-per-zone")
    with strictness.disabled(case.rule):
        with strictness.disabled(case.rule):
            pass
        assert fits(case.lax, outcome(case.act, world))
    world.client("elb").delete_load_balancer(LoadBalancerName="clb")
    assert fits(case.strict, outcome(case.act, world))


def test_moto_is_given_back(cloud: SimulatedCloud) -> None:
    from moto.ec2.models import EC2Backend
    from moto.elb.models import ELBBackend
    from moto.elbv2.models import FakeLoadBalancer

    corrected = ELBBackend.create_load_balancer
    cloud.stop()
    assert ELBBackend.create_load_balancer is not corrected
    assert "kit" not in ELBBackend.create_load_balancer.__module__.split(".")[0]
    assert "allocate_address" not in vars(EC2Backend)
    assert FakeLoadBalancer.availability_zones.fget.__module__ == "moto.elbv2.models"
    cloud.start()
    assert ELBBackend.create_load_balancer.__module__.startswith("enhancement_kit")


def test_no_strictness_at_all(cloud: SimulatedCloud) -> None:
    cloud.stop()
    lax = SimulatedCloud(strict=False)
    lax.start()
    try:
        assert World(lax).classic("a", "a2")["DNSName"] == "clb.us-east-1.elb.amazonaws.com"
    finally:
        lax.stop()


def test_the_page_is_fresh() -> None:
    page = Path(__file__).parents[2] / "docs" / "strictness.md"
    assert page.read_text(encoding="utf-8") == render(), "run: python tools/write_strictness.py"


def test_every_rule_is_on_the_page() -> None:
    page = render()
    assert [rule for rule in strictness.RULES if f"### {rule}\n" not in page] == []


def test_every_error_of_a_called_operation_is_answered_or_explained() -> None:
    unknown = [
        f"{service} {operation}: {code}"
        for service, operations in called().items()
        for operation in operations
        for code, who in operations_page.errors(service, operation).items()
        if not who
    ]
    assert unknown == []


def test_what_is_not_modelled_is_an_error_of_a_called_operation() -> None:
    there = {
        (service, code)
        for service, operations in called().items()
        for operation in operations
        for code in operations_page.errors(service, operation)
    }
    explained = {(service, code) for service, codes in operations_page.not_modelled().items() for code in codes}
    assert explained - there == set()
