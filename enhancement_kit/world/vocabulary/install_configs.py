"""Install-configs as scenarios speak of them: subnets by alias, roles by name or by the side they belong to."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.errors import UsageError
from enhancement_kit.world import default_objects
from enhancement_kit.world.vocabulary.aliases import split, with_ids
from enhancement_kit.world.vocabulary.infrastructure_words import ABSENT
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


PUBLIC_ROLES, PRIVATE_ROLES = (INGRESS, EXTERNAL), (INTERNAL, NODE)
REQUIRED_ROLES: Mapping[str, Sequence[str]] = {
    "External": (INGRESS, EXTERNAL, INTERNAL, NODE),
    "Internal": (INGRESS, INTERNAL, NODE),
}
"""The roles that somebody has to hold, by what the cluster publishes."""
NO_ROLES = "no roles"
OLD_LIST = "the deprecated list of subnets "
RANGE = re.compile(r"(?P<head>.*-)(?P<first>[a-z]) to (?P=head)(?P<last>[a-z])")
"""A subnet for each zone: `pub-a to pub-j`."""


@dataclass(frozen=True)
class Listed:
    """The subnets that an install-config lists."""

    roles: Roles
    old_list: bool = False
    """Whether they are in the deprecated list, which knows no roles."""


def listed(text: str, publish: str) -> Listed:
    """Parse the subnets of an install-config: `the public roles on pub-a and the private roles on priv-a`.

    Roles are `the public roles`, `the private roles`, `all required roles`, `no roles`, or their names. Without roles
    there is also `the deprecated list of subnets pub-a, priv-a`. Raises UsageError for other words.
    """
    if text.startswith(OLD_LIST):
        return Listed(dict.fromkeys(_subnets(text.removeprefix(OLD_LIST)), ()), old_list=True)
    found: dict[str, tuple[str, ...]] = {}
    for part in text.split(" and "):
        words, on, subnets = part.partition(" on ")
        if not on:
            raise UsageError(f"{part!r} names no subnets; write <roles> on <subnets>")
        for alias in _subnets(subnets):
            found[alias] = (*found.get(alias, ()), *_roles(words, publish))
    return Listed(found)


def _roles(words: str, publish: str) -> Sequence[str]:
    every = REQUIRED_ROLES["External"]
    known: Mapping[str, Sequence[str]] = {
        NO_ROLES: (),
        "the public roles": PUBLIC_ROLES,
        "the private roles": PRIVATE_ROLES,
        "all required roles": REQUIRED_ROLES.get(publish, every),
    }
    if words in known:
        return known[words]
    names = split(words)
    if not set(names) <= set(every):
        raise UsageError(f"{words!r} are no roles; write {', '.join(known)} or names from {', '.join(every)}")
    return names


def role_problem(words: str) -> str | None:
    """Describe what is wrong with the roles in a cell, and how to correct it; return None for known ones and none."""
    every = REQUIRED_ROLES["External"]
    unknown = [name for name in split(words) if name not in every] if words else []
    return f"{unknown[0]!r} is no role; known: {', '.join(every)}" if unknown else None


def role_names(words: str) -> list[str]:
    """Return the roles of a comma-separated list, which may be unknown ones; `no roles` is the empty list."""
    return [] if words == NO_ROLES else split(words)


def _subnets(text: str) -> Iterator[str]:
    for word in split(text):
        found = RANGE.fullmatch(word)
        letters = range(ord(found["first"]), ord(found["last"]) + 1) if found else ()
        yield from (f"{found['head']}{chr(letter)}" for letter in letters) if found else [word]


PREVIEW = "TechPreviewNoUpgrade"
SUBNETS = ("platform", "aws", "subnetsConfig")
OLD_SUBNETS = ("platform", "aws", "subnets")
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


def made_up_id(alias: str) -> str:
    """Make up an id for a subnet of a scenario that needs no AWS: well-formed, and always the same."""
    return f"subnet-{hashlib.sha256(alias.encode()).hexdigest()[:17]}"


def install_config(*, region: str, publish: str, ids: Roles, old_list: bool = False) -> InstallConfig:
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
    """Set a field by its path, from the top or below `platform.aws`; `absent` removes it.

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
        if text == ABSENT:
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
