"""The rest of the operator's behaviour: admission, defaults, time, roll-outs, ownership."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.cloud.simulated.strictness import aws_names
from enhancement_kit.reference.runtime.resources import DEPLOYMENT, DNS_RECORD, EVENT, INGRESS_CONTROLLER, SERVICE

from .world import AUTO_DELETE, BASE, OPERANDS, OPERATOR, World, ingress_controller

INTERNAL = "service.beta.kubernetes.io/aws-load-balancer-internal"
TYPE = "service.beta.kubernetes.io/aws-load-balancer-type"


@pytest.mark.parametrize("platform", ["None", "External", "BareMetal"])
def test_other_platforms_publish_on_the_host_network(world: World, platform: str) -> None:
    world.start(platform=platform, default=True)
    strategy = world.get("default")["status"]["endpointPublishingStrategy"]
    assert strategy == {
        "type": "HostNetwork",
        "hostNetwork": {"httpPort": 80, "httpsPort": 443, "statsPort": 1936, "protocol": "TCP"},
    }
    expected = ("False", "EndpointPublishingStrategyExcludesManagedLoadBalancer")
    assert world.state("default", "LoadBalancerManaged") == expected
    assert world.state("default", "Available") == ("True", "")
    assert world.admin.fetch_list(SERVICE, OPERANDS) == []
    assert world.cloud.record.calls() == []


def test_the_cloud_controller_manager_does_not_run_elsewhere(world: World) -> None:
    world.start(platform="None")
    world.create(ingress_controller("custom"))
    assert world.state("custom", "LoadBalancerReady") == ("False", "LoadBalancerPending")
    assert world.events("custom") == []
    assert not any("aws" in key for key in world.service("custom")["metadata"]["annotations"])


@pytest.mark.parametrize(("ingress_type", "expected"), [("", None), ("Classic", None), ("NLB", "nlb")])
def test_the_ingress_config_chooses_the_type_of_default(world: World, ingress_type: str, expected: str | None) -> None:
    world.start(ingress_type=ingress_type, default=True)
    assert world.annotation("default", TYPE) == expected
    assert world.get("default")["status"]["endpointPublishingStrategy"]["loadBalancer"]["scope"] == "External"
    assert world.state("default", "Available") == ("True", "")


def test_default_comes_back_within_a_minute(world: World) -> None:
    world.start(platform="None", default=True)
    world.delete("default")
    assert world.admin.fetch_list(INGRESS_CONTROLLER, OPERATOR) == []
    world.target.components.advance(60)
    assert world.state("default", "Available") == ("True", "")


def test_an_admins_default_is_not_overwritten(world: World) -> None:
    world.start(platform="None", default=True)
    world.delete("default")
    world.create({"metadata": {"name": "default", "namespace": OPERATOR}, "spec": {"replicas": 7}})
    world.target.components.advance(600)
    assert world.get("default")["spec"]["replicas"] == 7


def test_a_second_ingress_controller_for_a_domain_is_rejected(world: World) -> None:
    world.start(platform="None", default=True)
    world.create({"metadata": {"name": "second", "namespace": OPERATOR}, "spec": {"domain": f"apps.{BASE}"}})
    found = world.condition("second", "Admitted")
    assert (found["status"], found["reason"], found["message"]) == ("False", "Invalid", "conflicts with: default")
    reasons = [e["reason"] for e in world.admin.fetch_list(EVENT, OPERATOR)]
    assert reasons.count("Rejected") == 1
    assert world.admin.find(DEPLOYMENT, OPERANDS, "router-second") is None


def test_a_foreign_domain_has_unmanaged_dns(world: World) -> None:
    world.start()
    manifest = ingress_controller("custom")
    manifest["spec"]["domain"] = "apps.example.org"
    world.create(manifest)
    assert world.state("custom", "DNSManaged") == ("False", "UnmanagedLoadBalancerDNS")
    assert world.state("custom", "DNSReady") == ("Unknown", "UnmanagedDNS")
    assert world.state("custom", "Available") == ("True", "")


def _published(world: World, name: str = "custom") -> list[dict[str, Any]]:
    """Return the records of the wildcard name of an IngressController in the public zone."""
    [zone] = world.aws("route53").list_hosted_zones()["HostedZones"]
    sets = world.aws("route53").list_resource_record_sets(HostedZoneId=zone["Id"])["ResourceRecordSets"]
    return [s for s in sets if s["Name"] == f"*.{name}.apps.{BASE}."]


def _record(world: World, name: str = "custom") -> dict[str, Any]:
    return world.admin.fetch(DNS_RECORD, OPERATOR, f"{name}-wildcard")


@pytest.mark.parametrize("kind", ["NLB", "Classic"])
def test_the_wildcard_record_is_an_alias_to_the_load_balancer(world: World, kind: str) -> None:
    world.start()
    world.create(ingress_controller("custom", kind))
    host, [record] = str(world.hostname("custom")), _published(world)
    assert record["Type"] == "A"
    assert "TTL" not in record
    alias = record["AliasTarget"]
    assert (alias["DNSName"].rstrip("."), alias["EvaluateTargetHealth"]) == (host, False)
    assert alias["HostedZoneId"] == aws_names.zone_of_name(host)
    noted = _record(world)["metadata"]["annotations"]
    assert noted == {"ingress.operator.openshift.io/target-hosted-zone-id": alias["HostedZoneId"]}


def test_the_record_stays_while_the_service_has_no_address(world: World) -> None:
    world.start()
    world.create(ingress_controller("custom"))
    before, first = _record(world), world.hostname("custom")
    world.delete_service("custom")
    after = _record(world)
    assert after["metadata"]["uid"] == before["metadata"]["uid"]
    assert after["spec"]["targets"] == [world.hostname("custom")] != [first]
    assert [s["AliasTarget"]["DNSName"].rstrip(".") for s in _published(world)] == [world.hostname("custom")]
    [condition] = after["status"]["zones"][0]["conditions"]
    assert condition["message"] == "The DNS provider succeeded in replacing the record"
    assert not [c for c in world.cloud.record.calls() if c.operation == "ChangeResourceRecordSets" and c.error]


def test_the_record_is_withdrawn_as_it_was_published(world: World) -> None:
    world.start()
    world.create(ingress_controller("custom"))
    world.delete("custom")
    assert _published(world) == []
    assert not [call for call in world.cloud.record.calls() if call.service == "route53" and call.error]


def test_in_govcloud_the_record_is_a_cname(world: World) -> None:
    world.start(region="us-gov-west-1")
    world.create(ingress_controller("custom"))
    assert _record(world)["status"]["zones"][0]["conditions"][0]["status"] == "True"
    gov = world.aws("route53", "us-gov-west-1")
    [zone] = gov.list_hosted_zones()["HostedZones"]
    sets = gov.list_resource_record_sets(HostedZoneId=zone["Id"])["ResourceRecordSets"]
    [record] = [s for s in sets if s["Name"].startswith("*.custom")]
    target = _record(world)["spec"]["targets"][0]
    assert (record["Type"], record["TTL"], record["ResourceRecords"]) == ("CNAME", 30, [{"Value": target}])
    world.delete("custom")
    assert len(gov.list_resource_record_sets(HostedZoneId=zone["Id"])["ResourceRecordSets"]) == len(sets) - 1


def test_a_load_balancer_that_cannot_be_looked_up_any_more(world: World) -> None:
    world.start()
    world.create(ingress_controller("custom"))
    world.cloud.fail("elb:DescribeLoadBalancers", "AccessDenied", "no")
    world.delete("custom")
    assert _published(world) == []


def test_a_load_balancer_that_cannot_be_looked_up_at_first(world: World) -> None:
    world.start()
    world.cloud.fail("elb:DescribeLoadBalancers", "AccessDenied", "no", 1)
    world.create(ingress_controller("custom"))
    [condition] = _record(world)["status"]["zones"][0]["conditions"]
    start = "The DNS provider failed to ensure the record: failed to get hosted zone for load balancer target"
    assert condition["message"].startswith(f'{start} "{world.hostname("custom")}": An error occurred (AccessDenied)')
    world.target.components.advance(30)
    assert len(_published(world)) == 1


def test_a_record_that_cannot_be_published_is_tried_again(world: World) -> None:
    world.start()
    world.cloud.fail("ChangeResourceRecordSets", "Throttling", "Rate exceeded", 1)
    world.create(ingress_controller("custom"))
    [zone] = [z["dnsZone"]["id"] for z in _record(world)["status"]["zones"]]
    found = world.condition("custom", "DNSReady")
    assert found["reason"] == "FailedZones"
    assert found["message"] == f"The record failed to provision in some zones: [{{{zone} map[]}}]"
    world.target.components.advance(29)
    assert _published(world) == []
    world.target.components.advance(1)
    assert len(_published(world)) == 1
    assert world.state("custom", "DNSReady") == ("True", "NoFailedZones")


def test_the_younger_of_two_records_of_a_domain_is_not_published(world: World) -> None:
    world.start()
    world.create(ingress_controller("custom"))
    older = _record(world)
    spec = {**older["spec"], "targets": ["elsewhere.elb.us-east-1.amazonaws.com"]}
    world.admin.create(DNS_RECORD, {"metadata": {"name": "younger", "namespace": OPERATOR}, "spec": spec})
    world.settle()
    [zone] = world.admin.fetch(DNS_RECORD, OPERATOR, "younger")["status"]["zones"]
    assert [(c["status"], c["reason"]) for c in zone["conditions"]] == [("False", "DomainAlreadyInUse")]
    assert [s["AliasTarget"]["DNSName"].rstrip(".") for s in _published(world)] == older["spec"]["targets"]


def test_held_routers_show_in_the_conditions(world: World) -> None:
    world.start(platform="None")
    world.cluster.workloads.hold()
    world.create({"metadata": {"name": "custom", "namespace": OPERATOR}, "spec": {"domain": "x.example.org"}})
    assert world.condition("custom", "Available")["message"] == (
        "One or more status conditions indicate unavailable: DeploymentAvailable=False (DeploymentUnavailable: The "
        "deployment has Available status condition set to False (reason: MinimumReplicasUnavailable) with message: "
        "Deployment does not have minimum availability.)"
    )
    assert world.condition("custom", "Progressing")["message"] == (
        "One or more status conditions indicate progressing: DeploymentRollingOut=True (DeploymentRollingOut: Waiting "
        "for router deployment rollout to finish: 0 of 2 updated replica(s) are available...\n)"
    )
    world.cluster.workloads.release()
    world.settle()
    assert world.state("custom", "Available") == ("True", "")
    assert world.get("custom")["status"]["availableReplicas"] == 2


def test_scope_is_shown_as_wanted_and_needs_a_new_service(world: World) -> None:
    world.start()
    world.create(ingress_controller("custom"))
    world.patch_aws("custom", {}, scope="Internal")
    assert world.get("custom")["status"]["endpointPublishingStrategy"]["loadBalancer"]["scope"] == "Internal"
    assert world.annotation("custom", INTERNAL) is None
    assert world.state("custom", "LoadBalancerProgressing") == ("True", "OperandsProgressing")
    world.patch("custom", {"metadata": {"annotations": {AUTO_DELETE: ""}}})
    assert world.annotation("custom", INTERNAL) == "true"
    assert [b["Scheme"] for b in world.aws("elbv2").describe_load_balancers()["LoadBalancers"]] == ["internal"]
    assert world.state("custom", "LoadBalancerProgressing") == ("False", "LoadBalancerNotProgressing")


def test_allowed_source_ranges_stay_on_the_service_when_emptied(world: World) -> None:
    world.start()
    world.create(ingress_controller("custom"))
    ranges = ["10.0.0.0/8"]
    world.patch_aws("custom", {}, allowedSourceRanges=ranges)
    assert world.service("custom")["spec"]["loadBalancerSourceRanges"] == ranges
    assert world.state("custom", "EvaluationConditionsDetected") == ("False", "NoEvaluationCondition")
    world.patch_aws("custom", {}, allowedSourceRanges=None)
    assert world.service("custom")["spec"]["loadBalancerSourceRanges"] == ranges
    assert world.state("custom", "EvaluationConditionsDetected") == ("True", "OperandsEvaluationConditionsDetected")
    assert world.state("custom", "LoadBalancerProgressing") == ("True", "OperandsProgressing")


def test_a_foreign_service_of_that_name_is_left_alone(world: World) -> None:
    world.start()
    foreign = {
        "metadata": {"name": "router-custom", "namespace": OPERANDS},
        "spec": {"type": "ClusterIP", "ports": [{"port": 1}]},
    }
    before = world.admin.create(SERVICE, foreign)
    world.create(ingress_controller("custom"))
    assert world.service("custom")["metadata"]["resourceVersion"] == before["metadata"]["resourceVersion"]
    text = "a conflicting load balancer service exists that is not owned by the ingress controller"
    assert any(text in line for line in world.target.components.logs("ingress-operator"))


def test_hand_made_changes_of_managed_annotations_are_undone(world: World) -> None:
    world.start(default=True)
    key = "service.beta.kubernetes.io/aws-load-balancer-healthcheck-interval"
    for value in ("99", None):
        world.admin.patch(SERVICE, world.service("default"), {"metadata": {"annotations": {key: value}}})
        world.settle()
        assert world.annotation("default", key) == "5"


def test_without_changes_nothing_is_written(world: World) -> None:
    world.start()
    world.create(ingress_controller("custom"))
    mark = world.cloud.record.mark()
    versions = [o["metadata"]["resourceVersion"] for r in (SERVICE, DEPLOYMENT) for o in world.admin.fetch_list(r)]
    world.settle()
    world.target.components.advance(3600)
    assert [
        o["metadata"]["resourceVersion"] for r in (SERVICE, DEPLOYMENT) for o in world.admin.fetch_list(r)
    ] == versions
    assert world.cloud.record.calls(since=mark) == []
