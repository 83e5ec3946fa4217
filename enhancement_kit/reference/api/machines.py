"""The CRD machinesets.machine.openshift.io: the installer hands such objects over, their content is not checked."""

from __future__ import annotations

from typing import Any

from .schema import definition, free_form


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
