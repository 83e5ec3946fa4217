"""Flows of set_eip_nlb_ingress on the running reference."""

from __future__ import annotations

import json
import re

import pytest

from enhancement_kit.reference.api import DRAFT_SUBNETS, LATER_SUBNETS, NLB_EIPS
from enhancement_kit.reference.runtime.resources import DEPLOYMENT
from enhancement_kit.targets.interface import Release

from .world import AUTO_DELETE, EIPS, OPERANDS, World, eips, ingress_controller

GATES = (LATER_SUBNETS, NLB_EIPS)
READY, PROGRESSING = "LoadBalancerReady", "LoadBalancerProgressing"
QUIET = ("False", "LoadBalancerNotProgressing")
PENDING = ("True", "OperandsProgressing")
UNKNOWN = ("eipalloc-0dba74f5f9888a37a", "eipalloc-0436f6a636851e1ce")


def started(world: World, *addresses: str, zones: int = 2) -> list[str]:
    """Start a cluster with IngressController `test` on the first two of six addresses."""
    world.start(*GATES, zones=zones)
    found = world.addresses(6)
    world.create(ingress_controller("test", **eips(*(addresses or found[:2]))))
    return found


def on_nlb(world: World, name: str) -> list[str | None]:
    return list(world.nlbs()[world.hostname(name) or ""].values())


def test_created_with_eips(world: World) -> None:
    found = started(world)
    assert world.annotation("test", EIPS) == ",".join(found[:2])
    assert on_nlb(world, "test") == found[:2]
    assert world.published("test")["networkLoadBalancer"]["eipAllocations"] == found[:2]
    assert world.state("test", READY) == ("True", "LoadBalancerProvisioned")
    assert world.state("test", "Available") == ("True", "")
    status = world.get("test")["status"]
    assert status["observedGeneration"] == world.get("test")["metadata"]["generation"]
    assert status["selector"] == "ingresscontroller.operator.openshift.io/deployment-ingresscontroller=test"
    finalizer = "ingresscontroller.operator.openshift.io/finalizer-ingresscontroller"
    assert world.get("test")["metadata"]["finalizers"] == [finalizer]


def test_a_change_is_announced_and_completed_by_deleting_the_service(world: World) -> None:
    found = started(world)
    before, uid = world.condition("test", READY), world.service("test")["metadata"]["uid"]
    mark = world.cloud.record.mark()
    world.clock.advance(60)
    world.patch_aws("test", eips(*found[2:4]))
    pending = world.condition("test", PROGRESSING)
    assert (pending["status"], pending["reason"]) == PENDING
    assert f"eips were changed from [{found[0]},{found[1]}] to [{found[2]},{found[3]}]" in pending["message"]
    assert "`oc -n openshift-ingress delete svc/router-test`" in pending["message"]
    assert world.condition("test", READY) == before
    assert pending["lastTransitionTime"] > before["lastTransitionTime"]
    assert world.service("test")["metadata"]["uid"] == uid
    assert not [call for call in world.cloud.record.calls(since=mark) if call.changed]
    assert world.published("test")["networkLoadBalancer"]["eipAllocations"] == found[:2]
    router = world.admin.fetch(DEPLOYMENT, OPERANDS, "router-test")
    world.delete_service("test")
    assert world.service("test")["metadata"]["uid"] != uid
    assert on_nlb(world, "test") == found[2:4]
    assert world.state("test", PROGRESSING) == QUIET
    assert world.admin.fetch(DEPLOYMENT, OPERANDS, "router-test")["spec"] == router["spec"]


@pytest.mark.parametrize("profile", ["document", "shipped"])
def test_the_patch_in_the_message_takes_the_change_back(world: World, profile: str) -> None:
    world.start(*GATES, profile=profile, zones=2)
    found = world.addresses(4)
    world.create(ingress_controller("test", **eips(*found[:2])))
    world.patch_aws("test", eips(*found[2:]))
    told = re.search(r"--patch='(.*?)'`", world.condition("test", PROGRESSING)["message"])
    assert told
    world.patch("test", json.loads(told[1]))
    spec = world.get("test")["spec"]["endpointPublishingStrategy"]["loadBalancer"]["providerParameters"]["aws"]
    assert spec["networkLoadBalancer"]["eipAllocations"] == found[:2]
    assert world.state("test", PROGRESSING) == QUIET


def test_auto_delete_carries_the_change_out(world: World) -> None:
    found = started(world)
    world.patch("test", {"metadata": {"annotations": {AUTO_DELETE: "false"}}})
    uid = world.service("test")["metadata"]["uid"]
    world.patch_aws("test", eips(*found[2:4]))
    assert world.service("test")["metadata"]["uid"] != uid
    assert on_nlb(world, "test") == found[2:4]
    world.patch_aws("test", eips())
    assert world.annotation("test", EIPS) is None
    assert on_nlb(world, "test") == [None, None]
    assert not world.published("test")["networkLoadBalancer"].get("eipAllocations")
    assert world.state("test", READY) == ("True", "LoadBalancerProvisioned")


def test_emptied_without_auto_delete_waits(world: World) -> None:
    found = started(world)
    world.patch_aws("test", eips())
    assert world.annotation("test", EIPS) == ",".join(found[:2])
    assert f"from [{found[0]},{found[1]}] to []" in world.condition("test", PROGRESSING)["message"]
    world.delete_service("test")
    assert world.annotation("test", EIPS) is None
    assert world.state("test", PROGRESSING) == QUIET


def test_an_unmanaged_annotation_is_adopted_without_recreation(world: World) -> None:
    world.start(*GATES, zones=2)
    found = world.addresses(2)
    world.create(ingress_controller("test"))
    uid = world.service("test")["metadata"]["uid"]
    world.annotate_service("test", eips=",".join(found))
    assert world.state("test", PROGRESSING) == PENDING
    assert world.published("test")["networkLoadBalancer"]["eipAllocations"] == found
    world.patch_aws("test", eips(*found[::-1]))
    assert world.state("test", PROGRESSING) == QUIET
    assert world.service("test")["metadata"]["uid"] == uid


def test_upgrade_keeps_an_unmanaged_annotation_and_reports_it(world: World) -> None:
    world.start(version="4.(y-1)", zones=2)
    found = world.addresses(2)
    world.create(ingress_controller("test"))
    world.annotate_service("test", eips=",".join(found))
    assert world.state("test", PROGRESSING) == QUIET
    version = world.service("test")["metadata"]["resourceVersion"]
    release = Release("4.y", frozenset(GATES))
    world.cluster.change_crds(list(world.target.crds(release)))
    for name in world.target.components.names:
        world.target.components.restart(name, release)
    world.settle()
    assert world.service("test")["metadata"]["resourceVersion"] == version
    assert world.state("test", PROGRESSING) == PENDING


def test_count_and_unknown_ids_are_reported_with_the_documents_texts(world: World) -> None:
    found = started(world, *UNKNOWN)
    start = (
        "The service-controller component is reporting SyncLoadBalancerFailed events like: Error syncing load "
        "balancer: failed to ensure load balancer: error creating load balancer: "
    )
    message = world.condition("test", READY)["message"]
    ids = ", ".join(f"'{one}'" for one in UNKNOWN)
    assert message.startswith(
        f'{start}"AllocationIdNotFound: The allocation IDs {ids} do not exist (Service: AmazonEC2;'
    )
    assert re.search(r'Proxy: null\)\\n\\tstatus code: 400, request id: [^"]+"\nThe kube-controller-manager', message)
    assert world.state("test", PROGRESSING) == QUIET
    world.create(ingress_controller("count", **eips(found[0])))
    expected = f"{start}Must have same number of EIP AllocationIDs (1) and SubnetIDs (2)\n"
    assert world.condition("count", READY)["message"].startswith(expected)
    unavailable = f"One or more status conditions indicate unavailable: {READY}=False (SyncLoadBalancerFailed: "
    assert world.condition("count", "Available")["message"].startswith(unavailable + expected)


def test_an_address_in_use_fails_until_it_is_free(world: World) -> None:
    found = started(world)
    world.create(ingress_controller("second", **eips(*found[:2])))
    assert "ResourceInUse" in world.condition("second", READY)["message"]
    world.delete("test")
    assert world.state("second", READY) == ("True", "LoadBalancerProvisioned")
    assert on_nlb(world, "second") == found[:2]


def test_the_default_classic_becomes_an_nlb_with_eips(world: World) -> None:
    world.start(*GATES, zones=2, default=True)
    found = world.addresses(2)
    classic = world.hostname("default")
    strategy = ingress_controller("default", **eips(*found))["spec"]["endpointPublishingStrategy"]
    world.patch("default", {"spec": {"endpointPublishingStrategy": strategy}})
    assert world.state("default", PROGRESSING) == PENDING
    assert "aws.type was changed from" in world.condition("default", PROGRESSING)["message"]
    assert "eips were changed" not in world.condition("default", PROGRESSING)["message"]
    world.patch("default", {"metadata": {"annotations": {AUTO_DELETE: ""}}})
    assert world.annotation("default", EIPS) == ",".join(found)
    assert on_nlb(world, "default") == found
    assert classic not in world.classic()
    assert world.state("default", PROGRESSING) == QUIET


def test_eips_next_to_type_classic_are_ignored(world: World) -> None:
    world.start(*GATES, zones=2)
    world.create(ingress_controller("test", "Classic", **eips(*UNKNOWN)))
    assert world.annotation("test", EIPS) is None
    assert world.state("test", PROGRESSING) == QUIET
    assert world.state("test", READY) == ("True", "LoadBalancerProvisioned")


def test_an_unstorable_mirror_does_not_stop_the_conditions(world: World) -> None:
    """Check interpretation EIP-A18, requirement EIP-182."""
    found = started(world)
    world.patch_aws("test", eips(), scope="Internal")
    assert 'scope was changed from "External" to "Internal"' in world.condition("test", PROGRESSING)["message"]
    assert world.annotation("test", EIPS) == ",".join(found[:2])
    assert any("cannot be stored" in line for line in world.target.components.logs("ingress-operator"))
    world.delete_service("test")
    assert world.annotation("test", EIPS) is None
    assert world.state("test", PROGRESSING) == QUIET


def test_a_blank_in_a_hand_made_annotation_is_left_alone(world: World) -> None:
    found = started(world)
    text = f"{found[2]}, {found[3]}"
    world.annotate_service("test", eips=text)
    assert world.annotation("test", EIPS) == text
    assert world.state("test", PROGRESSING) == PENDING


def test_draft_subnets_next_to_eips_are_compared_by_the_cloud_only(world: World) -> None:
    """Check interpretation EIP-A09."""
    world.start(DRAFT_SUBNETS, NLB_EIPS)
    found = world.addresses(2)
    subnets = [world.subnet(i) for i in range(3)]
    world.create(ingress_controller("test", subnets=subnets, **eips(*found)))
    assert "EIP AllocationIDs (2) and SubnetIDs (3)" in world.condition("test", READY)["message"]


def test_no_address_is_allocated_or_released(world: World) -> None:
    found = started(world)
    world.patch_aws("test", eips(*found[2:4]))
    world.delete_service("test")
    world.delete("test")
    operations = {call.operation for call in world.cloud.record.calls() if call.component != "kit"}
    assert operations.isdisjoint({"AllocateAddress", "ReleaseAddress", "AssociateAddress"})
    assert len(world.aws("ec2").describe_addresses()["Addresses"]) == len(found)
