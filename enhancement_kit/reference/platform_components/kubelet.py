"""The kubelet's unit: its flags by platform, and the unit's text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import library_go
from .library_go import Reading

CLOUD_PROVIDER, CLOUD_CONFIG = "cloud-provider", "cloud-config"
CREDENTIAL_PROVIDER: Mapping[str, str] = {
    "image-credential-provider-bin-dir": "/usr/libexec/kubelet-image-credential-provider-plugins",
    "image-credential-provider-config": "/etc/kubernetes/credential-providers/ecr-credential-provider.yaml",
}
"""Flags by which a kubelet gets credentials for the images of AWS registries."""


def provider_flags(status: Mapping[str, Any], reading: Reading) -> dict[str, str]:
    """Return the flags for a cloud provider. Where there is none, what shipped renders an empty value (EXT-A24).

    Raises PlatformUnknown.
    """
    if library_go.is_cloud_provider_external(status, reading):
        return {CLOUD_PROVIDER: "external"}
    in_tree = reading.in_tree.get(library_go.platform_type(status))
    if in_tree:
        return {CLOUD_PROVIDER: in_tree, CLOUD_CONFIG: library_go.CLOUD_CONFIG_FILE}
    return {CLOUD_PROVIDER: ""} if reading.profile == "shipped" else {}


def cloud_flags(status: Mapping[str, Any], reading: Reading) -> dict[str, str]:
    """Return every flag that depends on the platform. Raises PlatformUnknown."""
    of_images = CREDENTIAL_PROVIDER if library_go.platform_type(status) == "AWS" else {}
    return {**provider_flags(status, reading), **of_images}


def unit(status: Mapping[str, Any], reading: Reading) -> str:
    """Render the text of kubelet.service, almost without what is the same everywhere. Raises PlatformUnknown."""
    flags = {**cloud_flags(status, reading), "v": "${KUBELET_LOG_LEVEL}"}
    command = ["/usr/bin/kubelet", *(f"--{name}={value}" for name, value in flags.items())]
    return "[Service]\nExecStart=" + " \\\n      ".join(command) + "\n"
