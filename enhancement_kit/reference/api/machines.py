"""The CRD machinesets.machine.openshift.io: the installer hands such objects over, their content is not checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .schema import definition, free_form

CAPABILITIES: Mapping[str, str] = {"machine.openshift.io": "MachineAPI"}
"""The capability that the CRDs of a group belong to: without it the cluster does not have them."""


def machinesets() -> dict[str, Any]:
    """The CRD of compute machines."""
    return definition(
        group="machine.openshift.io",
        kind="MachineSet",
        plural="machinesets",
        namespaced=True,
        spec=free_form(),
        status=free_form(),
        version_name="v1beta1",
    )
