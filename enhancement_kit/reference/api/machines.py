"""The CRDs of machine.openshift.io: the content of machines and of sets of machines is not checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .schema import definition, free_form

CAPABILITIES: Mapping[str, str] = {"machine.openshift.io": "MachineAPI"}
"""The capability that the CRDs of a group belong to: without it the cluster does not have them."""


def machine_crds() -> tuple[dict[str, Any], ...]:
    """Build the CRDs of machines and of the MachineSets that machines are made from."""
    return tuple(
        definition(
            group="machine.openshift.io",
            kind=kind,
            plural=f"{kind.lower()}s",
            namespaced=True,
            spec=free_form(),
            status=free_form(),
            version_name="v1beta1",
        )
        for kind in ("Machine", "MachineSet")
    )
