"""What an installation leaves in AWS: load balancers in the assigned subnets, and nothing once it is destroyed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.harness.variants import INGRESS_DEFAULTS, LATER_SUBNETS
from enhancement_kit.harness.world import state
from enhancement_kit.harness.world.kube import Admin
from enhancement_kit.reference import installer
from enhancement_kit.targets.interface import Release
from enhancement_kit.targets.reference import ReferenceTarget

from .memory import VirtualClock

REGION = "us-east-2"
NODE, INGRESS, EXTERNAL, INTERNAL = (
    *("ClusterNode", "IngressControllerLB"),
    *("ControlPlaneExternalLB", "ControlPlaneInternalLB"),
)
GATES = frozenset({LATER_SUBNETS, INGRESS_DEFAULTS})


@st.composite
def assignments(draw: st.DrawFn) -> dict[str, list[str]]:
    """Roles by subnet of a cluster that publishes External: each role in one subnet of every zone, however shared."""
    found: dict[str, list[str]] = {}
    for zone in "abc"[: draw(st.integers(1, 2))]:
        for visibility, roles in (("pub", [INGRESS, EXTERNAL]), ("priv", [INTERNAL, NODE])):
            places = [f"{visibility}-{zone}", draw(st.sampled_from([f"{visibility}-{zone}", f"{visibility}-{zone}2"]))]
            for alias, role in zip(places, roles, strict=True):
                found.setdefault(alias, []).append(role)
    return found


def ready(cloud: SimulatedCloud, embedded: EmbeddedCluster, roles: dict[str, list[str]]) -> tuple[Any, dict[str, str]]:
    """An installer before an empty API, and the subnets of a fresh VPC."""
    cloud.reset()
    embedded.reset()
    embedded.install_crds(list(ReferenceTarget().crds(Release(gates=GATES))))
    kit = Admin(embedded.client("kit"))
    for namespace in state.namespaces():
        kit.create(namespace)
    specs = [SubnetSpec(a, f"{REGION}{a.split('-')[1][0]}", "public" if a[1] == "u" else "private") for a in roles]
    vpc = cloud.make_vpc(REGION, specs, cluster_id="")
    cloud.client("kit", "route53", region=REGION).create_hosted_zone(Name="example.org.", CallerReference="base")
    cloud.client("kit", "ec2", region=REGION).register_image(Name="rhcos")

    def aws(service: str, *, region: str, endpoint: str | None = None) -> Any:
        return cloud.client("installer", service, region=region, endpoint=endpoint)

    made = installer.Installer(aws=aws, api_client=lambda: embedded.client("installer"), clock=VirtualClock())
    return made, dict(vpc.subnets)


def write(folder: Path, subnets: dict[str, str], roles: dict[str, list[str]]) -> None:
    config = {
        "baseDomain": "example.org",
        "metadata": {"name": "demo"},
        "featureSet": "TechPreviewNoUpgrade",
        "controlPlane": {"replicas": 1},
        "compute": [{"replicas": 1}],
        "platform": {
            "aws": {
                "region": REGION,
                "subnetsConfig": [{"id": subnets[a], "rolesOverride": held} for a, held in roles.items()],
            }
        },
    }
    (folder / "install-config.yaml").write_text(yaml.safe_dump(config))


def resources(cloud: SimulatedCloud) -> dict[str, Any]:
    """What an account has that a cluster could leave behind."""
    ec2, elbv2, elb, route53 = (
        cloud.client("kit", service, region=REGION) for service in ("ec2", "elbv2", "elb", "route53")
    )
    reservations = ec2.describe_instances()["Reservations"]
    zones = route53.list_hosted_zones()["HostedZones"]
    return {
        "tags": {s["SubnetId"]: s.get("Tags") or [] for s in ec2.describe_subnets()["Subnets"]},
        "instances": [i for r in reservations for i in r["Instances"] if i["State"]["Name"] != "terminated"],
        "groups": sorted(g["GroupId"] for g in ec2.describe_security_groups()["SecurityGroups"]),
        "balancers": elbv2.describe_load_balancers()["LoadBalancers"],
        "classic": elb.describe_load_balancers()["LoadBalancerDescriptions"],
        "targets": elbv2.describe_target_groups()["TargetGroups"],
        "zones": sorted(zone["Id"] for zone in zones),
        "records": {
            z["Id"]: route53.list_resource_record_sets(HostedZoneId=z["Id"])["ResourceRecordSets"] for z in zones
        },
    }


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(roles=assignments())
def test_load_balancers_are_in_the_assigned_subnets_and_destroy_leaves_aws_as_before(
    roles: dict[str, list[str]], cloud: SimulatedCloud, embedded: EmbeddedCluster
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install, subnets = ready(cloud, embedded, roles)
        write(folder, subnets, roles)
        before = resources(cloud)
        install.create_cluster(folder)
        wanted = {
            role: {subnets[a] for a, held in roles.items() if role in held} for role in (EXTERNAL, INTERNAL, NODE)
        }
        after = resources(cloud)
        found = {b["Scheme"]: {z["SubnetId"] for z in b["AvailabilityZones"]} for b in after["balancers"]}
        assert found == {"internet-facing": wanted[EXTERNAL], "internal": wanted[INTERNAL]}
        assert {i["SubnetId"] for i in after["instances"]} <= wanted[NODE]
        install.destroy_cluster(folder)
        assert resources(cloud) == before


@pytest.mark.parametrize(
    "operation", ["ec2:CreateTags", "route53:CreateHostedZone", "elbv2:CreateLoadBalancer", "ec2:RunInstances"]
)
def test_a_creation_that_failed_can_be_destroyed(
    operation: str, tmp_path: Path, cloud: SimulatedCloud, embedded: EmbeddedCluster
) -> None:
    roles = {"pub-a": [INGRESS, EXTERNAL], "priv-a": [INTERNAL, NODE]}
    install, subnets = ready(cloud, embedded, roles)
    write(tmp_path, subnets, roles)
    before = resources(cloud)
    cloud.fail(operation, "RequestLimitExceeded", "try later", 1)
    with pytest.raises(installer.InstallError, match="try later"):
        install.create_cluster(tmp_path)
    install.destroy_cluster(tmp_path)
    assert resources(cloud) == before


def test_a_subnet_without_room_for_a_tag_stops_the_creation_before_the_first_write(
    tmp_path: Path, cloud: SimulatedCloud, embedded: EmbeddedCluster
) -> None:
    roles = {"pub-a": [INGRESS, EXTERNAL], "priv-a": [INTERNAL, NODE]}
    install, subnets = ready(cloud, embedded, roles)
    write(tmp_path, subnets, roles)
    full = [{"Key": f"key-{number}", "Value": ""} for number in range(50)]
    cloud.client("kit", "ec2", region=REGION).create_tags(Resources=[subnets["priv-a"]], Tags=full)
    since = cloud.record.mark()
    with pytest.raises(installer.InstallError, match="50 tags") as refused:
        install.create_cluster(tmp_path)
    assert subnets["priv-a"] in str(refused.value)
    assert not [call for call in cloud.record.calls(since=since) if call.changed]
