"""The cluster as the operator sees it: its configuration singletons, read into one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..api import service_endpoints
from ..runtime import Store
from ..runtime.resources import (
    DNS_CONFIG,
    INFRASTRUCTURE,
    INGRESS_CONFIG,
    Resource,
)
from .parameters import BLOCKS, Subnets, selected_subnets

SINGLETON = "cluster"


@dataclass(frozen=True)
class Cluster:
    """The part of the cluster configuration that reconcilers need."""

    platform: str
    region: str = ""
    single_node: bool = False
    external_control_plane: bool = False
    dns_type: str = ""
    resource_tags: tuple[tuple[str, str], ...] = ()
    base_domain: str = ""
    zones: tuple[dict[str, Any], ...] = ()
    ingress_domain: str = ""
    ingress_platform: str = ""
    ingress_aws_type: str = ""
    endpoints: tuple[tuple[str, str], ...] = ()
    """Custom endpoints in effect: (service, URL)."""
    default_subnets: tuple[tuple[str, Subnets], ...] = ()
    """The Ingress config's default subnets by load balancer type, read anew on every pass."""

    @property
    def aws(self) -> bool:
        """Whether the platform is AWS."""
        return self.platform == "AWS"

    def endpoint(self, service: str) -> str | None:
        """Return the custom endpoint for a client of a service, or None for the default and also for an empty one."""
        return service_endpoints.for_client([{"name": n, "url": u} for n, u in self.endpoints], service)


def custom_endpoints(infrastructure: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the endpoints in an Infrastructure object's status: those are valid, while spec's may not be."""
    aws = infrastructure["status"]["platformStatus"].get("aws") or {}
    return tuple((str(e.get("name", "")), str(e.get("url", ""))) for e in aws.get("serviceEndpoints") or ())


def _singleton(store: Store, resource: Resource) -> Mapping[str, Any]:
    return store.view(resource, "", SINGLETON)


def default_subnets(aws: Mapping[str, Any]) -> tuple[tuple[str, Subnets], ...]:
    """Return the default subnets in the AWS part of the Ingress config."""
    return tuple((lb_type, selected_subnets(aws.get(block) or {})) for lb_type, block in BLOCKS.items())


def read_cluster(store: Store) -> Cluster:
    """Read the singletons. Raises ApiError for one that is missing."""
    dns = _singleton(store, DNS_CONFIG)["spec"]
    found = _singleton(store, INFRASTRUCTURE)
    infrastructure = found["status"]
    ingress = _singleton(store, INGRESS_CONFIG)["spec"]
    platform_status = infrastructure["platformStatus"]
    platform = str(platform_status.get("type", ""))
    # parameters of other platforms matter only for the DNS type
    own = platform_status.get(platform.lower()) or {}
    load_balancer = (ingress.get("loadBalancer") or {}).get("platform") or {}
    return Cluster(
        platform=platform,
        region=str((platform_status.get("aws") or {}).get("region", "")),
        single_node=infrastructure.get("infrastructureTopology") == "SingleReplica",
        external_control_plane=infrastructure.get("controlPlaneTopology") == "External",
        dns_type=str((own.get("cloudLoadBalancerConfig") or {}).get("dnsType", "")),
        resource_tags=tuple((t.get("key", ""), t.get("value", "")) for t in own.get("resourceTags") or ()),
        base_domain=str(dns.get("baseDomain", "")),
        zones=tuple(zone for zone in (dns.get("privateZone"), dns.get("publicZone")) if zone is not None),
        ingress_domain=str(ingress.get("domain", "")),
        ingress_platform=str(load_balancer.get("type", "")),
        ingress_aws_type=str((load_balancer.get("aws") or {}).get("type", "")),
        endpoints=custom_endpoints(found),
        default_subnets=default_subnets(load_balancer.get("aws") or {}),
    )
