"""What the AWS provider works with: its configuration, clients, and the Service at hand in AWS terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import annotations as service_annotations
from .aws import ProviderError
from .config import CloudConfig

# What a [ServiceOverride] has to name so that a client takes it: the endpoint prefixes of SDK v1, which the stitched
# configuration carries, or the service ids of SDK v2, with which releases compare today (interpretation CRE-A38).
OVERRIDE_NAMES: Mapping[str, Mapping[str, str]] = {
    "document": {"ec2": "ec2", "elb": "elasticloadbalancing", "elbv2": "elasticloadbalancing"},
    "shipped": {"ec2": "EC2", "elb": "Elastic Load Balancing", "elbv2": "Elastic Load Balancing v2"},
}


def client(provider: Provider, service: str) -> Any:
    """Build the client of a service, with the endpoint of its override if there is one."""
    config = provider.config
    override = config.override(OVERRIDE_NAMES[provider.profile][service])
    if override is None:
        return provider.clients(service, region=config.region)
    return provider.clients(service, region=override.signing_region, endpoint=override.url)


@dataclass(frozen=True)
class Provider:
    """The AWS cloud provider of one cluster."""

    config: CloudConfig
    profile: str
    clients: Callable[..., Any]
    """Makes boto3 clients: (service, *, region, endpoint)."""

    @cached_property
    def ec2(self) -> Any:
        """EC2."""
        return client(self, "ec2")

    @cached_property
    def elb(self) -> Any:
        """Classic load balancers."""
        return client(self, "elb")

    @cached_property
    def elbv2(self) -> Any:
        """Network load balancers."""
        return client(self, "elbv2")


@dataclass(frozen=True)
class Port:
    """One port of a Service."""

    protocol: str
    port: int
    node_port: int


@dataclass(frozen=True)
class Request:
    """A request for a load balancer: a Service and the nodes to send traffic to."""

    service: Mapping[str, Any]
    instances: Sequence[Mapping[str, Any]]
    """The EC2 instances of the eligible nodes."""

    @property
    def key(self) -> str:
        """namespace/name of the Service."""
        meta = self.service["metadata"]
        return f"{meta['namespace']}/{meta['name']}"

    @property
    def name(self) -> str:
        """Name of the load balancer."""
        return load_balancer_name(self.service)

    @property
    def ports(self) -> list[Port]:
        """The ports."""
        return [Port(str(p["protocol"]), int(p["port"]), int(p["nodePort"])) for p in self.service["spec"]["ports"]]

    @property
    def instance_ids(self) -> list[str]:
        """Ids of the instances."""
        return [str(instance["InstanceId"]) for instance in self.instances]


def load_balancer_name(service: Mapping[str, Any]) -> str:
    """Return `a` and the Service's UID without dashes, 32 characters; the same for both types."""
    return ("a" + str(service["metadata"]["uid"]).replace("-", ""))[:32]


def resource_tags(provider: Provider, service: Mapping[str, Any]) -> dict[str, str]:
    """Return the tags of every resource made for a Service; the user's cannot override the two ownership tags."""
    meta = service["metadata"]
    tags = service_annotations.pairs(service_annotations.get(service, service_annotations.TAGS))
    tags["kubernetes.io/service-name"] = f"{meta['namespace']}/{meta['name']}"
    tags[f"kubernetes.io/cluster/{provider.config.cluster_id}"] = "owned"
    return tags


PROTOCOLS = {False: ("TCP",), True: ("TCP", "UDP")}
"""Protocols by whether the load balancer is an NLB."""


def check_spec(service: Mapping[str, Any], *, nlb: bool) -> None:
    """Check what the provider requires of a Service's spec. Raises ProviderError."""
    spec = service["spec"]
    if spec["sessionAffinity"] != "None":
        raise ProviderError(f"unsupported load balancer affinity: {spec['sessionAffinity']}")
    protocols = {str(port["protocol"]) for port in spec["ports"]}
    if len(protocols) > 1:
        raise ProviderError("mixed protocol is not supported for LoadBalancer")
    for protocol in protocols:
        if protocol not in PROTOCOLS[nlb]:
            raise ProviderError(f"Protocol {protocol} not supported by LoadBalancer")
    if spec.get("loadBalancerIP"):
        raise ProviderError("LoadBalancerIP cannot be specified for AWS ELB")
