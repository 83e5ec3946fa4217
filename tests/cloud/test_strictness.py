"""Every strictness rule: what AWS does with it, and what moto does without it (so that a fix upstream is noticed)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.cloud.simulated import SimulatedCloud, strictness
from enhancement_kit.cloud.simulated.strictness.docs_page import render
from enhancement_kit.errors import UsageError
from tests.cloud import cases_ec2, cases_elb, cases_elbv2, cases_regions, cases_route53
from tests.cloud.cases import Case, fits
from tests.cloud.world import World, outcome

CASES = (*cases_elb.CASES, *cases_elbv2.CASES, *cases_ec2.CASES, *cases_regions.CASES, *cases_route53.CASES)


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


@pytest.mark.parametrize(("act", "left"), [*zip(cases_route53.ACCEPTED, (1, 0, 1), strict=True)])
def test_batches_that_route53_accepts(world: World, act: Any, left: int) -> None:
    assert outcome(act, world) == left


@pytest.mark.parametrize(("act", "given"), cases_regions.ACCEPTED)
def test_images_and_roles_that_are_there(world: World, act: Any, given: Any) -> None:
    assert outcome(act, world) == given


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
    assert [rule for rule in strictness.RULES if f"### {rule}\n" not in render()] == []
