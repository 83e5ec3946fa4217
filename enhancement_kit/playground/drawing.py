"""What exists in a playground, the cluster and AWS side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any

from enhancement_kit.cloud import topology
from enhancement_kit.world.clients.kubernetes import Admin, ApiError, Manifest

GAP = 4
TOLD = ("Available", "Progressing", "Degraded")


def draw(admin: Admin, aws: Callable[[str], Any]) -> str:
    """Return both columns as text. Raises ApiError where the cluster does not answer."""
    left, right = cluster(admin), cloud(aws)
    width = max(map(len, left)) + GAP
    rows = zip_longest(left, right, fillvalue="")
    return "\n".join(f"{one:<{width}}{two}".rstrip() for one, two in rows)


def cluster(admin: Admin) -> list[str]:
    """List what the enhancements are about, kind by kind."""
    lines = ["CLUSTER"]
    infrastructure = admin.find("Infrastructure", "cluster") or {}
    status = infrastructure.get("status") or {}
    lines.append(f"Infrastructure cluster: platform {status.get('platform', 'unknown')}")
    for endpoint in ((status.get("platformStatus") or {}).get("aws") or {}).get("serviceEndpoints") or ():
        lines.append(f"  endpoint {endpoint['name']} {endpoint['url']}")
    for controller in _all(admin, "IngressController"):
        lines += _ingress_controller(controller)
    for service in _all(admin, "Service"):
        if (service.get("spec") or {}).get("type") == "LoadBalancer":
            points = ((service.get("status") or {}).get("loadBalancer") or {}).get("ingress") or ()
            lines.append(f"Service {service['metadata']['name']}")
            lines += [f"  at {point.get('hostname') or point.get('ip')}" for point in points] or ["  pending"]
    lines += [f"ClusterOperator {o['metadata']['name']}: {_conditions(o)}" for o in _all(admin, "ClusterOperator")]
    return lines


def _all(admin: Admin, kind: str) -> list[Manifest]:
    try:
        return admin.all(kind)
    except ApiError as error:
        if error.refusal.code == 404:
            # the cluster does without this kind
            return []
        raise


def _ingress_controller(controller: Manifest) -> list[str]:
    strategy = (controller.get("status") or {}).get("endpointPublishingStrategy") or {}
    balancer = ((strategy.get("loadBalancer") or {}).get("providerParameters") or {}).get("aws") or {}
    lines = [f"IngressController {controller['metadata']['name']}: {strategy.get('type', 'not admitted')}"]
    if balancer:
        lines.append(f"  {balancer.get('type')}")
        lines += [f"    {line}" for line in _leaves(balancer)]
    return [*lines, f"  {_conditions(controller)}"]


def _leaves(value: Any, path: str = "") -> list[str]:
    if isinstance(value, Mapping):
        return [line for key, item in value.items() if key != "type" for line in _leaves(item, f"{path} {key}".strip())]
    items = value if isinstance(value, list) else [value]
    return [f"{path} {item}" for item in items]


def _conditions(obj: Manifest) -> str:
    known = {c["type"]: c["status"] for c in (obj.get("status") or {}).get("conditions") or ()}
    return ", ".join(f"{name}={known[name]}" for name in TOLD if name in known) or "nothing reported"


def cloud(aws: Callable[[str], Any]) -> list[str]:
    """List networks, load balancers and Elastic IPs."""
    lines = ["AWS", *topology.text(topology.read(aws)).splitlines()]
    for balancer in aws("elbv2").describe_load_balancers()["LoadBalancers"]:
        lines.append(f"NLB {balancer['LoadBalancerName']} ({balancer['Scheme']})")
        for zone in balancer["AvailabilityZones"]:
            addresses = ", ".join(a["AllocationId"] for a in zone.get("LoadBalancerAddresses") or () if a)
            lines.append(f"  {zone['SubnetId']} {addresses}".rstrip())
    for balancer in aws("elb").describe_load_balancers()["LoadBalancerDescriptions"]:
        lines.append(f"CLB {balancer['LoadBalancerName']} ({balancer['Scheme']})")
        lines += [f"  {subnet}" for subnet in balancer["Subnets"]]
    for address in aws("ec2").describe_addresses()["Addresses"]:
        held = "in use" if address.get("AssociationId") else "free"
        lines.append(f"Elastic IP {address['AllocationId']} {address['PublicIp']} ({held})")
    return lines
