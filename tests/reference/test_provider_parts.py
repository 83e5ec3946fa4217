"""The provider's pure functions: configuration, error layouts, annotations."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.reference.cloud_controller_manager import annotations as service_annotations
from enhancement_kit.reference.cloud_controller_manager import aws, config, health, nodes
from enhancement_kit.reference.cloud_controller_manager.aws import AwsError, ProviderError
from enhancement_kit.reference.cloud_controller_manager.context import Provider


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
    assert config.region_of("us-west-2-lax-1a") == "us-west-2"


OVERRIDE = """
[ServiceOverride "{number}"]
\tService = {service}
\tRegion = {region}
\tURL = https://{service}.custom.url
\tSigningRegion = {signing}
"""


def override(number: int = 0, service: str = "ec2", region: str = "us-east-1", signing: str = "us-east-1") -> str:
    return OVERRIDE.format(number=number, service=service, region=region, signing=signing)


def test_overrides_of_cloud_conf_are_for_one_service_in_one_region() -> None:
    found = config.parse("[Global]\nRegion = us-east-1\n" + override() + override(1, region="eu-west-1"))
    assert found.override("ec2") == config.Override("ec2", "us-east-1", "https://ec2.custom.url", "us-east-1")
    assert found.override("EC2") is None
    assert found.override("elasticloadbalancing") is None


@pytest.mark.parametrize(
    ("profile", "names", "custom"),
    [
        ("document", ("ec2", "elasticloadbalancing"), {"ec2", "elb", "elbv2"}),
        # the names of the stitched configuration have no effect there (interpretation CRE-A38)
        ("shipped", ("ec2", "elasticloadbalancing"), set()),
        ("shipped", ("EC2", "Elastic Load Balancing v2"), {"ec2", "elbv2"}),
    ],
)
def test_overrides_reach_the_clients_they_name(profile: str, names: tuple[str, ...], custom: set[str]) -> None:
    text = "[Global]\nRegion = us-east-1\n" + "".join(override(n, name) for n, name in enumerate(names))
    asked: dict[str, str | None] = {}

    def clients(service: str, *, region: str, endpoint: str | None = None) -> None:
        asked[service] = endpoint

    provider = Provider(config.parse(text), profile, clients)
    for service in ("ec2", "elb", "elbv2"):
        assert getattr(provider, service) is None
    assert {service for service, endpoint in asked.items() if endpoint} == custom


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('["Global]', "no section name"),
        (override(service=" "), 'service name is missing .Service is "". in override 0'),
        (override(7, region=""), 'service region is missing .Region is "". in override 7'),
        (override(signing=""), 'signingRegion is missing .SigningRegion is "". in override 0'),
        (override() + override(1), r"duplicate entry found for service override \[1\] \(ec2 in us-east-1\)"),
        ("[Global\nRegion=r", "expected ']'"),
        ("Region=r", "in no section"),
    ],
)
def test_bad_cloud_conf_is_named(content: str, message: str) -> None:
    with pytest.raises(config.ConfigError, match=message):
        config.parse(content)


def test_what_neither_cloud_conf_nor_the_instance_tells_is_named() -> None:
    own = config.Instance(region="us-east-1", vpc="vpc-1", subnet="subnet-1", cluster_id="c")
    whole = config.complete(config.parse("[Global]\nVPC = vpc-2\n"), own)
    assert (whole.region, whole.vpc, whole.subnet, whole.cluster_id) == ("us-east-1", "vpc-2", "subnet-1", "c")
    with pytest.raises(config.ConfigError, match="failed to find ClusterID"):
        config.complete(config.parse("[Global]\nRegion=r"), config.Instance())


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
        ({"metadata": {"labels": {nodes.EXCLUDE: ""}}}, False),
        ({"metadata": {"labels": {nodes.EXCLUDE: "false"}}}, False),
        ({"metadata": {}, "spec": {"taints": [{"key": nodes.TO_BE_DELETED}]}}, False),
    ],
)
def test_which_nodes_take_part(node: dict[str, Any], takes_part: bool) -> None:
    assert nodes.eligible(node) is takes_part
