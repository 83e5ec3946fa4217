"""The words that scenarios use for the settings of the Infrastructure `cluster`, and where the API keeps them."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from enhancement_kit.errors import UsageError
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary.ingress_controller_words import pick, put

NAME = "cluster"
CRD = "infrastructures.config.openshift.io"
EMPTY, ABSENT, SET = "empty", "absent", "set"
UNKNOWN_PLATFORM = "unknown"
"""A platform type that the API has and the components, which are older, do not know (interpretation EXT-A16)."""

_SPEC = ("spec", "platformSpec", "external")
_STATUS = ("status", "platformStatus", "external")
_MANAGER = "cloudControllerManager"
SETTINGS: Mapping[str, tuple[str, ...]] = {
    "platform spec": ("spec", "platformSpec"),
    "platform type in spec": ("spec", "platformSpec", "type"),
    "platform type in status": ("status", "platformStatus", "type"),
    "deprecated platform in status": ("status", "platform"),
    "external platform spec": _SPEC,
    "platform name": (*_SPEC, "platformName"),
    "cloud controller manager in spec": (*_SPEC, _MANAGER),
    "external platform status": _STATUS,
    "cloud controller manager in status": (*_STATUS, _MANAGER),
    "state of the cloud controller manager": (*_STATUS, _MANAGER, "state"),
    "cloud config": ("spec", "cloudConfig"),
    "name of the cloud config": ("spec", "cloudConfig", "name"),
    "name of the cloud config in status": ("status", "cloudConfig", "name"),
    "AWS platform spec": ("spec", "platformSpec", "aws"),
    "custom endpoint": ("spec", "platformSpec", "aws", "serviceEndpoints", "items"),
    "AWS platform status": ("status", "platformStatus", "aws"),
    "AWS region": ("status", "platformStatus", "aws", "region"),
    "API server URL": ("status", "apiServerURL"),
    "control plane topology": ("status", "controlPlaneTopology"),
    "infrastructure topology": ("status", "infrastructureTopology"),
}
WORDS = tuple(sorted(SETTINGS, key=len, reverse=True))
OBJECTS = {
    "cloud config",
    "platform spec",
    "AWS platform spec",
    "AWS platform status",
    "external platform spec",
    "external platform status",
    "cloud controller manager in status",
    "cloud controller manager in spec",
}


def path_of(word: str) -> tuple[str, ...]:
    """Return the path of a setting in the object. Raises UsageError for an unknown word."""
    if word not in SETTINGS:
        raise UsageError(f"{word!r} is no setting of the Infrastructure; known: {', '.join(sorted(WORDS))}")
    return SETTINGS[word]


def field(word: str) -> str:
    """Return the field path as the API server prints it."""
    return ".".join(path_of(word))


def encode(word: str, text: str) -> Any:
    """Convert a value of a scenario to the API's; `empty` is an object or a string without content."""
    if text == EMPTY:
        return {} if word in OBJECTS else ""
    return {"state": text} if word == "cloud controller manager in spec" else text


def decode(value: Any) -> str:
    """Convert a value of the API to a scenario's; an object with content is `set`."""
    if value is None:
        return ABSENT
    if value in ("", {}):
        return EMPTY
    return SET if isinstance(value, dict) else str(value)


def shown(manifest: Manifest, word: str) -> str:
    """Return the value of a setting in the words of scenarios."""
    return decode(pick(manifest, path_of(word)))


def changed(manifest: Manifest, settings: Mapping[str, str]) -> Manifest:
    """Return a copy of the object with the settings of a scenario; `absent` removes a key."""
    result = copy.deepcopy(manifest)
    for word, text in settings.items():
        path = path_of(word)
        if text != ABSENT:
            put(result, path, encode(word, text))
        elif pick(result, path[:-1]) is not None:
            pick(result, path[:-1]).pop(path[-1], None)
    return result


def with_unknown_platform(crds: list[Manifest]) -> list[Manifest]:
    """Return a copy of the CRDs with one more platform type, which the components do not know."""
    result = copy.deepcopy(crds)
    for crd in result:
        if crd["metadata"]["name"] == CRD:
            for values in _platform_enums(crd):
                values.append(UNKNOWN_PLATFORM)
    return result


def _platform_enums(tree: Any) -> Iterator[list[str]]:
    if isinstance(tree, dict):
        values = tree.get("enum")
        if isinstance(values, list) and {"AWS", "None"} <= set(values):
            yield values
        for branch in tree.values():
            yield from _platform_enums(branch)
    elif isinstance(tree, list):
        for branch in tree:
            yield from _platform_enums(branch)
