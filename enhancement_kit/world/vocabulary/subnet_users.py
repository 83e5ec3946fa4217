"""The users of subnets in an installed cluster, by the words of scenarios: in manifests and in AWS."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from enhancement_kit.errors import UsageError
from enhancement_kit.world.clients import load_balancers
from enhancement_kit.world.clients.aws import AwsClientMaker
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.clients.load_balancers import INTERNAL, INTERNET_FACING, SERVICE_TAG, LoadBalancer
from enhancement_kit.world.vocabulary.data_tables import did_you_mean
from enhancement_kit.world.vocabulary.ingress_controller_words import AWS, BLOCKS, pick

Manifests = Sequence[Manifest]
Found = TypeVar("Found")

DEFAULTS = ("spec", "loadBalancer", "platform", "aws")
BOOTSTRAP = "install.openshift.io/bootstrap"
MACHINE_API = "openshift-machine-api"
"""The namespace where the machine API reads MachineSets."""
PROVIDER_SPEC = ("spec", "template", "spec", "providerSpec", "value")
GROUPS = {
    "AWSCluster": "infrastructure.cluster.x-k8s.io",
    "AWSMachine": "infrastructure.cluster.x-k8s.io",
    "MachineSet": "machine.openshift.io",
}
"""The API groups of the kinds that no scenario creates through the API."""
PROVIDER_CHOICE = "the provider's choice"
"""What stands for the subnets of a load balancer that is to be made in subnets that nobody names."""


def of_kind(manifests: Manifests, kind: str) -> list[Manifest]:
    """Return the manifests of a kind; one of another API group is none of this kind."""
    group = GROUPS.get(kind)
    found = (m for m in manifests if m.get("kind") == kind)
    return [m for m in found if group is None or str(m.get("apiVersion")).startswith(f"{group}/")]


def _one(manifests: Manifests, kind: str, name: str | None = None) -> Manifest:
    """Return the one object of a kind (and name), or an empty object."""
    return next((m for m in of_kind(manifests, kind) if name in (None, m["metadata"]["name"])), {})


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
    """Return the subnets of a load balancer of the AWSCluster: none where there is no such load balancer."""

    def subnets(manifests: Manifests) -> list[str]:
        balancer = pick(_one(manifests, "AWSCluster"), ("spec", field))
        return [] if balancer is None else list(balancer.get("subnets") or [PROVIDER_CHOICE])

    return subnets


def _each_machine(manifests: Manifests) -> list[str]:
    """Return the subnet of each control plane machine, without the bootstrap machine (interpretation ISS-A32)."""
    machines = of_kind(manifests, "AWSMachine")
    staying = [m for m in machines if BOOTSTRAP not in (m["metadata"].get("labels") or {})]
    return [found for m in staying if (found := pick(m, ("spec", "subnet", "id")))]


def _bootstrap_machine(manifests: Manifests) -> list[str]:
    machines = [m for m in of_kind(manifests, "AWSMachine") if BOOTSTRAP in (m["metadata"].get("labels") or {})]
    return [found for m in machines if (found := pick(m, ("spec", "subnet", "id")))]


def _subnets_by_name(manifests: Manifests) -> list[str]:
    """Return the Name tags by which machines refer to subnets that are to be made, without the cluster's prefix."""
    prefix = f"{_one(manifests, 'AWSCluster')['metadata']['name']}-"
    places = [pick(m, ("spec", "subnet")) for m in of_kind(manifests, "AWSMachine")]
    places += [pick(value, ("subnet",)) for _, value in _readable_sets(manifests)]
    filters = [one for place in places for one in (place or {}).get("filters") or ()]
    names = [value for one in filters if one["name"] == "tag:Name" for value in one["values"]]
    return sorted({name.removeprefix(prefix) for name in names})


def _readable_sets(manifests: Manifests) -> list[tuple[Manifest, Manifest]]:
    """Return the MachineSets whose machines the machine API can run in AWS, each with the configuration of these."""
    specs = [(m, pick(m, PROVIDER_SPEC) or {}) for m in of_kind(manifests, "MachineSet")]
    return [
        (m, value)
        for m, value in specs
        if value.get("kind") == "AWSMachineProviderConfig" and m["metadata"].get("namespace") == MACHINE_API
    ]


def _set_in(zone: str) -> Callable[[Manifests], list[str]]:
    """Return the subnets of the MachineSets that are for one zone."""

    def subnets(manifests: Manifests) -> list[str]:
        sets = [value for _, value in _readable_sets(manifests)]
        return [
            found
            for value in sets
            if pick(value, ("placement", "availabilityZone")) == zone and (found := pick(value, ("subnet", "id")))
        ]

    return subnets


def _each_compute_machine(manifests: Manifests) -> list[str]:
    found = [(m["spec"]["replicas"], pick(value, ("subnet", "id"))) for m, value in _readable_sets(manifests)]
    return [subnet for replicas, subnet in found if subnet for _ in range(replicas)]


def _machines(manifests: Manifests) -> list[str]:
    return sorted(set(_each_machine(manifests)))


def _machine_sets(manifests: Manifests) -> list[str]:
    return sorted({found for _, value in _readable_sets(manifests) if (found := pick(value, ("subnet", "id")))})


def _existing_network(manifests: Manifests) -> list[str]:
    """Return the subnets of an existing network; the subnets of a network to be made have names and no ids."""
    listed = pick(_one(manifests, "AWSCluster"), ("spec", "network", "subnets")) or []
    return sorted(subnet["id"] for subnet in listed if subnet["id"].startswith("subnet-"))


def _elsewhere(manifests: Manifests) -> list[str]:
    """Return subnets of machines, the bootstrap machine included, that are not part of the existing network."""
    machines = [pick(m, ("spec", "subnet", "id")) for m in of_kind(manifests, "AWSMachine")]
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
    "the bootstrap machine": _bootstrap_machine,
    "machines, by the name of a subnet": _subnets_by_name,
    "each control plane machine": _each_machine,
    "each compute machine": _each_compute_machine,
}
IN_ZONE = "compute machines of zone "


def in_manifests(word: str, manifests: Manifests) -> list[str]:
    """Return the subnets that manifests give a consumer, or `compute machines of zone <zone>`.

    Raises UsageError for an unknown consumer.
    """
    if word.startswith(IN_ZONE):
        return _set_in(word.removeprefix(IN_ZONE))(manifests)
    return _find(word, IN_MANIFESTS)(manifests)


def _balancer(scheme: str) -> Callable[[AwsClientMaker, str], list[str]]:
    """Return the subnets of the network load balancers of a scheme that a cluster owns and that are no Service's."""

    def subnets(aws: AwsClientMaker, infra_id: str) -> list[str]:
        owner = f"kubernetes.io/cluster/{infra_id}"
        return [
            subnet
            for balancer in _of_scheme(aws, scheme)
            if balancer.kind == "NLB" and balancer.tags.get(owner) == "owned" and SERVICE_TAG not in balancer.tags
            for subnet in balancer.subnets
        ]

    return subnets


def _all_balancers(scheme: str) -> Callable[[AwsClientMaker, str], list[str]]:
    """Find the subnets of all load balancers of a scheme: those of the control plane and those of Services."""

    def subnets(aws: AwsClientMaker, _infra_id: str) -> list[str]:
        return sorted({subnet for balancer in _of_scheme(aws, scheme) for subnet in balancer.subnets})

    return subnets


def _of_scheme(aws: AwsClientMaker, scheme: str) -> list[LoadBalancer]:
    return [one for one in load_balancers.describe(aws("elb"), aws("elbv2")) if one.scheme == scheme]


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


def zones_of_machine_sets(manifests: Manifests) -> list[str]:
    """Return the zone of each MachineSet, sorted."""
    path = (*PROVIDER_SPEC, "placement", "availabilityZone")
    return sorted(str(pick(m, path)) for m in of_kind(manifests, "MachineSet"))


def images_of(machine_set: Manifest) -> list[str]:
    """Return the image that a MachineSet names, if it names one."""
    value = pick(machine_set, PROVIDER_SPEC) or {}
    return [str(value["ami"]["id"])] if "ami" in value else []


def _each_node(aws: AwsClientMaker, infra_id: str) -> list[str]:
    return [instance["SubnetId"] for instance in running_instances(aws, infra_id)]


def _nodes(aws: AwsClientMaker, infra_id: str) -> list[str]:
    return sorted(set(_each_node(aws, infra_id)))


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
    "the internal control plane load balancer": _balancer(INTERNAL),
    "the external control plane load balancer": _balancer(INTERNET_FACING),
    "internal load balancers": _all_balancers(INTERNAL),
    "internet-facing load balancers": _all_balancers(INTERNET_FACING),
    "machines": _nodes,
    "each machine": _each_node,
    "the VPC of the cluster": _vpc,
    "the tag of the cluster": _shared,
}
TAG = "the tag "


def in_aws(word: str, aws: AwsClientMaker, infra_id: str) -> list[str]:
    """Return the subnets that a consumer has in AWS, or that have `the tag <key>` or `the tag <key>=<value>`.

    Raises UsageError for an unknown consumer.
    """
    if word not in IN_AWS and word.startswith(TAG):
        key, equals, value = word.removeprefix(TAG).partition("=")
        wanted = {"Name": f"tag:{key}", "Values": [value]} if equals else {"Name": "tag-key", "Values": [key]}
        return [subnet["SubnetId"] for subnet in aws("ec2").describe_subnets(Filters=[wanted])["Subnets"]]
    return _find(word, IN_AWS)(aws, infra_id)


def problem(word: str) -> str | None:
    """Describe what is wrong with a cell, and how to correct it; return None for a user of subnets."""
    known = {**IN_MANIFESTS, **IN_AWS}
    if word in known or word.startswith((TAG, IN_ZONE)):
        return None
    more = f"{IN_ZONE}<zone>; {TAG}<key>"
    return f"{word!r} uses no subnets; {did_you_mean(word, known)}known: {'; '.join(known)}; {more}"


def _find(word: str, known: Mapping[str, Found]) -> Found:
    if word not in known:
        raise UsageError(f"{word!r} uses no subnets; known: {'; '.join(known)}")
    return known[word]
