"""The variants of each enhancement: which reading of a document a scenario runs in, and the feature gates it needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

DRAFT_SUBNETS = "AWSLoadBalancerSubnetSelection"
DRAFT_BACKPORT = "AWSLoadBalancerSubnetSelectionBackport"
LATER_SUBNETS = "IngressControllerLBSubnetsAWS"
NLB_EIPS = "SetEIPForNLBIngressController"
INGRESS_DEFAULTS = "IngressConfigLBSubnetsAWS"
SUBNETS_CONFIG = "AWSSubnetsConfig"
EXTERNAL_PROVIDER = "ExternalCloudProviderExternal"
INTERIM_EXTERNAL_STATUS = "InterimExternalPlatformStatus"
TECH_PREVIEW = "TechPreviewNoUpgrade"


@dataclass(frozen=True)
class Variant:
    """One reading of a document."""

    name: str
    gates: frozenset[str]
    optional: bool = False
    """Runs only with `--variants all`."""
    bare_network: bool = False
    """VPCs carry no cluster tag unless a scenario says so: it is the installer that tags them."""
    platform_operators: bool = False
    """Components run too that only derive something from the platform: it is what the enhancement is about.

    PLATFORM_OPERATORS says which of them.
    """


@dataclass(frozen=True)
class Readings:
    """The variants of one enhancement; scenarios without a variant tag run in `default`."""

    default: Variant
    others: tuple[Variant, ...] = ()

    def named(self, name: str) -> Variant | None:
        """The variant of that name, or None."""
        return next((v for v in (self.default, *self.others) if v.name == name), None)


# Keyed by feature folder. A default variant with an empty name has no tag of its own.
READINGS: Mapping[str, Readings] = {
    # interpretation LSS-A01: two shapes of one field, their gates exclude each other
    "ingress_lb_subnets": Readings(
        Variant("draft", frozenset({DRAFT_SUBNETS})),
        (
            Variant("later", frozenset({LATER_SUBNETS})),
            Variant("backport", frozenset({DRAFT_SUBNETS, DRAFT_BACKPORT}), optional=True),
        ),
    ),
    # interpretation EIP-A08: the count rules need both gates
    "nlb_eip_allocations": Readings(
        Variant("", frozenset({NLB_EIPS, LATER_SUBNETS})),
        (
            Variant("eips-alone", frozenset({NLB_EIPS})),
            # interpretation EIP-A09: subnets in the shape of which the rules know nothing
            Variant("draft", frozenset({NLB_EIPS, DRAFT_SUBNETS})),
        ),
    ),
    # interpretation ISS-A05: the Ingress config's fields have a gate of their own
    "installer_subnet_roles": Readings(
        Variant("", frozenset({LATER_SUBNETS, INGRESS_DEFAULTS}), bare_network=True),
        (
            # Graduation Criteria, Tech Preview -> GA: what is a preview is on by default
            Variant("general", frozenset({LATER_SUBNETS, INGRESS_DEFAULTS, SUBNETS_CONFIG}), bare_network=True),
            # without the gate of the Ingress config's fields
            Variant("ungated", frozenset({LATER_SUBNETS}), bare_network=True),
        ),
    ),
    "external_platform": Readings(
        Variant("phase1", frozenset(), platform_operators=True),
        (
            # the gate behind which the state of the cloud controller manager first had an effect (EXT-160)
            Variant("phase3", frozenset({EXTERNAL_PROVIDER}), optional=True, platform_operators=True),
            # interpretation EXT-A07: the API while the status was gated, in the default feature set and in Tech Preview
            Variant("gated", frozenset({INTERIM_EXTERNAL_STATUS})),
            Variant("preview", frozenset({INTERIM_EXTERNAL_STATUS, TECH_PREVIEW})),
        ),
    ),
    # "Cluster Operators": what calls AWS beside the ingress operator
    "aws_custom_endpoints": Readings(
        Variant("", frozenset()), (Variant("operators", frozenset(), platform_operators=True),)
    ),
}

# By feature file: a file about single components runs only those; one that is not here runs all of them.
PLATFORM_OPERATORS: Mapping[str, frozenset[str]] = {
    "cloud_controller_manager_operator": frozenset(
        {
            "cluster-cloud-controller-manager-operator",
            "kube-controller-manager-operator",
            "machine-config-operator",
        }
    ),
    "cloud_provider": frozenset({"kube-controller-manager-operator", "machine-config-operator"}),
    "cluster_operators": frozenset({"machine-api-operator", "cloud-credential-operator", "image-registry-operator"}),
    "cluster_network_operator": frozenset({"cluster-network-operator"}),
    "image_registry_operator": frozenset({"image-registry-operator"}),
    "ingress_operator": frozenset(),
    "isolated_regions": frozenset({"cloud-credential-operator", "image-registry-operator"}),
    "machine_api_operator": frozenset({"machine-api-operator"}),
    "storage_and_credentials": frozenset({"cluster-storage-operator", "cloud-credential-operator"}),
    "windows_machine_config_operator": frozenset({"machine-config-operator", "windows-machine-config-operator"}),
}

VARIANT_TAGS: frozenset[str] = frozenset(v.name for r in READINGS.values() for v in (r.default, *r.others) if v.name)


def readings_of(folder: str) -> Readings:
    """The readings of a feature folder; one plain variant for a folder that the table does not name."""
    return READINGS.get(folder, Readings(Variant("", frozenset())))


def platform_operators_of(feature: str, variant: Variant, components: Iterable[str]) -> frozenset[str]:
    """The platform operators that run for a feature file: those that it is about, or every component of the target."""
    return PLATFORM_OPERATORS.get(feature, frozenset(components)) if variant.platform_operators else frozenset()
