"""Install-configs as scenarios speak of them: the layouts of the catalogue, subnets by alias, roles by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from enhancement_kit.errors import UsageError
from enhancement_kit.harness.world import state
from enhancement_kit.harness.world.aliases import NOTHING, split
from enhancement_kit.harness.world.parameters import pick, put

InstallConfig = dict[str, Any]
Roles = Mapping[str, Sequence[str]]
"""Role names by subnet; an empty list is a subnet that is listed without roles."""

NODE, INGRESS, EXTERNAL, INTERNAL = (
    "ClusterNode",
    "IngressControllerLB",
    "ControlPlaneExternalLB",
    "ControlPlaneInternalLB",
)


@dataclass(frozen=True)
class Layout:
    """One of the layouts that the catalogue of aws-lb-subnet-selection names in its first entry."""

    publish: str
    roles: Roles
    lb_type: str | None = None
    platform: str = "aws"


_E = {"pub-a": (INGRESS, EXTERNAL), "priv-a": (INTERNAL, NODE)}
_E2 = {**_E, "pub-b": (INGRESS, EXTERNAL), "priv-b": (INTERNAL, NODE)}
_I = {"priv-a": (INGRESS, INTERNAL, NODE)}
LAYOUTS: Mapping[str, Layout] = {
    "E": Layout("External", _E, "Classic"),
    "E2": Layout("External", _E2, "Classic"),
    "I": Layout("Internal", _I),
    "I2": Layout("Internal", {**_I, "priv-b": (INGRESS, INTERNAL, NODE)}),
    "D": Layout("External", {"priv-a": (NODE,), "pub-a": (INGRESS,), "pub-a2": (EXTERNAL,), "priv-a2": (INTERNAL,)}),
    "A": Layout("External", {"pub-a": (), "priv-a": ()}),
    # no existing subnets, on the platforms without a provider that is built in
    "N": Layout("External", {}, platform="none"),
    "X": Layout("External", {}, platform="external"),
    "A2": Layout("External", {"pub-a": (), "priv-a": (), "pub-b": (), "priv-b": ()}),
}

# The fields that scenarios set by their own names.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "controlPlane.replicas": ("controlPlane", "replicas"),
    "baselineCapabilitySet": ("capabilities", "baselineCapabilitySet"),
    "additionalEnabledCapabilities": ("capabilities", "additionalEnabledCapabilities"),
    "publish": ("publish",),
    "featureSet": ("featureSet",),
    "lbType": ("platform", "aws", "lbType"),
    "region": ("platform", "aws", "region"),
}
READ: Mapping[str, Callable[[str], Any]] = {"controlPlane.replicas": int, "additionalEnabledCapabilities": split}
"""How the values of fields are read that are no texts."""
SUBNETS = ("platform", "aws", "subnetsConfig")


def layout(name: str) -> Layout:
    """A layout by its name. Raises UsageError."""
    if name not in LAYOUTS:
        raise UsageError(f"there is no layout {name}; the layouts are {', '.join(LAYOUTS)}")
    return LAYOUTS[name]


def install_config(*, region: str, publish: str, ids: Roles, lb_type: str | None = None) -> InstallConfig:
    """An install-config for AWS with existing subnets by id; small, so that a scenario runs few machines."""
    config: InstallConfig = {
        "apiVersion": "v1",
        "baseDomain": state.BASE_DOMAIN,
        "metadata": {"name": state.CLUSTER_DOMAIN.removesuffix("." + state.BASE_DOMAIN)},
        "featureSet": "TechPreviewNoUpgrade",
        "publish": publish,
        "controlPlane": {"name": "master", "replicas": 3},
        "compute": [{"name": "worker", "replicas": 2}],
        "platform": {"aws": {"region": region}},
    }
    if lb_type:
        put(config, FIELDS["lbType"], lb_type)
    put(config, SUBNETS, [_entry(identifier, roles) for identifier, roles in ids.items()])
    return config


def _entry(identifier: str, roles: Sequence[str]) -> dict[str, Any]:
    return {"id": identifier, "rolesOverride": list(roles)} if roles else {"id": identifier}


def hold(config: InstallConfig, identifier: str, roles: Sequence[str]) -> None:
    """Let a subnet hold exactly these roles; a subnet that is not listed yet is added at the end."""
    entries: list[dict[str, Any]] = pick(config, SUBNETS)
    new = _entry(identifier, roles)
    position = next((i for i, entry in enumerate(entries) if entry["id"] == identifier), None)
    if position is None:
        entries.append(new)
    else:
        entries[position] = new


def set_field(config: InstallConfig, name: str, value: str) -> None:
    """Set a field by its own name; `nothing` removes it. Raises UsageError for a field that scenarios do not set."""
    if name not in FIELDS:
        raise UsageError(f"scenarios set no field {name}; known: {', '.join(FIELDS)}")
    *way, last = FIELDS[name]
    if value == NOTHING:
        pick(config, tuple(way)).pop(last, None)
    else:
        put(config, FIELDS[name], READ.get(name, str)(value))


def on_platform(config: InstallConfig, platform: str) -> InstallConfig:
    """The same install-config for another platform that needs no settings."""
    return {**config, "platform": {platform: {}}}
