"""The provider's pure functions: configuration, error layouts, annotations."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.reference.cloud_controller_manager import annotations as service_annotations
from enhancement_kit.reference.cloud_controller_manager import aws, config, health, nodes
from enhancement_kit.reference.cloud_controller_manager.aws import AwsError, ProviderError


def refusal(modelled: bool = True) -> AwsError:
    return AwsError(
        service="EC2",
        operation="Do",
        code="Bad",
        message='it\'s "bad"',
        status=400,
        request="r-1",
        modelled=modelled,
    )


def test_layouts_of_aws_errors() -> None:
    assert aws.text(refusal(), "document") == 'Bad: it\'s "bad"'
    assert aws.quoted(refusal(), "document") == '"Bad: it\'s \\"bad\\"\\n\\tstatus code: 400, request id: r-1"'
    start = "operation error EC2: Do, https response error StatusCode: 400, RequestID: r-1, "
    assert aws.text(refusal(), "shipped") == f'{start}Bad: it\'s "bad"'
    assert aws.text(refusal(False), "shipped") == f'{start}api error Bad: it\'s "bad"'


def test_cloud_conf() -> None:
    found = config.parse(
        '; note\n[global]\nREGION = us-east-1\nvpc="vpc-1"\nSubnetID=s\nKubernetesClusterID=c\nOther=x\n'
    )
    assert (found.region, found.vpc, found.subnet, found.cluster_id) == ("us-east-1", "vpc-1", "s", "c")
    assert config.parse("[Global]\nZone=eu-west-1a\nKubernetesClusterTag=c").region == "eu-west-1"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[Global]\nRegion=r\nKubernetesClusterID=a\nKubernetesClusterTag=b", "did not match"),
        ("[Global]\nRegion=r", "failed to find ClusterID"),
        ("[Global]\nKubernetesClusterID=a", "no region"),
        ("[Global\nRegion=r", "expected ']'"),
        ("Region=r", "in no section"),
    ],
)
def test_bad_cloud_conf_is_named(content: str, message: str) -> None:
    with pytest.raises(config.ConfigError, match=message):
        config.parse(content)


def service(status: str = "", **annotations: str) -> dict[str, Any]:
    keys = {service_annotations.AWS + key.replace("_", "-"): value for key, value in annotations.items()}
    ingress = [{"hostname": status}] if status else []
    return {"metadata": {"annotations": keys}, "spec": {}, "status": {"loadBalancer": {"ingress": ingress}}}


@pytest.mark.parametrize(("value", "internal"), [("true", True), ("0.0.0.0/0", True), ("false", False), ("", False)])
def test_internal(value: str, internal: bool) -> None:
    assert service_annotations.is_internal(service(internal=value)) is internal


def test_elements() -> None:
    assert service_annotations.subnet_elements(service(subnets=" a ,,b")) == ["a", "b"]
    assert service_annotations.subnet_elements(service()) is None
    assert service_annotations.eip_elements(service(eip_allocations="a, b,")) == ["a", " b", ""]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (service("a-1.us-east-1.elb.amazonaws.com", type="nlb"), "after creation for NLB"),
        (service("a-1.elb.us-east-1.amazonaws.com"), "after creation for Classic Load Balancer"),
        (service(type="nlb", extra_security_groups=""), "not supported by NLB"),
        (service(target_group_attributes="x=y"), "only supported for NLB"),
        (service(type="nlb", target_group_attributes="x=true"), "is not supported by the controller"),
        (service(type="nlb", target_group_attributes="proxy_protocol_v2.enabled="), "value is empty"),
    ],
)
def test_what_is_refused_before_aws_is_asked(bad: dict[str, Any], message: str) -> None:
    with pytest.raises(ProviderError, match=message):
        service_annotations.validate(bad)


def test_health_checks_of_local_and_cluster_services() -> None:
    local = service(healthcheck_interval="5", healthcheck_timeout="4", healthcheck_unhealthy_threshold="2")
    local["spec"] = {"externalTrafficPolicy": "Local", "healthCheckNodePort": 32000}
    check = health.for_classic(local, 30000)
    assert (check.classic_target, check.interval, check.timeout) == ("HTTP:32000/healthz", 5, 4)
    assert (check.healthy, check.unhealthy) == (2, 2)
    assert health.for_classic(service(), 30000).classic_target == "TCP:30000"
    assert health.for_nlb(local).port == "32000"
    assert health.for_nlb(service()).interval == 30
    with pytest.raises(ProviderError, match="interval 4 is below 5"):
        health.for_classic(service(healthcheck_interval="4"), 1)


@pytest.mark.parametrize(
    ("node", "takes_part"),
    [
        ({"metadata": {}}, True),
        ({"metadata": {"deletionTimestamp": "t"}}, False),
        ({"metadata": {"labels": {nodes.EXCLUDE: ""}}}, False),
        ({"metadata": {"labels": {nodes.EXCLUDE: "false"}}}, True),
        ({"metadata": {}, "spec": {"taints": [{"key": nodes.TO_BE_DELETED}]}}, False),
    ],
)
def test_which_nodes_take_part(node: dict[str, Any], takes_part: bool) -> None:
    assert nodes.eligible(node) is takes_part
