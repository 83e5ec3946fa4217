"""Load balancers as AWS describes them, Classic and Network alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from enhancement_kit.world.clients.aws import AwsClient

SERVICE_TAG = "kubernetes.io/service-name"
INTERNAL, INTERNET_FACING = "internal", "internet-facing"
"""The schemes of load balancers."""


@dataclass(frozen=True)
class LoadBalancer:
    """One load balancer of the region."""

    kind: str
    """`Classic` or `NLB`."""
    identity: str
    """The unique name of this load balancer: ARN and DNS name, or the DNS name of a Classic one."""
    host: str
    subnets: frozenset[str]
    scheme: str
    service: str
    """Namespace and name of the Service it is tagged for, or empty."""
    addresses: Mapping[str, tuple[str, ...]]
    """Allocation ids by subnet; a subnet whose address AWS chose has an empty tuple."""
    tags: Mapping[str, str] = field(default_factory=dict)
    security_groups: tuple[str, ...] = ()


def describe(elb: AwsClient, elbv2: AwsClient) -> list[LoadBalancer]:
    """Return every load balancer of the region, read with the boto3 clients given."""
    return [*_classic(elb), *_network(elbv2)]


def ports(balancer: LoadBalancer, elb: AwsClient, elbv2: AwsClient) -> list[int]:
    """Return the ports on which a load balancer listens, in ascending order."""
    if balancer.kind == "Classic":
        described = elb.describe_load_balancers()["LoadBalancerDescriptions"]
        own = next(lb for lb in described if lb["DNSName"] == balancer.host)
        return sorted(d["Listener"]["LoadBalancerPort"] for d in own["ListenerDescriptions"])
    arn = balancer.identity.split()[0]
    return sorted(listener["Port"] for listener in elbv2.describe_listeners(LoadBalancerArn=arn)["Listeners"])


def _tags(entries: list[dict[str, Any]], key: str) -> dict[str, dict[str, str]]:
    return {e[key]: {t["Key"]: t.get("Value", "") for t in e.get("Tags", [])} for e in entries}


def _classic(elb: AwsClient) -> list[LoadBalancer]:
    found = elb.describe_load_balancers()["LoadBalancerDescriptions"]
    if not found:
        return []
    names = [lb["LoadBalancerName"] for lb in found]
    tags = _tags(elb.describe_tags(LoadBalancerNames=names)["TagDescriptions"], "LoadBalancerName")
    return [
        LoadBalancer(
            kind="Classic",
            identity=lb["DNSName"],
            host=lb["DNSName"],
            subnets=frozenset(lb.get("Subnets", [])),
            scheme=lb.get("Scheme", ""),
            service=tags.get(lb["LoadBalancerName"], {}).get(SERVICE_TAG, ""),
            addresses={},
            tags=tags.get(lb["LoadBalancerName"], {}),
            security_groups=tuple(lb.get("SecurityGroups", [])),
        )
        for lb in found
    ]


def _network(elbv2: AwsClient) -> list[LoadBalancer]:
    found = elbv2.describe_load_balancers()["LoadBalancers"]
    if not found:
        return []
    arns = [lb["LoadBalancerArn"] for lb in found]
    tags = _tags(elbv2.describe_tags(ResourceArns=arns)["TagDescriptions"], "ResourceArn")
    return [
        LoadBalancer(
            kind="NLB" if lb["Type"] == "network" else lb["Type"],
            identity=lb["LoadBalancerArn"] + " " + lb["DNSName"],
            host=lb["DNSName"],
            subnets=frozenset(z["SubnetId"] for z in lb["AvailabilityZones"]),
            scheme=lb.get("Scheme", ""),
            service=tags.get(lb["LoadBalancerArn"], {}).get(SERVICE_TAG, ""),
            addresses={
                z["SubnetId"]: tuple(
                    a["AllocationId"] for a in z.get("LoadBalancerAddresses", []) if a.get("AllocationId")
                )
                for z in lb["AvailabilityZones"]
            },
            tags=tags.get(lb["LoadBalancerArn"], {}),
            security_groups=tuple(lb.get("SecurityGroups", [])),
        )
        for lb in found
    ]
