"""Any bytes in a file of the installer get a finding or one sentence, with file and line; nothing is written then.

The texts are the same in every run; `KIT_FUZZ=4000` tries that many others.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.reference import installer
from enhancement_kit.reference.installer import directory
from enhancement_kit.reference.installer.findings import Finding
from enhancement_kit.targets.interface import Release
from enhancement_kit.targets.reference import ReferenceTarget
from tests.hostile_yaml import budget, many

from .memory import VirtualClock

PUBLIC, PRIVATE = "subnet-0fcf8e0392f0910d0", "subnet-0fcf8e0392f0910d1"
ENDPOINTS = ("ec2", "elasticloadbalancing", "s3", "iam", "route53", "tagging")
CONFIG: dict[str, Any] = {
    "apiVersion": "v1",
    "baseDomain": "example.org",
    "metadata": {"name": "demo"},
    "publish": "External",
    "featureSet": "TechPreviewNoUpgrade",
    "capabilities": {"baselineCapabilitySet": "None", "additionalEnabledCapabilities": ["Ingress", "CloudCredential"]},
    "controlPlane": {"name": "master", "replicas": 1, "platform": {"aws": {"type": "m5.xlarge"}}},
    "compute": [{"name": "worker", "replicas": 1, "platform": {"aws": {"type": "m5.large"}}}],
    "platform": {
        "aws": {
            "region": "us-east-2",
            "subnetsConfig": [
                {"id": PUBLIC, "rolesOverride": ["IngressControllerLB", "ControlPlaneExternalLB"]},
                {"id": PRIVATE, "rolesOverride": ["ControlPlaneInternalLB", "ClusterNode"]},
            ],
            "lbType": "NLB",
            "serviceEndpoints": [{"name": "ec2", "url": "https://ec2.us-east-2.amazonaws.com"}],
            "userTags": {"team": "network"},
            "propagateUserTags": True,
        }
    },
}
OTHERS: tuple[dict[str, Any], ...] = (
    {**CONFIG, "platform": {"external": {"platformName": "acme", "cloudControllerManager": "External"}}},
    {**CONFIG, "platform": {"none": {}}},
    {**CONFIG, "platform": {"aws": {"region": "us-east-2", "subnets": [PUBLIC, PRIVATE]}}},
    {
        **CONFIG,
        "platform": {
            "aws": {
                "region": "xx-middle-1",
                "serviceEndpoints": [{"name": name, "url": f"https://{name}.example.com"} for name in ENDPOINTS],
            }
        },
    },
)
SHIPPED = {
    **CONFIG,
    "platform": {
        "aws": {
            "region": "us-east-2",
            "vpc": {"subnets": [{"id": PUBLIC, "roles": [{"type": "IngressControllerLB"}]}, {"id": PRIVATE}]},
        }
    },
}


@pytest.fixture
def install(cloud: SimulatedCloud, embedded: EmbeddedCluster) -> installer.Installer:
    embedded.reset()
    embedded.install_crds(list(ReferenceTarget().crds(Release())))
    rows = [SubnetSpec(PUBLIC, "us-east-2a", id=PUBLIC), SubnetSpec(PRIVATE, "us-east-2a", "private", id=PRIVATE)]
    cloud.make_vpc("us-east-2", rows, cluster_id="")
    cloud.client("kit", "route53", region="us-east-2").create_hosted_zone(Name="example.org.", CallerReference="test")
    cloud.client("kit", "ec2", region="us-east-2").register_image(Name="rhcos")

    def aws(service: str, *, region: str, endpoint: str | None = None) -> Any:
        return cloud.client("installer", service, region=region, endpoint=endpoint)

    return installer.Installer(aws=aws, api_client=lambda: embedded.client("installer"), clock=VirtualClock())


def complaints(folder: Path, file: str, action: Callable[[Path], Any]) -> Sequence[Finding]:
    """Run an action; return findings, and check that everything else that stops it is one clear sentence."""
    try:
        found = action(folder)
    except installer.Refused as error:
        found = error.findings
    except installer.InstallError as error:
        said = str(error)
        assert said.isprintable(), said
        assert len(said) < 1000, said
        if isinstance(error, installer.UnusableDirectory):
            assert said.startswith(str(folder / file)), said
        return [Finding("", "", said, line=1)]
    if not isinstance(found, tuple):
        return ()
    for finding in found:
        assert finding.line is not None, finding
        assert str(finding).isprintable(), finding
        assert len(str(finding)) < 1500, finding
    return found


@pytest.mark.parametrize("good", [CONFIG, *OTHERS], ids=["aws", "External", "None", "old list", "custom region"])
def test_any_install_config_is_accepted_or_refused_with_its_place(
    good: dict[str, Any], tmp_path: Path, install: installer.Installer
) -> None:
    refused = accepted = 0
    for raw in many(good, budget(120)):
        folder = tmp_path / "demo"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "install-config.yaml").write_bytes(raw)
        if complaints(folder, "install-config.yaml", install.create_manifests):
            refused += 1
            assert [p.name for p in folder.iterdir()] == ["install-config.yaml"]
        else:
            accepted += 1
            assert (folder / "manifests").is_dir()
    assert refused, "the mutations break something"
    assert accepted, "some mutations break nothing"


def test_the_released_dialect_refuses_with_a_place_as_well(tmp_path: Path, install: installer.Installer) -> None:
    shipped = installer.Installer(aws=install.aws, api_client=install.api_client, clock=None, profile="shipped")
    for raw in many(SHIPPED, budget(60)):
        (tmp_path / "install-config.yaml").write_bytes(raw)
        complaints(tmp_path, "install-config.yaml", shipped.validate)


def test_edited_manifests_stop_the_installation_before_anything_is_made(
    tmp_path: Path, install: installer.Installer, cloud: SimulatedCloud
) -> None:
    (tmp_path / "install-config.yaml").write_text(yaml.safe_dump(CONFIG))
    install.create_manifests(tmp_path)
    files = sorted(p for name in ("manifests", "openshift", "cluster-api") for p in (tmp_path / name).rglob("*.y*ml"))
    originals = {path: path.read_bytes() for path in files}
    refused = made = 0
    for path in files:
        for raw in many(yaml.safe_load(originals[path]), budget(8)):
            path.write_bytes(raw)
            mark = cloud.record.mark()
            with pytest.raises(installer.InstallError) as raised:
                # the API of this test has no namespaces, so that every creation ends with an error
                install.create_cluster(tmp_path)
            said = str(raised.value)
            assert said.isprintable(), said
            assert len(said) < 1500, said
            if said.startswith(f"{path}:"):
                refused += 1
                assert not [call for call in cloud.record.calls(since=mark) if call.changed]
                assert not (tmp_path / "metadata.json").exists()
            else:
                made += 1
                install.destroy_cluster(tmp_path)
                (tmp_path / "metadata.json").unlink()
        path.write_bytes(originals[path])
    assert refused, "some edits make a manifest unusable"
    assert made, "some edits do not"


def test_a_cluster_without_its_awscluster_is_not_begun(tmp_path: Path, install: installer.Installer) -> None:
    (tmp_path / "install-config.yaml").write_text(yaml.safe_dump(CONFIG))
    install.create_manifests(tmp_path)
    (tmp_path / "cluster-api/02_infra-cluster.yaml").unlink()
    with pytest.raises(installer.InstallError, match="there must be one AWSCluster, not 0; remove all manifests and"):
        install.create_cluster(tmp_path)
    assert not (tmp_path / "metadata.json").exists()


@pytest.mark.parametrize("name", ["metadata.json", ".openshift_install_state.json"])
def test_files_of_an_earlier_command_are_held_against_their_shape(
    name: str, tmp_path: Path, install: installer.Installer
) -> None:
    (tmp_path / "install-config.yaml").write_text(yaml.safe_dump(CONFIG))
    good: dict[str, Any] = {"infra_id": "demo-abcde", "cluster_id": "8d5c1b2e-0000-5000-8000-000000000000"}
    if name == "metadata.json":
        aws = {"region": "us-east-2", "clusterDomain": "demo.example.org", "serviceEndpoints": []}
        good = {"clusterName": "demo", "infraID": "demo-abcde", "clusterID": "8d5c", "aws": aws}
    for raw in (json.dumps(good).encode(), *many(good, budget(80))):
        (tmp_path / name).write_bytes(raw)
        if name == "metadata.json":
            complaints(tmp_path, name, install.destroy_cluster)
        else:
            complaints(tmp_path, name, directory.read_identity)
