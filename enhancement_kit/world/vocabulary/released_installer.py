"""Install-configs in the form of what was released.

Scenarios write install-configs in the document's form; in profile shipped the installer is given the released one.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from enhancement_kit.world.vocabulary.ingress_controller_words import pick, put
from enhancement_kit.world.vocabulary.install_configs import InstallConfig

LIST = ("platform", "aws", "subnetsConfig")
SHIPPED_LIST = ("platform", "aws", "vpc", "subnets")
BOOTSTRAP = "BootstrapNode"
"""A role of the released installer that somebody has to hold under manual selection."""


def written(config: InstallConfig, profile: str, is_public: Callable[[str], bool]) -> InstallConfig:
    """Return the install-config for the installer of that profile; `is_public` tells about a subnet by its id."""
    entries: list[dict[str, Any]] | None = pick(config, LIST)
    if profile != "shipped" or not isinstance(entries, list):
        return config
    result = copy.deepcopy(config)
    del result["platform"]["aws"][LIST[-1]]
    put(result, SHIPPED_LIST, [_entry(entry) for entry in entries])
    _assign_bootstrap(pick(result, SHIPPED_LIST), config.get("publish") != "Internal", is_public)
    return result


def _entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    others = {key: value for key, value in entry.items() if key != "rolesOverride"}
    if "rolesOverride" not in entry:
        return others
    return {**others, "roles": [{"type": role} for role in entry["rolesOverride"] or ()]}


def _assign_bootstrap(entries: list[dict[str, Any]], external: bool, is_public: Callable[[str], bool]) -> None:
    """Assign the bootstrap role, which the document does not know, to a subnet as public as the cluster."""
    holders = [entry for entry in entries if entry.get("roles")]
    if not holders or any(role["type"] == BOOTSTRAP for entry in holders for role in entry["roles"]):
        return
    fitting = [entry for entry in holders if is_public(entry["id"]) == external]
    (fitting or holders)[0]["roles"].append({"type": BOOTSTRAP})
