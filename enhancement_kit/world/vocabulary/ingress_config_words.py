"""The default subnets of IngressControllers in the Ingress config: words of scenarios, and where the API has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from enhancement_kit.world import default_objects
from enhancement_kit.world.vocabulary.aliases import NOTHING
from enhancement_kit.world.vocabulary.infrastructure_words import ABSENT
from enhancement_kit.world.vocabulary.ingress_controller_words import BLOCKS, Parameters, pick, put

Manifest = dict[str, Any]

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
    """The types of load balancer that a scenario speaks of."""
    return list(BLOCKS) if word == ALL else [word]


def value(text: str, parameters: Parameters) -> Any:
    """The API's value of subnets."""
    return {key: found for key, found in parameters.encode("subnets", text).items() if found is not None}


def fresh() -> Manifest:
    """The Ingress config of a cluster that says nothing about load balancers."""
    return next(config for config in default_objects.configs({}) if config["kind"] == KIND)


def changed(config: Manifest, kind: str, text: str, parameters: Parameters) -> Manifest:
    """The config with the subnets of some type: `absent` keeps a type without subnets, `nothing` no such type.

    One without load balancer parameters gets the type that is the default.
    """
    put(config, (*PLATFORM, "type"), "AWS")
    put(config, (*AWS, "type"), pick(config, (*AWS, "type")) or "Classic")
    for one in kinds_of(kind):
        if text == NOTHING:
            pick(config, AWS).pop(BLOCKS[one], None)
        else:
            put(config, (*AWS, BLOCKS[one]), {} if text == ABSENT else {"subnets": value(text, parameters)})
    return config


def applied(kind: str, text: str, parameters: Parameters) -> Manifest:
    """What somebody applies who cares for these subnets only."""
    config: Manifest = {"apiVersion": "config.openshift.io/v1", "kind": KIND, "metadata": {"name": NAME}}
    changed(config, kind, text, parameters)
    return config


def fields(word: str, kind: str) -> list[str]:
    """The paths that the API server prints for a word, one for each type; `[0]` at its end stays there."""
    plain, bracket, index = word.partition("[")
    return [".".join((*AWS, BLOCKS[one], "subnets")) + WORDS[plain] + bracket + index for one in kinds_of(kind)]
