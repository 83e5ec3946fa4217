"""Parts of the installer that no scenario shows: names, paths of findings, manifests of other platforms, leftovers."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.reference import installer
from enhancement_kit.reference.installer import install_config, plan, source
from enhancement_kit.reference.installer.findings import DUPLICATE, INVALID, Finding
from enhancement_kit.targets.interface import Release
from enhancement_kit.targets.reference import ReferenceTarget

from .memory import VirtualClock

BASE: dict[str, Any] = {"baseDomain": "example.org", "metadata": {"name": "demo"}}
NODES, PUBLIC = ["ClusterNode", "ControlPlaneInternalLB"], ["IngressControllerLB", "ControlPlaneExternalLB"]


def on_aws(*subnets: dict[str, Any], **top: Any) -> dict[str, Any]:
    aws = {"region": "us-east-2", "subnetsConfig": list(subnets)}
    return {**BASE, "featureSet": "TechPreviewNoUpgrade", "platform": {"aws": aws}, **top}


@pytest.fixture
def install(tmp_path: Path, cloud: SimulatedCloud, embedded: EmbeddedCluster) -> installer.Installer:
    embedded.reset()
    embedded.install_crds(list(ReferenceTarget().crds(Release())))

    def aws(service: str, *, region: str, endpoint: str | None = None) -> Any:
        return cloud.client("installer", service, region=region, endpoint=endpoint)

    return installer.Installer(aws=aws, api_client=lambda: embedded.client("installer"), clock=VirtualClock())


def write(folder: Path, config: dict[str, Any]) -> None:
    (folder / "install-config.yaml").write_text(yaml.safe_dump(config))


def test_names_are_those_of_one_moment() -> None:
    nothing = install_config.AwsPlatform()
    config = install_config.InstallConfig("a.name-longer-than-allowed", "x.org", "", "", "none", {}, nothing, 3, 3)
    first = plan.identity(config, datetime(2024, 1, 1, tzinfo=UTC))
    again = plan.identity(config, datetime(2024, 1, 1, tzinfo=UTC))
    later = plan.identity(config, datetime(2024, 1, 2, tzinfo=UTC))
    assert first == again
    assert first.infra_id != later.infra_id
    assert first.infra_id.startswith("a-name-longer-than-al-")
    assert len(first.infra_id) == 27


def test_findings_are_printed_as_field_errors() -> None:
    assert str(Finding("a.b[0]", INVALID, "is wrong", "x")) == 'a.b[0]: Invalid value: "x": is wrong'
    assert str(Finding("a", DUPLICATE, "", "x")) == 'a: Duplicate value: "x"'


def test_a_field_that_is_not_there_gets_the_line_around_it(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_text("# first\na:\n  b:\n  - c: 1\n  -\n    d: 2\n")
    read = source.read(tmp_path / "f.yaml")
    lines = {path: read.line(path) for path in ("a", "a.b[0].c", "a.b[1].d", "a.b[1].e", "a.b[7]", "x.y")}
    assert lines == {"a": 2, "a.b[0].c": 4, "a.b[1].d": 6, "a.b[1].e": 6, "a.b[7]": 3, "x.y": 1}


@pytest.mark.parametrize(("platform", "kind"), [("none", "None"), ("external", "External")])
def test_a_cluster_without_a_cloud_is_only_manifests(
    platform: str, kind: str, tmp_path: Path, install: installer.Installer, cloud: SimulatedCloud
) -> None:
    write(tmp_path, {**BASE, "platform": {platform: {}}})
    assert install.validate(tmp_path) == ()
    written = install.create_manifests(tmp_path)
    infrastructure = written["manifests/cluster-infrastructure-02-config.yml"]
    assert infrastructure["spec"]["platformSpec"]["type"] == kind
    assert "cloudConfig" not in infrastructure["spec"]
    assert not [name for name in written if "cloud-provider-config" in name or "machine" in name]
    assert cloud.record.calls() == []


def test_endpoints_reach_spec_and_status(tmp_path: Path, install: installer.Installer) -> None:
    config = on_aws(publish="Internal")
    endpoints = [{"name": "s3", "url": "https://s3.x"}, {"name": "ec2", "url": "https://ec2.x"}]
    config["platform"]["aws"]["serviceEndpoints"] = endpoints
    write(tmp_path, config)
    infrastructure = install.create_manifests(tmp_path)["manifests/cluster-infrastructure-02-config.yml"]
    assert infrastructure["spec"]["platformSpec"]["aws"]["serviceEndpoints"] == endpoints
    assert infrastructure["status"]["platformStatus"]["aws"]["serviceEndpoints"] == endpoints[::-1]


def test_a_new_vpc_is_refused_before_anything_is_made(
    tmp_path: Path, install: installer.Installer, cloud: SimulatedCloud
) -> None:
    write(tmp_path, on_aws(publish="Internal"))
    with pytest.raises(installer.InstallError, match=r"list existing subnets in platform\.aws\.subnetsConfig"):
        install.create_cluster(tmp_path)
    assert not [call for call in cloud.record.calls() if call.changed]


def test_a_published_cluster_needs_the_zone_of_its_base_domain(tmp_path: Path, install: installer.Installer) -> None:
    write(tmp_path, on_aws())
    with pytest.raises(installer.InstallError, match=r"cannot find the public Route 53 zone example\.org"):
        install.create_manifests(tmp_path)


def test_other_tags_outlive_the_cluster(tmp_path: Path, install: installer.Installer, cloud: SimulatedCloud) -> None:
    tags = {"kubernetes.io/cluster/other-abcde": "shared", "Name": "front"}
    rows = [SubnetSpec("pub", "us-east-2a", tags=tags), SubnetSpec("priv", "us-east-2a", "private")]
    vpc = cloud.make_vpc("us-east-2", rows, cluster_id="")
    ec2, route53 = (cloud.client("kit", name, region="us-east-2") for name in ("ec2", "route53"))
    ec2.register_image(Name="rhcos")
    route53.create_hosted_zone(Name="example.org.", CallerReference="test")

    def tags_of_public() -> dict[str, str]:
        found = ec2.describe_subnets(SubnetIds=[vpc.subnets["pub"]])["Subnets"][0]["Tags"]
        return {tag["Key"]: tag["Value"] for tag in found}

    subnets = [
        {"id": vpc.subnets["pub"], "rolesOverride": PUBLIC},
        {"id": vpc.subnets["priv"], "rolesOverride": NODES},
    ]
    write(tmp_path, on_aws(*subnets, controlPlane={"replicas": 1}, compute=[{"replicas": 1}]))
    with pytest.raises(installer.InstallError, match='namespaces "openshift-config" not found'):
        # the API of this test has no namespaces: what AWS has by then is what destroying must find
        install.create_cluster(tmp_path)
    assert len(tags_of_public()) == 3
    install.destroy_cluster(tmp_path)
    assert tags_of_public() == tags
    reservations = ec2.describe_instances()["Reservations"]
    assert {i["State"]["Name"] for r in reservations for i in r["Instances"]} == {"terminated"}
    assert [z["Name"] for z in route53.list_hosted_zones()["HostedZones"]] == ["example.org."]


@pytest.mark.parametrize(
    "content",
    ["{", "[]", "{}", '{"infraID": "a", "clusterID": "b", "aws": null}', '{"aws": {"serviceEndpoints": [1]}}'],
)
def test_metadata_of_another_shape_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "metadata.json").write_text(content)
    with pytest.raises(
        installer.UnusableDirectory,
        match=r"metadata\.json:\d: .+; (correct|it must be the file that create cluster wrote)",
    ):
        installer.Installer(aws=None, api_client=lambda: None, clock=None).destroy_cluster(tmp_path)
