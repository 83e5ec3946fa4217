"""Install-configs as scenarios speak of them: the layouts of the catalogue, subnets by alias, roles by name."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.errors import UsageError
from enhancement_kit.world import default_objects
from enhancement_kit.world.vocabulary.aliases import NOTHING, with_ids
from enhancement_kit.world.vocabulary.ingress_controller_words import pick, put

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
    old_list: bool = False
    """Whether the deprecated list names the subnets."""
    platform: str = "aws"


def _in_zones(count: int, roles: Roles) -> Roles:
    """Repeat the subnets of zone a and their roles in each of the next zones."""
    zones = [chr(ord("a") + number) for number in range(count)]
    return {re.sub("-a", f"-{zone}", alias): held for zone in zones for alias, held in roles.items()}


_E = {"pub-a": (INGRESS, EXTERNAL), "priv-a": (INTERNAL, NODE)}
_I = {"priv-a": (INGRESS, INTERNAL, NODE)}
_D = {"priv-a": (NODE,), "pub-a": (INGRESS,), "pub-a2": (EXTERNAL,), "priv-a2": (INTERNAL,)}
_A = {"pub-a": (), "priv-a": ()}
LAYOUTS: Mapping[str, Layout] = {
    "E": Layout("External", _E, "Classic"),
    "E2": Layout("External", _in_zones(2, _E), "Classic"),
    "E10": Layout("External", _in_zones(10, _E), "Classic"),
    "E11": Layout("External", _in_zones(11, _E), "Classic"),
    "I": Layout("Internal", _I),
    "I2": Layout("Internal", _in_zones(2, _I)),
    "D": Layout("External", _D),
    "D3": Layout("External", _in_zones(3, _D)),
    "A": Layout("External", _A),
    "A2": Layout("External", _in_zones(2, _A)),
    "O": Layout("External", _A, old_list=True),
    # no existing subnets, on the platforms without a provider that is built in
    "N": Layout("External", {}, platform="none"),
    "X": Layout("External", {}, platform="external"),
}

PREVIEW = "TechPreviewNoUpgrade"
SUBNETS = ("platform", "aws", "subnetsConfig")
OLD_SUBNETS = ("platform", "aws", "subnets")
LB_TYPE = ("platform", "aws", "lbType")
TOP_FIELDS = frozenset(
    (
        "apiVersion",
        "baseDomain",
        "capabilities",
        "metadata",
        "featureSet",
        "publish",
        "controlPlane",
        "compute",
        "platform",
    )
)


def layout(name: str) -> Layout:
    """Return a layout by its name. Raises UsageError."""
    if name not in LAYOUTS:
        raise UsageError(f"there is no layout {name}; the layouts are {', '.join(LAYOUTS)}")
    return LAYOUTS[name]


def made_up_id(alias: str) -> str:
    """Make up an id for a subnet of a scenario that needs no AWS: well-formed, and always the same."""
    return f"subnet-{hashlib.sha256(alias.encode()).hexdigest()[:17]}"


def install_config(
    *, region: str, publish: str, ids: Roles, lb_type: str | None = None, old_list: bool = False
) -> InstallConfig:
    """Build an install-config for AWS with existing subnets by id; small, so that a scenario runs few machines."""
    config: InstallConfig = {
        "apiVersion": "v1",
        "baseDomain": default_objects.BASE_DOMAIN,
        "metadata": {"name": default_objects.CLUSTER_DOMAIN.removesuffix("." + default_objects.BASE_DOMAIN)},
        "featureSet": PREVIEW,
        "publish": publish,
        "controlPlane": {"name": "master", "replicas": 3},
        "compute": [{"name": "worker", "replicas": 2}],
        "platform": {"aws": {"region": region}},
    }
    if lb_type:
        put(config, LB_TYPE, lb_type)
    if old_list:
        # an install-config of the days before the preview
        del config["featureSet"]
        put(config, OLD_SUBNETS, list(ids))
    else:
        put(config, SUBNETS, [_entry(identifier, roles) for identifier, roles in ids.items()])
    return config


def printed(path: Path) -> InstallConfig:
    """Read an example that a document prints: `[...]` stands for parts that the example leaves out.

    Raises UsageError where there is no such file.
    """
    if not path.exists():
        known = ", ".join(sorted(other.stem for other in path.parent.glob("*.yaml")))
        raise UsageError(f"there is no example {path.stem} beside the feature; known: {known or 'none'}")
    lines = path.read_text(encoding="utf-8").splitlines()
    found: InstallConfig = yaml.safe_load("\n".join(line for line in lines if line.strip() != "[...]"))
    return {"featureSet": PREVIEW, **found}


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


def set_field(config: InstallConfig, field: str, text: str, id_of: Callable[[str], str]) -> None:
    """Set a field by its path, from the top or below `platform.aws`; `nothing` removes it.

    The value is written as in the file; `id_of` knows the ids behind aliases. Raises UsageError for a value that is no
    YAML and for a path that leads nowhere.
    """
    if re.split(r"[.\[]", field)[0] not in TOP_FIELDS:
        field = f"platform.aws.{field}"
    *way, last = (int(key) if key.isdigit() else key for key in re.findall(r"[^.\[\]]+", field))
    try:
        value = with_ids(yaml.safe_load(text), id_of)
        owner: Any = config
        for key in way:
            owner = owner[key]
        if text == NOTHING:
            owner.pop(last, None) if isinstance(owner, dict) else owner.pop(last)
        elif isinstance(owner, list) and last == len(owner):
            owner.append(value)
        else:
            owner[last] = value
    except yaml.YAMLError as error:
        raise UsageError(f"{text!r} is no value for {field}; write it as in an install-config") from error
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise UsageError(f"the install-config has no place {field}; set what is around it first") from error


def on_platform(config: InstallConfig, platform: str) -> InstallConfig:
    """Return the same install-config for another platform, without settings for it."""
    return {**config, "platform": {platform: {}}}
