"""What AWS's models say: that every constraint is noticed, in both doors, and how AWS words it."""

from __future__ import annotations

import http.client
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from enhancement_kit.bench.strictness import CODES, Clients
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cloud.simulated.constraints import wording
from enhancement_kit.cloud.simulated.constraints.broken_calls import BrokenCall, broken_calls, right_call
from enhancement_kit.cloud.simulated.constraints.patterns import matcher
from enhancement_kit.cloud.simulated.constraints.violations import Violation, model, violations
from enhancement_kit.cloud.simulated.operations import called
from enhancement_kit.cloud.simulated.strictness.models import MODELLED
from tests.cloud.served import served_once
from tests.cloud.world import REGION, World

OPERATIONS = [(service, operation) for service, names in called().items() for operation in names]
_SCOPE = "AWS4-HMAC-SHA256 Credential=tester/20260101/{region}/{service}/aws4_request, SignedHeaders=host, Signature=0"


@pytest.mark.parametrize(("service", "operation"), OPERATIONS)
def test_each_constraint_is_noticed_alone(service: str, operation: str) -> None:
    for call in broken_calls(service, operation):
        found = violations(service, operation, call.parameters)
        assert (call.kind, call.path) in [(one.kind, one.path) for one in found], call


@pytest.mark.parametrize(("service", "operation"), OPERATIONS)
def test_a_call_without_faults_breaks_nothing(service: str, operation: str) -> None:
    assert violations(service, operation, right_call(service, operation)) == []


@pytest.mark.parametrize("service", MODELLED)
def test_every_pattern_of_a_model_can_be_read(service: str) -> None:
    from moto.core.utils import get_service_model

    found = get_service_model(service)
    for name in found.shape_names:
        if pattern := found.shape_for(name).metadata.get("pattern"):
            matcher(pattern)


def test_every_operation_is_one_of_its_service() -> None:
    assert [pair for pair in OPERATIONS if model(*pair) is None] == []


def test_one_broken_call_of_each_kind_and_service_is_refused_over_http(cloud: SimulatedCloud) -> None:
    clients = Clients(served_once(cloud).url)
    chosen: dict[tuple[str, str], BrokenCall] = {}
    for pair in OPERATIONS:
        for call in broken_calls(*pair):
            chosen.setdefault((call.service, call.kind), call)
    assert [str(call) for call in chosen.values() if clients.code(call) not in CODES] == []


def sent(cloud: SimulatedCloud, service: str, body: str, method: str = "POST", path: str = "/") -> str:
    """Send a body to the served AWS as no client with a model would, and return what it answers."""
    parts = urlsplit(served_once(cloud).url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port)
    headers = {"Authorization": _SCOPE.format(region=REGION, service=service)}
    if path == "/":
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection.request(method, path, body, headers)
    answer = connection.getresponse().read().decode()
    connection.close()
    return answer


@pytest.mark.parametrize(
    ("service", "form", "code"),
    [
        ("ec2", {"Action": "DescribeVpcs", "Version": "2016-11-15", "DryRun": "perhaps"}, "InvalidParameterValue"),
        ("ec2", {"Action": "DescribeVpcs", "Version": "2016-11-15", "VpcId": "vpc-1"}, "InvalidParameter"),
        ("ec2", {"Action": "DescribeVpcs", "Version": "2016-11-15", "VpcId.x": "vpc-1"}, "UnknownParameter"),
        ("ec2", {"Action": "DescribeVpcs", "Version": "2016-11-15", "DryRun.1": "true"}, "UnknownParameter"),
        ("ec2", {"Action": "DescribeVpcs", "Version": "2016-11-15", "Filter.1": "x"}, "InvalidParameter"),
        ("ec2", {"Action": "DescribeVpcs", "Version": "2016-11-15", "MaxResults": "many"}, "InvalidParameterValue"),
        ("sts", {"Action": "AssumeRole", "Version": "2011-06-15", "DurationSeconds": "long"}, "MalformedInput"),
        ("sts", {"Action": "AssumeRole", "Version": "2011-06-15", "Tags.1.Key": "x"}, "MalformedInput"),
    ],
)
def test_forms_that_no_model_writes(cloud: SimulatedCloud, service: str, form: dict[str, str], code: str) -> None:
    assert f"<Code>{code}</Code>" in sent(cloud, service, urlencode(form))


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<CreateHostedZoneRequest><Name>a.test</Name>", "Invalid XML"),
        ("<CreateHostedZoneRequest><Name>a</Name><Nonsense/></CreateHostedZoneRequest>", "starting with 'Nonsense'"),
        ("<CreateHostedZoneRequest><HostedZoneConfig><PrivateZone>perhaps</PrivateZone></HostedZoneConfig>"
         "</CreateHostedZoneRequest>", "'perhaps' is not a valid value for 'PrivateZone'"),
    ],
)  # fmt: skip
def test_documents_that_no_model_writes(cloud: SimulatedCloud, body: str, told: str) -> None:
    answer = sent(cloud, "route53", body, path="/2013-04-01/hostedzone")
    assert "<Code>InvalidInput</Code>" in answer
    assert told in answer.replace("&apos;", "'")


def test_a_zone_of_a_region_that_the_model_does_not_list(world: World) -> None:
    world.cloud.client("tester", "ec2", region="hidden-east-1").describe_vpcs()
    vpc = {"VPCRegion": "hidden-east-1", "VPCId": "vpc-0123456789abcdef0"}
    asked: Any = {"Name": "a.test", "CallerReference": "1", "VPC": vpc}
    assert violations("route53", "CreateHostedZone", asked) == []
    vpc["VPCRegion"] = "nowhere-east-1"
    assert [one.kind for one in violations("route53", "CreateHostedZone", asked)] == ["enum"]


def test_a_framework_names_all_that_a_call_breaks() -> None:
    found = [Violation("required", ("Tags", "member.1", "Key")), Violation("lowest", ("Port",), 0, 1)]
    assert wording.query(found) == (
        "ValidationError",
        "2 validation errors detected: Value null at 'tags.member.1.key' failed to satisfy constraint: Member must not "
        "be null; Value '0' at 'port' failed to satisfy constraint: Member must have value greater than or equal to 1",
    )


def test_ec2_names_the_first_thing_that_a_call_breaks() -> None:
    found = [Violation("required", ("VpcId",)), Violation("lowest", ("MaxResults",), 1, 5)]
    assert wording.ec2(found) == ("MissingParameter", "The request must contain the parameter VpcId")
    text = "Value ( 1 ) for parameter maxResults is invalid. Expecting a value greater than 5."
    assert wording.ec2(found[1:]) == ("InvalidParameterValue", text)


def test_control_characters_do_not_break_the_answer(cloud: SimulatedCloud) -> None:
    call = BrokenCall("sts", "AssumeRole", "pattern", (), {"RoleArn": "\x07" * 20, "RoleSessionName": "kit"})
    assert Clients(served_once(cloud).url).code(call) == "ValidationError"
