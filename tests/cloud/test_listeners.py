"""Endpoints that listen on loopback: certificates, what goes wrong with a connection, and which calls they receive."""

from __future__ import annotations

import urllib.request

import pytest
from botocore.exceptions import (
    ClientError,
    ConnectionClosedError,
    EndpointConnectionError,
    ReadTimeoutError,
    SSLError,
)

from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cloud.simulated.answering import KIT
from enhancement_kit.errors import UsageError
from tests.cloud.world import REGION

EC2, ELB = "https://ec2.custom.example", "https://elasticloadbalancing.custom.example:8443"


def _describe(cloud: SimulatedCloud, endpoint: str = EC2) -> int:
    answer = cloud.client("tester", "ec2", region=REGION, endpoint=endpoint).describe_vpcs()
    return len(answer["Vpcs"])


class TestCertificates:
    def test_a_good_one(self, cloud: SimulatedCloud) -> None:
        cloud.listen(EC2)
        assert _describe(cloud) == 1
        assert cloud.trouble(EC2) == ""

    @pytest.mark.parametrize(
        ("certificate", "reason"),
        [
            ("untrusted", "unable to get local issuer certificate"),
            ("self-signed", "self-signed certificate"),
            ("expired", "certificate has expired"),
            ("other-name", "Hostname mismatch, certificate is not valid for 'ec2.custom.example'."),
        ],
    )
    def test_a_bad_one(self, cloud: SimulatedCloud, certificate: str, reason: str) -> None:
        cloud.listen(EC2, certificate=certificate)
        with pytest.raises(SSLError, match="SSL validation failed for https:"):
            _describe(cloud)
        assert cloud.record.calls() == []
        assert reason in cloud.trouble(EC2)

    def test_a_kind_that_does_not_exist(self, cloud: SimulatedCloud) -> None:
        with pytest.raises(UsageError, match="no certificate of kind 'fine'; there are good, untrusted"):
            cloud.listen(EC2, certificate="fine")


def test_a_bucket_is_no_part_of_the_endpoint_and_is_forgotten(cloud: SimulatedCloud) -> None:
    for _ in range(2):
        s3 = cloud.client("tester", "s3", region="us-east-1", endpoint="https://s3.custom.example")
        s3.create_bucket(Bucket="images")
        s3.put_bucket_tagging(Bucket="images", Tagging={"TagSet": [{"Key": "a", "Value": "b"}]})
        assert {call.endpoint for call in cloud.record.calls()} == {"https://s3.custom.example"}
        assert [one["Name"] for one in s3.list_buckets()["Buckets"]] == ["images"]
        cloud.reset()


def test_an_empty_endpoint_is_none(cloud: SimulatedCloud) -> None:
    with pytest.raises(ValueError, match="Invalid endpoint: "):
        cloud.client("tester", "ec2", region=REGION, endpoint="")


class TestBehaviours:
    def test_it_refuses(self, cloud: SimulatedCloud) -> None:
        cloud.listen(EC2, behaviour="refuses")
        with pytest.raises(EndpointConnectionError, match=EC2):
            _describe(cloud)
        assert cloud.record.calls() == []
        assert cloud.trouble(EC2) == "connection refused"

    @pytest.mark.parametrize("scheme", ["http", "https"])
    @pytest.mark.parametrize(
        ("behaviour", "error", "noted"),
        [
            ("hangs", ReadTimeoutError, "no answer"),
            ("resets", ConnectionClosedError, "connection reset"),
            ("answers 403", ClientError, "HTTP 403"),
            ("answers 404", ClientError, "HTTP 404"),
            ("answers 500", ClientError, "HTTP 500"),
            ("answers 503", ClientError, "HTTP 503"),
        ],
    )
    def test_it_goes_wrong(
        self, cloud: SimulatedCloud, scheme: str, behaviour: str, error: type[Exception], noted: str
    ) -> None:
        url = f"{scheme}://ec2.custom.example"
        cloud.listen(url, behaviour=behaviour)
        with pytest.raises(error):
            _describe(cloud, url)
        (call,) = cloud.record.calls()
        assert (call.component, call.operation, call.endpoint, call.error) == ("tester", "DescribeVpcs", url, noted)
        assert bool(cloud.trouble(url)) == (behaviour in ("hangs", "resets"))

    def test_a_program_outside_waits_in_vain(self, cloud: SimulatedCloud) -> None:
        listener = cloud.listen("http://ec2.custom.example", behaviour="hangs")
        signed = (
            f"AWS4-HMAC-SHA256 Credential=outside/20260101/{REGION}/ec2/aws4_request, SignedHeaders=host, Signature=0"
        )
        asked = urllib.request.Request(listener.address, data=b"Action=DescribeVpcs&Version=2016-11-15")
        asked.add_header("Authorization", signed)
        with pytest.raises(TimeoutError):
            urllib.request.urlopen(asked, timeout=0.2)

    def test_it_is_mended(self, cloud: SimulatedCloud) -> None:
        """The same client, the same URL."""
        cloud.listen(EC2, behaviour="hangs")
        with pytest.raises(ReadTimeoutError):
            _describe(cloud)
        cloud.listen(EC2)
        assert _describe(cloud) == 1

    def test_what_cannot_be(self, cloud: SimulatedCloud) -> None:
        with pytest.raises(UsageError, match="cannot 'dances'; it answers, refuses, hangs"):
            cloud.listen(EC2, behaviour="dances")
        with pytest.raises(UsageError, match=r"'ec2\.custom\.example' is no endpoint: use http:// or https://"):
            cloud.listen("ec2.custom.example")


class TestEndpoints:
    def test_the_record_says_who_received_what(self, cloud: SimulatedCloud) -> None:
        cloud.listen(EC2)
        cloud.listen(ELB)
        _describe(cloud)
        cloud.client("operator", "elb", region=REGION, endpoint=ELB).describe_load_balancers()
        cloud.client("operator", "elb", region=REGION).describe_load_balancers()
        assert [(c.component, c.operation, c.endpoint) for c in cloud.record.calls()] == [
            ("tester", "DescribeVpcs", EC2),
            ("operator", "DescribeLoadBalancers", ELB),
            ("operator", "DescribeLoadBalancers", f"https://elb.{REGION}.aws.kit.invalid"),
        ]

    def test_a_path_belongs_to_the_endpoint(self, cloud: SimulatedCloud) -> None:
        cloud.listen("http://proxy.example/aws")
        assert _describe(cloud, "http://proxy.example/aws") == 1
        assert cloud.record.calls()[-1].endpoint == "http://proxy.example"

    def test_the_usual_port_may_be_named(self, cloud: SimulatedCloud) -> None:
        cloud.listen(EC2, behaviour="answers 503")
        with pytest.raises(ClientError, match="answers every request with 503"):
            _describe(cloud, f"{EC2}:443/")

    def test_reset_forgets_endpoints(self, cloud: SimulatedCloud) -> None:
        listener = cloud.listen(EC2, certificate="expired")
        address = listener.address
        cloud.reset()
        assert _describe(cloud) == 1
        assert cloud.trouble(EC2) == ""
        with pytest.raises(OSError, match="refused"):
            urllib.request.urlopen(address, timeout=5)

    def test_what_aws_holds_is_one_for_all_endpoints(self, cloud: SimulatedCloud) -> None:
        cloud.listen(EC2)
        made = cloud.client("tester", "ec2", region=REGION, endpoint=EC2).create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]
        found = cloud.client(KIT, "ec2", region=REGION).describe_vpcs(VpcIds=[made["VpcId"]])["Vpcs"]
        assert found[0]["CidrBlock"] == "10.0.0.0/16"

    def test_an_answer_that_takes_longer_than_a_client_waits(self, cloud: SimulatedCloud) -> None:
        """AWS has done what it was asked to, and the caller does not know."""
        cloud.slow("CreateVpc", 61, times=1)
        cloud.slow("DescribeVpcs", 59)
        ec2 = cloud.client("tester", "ec2", region=REGION)
        with pytest.raises(ReadTimeoutError):
            ec2.create_vpc(CidrBlock="10.0.0.0/16")
        assert "10.0.0.0/16" in [vpc["CidrBlock"] for vpc in ec2.describe_vpcs()["Vpcs"]]
