"""The simulated AWS over HTTP and HTTPS: the same answers, errors and record as in process; how it is served alone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from enhancement_kit.__main__ import main
from enhancement_kit.cloud.remote import AccountCloud, EndpointCloud
from enhancement_kit.cloud.simulated import ServedCloud, SimulatedCloud
from enhancement_kit.cloud.simulated.listeners import Served
from enhancement_kit.errors import HarnessError
from tests.cloud import cases_partitions
from tests.cloud.cases import Case
from tests.cloud.served import served_once
from tests.cloud.test_in_process import RANDOM
from tests.cloud.test_strictness import CASES
from tests.cloud.world import REGION, World, outcome


@pytest.fixture
def served(cloud: SimulatedCloud) -> dict[str, Served]:
    """Serve the cloud of the tests over both HTTP and HTTPS."""
    return {"http": served_once(cloud), "https": served_once(cloud, tls=True)}


def for_programs(served: Served, component: str, service: str) -> Any:
    """Create a client as an outside program would have: it knows nothing of the kit."""
    return boto3.session.Session().client(
        service,
        region_name=REGION,
        endpoint_url=served.url,
        aws_access_key_id=component,
        aws_secret_access_key="whatever",
        verify=served.bundle or True,
        config=Config(retries={"total_max_attempts": 1}),
    )


def acted(cloud: SimulatedCloud, case: Case, endpoint: str | None) -> tuple[Any, list[Any]]:
    """Run a case in a fresh world; return its outcome and the calls that it made.

    The token that botocore adds to some calls is left out. Random ids are replaced: moto draws them and its request ids
    from one source, and calls in this process draw no request ids.
    """
    cloud.reset()
    found = outcome(case.act, World(cloud, endpoint))
    calls = cloud.record.calls()
    parameters = [{k: v for k, v in call.parameters.items() if k != "ClientToken"} for call in calls]
    facts = [(c.component, c.service, c.operation, c.region, c.error, c.message) for c in calls]
    return without_ids(found), without_ids(list(zip(facts, parameters, strict=True)))


def without_ids(value: Any) -> Any:
    """Return the value with each random part of a text replaced by a fixed word."""
    if isinstance(value, str):
        return RANDOM.sub("random", value)
    if isinstance(value, dict):
        return {key: without_ids(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(without_ids(item) for item in value)
    return value


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_same_as_in_process(cloud: SimulatedCloud, served: dict[str, Served], case: Case) -> None:
    expected = acted(cloud, case, None)
    assert acted(cloud, case, served["http"].url) == expected
    assert acted(cloud, case, served["https"].url) == expected
    called = {call.endpoint for call in cloud.record.calls(component="tester")}
    assert called - cases_partitions.ENDPOINTS == {served["https"].url}


class TestServed:
    @pytest.mark.parametrize("scheme", ["http", "https"])
    def test_a_program_outside_is_known_by_its_access_key(
        self, cloud: SimulatedCloud, served: dict[str, Served], scheme: str
    ) -> None:
        world = World(cloud)
        elbv2 = for_programs(served[scheme], "cloud-controller-manager", "elbv2")
        with pytest.raises(ClientError, match="multiple subnets in the same Availability Zone"):
            elbv2.create_load_balancer(Name="n", Type="network", Subnets=world.ids("a", "a2"))
        (call,) = cloud.record.calls(component="cloud-controller-manager")
        assert (call.service, call.operation, call.endpoint) == ("elbv2", "CreateLoadBalancer", served[scheme].url)
        assert call.error == "InvalidConfigurationRequest"
        assert call.parameters["Subnets"] == world.ids("a", "a2")

    @pytest.mark.parametrize(
        ("service", "method", "arguments"),
        [
            ("ec2", "describe_vpcs", {}),
            ("elb", "describe_load_balancers", {}),
            ("elbv2", "describe_load_balancers", {}),
            ("iam", "list_users", {}),
            ("resourcegroupstaggingapi", "get_resources", {}),
            ("route53", "list_hosted_zones_by_name", {"DNSName": "example.com.", "MaxItems": "5"}),
            ("sts", "get_caller_identity", {}),
        ],
    )
    def test_every_service(
        self, cloud: SimulatedCloud, served: dict[str, Served], service: str, method: str, arguments: Any
    ) -> None:
        client = for_programs(served["http"], "outside", service)
        getattr(client, method)(**arguments)
        (call,) = cloud.record.calls(component="outside")
        assert (call.service, call.operation) == (service, client.meta.method_to_api_mapping[method])
        assert call.parameters == arguments

    def test_faults_reach_it_too(self, cloud: SimulatedCloud, served: dict[str, Served]) -> None:
        cloud.fail("DescribeVpcs", "RequestLimitExceeded", "Request limit exceeded.", times=1)
        ec2 = for_programs(served["http"], "outside", "ec2")
        with pytest.raises(ClientError, match=r"RequestLimitExceeded.*Request limit exceeded\."):
            ec2.describe_vpcs()
        cloud.slow("DescribeVpcs", 0.02, times=1)
        assert ec2.describe_vpcs()["Vpcs"]

    @pytest.mark.parametrize(
        ("headers", "data", "status", "text"),
        [
            (
                {},
                b"Action=DescribeVpcs&Version=2016-11-15",
                400,
                "The request must contain the parameter AWSAccessKeyId",
            ),
            ({"ec2": "DescribeVpcs"}, b"Action=Dance&Version=2016-11-15", 400, "The action Dance is not valid"),
            ({"s3": ""}, b"", 400, "has no service 's3'"),
            ({"elasticloadbalancing": ""}, b"Version=1999-01-01", 400, "of version &apos;1999-01-01&apos;"),
        ],
    )
    def test_what_no_service_takes(
        self, served: dict[str, Served], headers: dict[str, str], data: bytes, status: int, text: str
    ) -> None:
        signature = [
            f"AWS4-HMAC-SHA256 Credential=key/20260101/{REGION}/{name}/aws4_request, SignedHeaders=host, Signature=0"
            for name in headers
        ]
        asked = urllib.request.Request(served["http"].url, data=data)
        for one in signature:
            asked.add_header("Authorization", one)
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(asked, timeout=10)
        body = caught.value.read().decode()
        assert caught.value.code == status
        assert text.replace("&apos;", "'") in body

    def test_many_at_once(self, cloud: SimulatedCloud, served: dict[str, Served]) -> None:
        def work(name: str) -> None:
            ec2 = cloud.client(name, "ec2", region=REGION, endpoint=served["http"].url)
            for n in range(5):
                ec2.create_vpc(CidrBlock=f"10.{n}.0.0/16")

        threads = [threading.Thread(target=work, args=(f"thread-{n}",)) for n in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len({call.number for call in cloud.record.calls(operation="CreateVpc")}) == 15

    def test_a_port_that_is_taken(self, cloud: SimulatedCloud, served: dict[str, Served]) -> None:
        port = int(served["http"].url.rpartition(":")[2])
        with pytest.raises(
            HarnessError, match=f"the simulated AWS cannot listen on 127.0.0.1:{port}: .*; choose another port"
        ):
            cloud.serve(port)

    def test_only_a_running_cloud_is_served(self) -> None:
        with pytest.raises(HarnessError, match="start it before serving it"):
            SimulatedCloud().serve()


class TestCommand:
    @pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
    def test_it_serves_until_it_is_stopped(self, sign: signal.Signals) -> None:
        words = [sys.executable, "-m", "enhancement_kit", "serve", "cloud", "--region", REGION]
        words += ["--tls"] if sign is signal.SIGTERM else []
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            said = json.loads(process.stdout.readline())
            call = "import boto3; print(boto3.client('ec2').describe_vpcs()['Vpcs'][0]['IsDefault'])"
            environment = {**os.environ, **said["environment"]}
            done = subprocess.run(
                [sys.executable, "-c", call], capture_output=True, text=True, env=environment, check=False, timeout=60
            )
            assert done.stdout == "True\n", done.stderr
            process.send_signal(sign)
            assert process.wait(timeout=30) == 0
            assert process.stderr is not None
            assert process.stderr.read() == ""
        finally:
            process.kill()
            process.communicate()

    def test_wrong_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["serve", "cloud", "--port", "70000"]) == 4
        assert "choose a port" in capsys.readouterr().err
        assert main(["serve", "clod"]) == 4
        assert "known: cluster, cloud" in capsys.readouterr().err


class TestServedCloud:
    def test_inside_and_outside(self, cloud: SimulatedCloud) -> None:
        cloud.stop()
        made = ServedCloud()
        with pytest.raises(HarnessError, match="no address before it is started"):
            print(made.served)
        made.start()
        try:
            world = World(made)
            found = for_programs(made.served, "outside", "ec2").describe_subnets(SubnetIds=world.ids("a"))["Subnets"]
            assert found[0]["VpcId"] == world.vpc.id
            made.reset()
            assert [
                vpc["IsDefault"] for vpc in for_programs(made.served, "outside", "ec2").describe_vpcs()["Vpcs"]
            ] == [True]
            assert made.served.environment("operator", REGION)["AWS_ACCESS_KEY_ID"] == "operator"
        finally:
            made.stop()
            cloud.start()


def test_only_a_served_cloud_has_an_environment_for_programs() -> None:
    with pytest.raises(HarnessError, match="manager is a program and cannot reach the AWS in this process"):
        SimulatedCloud().environment("manager", region=REGION)
    assert SimulatedCloud().address == ""
    elsewhere = EndpointCloud(aws_endpoint_url="http://aws.example")
    assert elsewhere.environment("manager", region=REGION)["AWS_ENDPOINT_URL"] == elsewhere.address
    assert AccountCloud().environment("manager", region=REGION) == {"AWS_REGION": REGION}
