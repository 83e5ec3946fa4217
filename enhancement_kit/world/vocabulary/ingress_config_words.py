"""The default subnets of IngressControllers in the Ingress config: words of scenarios, and where the API has them."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from enhancement_kit.errors import UsageError
from enhancement_kit.world import default_objects
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary.infrastructure_words import ABSENT
from enhancement_kit.world.vocabulary.ingress_controller_words import BLOCKS, DEFAULT_TYPE, NULL, Parameters, pick, put

KIND, NAME = "Ingress", "cluster"
PLATFORM = ("spec", "loadBalancer", "platform")
AWS = (*PLATFORM, "aws")
ALL = "all"
"""Both types of load balancer, each with a list of its own."""
# what the API complains about: below the subnets of a type
WORDS: Mapping[str, str] = {
    "default subnets": "",
    "default subnet ids": ".ids",
    "default subnet names": ".names",
}


def kinds_of(word: str) -> list[str]:
    """Return the types of load balancer that a word of scenarios means."""
    return list(BLOCKS) if word == ALL else [word]


def value(text: str, parameters: Parameters) -> Any:
    """Convert a scenario's subnets to the API's value."""
    return {key: found for key, found in parameters.encode("subnets", text).items() if found is not None}


def fresh() -> Manifest:
    """Return the Ingress config of a cluster without load balancer settings."""
    return next(config for config in default_objects.configs({}) if config["kind"] == KIND)


def changed(config: Manifest, kind: str, text: str, parameters: Parameters) -> Manifest:
    """Return a copy of the config with subnets for a type: `absent` is a type without subnets, `null` removes it.

    A config without load balancer parameters gets the default type.
    """
    result = copy.deepcopy(config)
    put(result, (*PLATFORM, "type"), "AWS")
    put(result, (*AWS, "type"), pick(result, (*AWS, "type")) or DEFAULT_TYPE)
    for one in kinds_of(kind):
        if text == NULL:
            pick(result, AWS).pop(BLOCKS[one], None)
        else:
            put(result, (*AWS, BLOCKS[one]), {} if text == ABSENT else {"subnets": value(text, parameters)})
    return result


def changed_types(sent: Manifest | None, stored: Manifest | None) -> list[str]:
    """Return the types of load balancer to which a config that was sent gives other defaults than are stored.

    Raises UsageError where there are none.
    """
    places = {kind: (*AWS, block) for kind, block in BLOCKS.items()}
    found = [kind for kind, place in places.items() if pick(sent, place) not in (None, pick(stored, place))]
    if not found:
        raise UsageError("no default subnets were sent; let the admin set some before")
    return found


def fields(word: str, types: Iterable[str]) -> list[str]:
    """Return the paths that the API server prints for a word, one for each type; `[0]` at its end stays there."""
    plain, bracket, index = word.partition("[")
    return [".".join((*AWS, BLOCKS[one], "subnets")) + WORDS[plain] + bracket + index for one in types]
