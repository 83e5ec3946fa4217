"""The operator's pure functions, table by table."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from enhancement_kit.reference.api import LATER_SUBNETS, NLB_EIPS
from enhancement_kit.reference.ingress_operator import Build, aggregates, durations, findings, parameters, strategy
from enhancement_kit.reference.ingress_operator import annotations as service_annotations
from enhancement_kit.reference.ingress_operator.annotations import Wanted
from enhancement_kit.reference.ingress_operator.cluster_config import Cluster
from enhancement_kit.reference.ingress_operator.conditions import Condition, merge
from enhancement_kit.reference.ingress_operator.parameters import Subnets

AWS = Cluster("AWS", base_domain="example.com", ingress_domain="apps.example.com")
BOTH = frozenset({LATER_SUBNETS, NLB_EIPS})
PREFIX = "service.beta.kubernetes.io/aws-load-balancer-"


def build(*gates: str, profile: str = "document", version: str = "4.y") -> Build:
    return Build.of(version=version, gates=frozenset(gates), profile=profile)


def balancer(aws: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"scope": "External", "dnsManagementPolicy": "Managed", **more}
    if aws is not None:
        found["providerParameters"] = {"type": "AWS", "aws": aws}
    return {"type": "LoadBalancerService", "loadBalancer": found}


def desired(spec: dict[str, Any], cluster: Cluster = AWS, *, admitted: bool = False, **more: Any) -> dict[str, Any]:
    return strategy.desired_strategy(
        spec, cluster, more.get("build", build()), domain="apps.example.com", admitted=admitted, fresh=not admitted
    )


@pytest.mark.parametrize(
    ("platform", "expected"),
    [
        ("AWS", "LoadBalancerService"),
        ("GCP", "LoadBalancerService"),
        ("None", "HostNetwork"),
        ("VSphere", "HostNetwork"),
    ],
)
def test_default_strategy(platform: str, expected: str) -> None:
    assert desired({}, Cluster(platform, base_domain="example.com"))["type"] == expected


@pytest.mark.parametrize(("admitted", "expected"), [(False, "NLB"), (True, "Classic")])
def test_only_a_new_ingress_controller_takes_the_configured_type(admitted: bool, expected: str) -> None:
    cluster = Cluster("AWS", base_domain="example.com", ingress_platform="AWS", ingress_aws_type="NLB")
    given = {"endpointPublishingStrategy": balancer({})}
    assert parameters.aws_type(desired(given, cluster, admitted=admitted)) == expected


@pytest.mark.parametrize(
    ("domain", "platform", "matches"),
    [
        ("apps.example.com", "AWS", True),
        ("apps.example.com.", "AWS", True),
        ("example.com", "AWS", False),
        ("apps.example.org", "AWS", False),
        ("appsexample.com", "AWS", False),
        ("apps.example.org", "None", True),
    ],
)
def test_domains(domain: str, platform: str, matches: bool) -> None:
    assert strategy.domain_matches(domain, Cluster(platform, base_domain="example.com.")) is matches


def test_status_follows_spec_only_in_part() -> None:
    old = {"subnets": {"ids": ["a"]}, "connectionIdleTimeout": "0s"}
    current = balancer({"type": "Classic", "classicLoadBalancer": old}, allowedSourceRanges=["10.0.0.0/8"])
    new = {"subnets": {"ids": ["b"]}, "connectionIdleTimeout": "2m"}
    wanted = desired(
        {"endpointPublishingStrategy": balancer({"type": "NLB", "classicLoadBalancer": new}, scope="Internal")},
        admitted=True,
    )
    result = strategy.admitted_strategy(current, wanted, build(*BOTH))
    found = result["loadBalancer"]
    assert (found["scope"], found["allowedSourceRanges"]) == ("Internal", ["10.0.0.0/8"])
    assert found["providerParameters"]["aws"] == {"type": "NLB", "classicLoadBalancer": old, "networkLoadBalancer": {}}
    assert current["loadBalancer"]["scope"] == "External"


def test_parameters_taken_out_of_spec_stay_in_status() -> None:
    current = balancer({"type": "NLB", "networkLoadBalancer": {"eipAllocations": ["x"]}})
    wanted = desired({"endpointPublishingStrategy": balancer()}, admitted=True)
    assert strategy.admitted_strategy(current, wanted, build(*BOTH)) == current


def wanted(spec_aws: dict[str, Any], kind: str = "NLB", profile: str = "document", **more: Any) -> Wanted:
    spec = {"endpointPublishingStrategy": balancer({"type": kind, **spec_aws}), **more}
    effective = desired(spec, build=build(*BOTH, profile=profile))
    return Wanted(spec, effective, AWS, build(*BOTH, profile=profile), kind)


def test_annotations_of_an_nlb() -> None:
    block = {"subnets": {"names": ["n"], "ids": ["subnet-b", "subnet-a"]}, "eipAllocations": ["e2", "e1", "e3"]}
    found = service_annotations.desired(wanted({"networkLoadBalancer": block}))
    assert found[PREFIX + "subnets"] == "subnet-b,subnet-a,n"
    assert found[PREFIX + "eip-allocations"] == "e2,e1,e3"
    assert found[PREFIX + "type"] == "nlb"
    assert found[PREFIX + "healthcheck-interval"] == "10"
    assert PREFIX + "proxy-protocol" not in found
    assert PREFIX + "internal" not in found


def test_annotations_of_a_classic_load_balancer() -> None:
    block = {"connectionIdleTimeout": "2m0.5s"}
    found = service_annotations.desired(wanted({"classicLoadBalancer": block}, "Classic"))
    assert found[PREFIX + "connection-idle-timeout"] == "121"
    assert found[PREFIX + "proxy-protocol"] == "*"
    assert found[PREFIX + "healthcheck-interval"] == "5"
    assert PREFIX + "type" not in found


def test_only_what_shipped_sets_target_group_attributes() -> None:
    key = PREFIX + "target-group-attributes"
    assert key not in service_annotations.desired(wanted({}))
    attributes = service_annotations.desired(wanted({}, profile="shipped"))[key]
    assert attributes == "preserve_client_ip.enabled=false,proxy_protocol_v2.enabled=true"


def test_the_release_before_knows_neither_annotation() -> None:
    block = {"networkLoadBalancer": {"subnets": {"ids": ["a"]}, "eipAllocations": ["e"]}}
    old = wanted(block)
    old = Wanted(old.spec, old.effective, AWS, build(version="4.(y-1)"), "NLB")
    keys = service_annotations.desired(old)
    assert PREFIX + "subnets" not in keys
    assert PREFIX + "eip-allocations" not in keys
    assert service_annotations.creation_keys(old) == {PREFIX + "type", PREFIX + "internal"}


def test_local_with_fallback_can_be_switched_off() -> None:
    key = "traffic-policy.network.alpha.openshift.io/local-with-fallback"
    assert service_annotations.desired(wanted({}))[key] == ""
    assert key not in service_annotations.desired(wanted({}, unsupportedConfigOverrides={"localWithFallback": "false"}))


@pytest.mark.parametrize(
    ("annotation", "profile", "expected"),
    [
        (None, "document", Subnets()),
        ("", "document", Subnets()),
        (" subnet-a,b ", "shipped", Subnets(("subnet-a",), ("b",))),
        ("subnet-a, subnet-b", "shipped", Subnets(("subnet-a",), (" subnet-b",))),
        ("subnet-a, , subnet-b ,", "document", Subnets(("subnet-a", "subnet-b"))),
    ],
)
def test_reading_subnets_back(annotation: str | None, profile: str, expected: Subnets) -> None:
    assert parameters.parse_subnets(annotation, profile) == expected


def test_equality_ignores_order_only() -> None:
    assert parameters.same_list(["a", "b"], ["b", "a"])
    assert not parameters.same_list(["a", "a"], ["a"])
    assert not parameters.same_subnets(Subnets(("a",)), Subnets((), ("a",)))


def test_shipped_subnets_finding_reads_like_the_operators() -> None:
    service = {"metadata": {"annotations": {PREFIX + "type": "nlb"}}, "spec": {}}
    asked = wanted({"networkLoadBalancer": {"subnets": {"names": ["subnetfoo", "<b>"]}}}, profile="shipped")
    text = findings.progressing("x", asked, service, balancer({"type": "NLB", "networkLoadBalancer": {}}))
    assert len(text) == 1
    assert text[0].startswith(
        'The IngressController subnets was changed from "{}" to '
        '"{\\"ids\\":[],\\"names\\":[\\"subnetfoo\\",\\"\\\\u003cb\\\\u003e\\"]}".  To effectuate'
    )
    assert '"networkLoadBalancer":{"subnets":null}' in text[0]
    assert text[0].endswith("Direct updates to the service annotations are not supported.")


@pytest.mark.parametrize(("text", "whole"), [("3s", 3), ("2m", 120), ("1h0m1.5s", 3602), ("0s", 0), (None, 0)])
def test_durations(text: str | None, whole: int) -> None:
    assert durations.whole_seconds(text) == whole


def test_transition_times_move_with_the_status_only() -> None:
    first = merge([], [Condition("A", "True", "x"), Condition("B", "False")], "t1")
    second = merge(first, [Condition("A", "True", "y"), Condition("B", "True")], "t2")
    assert [(c["type"], c["lastTransitionTime"], c.get("reason")) for c in second] == [
        ("A", "t1", "y"),
        ("B", "t2", None),
    ]


def test_grace_periods() -> None:
    start = datetime(2024, 4, 10, tzinfo=UTC)
    conditions = merge(
        [],
        [Condition("LoadBalancerManaged", "True"), Condition("LoadBalancerReady", "False", "r", "m")],
        "2024-04-10T00:00:00Z",
    )
    early = aggregates.degraded(conditions, start.replace(minute=1))
    assert (early.condition.status, early.requeue_after) == ("False", 30)
    late = aggregates.degraded(conditions, start.replace(minute=1, second=30))
    assert late.condition.message.endswith("degraded state: LoadBalancerReady=False (r: m)")
    assert late.requeue_after == 60


def test_dns_counts_only_where_it_is_managed_and_the_load_balancer_is_there() -> None:
    state = [
        Condition("LoadBalancerManaged", "True"),
        Condition("LoadBalancerReady", "False", "r", "m"),
        Condition("DNSManaged", "True"),
        Condition("DNSReady", "False", "d", "n"),
    ]
    message = aggregates.available(merge([], state, "t")).message
    assert message == "One or more status conditions indicate unavailable: LoadBalancerReady=False (r: m)"
