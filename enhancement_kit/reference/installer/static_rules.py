"""Rules about the install-config alone; each rule yields findings.

Source: aws-lb-subnet-selection, Installer Validation Rules and the guidelines in its API section; stages and paths:
interpretation ISS-A54, wording: ISS-A53.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from . import endpoints, regions
from . import install_config as fields
from .findings import FORBIDDEN, INVALID, REQUIRED, Finding, not_supported
from .install_config import LIST, OLD_LIST, InstallConfig

SUBNET_ID = re.compile(r"subnet-[0-9A-Za-z]+")
ID_LENGTH = 24
MOST_INGRESS_SUBNETS = 10
TECH_PREVIEW = ("TechPreviewNoUpgrade", "DevPreviewNoUpgrade")
"""Feature sets that hold the preview's gates (interpretation ISS-A04)."""
GENERAL = "AWSSubnetsConfig"
"""The gate that is on by default once the new list is generally available."""
PUBLISHING = ("External", "Internal")
NO_OP_PLATFORMS = ("none", "external")
"""Platforms that no component does anything for."""
LB_TYPES = ("Classic", "NLB")

Rule = Callable[[InstallConfig], Iterator[Finding]]


def region_given(config: InstallConfig) -> Iterator[Finding]:
    """Check that a region is given, since there is no default."""
    if config.platform == "aws" and not config.aws.region:
        yield Finding("platform.aws.region", REQUIRED, "region must be specified")


def platform_known(config: InstallConfig) -> Iterator[Finding]:
    """Check that this installer supports the platform."""
    if config.platform not in fields.PLATFORMS:
        yield not_supported("platform", config.platform, fields.PLATFORMS)


def publishing_known(config: InstallConfig) -> Iterator[Finding]:
    """Check that publish is External or Internal."""
    if config.publish and config.publish not in PUBLISHING:
        yield not_supported("publish", config.publish, PUBLISHING)


def lb_type_known(config: InstallConfig) -> Iterator[Finding]:
    """Check that lbType is Classic or NLB."""
    if config.aws.lb_type and config.aws.lb_type not in LB_TYPES:
        yield not_supported("platform.aws.lbType", config.aws.lb_type, LB_TYPES)


def one_list(config: InstallConfig) -> Iterator[Finding]:
    """Check that the old list and the new one are not both given."""
    if config.aws.subnets and config.aws.subnets_config:
        yield Finding(OLD_LIST, FORBIDDEN, "cannot use both subnets and subnetsConfig")


def preview_enabled(config: InstallConfig) -> Iterator[Finding]:
    """Check that the new list is used with the Tech Preview feature set only."""
    if config.aws.subnets_config and config.feature_set not in TECH_PREVIEW:
        yield Finding(LIST, FORBIDDEN, f"needs featureSet {TECH_PREVIEW[0]} in the install-config")


def ids_given(config: InstallConfig) -> Iterator[Finding]:
    """Check that every entry has an id."""
    for index, entry in enumerate(config.aws.subnets_config):
        if not entry.id:
            yield Finding(f"{LIST}[{index}].id", REQUIRED, "name an existing subnet by its id")


def ids_well_formed(config: InstallConfig) -> Iterator[Finding]:
    """Check the pattern of each id."""
    for index, entry in enumerate(config.aws.subnets_config):
        if entry.id and not SUBNET_ID.fullmatch(entry.id):
            yield Finding(f"{LIST}[{index}].id", INVALID, f"must match the pattern ^{SUBNET_ID.pattern}$", entry.id)


def ids_of_right_length(config: InstallConfig) -> Iterator[Finding]:
    """Check the length of each id."""
    for index, entry in enumerate(config.aws.subnets_config):
        if entry.id and len(entry.id) != ID_LENGTH:
            yield Finding(f"{LIST}[{index}].id", INVALID, f"must have exactly {ID_LENGTH} characters", entry.id)


def ids_unique(config: InstallConfig) -> Iterator[Finding]:
    """Check that no subnet is listed twice."""
    ids = [entry.id for entry in config.aws.subnets_config if entry.id]
    if len(ids) != len(set(ids)):
        yield Finding(LIST, INVALID, "subnetsConfig cannot contain duplicate IDs")


def roles_known(config: InstallConfig) -> Iterator[Finding]:
    """Check that every role is from the closed set (interpretation ISS-A10)."""
    for index, entry in enumerate(config.aws.subnets_config):
        for position, role in enumerate(entry.roles):
            if role not in config.known_roles:
                yield not_supported(f"{LIST}[{index}].rolesOverride[{position}]", role, config.known_roles)


def roles_unique(config: InstallConfig) -> Iterator[Finding]:
    """Check that no subnet has a role twice."""
    for index, entry in enumerate(config.aws.subnets_config):
        if len(entry.roles) != len(set(entry.roles)):
            yield Finding(f"{LIST}[{index}].rolesOverride", INVALID, "rolesOverride cannot contain duplicates")


def all_or_nothing(config: InstallConfig) -> Iterator[Finding]:
    """Check that either all subnets have roles or none has."""
    without = [entry.id for entry in config.aws.subnets_config if not entry.roles]
    if config.aws.manual and without:
        message = "either all subnets must be assigned roles or none of the subnets should have roles assigned"
        yield Finding(LIST, FORBIDDEN, f"{message}; without roles: {', '.join(without)}")


def node_role_assigned(config: InstallConfig) -> Iterator[Finding]:
    """Check that a subnet has the ClusterNode role (interpretation ISS-A06: under manual selection)."""
    if config.aws.manual and not config.aws.with_role(fields.CLUSTER_NODE):
        yield Finding(LIST, INVALID, "subnetsConfig must contain at least 1 subnet with the ClusterNode role")


def other_roles_assigned(config: InstallConfig) -> Iterator[Finding]:
    """Check that each of the other roles is assigned."""
    others = [role for role in config.required_roles if role != fields.CLUSTER_NODE]
    missing = [role for role in others if not config.aws.with_role(role)]
    if config.aws.manual and missing:
        yield Finding(LIST, INVALID, f"roles [{' '.join(missing)}] must be assigned to at least 1 subnet")


def few_ingress_subnets(config: InstallConfig) -> Iterator[Finding]:
    """Check that there are no more ingress subnets than the IngressController API accepts (message: ISS-A07)."""
    if len(config.aws.with_role(fields.INGRESS_LB)) > MOST_INGRESS_SUBNETS:
        text = "subnetsConfig must contain less than 10 subnets with the IngressControllerLB role"
        yield Finding(LIST, INVALID, text)


def no_external_lb_in_private_cluster(config: InstallConfig) -> Iterator[Finding]:
    """Check that a private cluster has no subnets for an external control plane load balancer."""
    if not config.external and config.aws.with_role(fields.EXTERNAL_LB):
        message = f"must not include subnets with the {fields.EXTERNAL_LB} role in a private cluster"
        yield Finding(LIST, FORBIDDEN, message)


def credentials_wanted(config: InstallConfig) -> Iterator[Finding]:
    """Check that CloudCredential is disabled only on a platform without a built-in provider (EXT-A26)."""
    if "CloudCredential" in config.disabled and config.platform not in NO_OP_PLATFORMS:
        text = "disabling CloudCredential capability available only for baremetal platforms"
        yield Finding("capabilities", INVALID, text)


RULES: Mapping[str, Rule] = {
    rule.__name__: rule
    for rule in (
        platform_known,
        region_given,
        publishing_known,
        lb_type_known,
        one_list,
        preview_enabled,
        ids_given,
        ids_well_formed,
        ids_of_right_length,
        ids_unique,
        roles_known,
        roles_unique,
        all_or_nothing,
        node_role_assigned,
        other_roles_assigned,
        few_ingress_subnets,
        no_external_lb_in_private_cluster,
        credentials_wanted,
        endpoints.endpoints_named,
        endpoints.endpoints_located,
        endpoints.endpoints_unique,
        endpoints.endpoints_https,
        endpoints.endpoints_usable,
        regions.endpoints_in_unknown_region,
    )
}
"""In the order of the findings."""


def findings(config: InstallConfig, gates: frozenset[str] = frozenset()) -> list[Finding]:
    """Return the findings of all rules that apply under these feature gates."""
    over = {"preview_enabled"} if GENERAL in gates else set()
    return [finding for name, rule in RULES.items() if name not in over for finding in rule(config)]
