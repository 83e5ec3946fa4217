"""The infrastructure of a cluster, made from its cluster-api manifests: load balancers, machines, the private zone.

An admin's edits of these manifests take effect, since nothing else is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..runtime.aws_networks import PLAIN_ZONE, tag_list
from . import cluster_manifests
from .errors import InstallError
from .existing_network import call, every

IMAGE_NAME = "rhcos"

Manifest = Mapping[str, Any]


@dataclass(frozen=True)
class Aws:
    """The clients of one region."""

    clients: Callable[..., Any]
    """Makes boto3 clients: (service, *, region)."""
    region: str

    def __call__(self, service: str, operation: str, **parameters: Any) -> dict[str, Any]:
        """Call an operation of a service. Raises InstallError."""
        return call(self.clients(service, region=self.region), operation, **parameters)

    def every(self, service: str, operation: str, member: str, **parameters: Any) -> list[Any]:
        """Return the items of all pages of an operation that answers in pages. Raises InstallError."""
        return every(self.clients(service, region=self.region), operation, member, **parameters)


def of_kind(found: Iterable[Manifest], kind: str) -> list[Manifest]:
    """Return the manifests of one kind, in their order."""
    return [manifest for manifest in found if manifest.get("kind") == kind]


def share_subnets(aws: Aws, ids: Iterable[str], infra_id: str) -> None:
    """Tag subnets as shared with the cluster: discovery then uses them and other clusters leave them alone."""
    aws("ec2", "create_tags", Resources=list(ids), Tags=tag_list(shared_tag(infra_id)))


def shared_tag(infra_id: str) -> dict[str, str]:
    """Return the tag of resources that the cluster uses but did not create."""
    return {f"kubernetes.io/cluster/{infra_id}": "shared"}


def make_private_zone(aws: Aws, domain: str, infra_id: str, vpc: str) -> str:
    """Create the Route 53 zone that only the VPC sees and return its id."""
    made = aws(
        "route53",
        "create_hosted_zone",
        Name=f"{domain}.",
        CallerReference=infra_id,
        VPC={"VPCRegion": aws.region, "VPCId": vpc},
        HostedZoneConfig={"PrivateZone": True},
    )
    zone = str(made["HostedZone"]["Id"]).rpartition("/")[2]
    tags = tag_list(cluster_manifests.private_zone_tags(infra_id))
    aws("route53", "change_tags_for_resource", ResourceType="hostedzone", ResourceId=zone, AddTags=tags)
    return zone


def make_load_balancers(aws: Aws, cluster: Manifest) -> None:
    """Create the control plane load balancers of an AWSCluster: both, or the only one."""
    spec = outside_edge_zones(aws, cluster["spec"])
    for field in ("controlPlaneLoadBalancer", "secondaryControlPlaneLoadBalancer"):
        balancer = spec.get(field)
        if balancer:
            make_load_balancer(aws, balancer, spec)


def outside_edge_zones(aws: Aws, spec: Manifest) -> dict[str, Any]:
    """Return the specification of an AWSCluster without subnets of Local and Wavelength Zones.

    The provider creates nothing of the control plane there.
    """
    zones = aws("ec2", "describe_availability_zones", AllAvailabilityZones=True)["AvailabilityZones"]
    edge = {zone["ZoneName"] for zone in zones if zone.get("ZoneType", PLAIN_ZONE) != PLAIN_ZONE}
    subnets = [s for s in spec["network"]["subnets"] if s["availabilityZone"] not in edge]
    return {**spec, "network": {**spec["network"], "subnets": subnets}}


def make_load_balancer(aws: Aws, balancer: Manifest, spec: Manifest) -> None:
    """Create one control plane load balancer."""
    aws(
        "elbv2",
        "create_load_balancer",
        Name=balancer["name"],
        Type="network",
        Scheme=balancer["scheme"],
        Subnets=load_balancer_subnets(balancer, spec),
        Tags=tag_list(spec["additionalTags"]),
    )


def load_balancer_subnets(balancer: Manifest, spec: Manifest) -> list[str]:
    """Return the subnets named, else the provider's choice: the cluster's of the scheme's visibility, one per zone."""
    if balancer.get("subnets"):
        return list(balancer["subnets"])
    public = balancer["scheme"] == "internet-facing"
    chosen: dict[str, str] = {}
    for subnet in spec["network"]["subnets"]:
        if subnet["isPublic"] == public:
            chosen.setdefault(subnet["availabilityZone"], subnet["id"])
    return list(chosen.values())


def make_node_group(aws: Aws, cluster: Manifest) -> str:
    """Create the security group of the machines and return its id."""
    spec = cluster["spec"]
    name = f"{cluster['metadata']['name']}-node"
    made = aws(
        "ec2",
        "create_security_group",
        GroupName=name,
        Description="Kubernetes nodes",
        VpcId=spec["network"]["vpc"]["id"],
        TagSpecifications=[{"ResourceType": "security-group", "Tags": tag_list(spec["additionalTags"])}],
    )
    return str(made["GroupId"])


@dataclass(frozen=True)
class Instance:
    """One EC2 instance to run."""

    name: str
    kind: str
    subnet: str
    image: str
    tags: Mapping[str, str]


def control_plane_instances(machines: Iterable[Manifest]) -> list[Instance]:
    """Return the instances that AWSMachines ask for."""
    return [
        Instance(
            name=machine["metadata"]["name"],
            kind=machine["spec"]["instanceType"],
            subnet=machine["spec"]["subnet"]["id"],
            image=machine["spec"]["ami"]["id"],
            tags=machine["spec"]["additionalTags"],
        )
        for machine in machines
    ]


def compute_instances(machine_sets: Iterable[Manifest]) -> list[Instance]:
    """Return the instances that the machine API runs for MachineSets."""
    found = []
    for machine_set in machine_sets:
        value = machine_set["spec"]["template"]["spec"]["providerSpec"]["value"]
        found += [
            Instance(
                name=f"{machine_set['metadata']['name']}-{number}",
                kind=value["instanceType"],
                subnet=value["subnet"]["id"],
                image=value["ami"]["id"],
                tags={tag["name"]: tag["value"] for tag in value["tags"]},
            )
            for number in range(machine_set["spec"]["replicas"])
        ]
    return found


def image(aws: Aws) -> str:
    """Return the image of the operating system in the region. Raises InstallError where there is none."""
    filters = [{"Name": "name", "Values": [f"{IMAGE_NAME}*"]}]
    found = aws("ec2", "describe_images", Filters=filters)["Images"]
    if not found:
        raise InstallError(f"region {aws.region} has no {IMAGE_NAME} image; give one as platform.aws.amiID")
    return str(found[0]["ImageId"])


def run(aws: Aws, instance: Instance, group: str) -> str:
    """Run an instance and return its id."""
    tags = tag_list({"Name": instance.name, **instance.tags})
    answer = aws(
        "ec2",
        "run_instances",
        ImageId=instance.image,
        InstanceType=instance.kind,
        MinCount=1,
        MaxCount=1,
        SubnetId=instance.subnet,
        SecurityGroupIds=[group],
        TagSpecifications=[{"ResourceType": "instance", "Tags": tags}],
    )
    return str(answer["Instances"][0]["InstanceId"])
