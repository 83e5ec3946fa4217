"""Annotations of the LoadBalancer Service: one small function per key, and the class that decides how a key is updated.

A function returns the value a key should have, or None where the key should be absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import durations, names, parameters, strategy
from .build import Build
from .cluster_config import Cluster

TARGET_GROUP_ATTRIBUTES = {
    "PROXY": "preserve_client_ip.enabled=false,proxy_protocol_v2.enabled=true",
    "TCP": "preserve_client_ip.enabled=true,proxy_protocol_v2.enabled=false",
}


@dataclass(frozen=True)
class Wanted:
    """The inputs from which annotations are computed."""

    spec: Mapping[str, Any]
    """The IngressController's specification."""
    effective: Mapping[str, Any]
    """Its strategy in status: the desired, defaulted one."""
    cluster: Cluster
    build: Build
    live_type: str
    """Load balancer type of the existing Service, else that of the strategy."""

    @property
    def wanted_type(self) -> str:
        """The load balancer type of the strategy."""
        return parameters.aws_type(self.effective)

    @property
    def published(self) -> Mapping[str, Any]:
        """The strategy of the specification, empty where there is none."""
        return self.spec.get("endpointPublishingStrategy") or {}


def internal_annotation(wanted: Wanted) -> str | None:
    """Return `true` for an internal load balancer."""
    return "true" if parameters.load_balancer(wanted.effective).get("scope") == "Internal" else None


def type_annotation(wanted: Wanted) -> str | None:
    """Return `nlb` for an NLB; a Classic load balancer has no type annotation."""
    provider = parameters.load_balancer(wanted.effective).get("providerParameters") or {}
    return "nlb" if provider.get("type") == "AWS" and wanted.wanted_type == parameters.NLB else None


def wanted_subnets(wanted: Wanted, lb_type: str) -> parameters.Subnets:
    """Return the subnets of a load balancer type (shape `later`): the IngressController's own, else the default.

    The default is the Ingress config's as it is now; it is never written to spec (aws-lb-subnet-selection, Ingress
    Operator Updates; interpretation ISS-A40).
    """
    return parameters.subnets(wanted.published, lb_type) or ingress_default(wanted, lb_type)


def ingress_default(wanted: Wanted, lb_type: str) -> parameters.Subnets:
    """Return the Ingress config's default subnets for a load balancer type; none in a build without the feature."""
    if not wanted.build.features.ingress_defaults:
        return parameters.Subnets()
    return dict(wanted.cluster.default_subnets).get(lb_type, parameters.Subnets())


def subnets_annotation(wanted: Wanted) -> str | None:
    """Return the selected subnets. Draft: the list fixed at admission; later: that of the wanted type."""
    shape = wanted.build.features.subnets
    if shape == "draft":
        return parameters.render_list(parameters.draft_subnets(wanted.effective)) or None
    if shape == "later":
        return parameters.render_subnets(wanted_subnets(wanted, wanted.wanted_type)) or None
    return None


def eip_allocations_annotation(wanted: Wanted) -> str | None:
    """Return the EIPs of an NLB, in the order of spec."""
    if not wanted.build.features.eips or wanted.wanted_type != parameters.NLB:
        return None
    return parameters.render_list(parameters.eips(wanted.published)) or None


def healthcheck_interval(wanted: Wanted) -> str | None:
    """Return the seconds between health checks.

    The released operator writes those of the wanted type at once, although AWS refuses them for a live NLB.
    """
    kind = wanted.live_type if wanted.build.profile == "document" else wanted.wanted_type
    return "10" if kind == parameters.NLB else "5"


def idle_timeout_annotation(wanted: Wanted) -> str | None:
    """Return the idle time-out in whole seconds, for a Classic load balancer that has one."""
    if wanted.wanted_type != parameters.CLASSIC:
        return None
    value = parameters.block(wanted.effective, parameters.CLASSIC).get("connectionIdleTimeout")
    return str(durations.whole_seconds(value)) if durations.seconds(value) > 0 else None


def proxy_protocol_annotation(wanted: Wanted) -> str | None:
    """Return `*`, which enables PROXY protocol, for a Classic load balancer."""
    return "*" if wanted.live_type == parameters.CLASSIC else None


def target_group_annotation(wanted: Wanted) -> str | None:
    """Return the target group attributes for the NLB's protocol; only builds that know the protocol set them."""
    protocol = parameters.block(wanted.effective, parameters.NLB).get("protocol")
    if not wanted.build.features.nlb_protocol or wanted.live_type != parameters.NLB or not protocol:
        return None
    return TARGET_GROUP_ATTRIBUTES[protocol]


def resource_tags_annotation(wanted: Wanted) -> str | None:
    """Return the user's tags for AWS resources."""
    pairs = [f"{key}={value}" for key, value in wanted.cluster.resource_tags]
    return ",".join(pairs) or None


def local_with_fallback_annotation(wanted: Wanted) -> str | None:
    """Return an empty value, which keeps traffic local where possible, unless platform or override forbid it."""
    overrides = wanted.spec.get("unsupportedConfigOverrides") or {}
    if wanted.cluster.platform in ("IBMCloud", "PowerVS") or overrides.get("localWithFallback") == "false":
        return None
    return ""


def desired(wanted: Wanted) -> dict[str, str]:
    """Return all annotations that the Service should have."""
    values: dict[str, str | None] = {names.LOCAL_WITH_FALLBACK: local_with_fallback_annotation(wanted)}
    if wanted.cluster.aws:
        values |= {
            names.INTERNAL: internal_annotation(wanted),
            names.TYPE: type_annotation(wanted),
            names.SUBNETS: subnets_annotation(wanted),
            names.EIP_ALLOCATIONS: eip_allocations_annotation(wanted),
            names.INTERVAL: healthcheck_interval(wanted),
            names.TIMEOUT: "4",
            names.UNHEALTHY: "2",
            names.HEALTHY: "2",
            names.IDLE_TIMEOUT: idle_timeout_annotation(wanted),
            names.PROXY_PROTOCOL: proxy_protocol_annotation(wanted),
            names.TARGET_GROUP: target_group_annotation(wanted),
            names.RESOURCE_TAGS: resource_tags_annotation(wanted),
        }
    return {key: value for key, value in values.items() if value is not None}


def managed_keys(wanted: Wanted) -> frozenset[str]:
    """Return the keys that are updated and removed in place.

    Interpretation LSS-A04 (draft): with subnets in effect the operator owns their annotation and restores it; without
    it never touches it.
    """
    keys = {names.LOCAL_WITH_FALLBACK}
    if wanted.cluster.aws:
        keys |= {names.INTERVAL, names.IDLE_TIMEOUT, names.PROXY_PROTOCOL, names.RESOURCE_TAGS}
        if owns_subnets_annotation(wanted):
            keys.add(names.SUBNETS)
    return frozenset(keys)


def owns_subnets_annotation(wanted: Wanted) -> bool:
    """Tell whether the operator maintains the subnets annotation of a live Service."""
    return wanted.build.features.subnets == "draft" and bool(parameters.draft_subnets(wanted.effective))


def creation_keys(wanted: Wanted) -> frozenset[str]:
    """Return the keys that are written at creation only: another value needs a new load balancer."""
    keys = {names.TYPE, names.INTERNAL}
    if wanted.build.features.subnets == "later":
        keys.add(names.SUBNETS)
    if wanted.build.features.eips:
        keys.add(names.EIP_ALLOCATIONS)
    return frozenset(keys)


def one_way_keys(wanted: Wanted) -> frozenset[str]:
    """Return the keys that are written when wanted and never removed."""
    return frozenset({names.TARGET_GROUP}) if wanted.build.features.nlb_protocol else frozenset()


def live_type(service: Mapping[str, Any]) -> str:
    """Return the load balancer type of an existing Service: only the exact value `nlb` means an NLB."""
    value = (service["metadata"].get("annotations") or {}).get(names.TYPE)
    return parameters.NLB if value == "nlb" else parameters.CLASSIC


def is_internal(service: Mapping[str, Any]) -> bool:
    """Tell whether the existing Service asks for an internal load balancer."""
    return (service["metadata"].get("annotations") or {}).get(names.INTERNAL) == "true"


def is_load_balancer(effective: Mapping[str, Any]) -> bool:
    """Tell whether a strategy asks for a LoadBalancer Service."""
    return bool(effective["type"] == strategy.LOAD_BALANCER)
