"""The fields of a release: computes CustomResourceDefinitions from feature gates, profile and version."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from . import config, dnsrecords, ingresscontrollers, machines, operators

DRAFT_SUBNETS = "AWSLoadBalancerSubnetSelection"
DRAFT_BACKPORT = "AWSLoadBalancerSubnetSelectionBackport"
"""A gate of the release before: the draft's list without its rule, filled by the operator (interpretation LSS-A14)."""
LATER_SUBNETS = "IngressControllerLBSubnetsAWS"
NLB_EIPS = "SetEIPForNLBIngressController"
EXTERNAL_PROVIDER = "ExternalCloudProviderExternal"
INGRESS_DEFAULTS = "IngressConfigLBSubnetsAWS"
INTERIM_EXTERNAL_STATUS = "InterimExternalPlatformStatus"
"""No gate of OpenShift: the API as it was while the status of platform External was gated (interpretation EXT-A07)."""
TECH_PREVIEW = "TechPreviewNoUpgrade"
GATES = frozenset(
    {
        DRAFT_SUBNETS, DRAFT_BACKPORT, LATER_SUBNETS, NLB_EIPS, EXTERNAL_PROVIDER, INGRESS_DEFAULTS,
        INTERIM_EXTERNAL_STATUS, TECH_PREVIEW,
    }
)  # fmt: skip
"""Every gate that the API or a component asks for."""

THIS_RELEASE = "4.y"
RELEASE_BEFORE = "4.(y-1)"
BEFORE_ENDPOINTS = "4.(x-1)"
"""The last release without custom endpoints, long before the others (interpretation CRE-A39)."""
PROFILES = ("document", "shipped")

Shape = Literal["", "draft", "later", "backport"]
ExternalStatus = Literal["whole", "without its own rule", "empty"]


class GateConflict(ValueError):
    """Two gates that exclude each other are on, or a profile or version does not exist."""


@dataclass(frozen=True)
class Features:
    """The features that a component built with a set of feature gates has."""

    subnets: Shape = ""
    """Shape of the subnets field: `draft` is one list at the aws level, `later` ids and names per type.

    `backport` is the list of the draft without its rule, which the operator fills from the Service's annotation.
    """
    eips: bool = False
    """Whether networkLoadBalancer.eipAllocations exists."""
    nlb_protocol: bool = False
    """Whether networkLoadBalancer.protocol exists: only in what shipped, no document names it."""
    external_platform: bool = True
    """Whether the Infrastructure knows the platform type External."""
    external_status: ExternalStatus = "whole"
    """How much of the status of platform External exists."""
    custom_endpoints: bool = True
    """Whether the Infrastructure has custom endpoints, and the cluster the controllers that go with them."""
    cloud_config_in_status: bool = False
    """Whether Infrastructure's status refers to the stitched cloud config: only in the document's API."""

    ingress_defaults: bool = False
    """Whether the Ingress config holds default subnets: never in what shipped (interpretation ISS-A05)."""

    @property
    def count_rules(self) -> bool:
        """Whether subnets and EIPs are compared: only where both fields exist (interpretation EIP-A08)."""
        return self.eips and self.subnets == "later"


def features_of(gates: frozenset[str], *, profile: str, version: str) -> Features:
    """Return the features of a build. Raises GateConflict for an impossible combination of arguments.

    Interpretation LSS-A01: the two subnet gates exclude each other, since both write one annotation. Profile
    `shipped` needs no gates: what shipped has the later fields unless the draft is asked for. The release before has
    none of them, but for the backport where its gate is on.
    """
    if {DRAFT_SUBNETS, LATER_SUBNETS} <= gates:
        raise GateConflict(
            f"feature gates {DRAFT_SUBNETS} and {LATER_SUBNETS} are both on, but both define the subnets of a load "
            "balancer: enable one of them"
        )
    if profile not in PROFILES:
        raise GateConflict(f"profile {profile!r} does not exist: use one of {', '.join(PROFILES)}")
    if version not in (THIS_RELEASE, RELEASE_BEFORE, BEFORE_ENDPOINTS):
        raise GateConflict(
            f"version {version!r} does not exist: use {THIS_RELEASE}, {RELEASE_BEFORE} or {BEFORE_ENDPOINTS}"
        )
    if version == BEFORE_ENDPOINTS:
        return Features(external_platform=False, custom_endpoints=False)
    if version == RELEASE_BEFORE:
        # custom endpoints are older than every other enhancement here, so that the release before has them
        return Features(
            subnets="backport" if DRAFT_BACKPORT in gates else "",
            # no document brings it, so that a downgrade does not take it away (interpretation EIP-A31)
            nlb_protocol=profile == "shipped",
            external_platform=False,
            cloud_config_in_status=profile == "document",
        )
    status: ExternalStatus = "whole"
    if INTERIM_EXTERNAL_STATUS in gates:
        status = "without its own rule" if TECH_PREVIEW in gates else "empty"
    if profile == "shipped":
        # the draft field never shipped, but its variant runs in this profile too: variant and profile are two axes
        shape: Shape = "draft" if DRAFT_SUBNETS in gates else "later"
        return Features(subnets=shape, eips=True, nlb_protocol=True, external_status=status)
    subnets: Shape = "draft" if DRAFT_SUBNETS in gates else "later" if LATER_SUBNETS in gates else ""
    return Features(
        subnets=subnets,
        eips=NLB_EIPS in gates,
        external_status=status,
        ingress_defaults=INGRESS_DEFAULTS in gates,
        cloud_config_in_status=True,
    )


@lru_cache(maxsize=32)
def _composed(features: Features, profile: str) -> tuple[dict[str, Any], ...]:
    return (
        ingresscontrollers.ingresscontrollers(
            subnets=features.subnets,
            eips=features.eips,
            count_rules=features.count_rules,
            nlb_protocol=features.nlb_protocol,
        ),
        dnsrecords.dnsrecords(),
        *machines.machine_crds(),
        *config.config_crds(
            profile=profile,
            external=features.external_platform,
            external_status=features.external_status,
            ingress_defaults=features.ingress_defaults,
            cloud_config_in_status=features.cloud_config_in_status,
            custom_endpoints=features.custom_endpoints,
        ),
        *operators.operator_crds(),
    )


def crds(gates: frozenset[str], *, profile: str, version: str) -> list[dict[str, Any]]:
    """Return the CustomResourceDefinitions of a build. They are cached: copy them before changing anything.

    Raises GateConflict as `features_of` does.
    """
    return list(_composed(features_of(gates, profile=profile, version=version), profile))


def forget() -> None:
    """Clear the cache, for callers that replace a table of rules."""
    _composed.cache_clear()
