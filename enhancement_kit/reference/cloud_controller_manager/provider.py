"""The AWS provider's three operations: ensure a load balancer, check that it exists, delete it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import annotations as service_annotations
from . import classic_load_balancers, network_load_balancers, subnets
from . import nodes as node_list
from .context import Provider, Request, check_spec, load_balancer_name


def ensure(provider: Provider, service: Mapping[str, Any], nodes: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Create or update the load balancer of a Service and return the Service's load balancer status.

    Raises ProviderError or AwsError. Subnets are resolved every time, even if they will not be changed.
    """
    service_annotations.validate(service)
    nlb = service_annotations.is_nlb(service)
    check_spec(service, nlb=nlb)
    request = Request(service, node_list.instances(provider, nodes))
    if not nlb:
        # a Classic load balancer's own annotations are read before its subnets are looked up
        classic_load_balancers.attributes(service)
        classic_load_balancers.uses_proxy(service)
    chosen = subnets.resolve(provider, service)
    hostname = (network_load_balancers if nlb else classic_load_balancers).ensure(provider, request, chosen)
    return {"ingress": [{"hostname": hostname}]}


def exists(provider: Provider, service: Mapping[str, Any]) -> bool:
    """Tell whether a load balancer of the annotated type exists."""
    kind = network_load_balancers if service_annotations.is_nlb(service) else classic_load_balancers
    return kind.find(provider, load_balancer_name(service)) is not None


def delete(provider: Provider, service: Mapping[str, Any]) -> None:
    """Delete the load balancer of the annotated type. Raises ProviderError or AwsError."""
    kind = network_load_balancers if service_annotations.is_nlb(service) else classic_load_balancers
    kind.delete(provider, service, load_balancer_name(service))
