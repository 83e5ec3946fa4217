"""The effects of an installation in AWS: load balancers in the assigned subnets, and nothing after it is destroyed."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.reference import installer
from enhancement_kit.targets.interface import Environment, Release
from enhancement_kit.targets.reference import MANIFEST_GATES, ReferenceTarget
from enhancement_kit.world import default_objects
from enhancement_kit.world.clients.kubernetes import Admin

from .memory import VirtualClock

REGION = "us-east-2"
NODE, INGRESS, EXTERNAL, INTERNAL = (
    *("ClusterNode", "IngressControllerLB"),
    *("ControlPlaneExternalLB", "ControlPlaneInternalLB"),
)


PLACES: dict[str, dict[str, list[str]]] = {
    "External": {"pub": [EXTERNAL, INGRESS], "priv": [INTERNAL, NODE]},
    "Internal": {"priv": [INTERNAL, NODE, INGRESS]},
}
"""The roles that subnets of each visibility can hold, by how the cluster is published."""


@dataclass(frozen=True)
class Wish:
    """The installation that an admin asks for."""

    roles: dict[str, list[str]]
    """Roles by subnet."""
    publish: str = "External"
    balancer: str = "Classic"
    """The type of the load balancers of IngressControllers."""

    def holding(self, role: str, subnets: dict[str, str]) -> set[str]:
        """Return the ids of the subnets that have a role."""
        return {subnets[alias] for alias, held in self.roles.items() if role in held}


@st.composite
def wishes(draw: st.DrawFn) -> Wish:
    """Draw an installation with each role in one subnet of every zone, shared or not, and a load balancer type."""
    publish = draw(st.sampled_from(sorted(PLACES)))
    found: dict[str, list[str]] = {}
    for zone in "abc"[: draw(st.integers(1, 2))]:
        for visibility, roles in PLACES[publish].items():
            first, *others = roles
            found.setdefault(f"{visibility}-{zone}", []).append(first)
            for role in others:
                alias = draw(st.sampled_from([f"{visibility}-{zone}", f"{visibility}-{zone}2"]))
                found.setdefault(alias, []).append(role)
    return Wish(found, publish, draw(st.sampled_from(["Classic", "NLB"])))


def clients(cloud: SimulatedCloud, component: str) -> Any:
    """Build a factory of boto3 clients of a component."""

    def aws(service: str, *, region: str, endpoint: str | None = None) -> Any:
        return cloud.client(component, service, region=region, endpoint=endpoint)

    return aws


def ready(cloud: SimulatedCloud, embedded: EmbeddedCluster, wish: Wish) -> tuple[Any, dict[str, str]]:
    """Prepare an installer in front of an empty API, and the subnets of a fresh VPC."""
    cloud.reset()
    embedded.reset()
    embedded.install_crds(list(ReferenceTarget().crds(Release(gates=MANIFEST_GATES))))
    kit = Admin(embedded.client("kit"))
    for namespace in default_objects.namespaces():
        kit.create(namespace)
    specs = [SubnetSpec(a, f"{REGION}{a.split('-')[1][0]}", "public" if a[1] == "u" else "private") for a in wish.roles]
    vpc = cloud.make_vpc(REGION, specs, cluster_id="")
    cloud.client("kit", "route53", region=REGION).create_hosted_zone(Name="example.org.", CallerReference="base")
    cloud.client("kit", "ec2", region=REGION).register_image(Name="rhcos")
    aws = clients(cloud, "installer")
    made = installer.Installer(aws=aws, api_client=lambda: embedded.client("installer"), clock=VirtualClock())
    return made, dict(vpc.subnets)


def write(folder: Path, subnets: dict[str, str], wish: Wish) -> None:
    config = {
        "publish": wish.publish,
        "baseDomain": "example.org",
        "metadata": {"name": "demo"},
        "featureSet": "TechPreviewNoUpgrade",
        "controlPlane": {"replicas": 1},
        "compute": [{"replicas": 1}],
        "platform": {
            "aws": {
                "region": REGION,
                "lbType": wish.balancer,
                "subnetsConfig": [{"id": subnets[a], "rolesOverride": held} for a, held in wish.roles.items()],
            }
        },
    }
    (folder / "install-config.yaml").write_text(yaml.safe_dump(config))


def resources(cloud: SimulatedCloud) -> dict[str, Any]:
    """List the resources that a cluster could leave behind in an account."""
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


def run(cloud: SimulatedCloud, embedded: EmbeddedCluster) -> None:
    """Run the components of the installed cluster until they settle, with a node on each instance."""
    kit, components = Admin(embedded.client("kit")), ReferenceTarget().components
    kit.create(default_objects.api_server())
    for number, instance in enumerate(resources(cloud)["instances"], start=1):
        kit.create(default_objects.node(instance["Placement"]["AvailabilityZone"], instance["InstanceId"], number))
    release = Release(gates=MANIFEST_GATES)
    components.start(Environment(embedded.client, lambda name: clients(cloud, name), VirtualClock(), release))
    components.settle()
    components.stop()


def placed(found: dict[str, Any]) -> dict[str, set[str]]:
    """Return the subnets of every load balancer, of either kind, by its DNS name."""
    networks = {b["DNSName"]: {z["SubnetId"] for z in b["AvailabilityZones"]} for b in found["balancers"]}
    return networks | {b["DNSName"]: set(b["Subnets"]) for b in found["classic"]}


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(wish=wishes())
def test_load_balancers_are_in_the_assigned_subnets_and_destroy_leaves_aws_as_before(
    wish: Wish, cloud: SimulatedCloud, embedded: EmbeddedCluster
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install, subnets = ready(cloud, embedded, wish)
        write(folder, subnets, wish)
        before = resources(cloud)
        install.create_cluster(folder)
        after = resources(cloud)
        found = {b["Scheme"]: {z["SubnetId"] for z in b["AvailabilityZones"]} for b in after["balancers"]}
        schemes = {"internal": INTERNAL, **({"internet-facing": EXTERNAL} if wish.publish == "External" else {})}
        assert found == {scheme: wish.holding(role, subnets) for scheme, role in schemes.items()}
        assert {i["SubnetId"] for i in after["instances"]} <= wish.holding(NODE, subnets)
        run(cloud, embedded)
        running = resources(cloud)
        ingress = [places for name, places in placed(running).items() if name not in placed(after)]
        assert ingress == [wish.holding(INGRESS, subnets)]
        assert len(running["classic"]) == (wish.balancer == "Classic")
        install.destroy_cluster(folder)
        assert resources(cloud) == before


@pytest.mark.parametrize(
    "operation", ["ec2:CreateTags", "route53:CreateHostedZone", "elbv2:CreateLoadBalancer", "ec2:RunInstances"]
)
def test_a_creation_that_failed_can_be_destroyed(
    operation: str, tmp_path: Path, cloud: SimulatedCloud, embedded: EmbeddedCluster
) -> None:
    wish = Wish({"pub-a": [INGRESS, EXTERNAL], "priv-a": [INTERNAL, NODE]})
    install, subnets = ready(cloud, embedded, wish)
    write(tmp_path, subnets, wish)
    before = resources(cloud)
    cloud.fail(operation, "RequestLimitExceeded", "try later", 1)
    with pytest.raises(installer.InstallError, match="try later"):
        install.create_cluster(tmp_path)
    install.destroy_cluster(tmp_path)
    assert resources(cloud) == before
