"""The decision that components share: whether a platform has an external cloud provider, and which flags follow.

Source: section "Library Go" of the enhancement; pkg/operator/configobserver/cloudprovider of openshift/library-go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..api import EXTERNAL_PROVIDER

EXTERNAL = "External"
CLOUD_CONFIG_FILE = "/etc/kubernetes/cloud.conf"

OUT_OF_TREE = frozenset(
    {"AlibabaCloud", "AWS", "Azure", "GCP", "IBMCloud", "KubeVirt", "Nutanix", "OpenStack", "PowerVS", "VSphere"}
)
"""Platforms with a cloud controller manager of their own, as shipped; the document does not list them."""

IN_TREE: Mapping[str, Mapping[str, str]] = {
    # the document's example of a provider inside the kube-controller-manager (EXT-042); none is left in what shipped
    "document": {"Azure": "azure"},
    "shipped": {},
}

WITHOUT_PROVIDER = frozenset({"None", "BareMetal", "Libvirt", "oVirt", "EquinixMetal", EXTERNAL})
"""Platforms that the observer knows to have no provider: they are no reason for a warning."""


class PlatformUnknown(ValueError):
    """The Infrastructure has no platform type to decide on."""


@dataclass(frozen=True)
class Reading:
    """How a component was built to read platform External."""

    profile: str
    follows_state: bool
    """Whether state External of the cloud controller manager counts: phase 3, and what shipped (EXT-A11)."""
    in_tree: Mapping[str, str] = field(default_factory=dict)
    later_phase: bool = False
    """Whether components do what the document plans for a later phase; none of that shipped."""

    @classmethod
    def of(cls, *, gates: frozenset[str], profile: str) -> Reading:
        """Return the reading of a release."""
        gated = EXTERNAL_PROVIDER in gates
        return cls(profile, profile == "shipped" or gated, IN_TREE[profile], profile == "document" and gated)


def is_cloud_provider_external(status: Mapping[str, Any], reading: Reading) -> bool:
    """Tell whether nodes of the platform wait for a cloud controller manager outside of Kubernetes.

    `status` is status.platformStatus of the Infrastructure. Raises PlatformUnknown where it names no type.
    """
    kind = platform_type(status)
    if kind == EXTERNAL:
        return reading.follows_state and manager_state(status) == EXTERNAL
    return kind in OUT_OF_TREE and kind not in reading.in_tree


def platform_type(status: Mapping[str, Any]) -> str:
    """Return the type of the platform. Raises PlatformUnknown."""
    kind = str(status.get("type") or "")
    if not kind:
        raise PlatformUnknown("platformStatus is required")
    return kind


def manager_state(status: Mapping[str, Any]) -> str:
    """Return the state of the cloud controller manager; an absent one is empty (interpretation EXT-A08)."""
    manager = (status.get("external") or {}).get("cloudControllerManager") or {}
    return str(manager.get("state") or "")


def provider_arguments(status: Mapping[str, Any], reading: Reading) -> dict[str, list[str]]:
    """Return the kube-controller-manager's arguments for a built-in provider; none for an external one (EXT-A12).

    Raises PlatformUnknown.
    """
    if is_cloud_provider_external(status, reading):
        return {}
    name = reading.in_tree.get(platform_type(status))
    return {"cloud-provider": [name], "cloud-config": [CLOUD_CONFIG_FILE]} if name else {}


def recognised(kind: str) -> bool:
    """Tell whether the observer knows the platform type."""
    return kind in OUT_OF_TREE or kind in WITHOUT_PROVIDER
