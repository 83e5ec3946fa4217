"""The Ingress config and the `default` IngressController that the installer writes.

Source: aws-lb-subnet-selection, Installer-Generated Manifests Updates and Ingress Config API Updates.
"""

from __future__ import annotations

from typing import Any

from . import install_config as fields
from .install_config import InstallConfig
from .plan import Plan
from .static_rules import NO_OP_PLATFORMS

BLOCKS = {"Classic": "classicLoadBalancer", "NLB": "networkLoadBalancer"}


def lb_type(config: InstallConfig) -> str:
    """Return the type of load balancer; Classic where none is given (interpretation ISS-A33)."""
    return config.aws.lb_type or "Classic"


def ingress_subnets(config: InstallConfig) -> list[str]:
    """Return the subnets with the IngressControllerLB role and no others, in their order (ISS-A16, ISS-A34)."""
    return list(config.aws.with_role(fields.INGRESS_LB))


def default_subnets(config: InstallConfig) -> dict[str, Any]:
    """Return the defaults by load balancer type: for both types, whatever lbType says."""
    ids = ingress_subnets(config)
    return {block: {"subnets": {"ids": ids}} for block in BLOCKS.values()} if ids else {}


def placement(config: InstallConfig) -> str:
    """Return where routers run by default: on workers, or on the only node of a no-op platform (EXT-A26)."""
    single = config.control_plane_replicas == 1 and config.platform in NO_OP_PLATFORMS
    return "ControlPlane" if single else "Workers"


def ingress_config(plan: Plan) -> dict[str, Any]:
    """Build the Ingress config `cluster`."""
    config = plan.config
    spec: dict[str, Any] = {"domain": f"apps.{config.domain}"}
    if config.platform == "aws":
        aws = {"type": lb_type(config), **default_subnets(config)}
        spec["loadBalancer"] = {"platform": {"type": "AWS", "aws": aws}}
    return {
        "apiVersion": "config.openshift.io/v1",
        "kind": "Ingress",
        "metadata": {"name": "cluster"},
        "spec": spec,
        "status": {"defaultPlacement": placement(config)},
    }


def default_ingress_controller(plan: Plan) -> dict[str, Any] | None:
    """Build the `default` IngressController; None where the operator creates it by itself.

    Interpretation ISS-A33: always with roles, else only for a cluster that is published internally.
    """
    config = plan.config
    if config.external and not config.aws.manual:
        return None
    balancer: dict[str, Any] = {"scope": "External" if config.external else "Internal"}
    if config.aws.manual:
        kind = lb_type(config)
        block = {"subnets": {"ids": ingress_subnets(config)}}
        balancer["providerParameters"] = {"type": "AWS", "aws": {"type": kind, BLOCKS[kind]: block}}
    return {
        "apiVersion": "operator.openshift.io/v1",
        "kind": "IngressController",
        "metadata": {"name": "default", "namespace": "openshift-ingress-operator"},
        "spec": {"endpointPublishingStrategy": {"type": "LoadBalancerService", "loadBalancer": balancer}},
    }
