"""Flows of lb-subnet-selection-aws on the running reference."""

from __future__ import annotations

import pytest

from enhancement_kit.reference.api import DRAFT_SUBNETS, LATER_SUBNETS
from enhancement_kit.reference.runtime import Invalid
from enhancement_kit.targets.interface import Release

from .world import AUTO_DELETE, SUBNETS, World, ingress_controller

READY, PROGRESSING = "LoadBalancerReady", "LoadBalancerProgressing"
HINT = "The kube-controller-manager logs may contain more details."
QUOTED = "The service-controller component is reporting SyncLoadBalancerFailed events like: "
FAILED = QUOTED + "Error syncing load balancer: failed to ensure load balancer: "


def draft(world: World, *subnets: str, name: str = "custom", kind: str = "Classic") -> None:
    world.create(ingress_controller(name, kind, subnets=list(subnets)))


@pytest.mark.parametrize("kind", ["Classic", "NLB"])
def test_draft_selection_reaches_the_load_balancer(world: World, kind: str) -> None:
    world.start(DRAFT_SUBNETS)
    draft(world, world.subnet(1), world.subnet(0), kind=kind)
    assert world.annotation("custom", SUBNETS) == f"{world.subnet(1)},{world.subnet(0)}"
    found = world.classic() if kind == "Classic" else {k: set(v) for k, v in world.nlbs().items()}
    assert found[world.hostname("custom") or ""] == {world.subnet(0), world.subnet(1)}
    assert world.state("custom", READY) == ("True", "LoadBalancerProvisioned")
    assert world.state("custom", "Available") == ("True", "")
    assert world.published("custom")["subnets"] == [world.subnet(1), world.subnet(0)]


def test_draft_list_is_immutable(world: World) -> None:
    world.start(DRAFT_SUBNETS)
    draft(world, world.subnet(0))
    with pytest.raises(Invalid, match="subnets is immutable once set"):
        world.patch_aws("custom", {"subnets": [world.subnet(1)]})


def test_draft_restores_its_annotation(world: World) -> None:
    world.start(DRAFT_SUBNETS)
    draft(world, world.subnet(0), world.subnet(1))
    world.annotate_service("custom", subnets=world.subnet(0))
    assert world.annotation("custom", SUBNETS) == f"{world.subnet(0)},{world.subnet(1)}"
    uid = world.service("custom")["metadata"]["uid"]
    world.patch_aws("custom", {"subnets": None})
    assert world.annotation("custom", SUBNETS) == f"{world.subnet(0)},{world.subnet(1)}"
    world.patch_aws("custom", {"subnets": [world.subnet(2)]})
    assert world.annotation("custom", SUBNETS) == f"{world.subnet(0)},{world.subnet(1)}"
    assert world.service("custom")["metadata"]["uid"] == uid


def test_draft_list_added_later_has_no_effect(world: World) -> None:
    world.start(DRAFT_SUBNETS)
    world.create(ingress_controller("custom", "Classic"))
    world.patch_aws("custom", {"subnets": [world.subnet(0)]})
    assert world.annotation("custom", SUBNETS) is None
    assert world.state("custom", PROGRESSING) == ("False", "LoadBalancerNotProgressing")


def test_draft_leaves_an_unmanaged_annotation_alone(world: World) -> None:
    world.start(DRAFT_SUBNETS, default=True)
    world.patch("default", {"metadata": {"annotations": {AUTO_DELETE: ""}}})
    uid = world.service("default")["metadata"]["uid"]
    world.annotate_service("default", subnets=world.subnet(0))
    assert world.annotation("default", SUBNETS) == world.subnet(0)
    assert world.service("default")["metadata"]["uid"] == uid
    assert world.state("default", PROGRESSING) == ("False", "LoadBalancerNotProgressing")
    assert world.classic()[world.hostname("default") or ""] == {world.subnet(0)}


def test_unknown_name_is_reported_with_the_documents_text(world: World) -> None:
    world.start(DRAFT_SUBNETS)
    draft(world, "no-such-subnet")
    found = world.condition("custom", READY)
    assert found["reason"] == "SyncLoadBalancerFailed"
    assert found["message"] == f"{FAILED}expected to find 1, but found 0 subnets\n{HINT}"
    assert world.hostname("custom") is None
    assert [reason for _, reason, _ in world.events("custom")] == ["EnsuringLoadBalancer", "SyncLoadBalancerFailed"]
    assert world.state("custom", "Degraded") == ("False", "")
    world.target.components.advance(89)
    assert world.state("custom", "Degraded") == ("False", "")
    world.target.components.advance(1)
    assert world.state("custom", "Degraded") == ("True", "DegradedConditions")
    assert any(
        "router-custom" in line and "but found 0" in line
        for line in world.target.components.logs("cloud-controller-manager")
    )


def test_two_subnets_of_a_zone_are_refused_by_aws(world: World) -> None:
    world.start(DRAFT_SUBNETS)
    second = world.add_subnet("second", "us-east-1a")
    draft(world, world.subnet(0), second)
    text = "InvalidConfigurationRequest: ELB cannot be attached to multiple subnets in the same AZ."
    assert world.condition("custom", READY)["message"] == f"{FAILED}{text}\n{HINT}"


def test_shipped_profile_prints_the_other_sdk_and_hint(world: World) -> None:
    world.start(profile="shipped")
    second = world.add_subnet("second", "us-east-1a")
    world.create(
        ingress_controller("custom", "Classic", classicLoadBalancer={"subnets": {"ids": [world.subnet(0), second]}})
    )
    message = world.condition("custom", READY)["message"]
    assert "operation error Elastic Load Balancing: CreateLoadBalancer, https response error StatusCode: 409" in message
    assert "InvalidConfigurationRequest: ELB cannot be attached to multiple subnets in the same AZ." in message
    assert message.endswith("\nThe cloud-controller-manager logs may contain more details.")


def test_a_provisioned_service_keeps_its_address_on_failure_and_recovers(world: World) -> None:
    world.start(DRAFT_SUBNETS, default=True)
    host = world.hostname("default")
    world.annotate_service("default", subnets="no-such-subnet")
    assert world.hostname("default") == host
    assert world.state("default", READY) == ("True", "LoadBalancerProvisioned")
    world.annotate_service("default", subnets=None)
    assert world.events("default") == [
        ("Normal", "EnsuringLoadBalancer", 3),
        ("Normal", "EnsuredLoadBalancer", 2),
        ("Warning", "SyncLoadBalancerFailed", 1),
    ]


def test_a_disjoint_list_fails_before_anything_is_attached(world: World) -> None:
    world.start(DRAFT_SUBNETS, zones=2, default=True)
    others = [world.add_subnet("x", "us-east-1a"), world.add_subnet("y", "us-east-1b")]
    host = world.hostname("default") or ""
    before, mark = world.classic()[host], world.cloud.record.mark()
    world.annotate_service("default", subnets=",".join(others))
    calls = [str(call) for call in world.cloud.record.calls(since=mark, component="cloud-controller-manager")]
    assert any("DetachLoadBalancerFromSubnets -> InvalidConfigurationRequest" in call for call in calls)
    assert not any("Attach" in call for call in calls)
    assert world.classic()[host] == before
    world.annotate_service("default", subnets=f"{world.subnet(0)},{others[1]}")
    assert world.classic()[host] == {world.subnet(0), others[1]}


def test_an_nlb_keeps_its_subnets_whatever_the_annotation(world: World) -> None:
    world.start(DRAFT_SUBNETS, zones=2, ingress_type="NLB", default=True)
    host = world.hostname("default") or ""
    before = world.nlbs()[host]
    other = world.add_subnet("x", "us-east-1a")
    world.annotate_service("default", subnets=other)
    assert world.nlbs()[host] == before
    assert "SyncLoadBalancerFailed" not in [reason for _, reason, _ in world.events("default")]


@pytest.mark.parametrize(("kind", "block"), [("Classic", "classicLoadBalancer"), ("NLB", "networkLoadBalancer")])
def test_later_change_waits_for_the_admin(world: World, kind: str, block: str) -> None:
    world.start(LATER_SUBNETS)
    ids = [world.subnet(0), world.subnet(1)]
    world.create(ingress_controller("custom", kind, **{block: {"subnets": {"ids": ids}}}))
    assert world.annotation("custom", SUBNETS) == ",".join(ids)
    assert world.published("custom")[block]["subnets"] == {"ids": ids}
    world.patch_aws("custom", {block: {"subnets": {"ids": [world.subnet(2)]}}})
    assert world.state("custom", PROGRESSING) == ("True", "OperandsProgressing")
    assert world.state("custom", "Progressing") == ("True", "IngressControllerProgressing")
    assert world.annotation("custom", SUBNETS) == ",".join(ids)
    assert world.published("custom")[block]["subnets"] == {"ids": ids}
    world.delete_service("custom")
    assert world.annotation("custom", SUBNETS) == world.subnet(2)
    assert world.state("custom", PROGRESSING) == ("False", "LoadBalancerNotProgressing")
    assert world.state("custom", READY) == ("True", "LoadBalancerProvisioned")


def test_later_order_of_subnets_is_no_change(world: World) -> None:
    world.start(LATER_SUBNETS)
    ids = [world.subnet(0), world.subnet(1)]
    world.create(ingress_controller("custom", "Classic", classicLoadBalancer={"subnets": {"ids": ids}}))
    world.patch_aws("custom", {"classicLoadBalancer": {"subnets": {"ids": ids[::-1]}}})
    assert world.state("custom", PROGRESSING) == ("False", "LoadBalancerNotProgressing")


def test_later_unmanaged_annotation_is_reported_and_adopted(world: World) -> None:
    world.start(LATER_SUBNETS, ingress_type="Classic", default=True)
    world.annotate_service("default", subnets=world.subnet(0))
    assert world.state("default", PROGRESSING) == ("True", "OperandsProgressing")
    uid = world.service("default")["metadata"]["uid"]
    strategy = ingress_controller("default", "Classic", classicLoadBalancer={"subnets": {"ids": [world.subnet(0)]}})
    world.patch("default", {"spec": {"endpointPublishingStrategy": strategy["spec"]["endpointPublishingStrategy"]}})
    assert world.state("default", PROGRESSING) == ("False", "LoadBalancerNotProgressing")
    assert world.service("default")["metadata"]["uid"] == uid


def test_deleting_an_ingress_controller_takes_everything_along(world: World) -> None:
    world.start(DRAFT_SUBNETS)
    draft(world, world.subnet(0))
    host = world.hostname("custom")
    assert host in world.classic()
    assert "custom-wildcard" in world.records()
    world.delete("custom")
    assert host not in world.classic()
    assert world.records() == []
    draft(world, world.subnet(1))
    assert world.annotation("custom", SUBNETS) == world.subnet(1)
    assert world.hostname("custom") not in (None, host)


def test_upgrade_and_downgrade_leave_the_service_alone(world: World) -> None:
    world.start(version="4.(y-1)", default=True)
    world.annotate_service("default", subnets=world.subnet(0))
    before = world.service("default")
    for version, gates in (("4.y", {DRAFT_SUBNETS}), ("4.(y-1)", set())):
        release = Release(version, frozenset(gates))
        world.cluster.change_crds(list(world.target.crds(release)))
        for name in world.target.components.names:
            world.target.components.restart(name, release)
        world.settle()
        assert world.service("default")["metadata"]["resourceVersion"] == before["metadata"]["resourceVersion"]
        assert world.state("default", PROGRESSING) == ("False", "LoadBalancerNotProgressing")
