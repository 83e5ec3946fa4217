"""The served simulated AWS and what no SDK sends: signatures, other sites, sizes, encodings, clients that go away."""

from __future__ import annotations

import json
import re
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from enhancement_kit.cloud.simulated import SimulatedCloud, limits
from enhancement_kit.cloud.simulated.listeners import Listener, Served
from enhancement_kit.cloud.simulated.services import is_endpoint
from tests.cloud.world import REGION

SECRET = "a-secret-of-this-test"
SCOPE = "Credential=tester/20260101/us-east-1/{service}/aws4_request"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


@pytest.fixture
def guarded(cloud: SimulatedCloud) -> Iterator[Served]:
    """Serve the cloud of the tests with a secret key."""
    before = cloud._servers
    served = cloud.serve(secret=SECRET, hosts=["aws.example"])
    yield served
    (listener,) = cloud._servers - before
    cloud._servers = before
    cloud._listeners.remove(listener)


@pytest.fixture
def unguarded(cloud: SimulatedCloud) -> Iterator[Listener]:
    """Listen for an endpoint that takes every signature."""
    listener = cloud.listen("http://ec2.custom.example")
    yield listener
    cloud._listeners.remove(listener)


def client(served: Served, service: str, key: str = "tester", secret: str = SECRET, **more: Any) -> Any:
    config = Config(retries={"total_max_attempts": 1}, proxies={})
    keys = {"aws_access_key_id": key, "aws_secret_access_key": secret, **more}
    region = "us-east-1" if service in ("iam", "route53") else REGION
    return boto3.session.Session().client(service, region_name=region, endpoint_url=served.url, config=config, **keys)


def sent(address: str, request: str | bytes, *, ends: bool = True) -> str:
    """Send bytes and return what comes back; `ends`: the client wants the connection closed after the answer."""
    place = urlsplit(address)
    content = request if isinstance(request, bytes) else request.encode()
    if ends:
        content = content.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
    with socket.create_connection((place.hostname, place.port), timeout=20) as connection:
        connection.sendall(content)
        received = b""
        while part := connection.recv(65536):
            received += part
    return received.decode()


def asked(
    service: str, body: str | bytes = "", *, headers: str = FORM, path: str = "/", host: str = "localhost"
) -> bytes:
    """Return a request with a signature that is none."""
    content = body.encode() if isinstance(body, str) else body
    scope = SCOPE.format(service=service)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\n{headers}X-Amz-Date: 20260101T000000Z\r\n"
        f"Authorization: AWS4-HMAC-SHA256 {scope}, SignedHeaders=host;x-amz-date, Signature=0\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


VPCS = "Action=DescribeVpcs&Version=2016-11-15"


class TestSignatures:
    @pytest.mark.parametrize(
        ("service", "method", "code", "status"),
        [
            ("ec2", "describe_vpcs", "AuthFailure", 401),
            ("elb", "describe_load_balancers", "SignatureDoesNotMatch", 403),
            ("elbv2", "describe_load_balancers", "SignatureDoesNotMatch", 403),
            ("iam", "list_users", "SignatureDoesNotMatch", 403),
            ("route53", "list_hosted_zones", "SignatureDoesNotMatch", 403),
            ("sts", "get_caller_identity", "SignatureDoesNotMatch", 403),
            ("resourcegroupstaggingapi", "get_resources", "InvalidSignatureException", 400),
        ],
    )
    def test_only_the_secret_key_opens(
        self, cloud: SimulatedCloud, guarded: Served, service: str, method: str, code: str, status: int
    ) -> None:
        getattr(client(guarded, service), method)()
        assert [call.component for call in cloud.record.calls()] == ["tester"]
        with pytest.raises(ClientError) as caught:
            getattr(client(guarded, service, secret="simulated"), method)()
        assert caught.value.response["Error"]["Code"] == code
        assert caught.value.response["ResponseMetadata"]["HTTPStatusCode"] == status
        assert len(cloud.record.calls()) == 1

    def test_what_is_signed_cannot_be_changed(self, guarded: Served) -> None:
        kept: list[Any] = []
        ec2 = client(guarded, "ec2")
        ec2.meta.events.register("before-send", lambda request, **_: kept.append(request))
        ec2.describe_vpcs()
        headers = "".join(
            f"{name}: {value if isinstance(value, str) else value.decode()}\r\n"
            for name, value in kept[0].headers.items()
            if name.lower() not in ("content-length", "host")
        )
        body = kept[0].body.decode() if isinstance(kept[0].body, bytes) else kept[0].body
        host = urlsplit(guarded.url).netloc

        def answer(content: str, path: str = "/") -> str:
            head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {len(content)}\r\n\r\n"
            return sent(guarded.url, head + content)

        assert "<DescribeVpcsResponse" in answer(body)
        assert "AuthFailure" in answer(body.replace("DescribeVpcs", "DescribeTags"))
        assert "AuthFailure" in answer(body, "/?DryRun=true")
        assert "AuthFailure" in answer(body + " ")

    def test_keys_of_iam_and_sts_sign_too(self, guarded: Served) -> None:
        iam = client(guarded, "iam")
        iam.create_user(UserName="someone")
        made = iam.create_access_key(UserName="someone")["AccessKey"]
        assert client(guarded, "ec2", made["AccessKeyId"], made["SecretAccessKey"]).describe_vpcs()["Vpcs"]
        iam.delete_access_key(UserName="someone", AccessKeyId=made["AccessKeyId"])
        with pytest.raises(ClientError, match="AuthFailure"):
            client(guarded, "ec2", made["AccessKeyId"], made["SecretAccessKey"]).describe_vpcs()

    @pytest.mark.parametrize(
        ("request_", "status", "text"),
        [
            (f"POST / HTTP/1.1\r\nHost: localhost\r\n{FORM}Content-Length: 38\r\n\r\n{VPCS}", 400, "AWSAccessKeyId"),
            ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 403, "<Code>MissingAuthenticationToken</Code>"),
            (
                "GET /2013-04-01/hostedzone HTTP/1.1\r\nHost: localhost\r\n\r\n",
                403,
                "<Code>MissingAuthenticationToken</Code>",
            ),
            (
                "POST / HTTP/1.1\r\nHost: localhost\r\n"
                "X-Amz-Target: ResourceGroupsTaggingAPI_20170126.GetResources\r\n\r\n",
                400,
                '"__type": "MissingAuthenticationTokenException"',
            ),
            (
                "GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: AWS4-HMAC-SHA256 Credential=a\r\n\r\n",
                400,
                "<Code>IncompleteSignature</Code>",
            ),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\n\r\n", 403, "MissingAuthenticationToken"),
        ],
    )
    def test_requests_without_a_signature(self, guarded: Served, request_: str, status: int, text: str) -> None:
        answer = sent(guarded.url, request_)
        assert answer.startswith(f"HTTP/1.1 {status} ")
        assert text in answer

    def test_nobody_gets_keys_for_a_token_that_cannot_be_verified(self, guarded: Served) -> None:
        with pytest.raises(ClientError, match="InvalidIdentityToken"):
            client(guarded, "sts").assume_role_with_web_identity(
                RoleArn="arn:aws:iam::123456789012:role/somebody", RoleSessionName="me", WebIdentityToken="token"
            )

    def test_a_region_that_cannot_be(self, unguarded: Listener) -> None:
        answer = sent(unguarded.address, asked("ec2", VPCS).replace(b"/us-east-1/", b"/%22%C3/"))
        assert "AuthFailure" in answer


class TestOtherSites:
    @pytest.mark.parametrize(
        "host", ["localhost", "127.0.0.1:8080", "[::1]", "aws.example", "ec2.eu-west-1.amazonaws.com"]
    )
    def test_own_names(self, guarded: Served, host: str) -> None:
        assert "AccessDenied" not in sent(guarded.url, asked("ec2", VPCS, host=host))

    @pytest.mark.parametrize(
        "host", ["evil.example", "localhost.evil.example", "bucket.s3.amazonaws.com", "[", "10.0.0.1"]
    )
    def test_other_names(self, guarded: Served, host: str) -> None:
        answer = sent(guarded.url, asked("ec2", VPCS, host=host))
        assert answer.startswith("HTTP/1.1 403 ")
        assert "(Host header); --allow-host NAME accepts another name" in answer

    @pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://ec2.us-east-1.amazonaws.com"])
    def test_pages_of_other_sites(self, unguarded: Listener, cloud: SimulatedCloud, origin: str) -> None:
        body = "Action=CreateVpc&Version=2016-11-15&CidrBlock=10.0.0.0/16"
        answer = sent(unguarded.address, asked("ec2", body, headers=f"{FORM}Origin: {origin}\r\n"))
        assert "(Origin header)" in answer
        assert not cloud.record.calls()
        assert "<CreateVpcResponse" in sent(
            unguarded.address, asked("ec2", body, headers=f"{FORM}Origin: http://localhost\r\n")
        )

    def test_default_endpoints(self) -> None:
        assert is_endpoint("sts.amazonaws.com")
        assert is_endpoint("ec2.cn-north-1.amazonaws.com.cn")
        assert not is_endpoint("ec2.us-east-1.evil.example")
        assert not is_endpoint("ec2-1-2-3-4.compute-1.amazonaws.com")
        assert not is_endpoint("a.elasticloadbalancing.us-east-1.amazonaws.com")


class TestWhatCannotBeRead:
    @pytest.mark.parametrize(
        ("request_", "status", "text"),
        [
            (asked("ec2", VPCS + "&a=b" * 1200), 413, "RequestEntityTooLarge"),
            (asked("ec2", VPCS + "&MaxResults=" + "9" * 5000), 400, "InvalidParameterValue"),
            (asked("ec2", VPCS + "&Filter.999999999999.Name=a"), 400, "UnknownParameter"),
            (asked("ec2", VPCS + "&Filter.%C2%B2.Name=a"), 400, "UnknownParameter"),
            (asked("ec2", VPCS + "&VpcId.1=%ED%A0%80"), 400, "InvalidVpcID"),
            (asked("ec2", VPCS, headers="Content-Type: multipart/form-data; boundary=x\r\n"), 400, "InvalidAction"),
            (asked("ec2", VPCS, path="//["), 200, "<DescribeVpcsResponse"),
            (asked("ec2", VPCS, headers=FORM + "Content-Encoding: gzip\r\n"), 200, "<DescribeVpcsResponse"),
            (asked("route53", "<a>" * 100, path="/2013-04-01/hostedzone"), 400, "more than 64 levels"),
            (asked("route53", "<a>", path="/2013-04-01/hostedzone"), 400, "not well-formed"),
            (
                asked("route53", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", path="/2013-04-01/hostedzone"),
                400,
                "InvalidInput",
            ),
            (asked("route53", "", path="/2013-04-01/%ff/%00"), 400, "InvalidAction"),
            (asked("tagging", "[" * 100_000, headers=""), 400, "SerializationException"),
            (asked("tagging", '{"ResourceARNList": ["\\ud800"]}', headers=""), 400, "SerializationException"),
            (asked("tagging", b"\xff", headers=""), 400, "SerializationException"),
            (asked("tagging", "9" * 5000, headers=""), 400, "SerializationException"),
        ],
    )
    def test_it_is_refused_in_the_words_of_aws(
        self, unguarded: Listener, request_: bytes, status: int, text: str
    ) -> None:
        answer = sent(unguarded.address, request_)
        assert answer.startswith(f"HTTP/1.1 {status} "), answer
        assert text in answer
        assert "Server:" not in answer

    @pytest.mark.parametrize(
        ("headers", "status", "code"),
        [
            (f"Content-Length: {limits.BODY + 1}", 413, "RequestEntityTooLarge"),
            ("Transfer-Encoding: gzip, chunked", 501, "NotImplemented"),
            ("Expect: nothing\r\nContent-Length: 1", 417, "ExpectationFailed"),
        ],
    )
    def test_bodies(self, unguarded: Listener, headers: str, status: int, code: str) -> None:
        body = "x" * (limits.BODY + 1) if status == 413 else "x" if status == 417 else ""
        answer = sent(unguarded.address, f"POST / HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n\r\n{body}")
        assert answer.startswith(f"HTTP/1.1 {status} "), answer
        assert f"<Code>{code}</Code>" in answer

    @pytest.mark.parametrize(
        "content",
        ["POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "\0\r\n\r\n", "GET /\xff HTTP/9\r\n\r\n"],
    )
    def test_what_is_not_http(self, unguarded: Listener, content: str) -> None:
        answer = sent(unguarded.address, content)
        assert re.fullmatch(r"HTTP/1\.[01] 400 Bad Request\r\n(.+\r\n)*\r\n400 Bad Request.*", answer), answer

    def test_chunks_that_end_early(self, unguarded: Listener) -> None:
        place = urlsplit(unguarded.address)
        with socket.create_connection((place.hostname, place.port), timeout=20) as connection:
            connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            connection.sendall(b"5\r\nab")
        assert "MissingAuthenticationToken" in sent(unguarded.address, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")

    def test_a_body_that_does_not_come(self, unguarded: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "BODY_SECONDS", 0.1)
        answer = sent(unguarded.address, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na", ends=False)
        assert answer.startswith("HTTP/1.1 408 ")
        assert "<Code>RequestTimeout</Code>" in answer

    def test_of_a_repeated_parameter_the_first_counts(self, unguarded: Listener) -> None:
        answer = sent(
            unguarded.address, asked("ec2", "Action=CreateVpc&Version=2016-11-15&CidrBlock=x&CidrBlock=10.0.0.0/16")
        )
        assert "InvalidParameterValue" in answer


def test_regions_that_do_not_exist_are_limited(
    cloud: SimulatedCloud, unguarded: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REGIONS", -1)
    ask = asked("ec2", VPCS)
    assert "AuthFailure" in sent(unguarded.address, ask.replace(b"/us-east-1/", b"/xx-nowhere-7/"))
    assert "<DescribeVpcsResponse" in sent(unguarded.address, ask)
    assert len(cloud.record.calls()) == 1


def test_a_fault_of_the_simulation_is_told_as_one(
    cloud: SimulatedCloud, unguarded: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("inside")

    monkeypatch.setattr(cloud._backends._stubber, "process_request", broken)
    answer = sent(unguarded.address, asked("ec2", VPCS))
    assert answer.startswith("HTTP/1.1 500 ")
    assert "<Code>InternalFailure</Code>" in answer
    assert "no answer to this call of ec2 DescribeVpcs: that is a fault of the simulation" in answer
    assert "KeyError" not in answer


class TestCommand:
    def test_what_clients_do_leaves_no_trace(self) -> None:
        """Clients that go away in the middle, rubbish instead of TLS, and a port that is taken."""
        words = [sys.executable, "-m", "enhancement_kit", "serve", "cloud", "--tls", "--secret-key", SECRET]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            said = json.loads(process.stdout.readline())
            assert said["environment"]["AWS_SECRET_ACCESS_KEY"] == SECRET
            place = urlsplit(said["url"])
            for content in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"\x00" * 5000):
                with socket.create_connection((place.hostname, place.port)) as connection:
                    connection.sendall(content)
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            again = subprocess.run(
                [*words, "--port", str(place.port)], capture_output=True, text=True, check=False, timeout=60
            )
            assert again.returncode == 3
            assert f"the simulated AWS cannot listen on 127.0.0.1:{place.port}" in again.stderr
            assert "Traceback" not in again.stderr
            process.terminate()
            assert process.wait(timeout=30) == 0
            assert process.stderr is not None
            assert process.stderr.read() == ""
        finally:
            process.kill()
            process.communicate()


def test_the_record_can_be_limited() -> None:
    from enhancement_kit.cloud.record import Record

    record = Record(2)
    for operation in "abcd":
        record.add(component="c", service="s", operation=operation, parameters={}, region="r", endpoint="e")
    assert record.mark() == 4
    assert [call.operation for call in record.calls()] == ["c", "d"]
    assert [call.number for call in record.calls(since=3)] == [4]
    assert record.calls(since=4) == []


def test_one_request_does_not_keep_others_waiting(unguarded: Listener) -> None:
    """The largest form that is read, with as many items of a list as it can have."""
    body = VPCS + "".join(f"&VpcId.{n}=vpc-{n:017x}" for n in range(1, limits.PARAMETERS - 1))
    start = time.process_time()
    assert "InvalidVpcID.NotFound" in sent(unguarded.address, asked("ec2", body))
    assert time.process_time() - start < 1
