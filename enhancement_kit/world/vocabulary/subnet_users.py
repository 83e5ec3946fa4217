"""The users of subnets in an installed cluster, by the words of scenarios: in manifests and in AWS."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from enhancement_kit.errors import UsageError
from enhancement_kit.world.clients.aws import AwsClientMaker
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary.data_tables import did_you_mean
from enhancement_kit.world.vocabulary.ingress_controller_words import AWS, BLOCKS, pick

Manifests = Sequence[Manifest]
Found = TypeVar("Found")

DEFAULTS = ("spec", "loadBalancer", "platform", "aws")
BOOTSTRAP = "install.openshift.io/bootstrap"
MACHINE_SET_SUBNET = ("spec", "template", "spec", "providerSpec", "value", "subnet", "id")


def _one(manifests: Manifests, kind: str, name: str | None = None) -> Manifest:
    """Return the one object of a kind (and name), or an empty object."""
    named = (m for m in manifests if m.get("kind") == kind and name in (None, m["metadata"]["name"]))
    return next(named, {})


def _listed(tree: Any, path: tuple[str, ...]) -> list[str]:
    found = pick(tree, path) or {}
    return [*(found.get("ids") or []), *(found.get("names") or [])]


def _ingress_controller(kind: str) -> Callable[[Manifests], list[str]]:
    path = ("spec", *AWS, BLOCKS[kind], "subnets")
    return lambda manifests: _listed(_one(manifests, "IngressController", "default"), path)


def _ingress_config(kind: str) -> Callable[[Manifests], list[str]]:
    path = (*DEFAULTS, BLOCKS[kind], "subnets")
    return lambda manifests: _listed(_one(manifests, "Ingress", "cluster"), path)


def _control_plane(field: str) -> Callable[[Manifests], list[str]]:
    return lambda manifests: list(pick(_one(manifests, "AWSCluster"), ("spec", field, "subnets")) or [])


def _machines(manifests: Manifests) -> list[str]:
    """Return the subnets of the control plane machines, without the bootstrap machine (interpretation ISS-A32)."""
    machines = [m for m in manifests if m.get("kind") == "AWSMachine"]
    staying = [m for m in machines if BOOTSTRAP not in (m["metadata"].get("labels") or {})]
    return sorted({found for m in staying if (found := pick(m, ("spec", "subnet", "id")))})


def _machine_sets(manifests: Manifests) -> list[str]:
    sets = [m for m in manifests if m.get("kind") == "MachineSet"]
    return sorted({found for m in sets if (found := pick(m, MACHINE_SET_SUBNET))})


def _existing_network(manifests: Manifests) -> list[str]:
    """Return the subnets of an existing network; the subnets of a network to be made have names and no ids."""
    listed = pick(_one(manifests, "AWSCluster"), ("spec", "network", "subnets")) or []
    return sorted(subnet["id"] for subnet in listed if subnet["id"].startswith("subnet-"))


def _elsewhere(manifests: Manifests) -> list[str]:
    """Return subnets of machines, the bootstrap machine included, that are not part of the existing network."""
    machines = [pick(m, ("spec", "subnet", "id")) for m in manifests if m.get("kind") == "AWSMachine"]
    known = _existing_network(manifests)
    return sorted({str(found) for found in (*machines, *_machine_sets(manifests)) if found not in known})


def _by_name(manifests: Manifests) -> list[str]:
    config = pick(_one(manifests, "Ingress", "cluster"), DEFAULTS) or {}
    return [name for block in BLOCKS.values() for name in pick(config, (block, "subnets", "names")) or []]


IN_MANIFESTS: Mapping[str, Callable[[Manifests], list[str]]] = {
    "the default IngressController, Classic": _ingress_controller("Classic"),
    "the default IngressController, NLB": _ingress_controller("NLB"),
    "the Ingress config, Classic": _ingress_config("Classic"),
    "the Ingress config, NLB": _ingress_config("NLB"),
    "the internal control plane load balancer": _control_plane("controlPlaneLoadBalancer"),
    "the external control plane load balancer": _control_plane("secondaryControlPlaneLoadBalancer"),
    "the existing network": _existing_network,
    "the Ingress config, by name": _by_name,
    "machines outside the existing network": _elsewhere,
    "control plane machines": _machines,
    "compute machines": _machine_sets,
}


def in_manifests(word: str, manifests: Manifests) -> list[str]:
    """Return the subnets that manifests give a consumer. Raises UsageError for an unknown one."""
    return _find(word, IN_MANIFESTS)(manifests)


def _balancer(suffix: str) -> Callable[[AwsClientMaker, str], list[str]]:
    def subnets(aws: AwsClientMaker, infra_id: str) -> list[str]:
        found = aws("elbv2").describe_load_balancers()["LoadBalancers"]
        own = [b for b in found if b["LoadBalancerName"] == f"{infra_id}-{suffix}"]
        return [zone["SubnetId"] for b in own for zone in b["AvailabilityZones"]]

    return subnets


def _cluster_filter(infra_id: str, value: str) -> dict[str, Any]:
    return {"Name": f"tag:kubernetes.io/cluster/{infra_id}", "Values": [value]}


def running_instances(aws: AwsClientMaker, infra_id: str) -> list[dict[str, Any]]:
    """Return the running instances that a cluster owns."""
    filters = [_cluster_filter(infra_id, "owned"), {"Name": "instance-state-name", "Values": ["running"]}]
    reservations = aws("ec2").describe_instances(Filters=filters)["Reservations"]
    return [instance for reservation in reservations for instance in reservation["Instances"]]


def own_images(aws: AwsClientMaker, infra_id: str) -> dict[str, bool]:
    """Return the images that a cluster owns, and whether all volumes in them are encrypted."""
    found = aws("ec2").describe_images(Owners=["self"], Filters=[_cluster_filter(infra_id, "owned")])["Images"]
    volumes = {image["ImageId"]: [m["Ebs"] for m in image["BlockDeviceMappings"] if "Ebs" in m] for image in found}
    return {image: all(volume.get("Encrypted") for volume in held) for image, held in volumes.items()}


def type_of(manifest: Manifest) -> str:
    """Return the instance type of an AWSMachine or of a MachineSet."""
    spec = manifest["spec"]
    return str((pick(spec, ("template", "spec", "providerSpec", "value")) or spec)["instanceType"])


def images_of(machine_set: Manifest) -> list[str]:
    """Return the image that a MachineSet names, if it names one."""
    value = pick(machine_set, ("spec", "template", "spec", "providerSpec", "value")) or {}
    return [str(value["ami"]["id"])] if "ami" in value else []


def _nodes(aws: AwsClientMaker, infra_id: str) -> list[str]:
    return sorted({instance["SubnetId"] for instance in running_instances(aws, infra_id)})


def _shared(aws: AwsClientMaker, infra_id: str) -> list[str]:
    found = aws("ec2").describe_subnets(Filters=[_cluster_filter(infra_id, "shared")])["Subnets"]
    return [subnet["SubnetId"] for subnet in found]


def _vpc(aws: AwsClientMaker, infra_id: str) -> list[str]:
    """Return all subnets of the VPCs in which the cluster has security groups of its own."""
    groups = aws("ec2").describe_security_groups(Filters=[_cluster_filter(infra_id, "owned")])["SecurityGroups"]
    vpcs = sorted({group["VpcId"] for group in groups})
    found = aws("ec2").describe_subnets(Filters=[{"Name": "vpc-id", "Values": vpcs}])["Subnets"] if vpcs else []
    return [subnet["SubnetId"] for subnet in found]


IN_AWS: Mapping[str, Callable[[AwsClientMaker, str], list[str]]] = {
    "the internal control plane load balancer": _balancer("int"),
    "the external control plane load balancer": _balancer("ext"),
    "machines": _nodes,
    "the VPC of the cluster": _vpc,
    "the tag of the cluster": _shared,
}
TAG = "the tag "


def in_aws(word: str, aws: AwsClientMaker, infra_id: str) -> list[str]:
    """Return the subnets that a consumer has in AWS, or that have `the tag <key>`; `aws` makes clients.

    Raises UsageError for an unknown consumer.
    """
    if word not in IN_AWS and word.startswith(TAG):
        filters = [{"Name": "tag-key", "Values": [word.removeprefix(TAG)]}]
        return [subnet["SubnetId"] for subnet in aws("ec2").describe_subnets(Filters=filters)["Subnets"]]
    return _find(word, IN_AWS)(aws, infra_id)


def problem(word: str) -> str | None:
    """Describe what is wrong with a cell, and how to correct it; return None for a user of subnets."""
    known = {**IN_MANIFESTS, **IN_AWS}
    if word in known or word.startswith(TAG):
        return None
    return f"{word!r} uses no subnets; {did_you_mean(word, known)}known: {'; '.join(known)}; {TAG}<key>"


def _find(word: str, known: Mapping[str, Found]) -> Found:
    if word not in known:
        raise UsageError(f"{word!r} uses no subnets; known: {'; '.join(known)}")
    return known[word]
