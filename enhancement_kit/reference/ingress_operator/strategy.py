"""The publishing strategy in effect: defaults, and which parts of the specification each admission copies to status."""

from __future__ import annotations

from typing import Any

from ..runtime.plain import clone
from . import backport, durations, parameters
from .build import Build
from .cluster_config import Cluster

LOAD_BALANCER = "LoadBalancerService"
HOST_NETWORK = "HostNetwork"

DEFAULT_TYPES = dict.fromkeys(("AWS", "Azure", "GCP", "IBMCloud", "PowerVS"), LOAD_BALANCER)
"""Platforms whose default strategy is a load balancer; all others publish on the host network."""

MANAGED_DNS_UNSUPPORTED = frozenset({"OpenStack"})


def default_type(platform: str) -> str:
    """Return the default strategy type of a platform."""
    return DEFAULT_TYPES.get(platform, HOST_NETWORK)


def domain_matches(domain: str, cluster: Cluster) -> bool:
    """Tell whether the domain lies below the cluster's base domain; only AWS and GCP require it."""
    if cluster.platform not in ("AWS", "GCP"):
        return True
    return domain.removesuffix(".").endswith("." + cluster.base_domain.removesuffix("."))


def desired_strategy(
    spec: dict[str, Any], cluster: Cluster, build: Build, *, domain: str, admitted: bool, fresh: bool
) -> dict[str, Any]:
    """Return the strategy that the specification asks for, with every default filled in.

    `admitted`: the IngressController was admitted before; `fresh`: its status has no strategy yet.
    """
    given = spec.get("endpointPublishingStrategy")
    strategy: dict[str, Any] = clone(given) if given else {"type": default_type(cluster.platform)}
    kind = strategy["type"]
    if kind == LOAD_BALANCER:
        strategy["loadBalancer"] = _load_balancer(strategy, cluster, build, domain, admitted=admitted, fresh=fresh)
    elif kind == HOST_NETWORK:
        ports = {"httpPort": 80, "httpsPort": 443, "statsPort": 1936}
        block = {**ports, **(strategy.get("hostNetwork") or {})}
        strategy["hostNetwork"] = {**block, "protocol": block.get("protocol") or "TCP"}
    else:
        name = "nodePort" if kind == "NodePortService" else "private"
        strategy[name] = {"protocol": (strategy.get(name) or {}).get("protocol") or "TCP"}
    return strategy


def _load_balancer(
    strategy: dict[str, Any], cluster: Cluster, build: Build, domain: str, *, admitted: bool, fresh: bool
) -> dict[str, Any]:
    block: dict[str, Any] = dict(strategy.get("loadBalancer") or {})
    block.setdefault("scope", "External")
    block.setdefault("dnsManagementPolicy", "Managed")
    if not dns_manageable(cluster, domain):
        block["dnsManagementPolicy"] = "Unmanaged"
    provider = dict(block.get("providerParameters") or {})
    if not provider.get("type") and not admitted and cluster.ingress_platform == "AWS":
        provider["type"] = "AWS"
    if provider.get("type") == "AWS":
        provider["aws"] = _aws_parameters(provider.get("aws") or {}, cluster, build, admitted=admitted, fresh=fresh)
    if provider:
        block["providerParameters"] = provider
    return block


def dns_manageable(cluster: Cluster, domain: str) -> bool:
    """Tell whether the operator may manage the DNS of a load balancer."""
    if not domain_matches(domain, cluster) or cluster.platform in MANAGED_DNS_UNSUPPORTED:
        return False
    return cluster.dns_type != "ClusterHosted"


def _aws_parameters(
    given: dict[str, Any], cluster: Cluster, build: Build, *, admitted: bool, fresh: bool
) -> dict[str, Any]:
    aws = dict(given)
    if not aws.get("type"):
        aws["type"] = "NLB" if not admitted and cluster.ingress_aws_type == "NLB" else "Classic"
    name = parameters.BLOCKS[aws["type"]]
    own = dict(aws.get(name) or {})
    if aws["type"] == "Classic":
        own["connectionIdleTimeout"] = durations.not_negative(own.get("connectionIdleTimeout"))
    elif build.features.nlb_protocol and fresh:
        own["protocol"] = own.get("protocol") or "PROXY"
    aws[name] = own
    # empty lists are dropped, as a client with omitempty does
    if not aws.get("subnets"):
        aws.pop("subnets", None)
    for other in parameters.BLOCKS.values():
        if other in aws:
            aws[other] = {k: v for k, v in aws[other].items() if v or k not in ("subnets", "eipAllocations")}
    return aws


def admitted_strategy(current: dict[str, Any] | None, desired: dict[str, Any], build: Build) -> dict[str, Any]:
    """Return the strategy that status shows after an admission.

    The first time all of the desired strategy is taken over; later only what follows the specification. Subnets,
    EIPs and source ranges are not among that: they are mirrored from the Service (shape `later`), or fixed at the
    first admission (shape `draft`, interpretations LSS-A02 and LSS-A13).
    """
    if not current:
        return clone(desired)
    result = clone(current)
    if result.get("type") != desired.get("type"):
        return result
    if result["type"] == LOAD_BALANCER:
        result["loadBalancer"] = _carried_over(result["loadBalancer"], desired["loadBalancer"], build)
    for name in ("hostNetwork", "nodePort", "private"):
        if name in desired:
            result[name] = clone(desired[name])
    return result


def _carried_over(current: dict[str, Any], desired: dict[str, Any], build: Build) -> dict[str, Any]:
    result = current
    result["scope"] = desired["scope"]
    result["dnsManagementPolicy"] = desired["dnsManagementPolicy"]
    wanted = desired.get("providerParameters")
    if not wanted:
        # parameters removed from the specification stay in effect
        return result
    provider = result.setdefault("providerParameters", {})
    provider.setdefault("type", wanted["type"])
    if wanted["type"] == "AWS":
        _carry_aws(provider.setdefault("aws", {}), wanted["aws"], build)
    return result


def _carry_aws(current: dict[str, Any], desired: dict[str, Any], build: Build) -> None:
    if backport.captures(build):
        backport.carry(current, desired)
    was = current.get("type")
    current["type"] = desired["type"]
    name = parameters.BLOCKS[current["type"]]
    own = current.setdefault(name, {})
    if current["type"] == "Classic":
        own["connectionIdleTimeout"] = desired[name]["connectionIdleTimeout"]
    elif build.features.nlb_protocol:
        wanted = desired[name].get("protocol")
        if wanted:
            own["protocol"] = wanted
        elif was != "NLB" or own.get("protocol"):
            own["protocol"] = "PROXY"
