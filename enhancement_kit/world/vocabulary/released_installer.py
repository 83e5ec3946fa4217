"""Install-configs and refusals in the words of what was released: one table from the document's to the released ones.

Scenarios speak the document's dialect; in profile shipped the installer is given, and answers in, the released one.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from enhancement_kit.world.vocabulary.ingress_controller_words import pick, put
from enhancement_kit.world.vocabulary.install_configs import InstallConfig

LIST = ("platform", "aws", "subnetsConfig")
SHIPPED_LIST = ("platform", "aws", "vpc", "subnets")
BOOTSTRAP = "BootstrapNode"
"""A role of the released installer that somebody has to hold under manual selection."""

# (the document's field path, the released one), all of them applied
PATHS: Sequence[tuple[str, str]] = (
    (re.escape(".".join(LIST)), ".".join(SHIPPED_LIST)),
    (r"\.rolesOverride\[(\d+)\]$", r".roles[\1].type"),
    (r"\.rolesOverride$", ".roles"),
)


@dataclass(frozen=True)
class Wording:
    """The released installer's wording of a message of the document."""

    message: str
    """A pattern; released messages without a text of their own only repeat the value."""
    below: str = ""
    """A pattern of what follows the path, where the error is about an element and not about the list."""


MESSAGES: Mapping[str, Wording] = {
    "cannot use both subnets and subnetsConfig": Wording(
        "cannot specify platform.aws.subnets and platform.aws.vpc.subnets together"
    ),
    "subnetsConfig cannot contain duplicate IDs": Wording("", below=r"\[\d+\]\.id"),
    "rolesOverride cannot contain duplicates": Wording("", below=r"\[\d+\]\.type"),
    "subnetsConfig must contain at least 1 subnet with the ClusterNode role": Wording(
        r"roles \[ClusterNode\] must be assigned to at least 1 subnet"
    ),
    "subnetsConfig must contain less than 10 subnets with the IngressControllerLB role": Wording(
        "must not include more than 10 subnets with the IngressControllerLB role"
    ),
}


@dataclass(frozen=True)
class Expected:
    """The place and the message of an expected error, as patterns; without a message any will do."""

    path: str
    message: str | None


def expected(path: str, message: str | None, profile: str) -> Expected:
    """Return place and message of an error as the installer of that profile reports it."""
    if profile != "shipped":
        return Expected(re.escape(path), re.escape(message) if message else None)
    for pattern, instead in PATHS:
        path = re.sub(pattern, instead, path)
    if not message:
        return Expected(re.escape(path), None)
    wording = MESSAGES.get(message, Wording(re.escape(message)))
    return Expected(re.escape(path) + wording.below, wording.message)


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
