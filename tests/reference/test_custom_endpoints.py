"""The config operator beyond what features show: texts, layouts, other platforms, other profiles."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from enhancement_kit.reference.api import service_endpoints
from enhancement_kit.reference.config_operator import stitching
from enhancement_kit.reference.config_operator.stitching import Content, StitchingError
from enhancement_kit.reference.runtime.resources import CLUSTER_OPERATOR, CONFIG_MAP, EVENT, INFRASTRUCTURE, Resource

from .world import World

NAMESPACE = Resource("Namespace", "v1", "namespaces", namespaced=False)
EC2 = {"name": "ec2", "url": "https://ec2.custom"}
S3 = {"name": "s3", "url": "https://s3.custom"}


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("https://ec2.custom.url", ""),
        ("https://ec2.custom.url:8443/", ""),
        ("http://ec2.custom.url", "invalid scheme http, only https allowed"),
        ("ftp://ec2.custom.url/x", "invalid scheme ftp, only https allowed"),
        ("https://", "host cannot be empty, empty host provided"),
        ("ec2.custom.url", "host cannot be empty, empty host provided"),
        ("", "host cannot be empty, empty host provided"),
        ("https://a/something", 'no path or request parameters must be provided, "/something" was provided'),
        ("https://a?x=1", 'no path or request parameters must be provided, "/?x=1" was provided'),
        ("https://a b", 'parse "https://a b": invalid character " " in host name'),
        ("https://[::1", "Invalid IPv6 URL"),
    ],
)
def test_urls(url: str, problem: str) -> None:
    found = service_endpoints.url_problem(url)
    assert problem in found
    assert bool(found) == bool(problem)


def test_problems_are_printed_like_field_errors() -> None:
    found = service_endpoints.problems([EC2, S3, {**EC2, "url": "https://"}], "x")
    assert service_endpoints.printed(found) == (
        '[x[2].name: Invalid value: "ec2": duplicate service endpoint not allowed for ec2, service endpoint already '
        'defined at x[0], x[2].url: Invalid value: "https://": host cannot be empty, empty host provided]'
    )


def infrastructure(*endpoints: dict[str, str], region: str = "us-east-2", kind: str = "AWS") -> dict[str, Any]:
    return {"status": {"platformStatus": {"type": kind, "aws": {"region": region, "serviceEndpoints": [*endpoints]}}}}


BLOCKS = """
[ServiceOverride "0"]
\tService = ec2
\tRegion = us-east-2
\tURL = https://ec2.custom
\tSigningRegion = us-east-2

[ServiceOverride "1"]
\tService = s3
\tRegion = us-east-2
\tURL = https://s3.custom
\tSigningRegion = us-east-2
"""


@pytest.mark.parametrize("text", ["[Global]\nVPC = vpc-1\n", "[Global]", ""])
def test_overrides_follow_the_source_byte_for_byte(text: str) -> None:
    source = Content({"config": text, "ca-bundle.pem": "x"}) if text else Content()
    found = stitching.stitch("AWS", source, "config", infrastructure(EC2, S3))
    assert found.data[stitching.KEY] == text + BLOCKS
    assert set(found.data) == {stitching.KEY, *(("ca-bundle.pem",) if text else ())}


def test_binary_sources_stay_binary() -> None:
    source = Content({"other": "x"}, {"config": base64.b64encode(b"[Global]\n").decode()})
    found = stitching.stitch("AWS", source, "config", infrastructure(EC2, S3))
    assert base64.b64decode(found.binary[stitching.KEY]).decode() == "[Global]\n" + BLOCKS
    assert found.data == {"other": "x"}
    assert set(found.binary) == {stitching.KEY}


def test_what_need_not_be_stitched_is_not_read() -> None:
    source = Content({"config": "not [readable"})
    assert stitching.stitch("AWS", source, "config", infrastructure()).data == {stitching.KEY: "not [readable"}
    assert stitching.stitch("None", source, "config", infrastructure(EC2)).data == {stitching.KEY: "not [readable"}


@pytest.mark.parametrize(
    ("source", "found", "message"),
    [
        ("", infrastructure(EC2, kind="None"), "invalid platform, expected to be AWS"),
        ("", infrastructure(EC2, region=""), "status.platformStatus.aws.region: Required value"),
        ("VPC = x", infrastructure(EC2), "failed to read the cloud.conf: 1: 'VPC = x' is in no section"),
        ('[serviceoverride "a"]', infrastructure(EC2), "both include service overrides"),
    ],
)
def test_what_cannot_be_stitched_is_named(source: str, found: dict[str, Any], message: str) -> None:
    with pytest.raises(StitchingError, match=message):
        stitching.stitch("AWS", Content({"config": source}), "config", found)
    with pytest.raises(StitchingError, match="failed to read the cloud"):
        stitching.text_of(Content(binary={"config": "/w=="}), "config")


# ---- in a cluster ----------------------------------------------------------------------------------------------------


def start(world: World, platform: str = "AWS", profile: str = "document") -> None:
    world.start(platform=platform, profile=profile)
    world.admin.create(NAMESPACE, {"metadata": {"name": "openshift-config-managed"}})
    where = {"name": "cloud-provider-config", "namespace": "openshift-config"}
    world.admin.create(CONFIG_MAP, {"metadata": where, "data": {"config": "[Global]\n", "ca-bundle.pem": "x"}})


def change(world: World, spec: dict[str, Any]) -> dict[str, Any]:
    world.admin.patch(INFRASTRUCTURE, {"metadata": {"name": "cluster"}}, {"spec": spec})
    world.settle()
    return world.admin.fetch(INFRASTRUCTURE, "", "cluster")


def spec(*endpoints: dict[str, str], kind: str = "AWS", source: str = "cloud-provider-config") -> dict[str, Any]:
    platform = {"type": kind, "aws": {"serviceEndpoints": [*endpoints]}}
    return {"platformSpec": platform, "cloudConfig": {"name": source, "key": "config"}}


def degraded(world: World) -> tuple[str, str, str]:
    conditions = world.admin.fetch(CLUSTER_OPERATOR, "", "config-operator")["status"]["conditions"]
    found = next(c for c in conditions if c["type"] == "Degraded")
    return found["status"], found["reason"], found.get("message", "")


def events(world: World) -> list[str]:
    found = world.admin.fetch_list(EVENT, "default")
    return [e["message"] for e in found if e["source"]["component"] == "config-operator"]


def test_what_is_stitched_reaches_the_cloud_controller_manager(world: World) -> None:
    start(world)
    found = change(world, spec(S3, EC2))
    assert [e["name"] for e in found["status"]["platformStatus"]["aws"]["serviceEndpoints"]] == ["ec2", "s3"]
    assert found["status"]["cloudConfig"] == {"name": "kube-cloud-config", "key": "cloud.conf"}
    stitched = world.admin.fetch(CONFIG_MAP, "openshift-config-managed", "kube-cloud-config")["data"]
    consumed = world.admin.fetch(CONFIG_MAP, "openshift-cloud-controller-manager", "cloud-conf")["data"]
    assert stitched == consumed
    assert stitched["ca-bundle.pem"] == "x"
    assert degraded(world)[:2] == ("False", "AsExpected")


def test_a_target_without_sources_is_deleted_and_the_manager_keeps_its_file(world: World) -> None:
    start(world)
    change(world, spec(EC2))
    found = change(world, {"platformSpec": {"aws": None}, "cloudConfig": {"name": "", "key": ""}})
    assert "serviceEndpoints" not in found["status"]["platformStatus"]["aws"]
    assert "cloudConfig" not in found["status"]
    assert world.admin.find(CONFIG_MAP, "openshift-config-managed", "kube-cloud-config") is None
    assert world.admin.find(CONFIG_MAP, "openshift-cloud-controller-manager", "cloud-conf") is not None
    assert "openshift-config-managed/kube-cloud-config ConfigMap was deleted as no longer required" in events(world)


def test_the_shipped_operator_has_no_reference_in_status(world: World) -> None:
    start(world, profile="shipped")
    assert "cloudConfig" not in change(world, spec(EC2))["status"]


def test_complaints_of_both_controllers_are_quoted(world: World) -> None:
    start(world)
    change(world, spec(EC2, EC2, source="nothing-there"))
    status, reason, message = degraded(world)
    assert status == "True"
    assert reason == "AWSPlatformServiceLocationController_SyncError::KubeCloudConfigController_SyncError"
    assert "serviceEndpoints[1].name: Invalid value" in message
    assert "failed to get configmap openshift-config/nothing-there" in message
    invalid = "Invalid spec.platformSpec.aws.serviceEndpoints provided for infrastructures.config.openshift.io/cluster"
    assert invalid in events(world)
    change(world, spec(kind="None"))
    assert 'spec.platformSpec.type: Invalid value: "None": non AWS platform type' in degraded(world)[2]


def test_other_platforms_have_no_endpoints(world: World) -> None:
    start(world, platform="None")
    before = world.admin.fetch(INFRASTRUCTURE, "", "cluster")["status"]
    found = change(world, {"platformSpec": {"type": "None", "aws": {"serviceEndpoints": [EC2]}}})
    assert found["status"] == before
    assert world.admin.find(CONFIG_MAP, "openshift-config-managed", "kube-cloud-config") is None
