"""The kubelet's unit on a pool of nodes: its flags by platform, and the unit's text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import library_go
from .library_go import Reading

CLOUD_PROVIDER = "cloud-provider"
CREDENTIAL_PROVIDER: Mapping[str, str] = {
    "image-credential-provider-bin-dir": "/usr/libexec/kubelet-image-credential-provider-plugins",
    "image-credential-provider-config": "/etc/kubernetes/credential-providers/ecr-credential-provider.yaml",
}
"""Flags by which a kubelet gets credentials for the images of AWS registries."""


def cloud_provider_flag(status: Mapping[str, Any], reading: Reading) -> str | None:
    """Return the value of the flag, or None for no flag. What shipped renders an empty value instead (EXT-A24).

    Raises PlatformUnknown.
    """
    if library_go.is_cloud_provider_external(status, reading):
        return "external"
    in_tree = reading.in_tree.get(library_go.platform_type(status))
    return in_tree or ("" if reading.profile == "shipped" else None)


def cloud_flags(status: Mapping[str, Any], reading: Reading) -> dict[str, str]:
    """Return every flag that depends on the platform. Raises PlatformUnknown."""
    value = cloud_provider_flag(status, reading)
    flags = {} if value is None else {CLOUD_PROVIDER: value}
    if library_go.platform_type(status) == "AWS":
        flags |= CREDENTIAL_PROVIDER
    return flags


def flags(pool: str, status: Mapping[str, Any], reading: Reading) -> dict[str, str]:
    """Return all flags of the kubelets of a pool, in their order. Raises PlatformUnknown."""
    return {
        "config": "/etc/kubernetes/kubelet.conf",
        "bootstrap-kubeconfig": "/etc/kubernetes/kubeconfig",
        "kubeconfig": "/var/lib/kubelet/kubeconfig",
        "container-runtime-endpoint": "/var/run/crio/crio.sock",
        "node-labels": f"node-role.kubernetes.io/{pool},node.openshift.io/os_id=${{ID}}",
        **cloud_flags(status, reading),
        "v": "${KUBELET_LOG_LEVEL}",
    }


def unit(pool: str, status: Mapping[str, Any], reading: Reading) -> str:
    """Render the text of kubelet.service. Raises PlatformUnknown."""
    command = ["/usr/local/bin/kubenswrapper", "/usr/bin/kubelet"]
    command += [f"--{name}={value}" for name, value in flags(pool, status, reading).items()]
    return "\n".join(
        [
            "[Unit]",
            "Description=Kubernetes Kubelet",
            "Requires=crio.service",
            "After=network-online.target crio.service",
            "",
            "[Service]",
            "Type=notify",
            "ExecStart=" + " \\\n      ".join(command),
            "Restart=always",
            "RestartSec=10",
            "",
            "[Install]",
            "WantedBy=multi-user.target",
            "",
        ]
    )
