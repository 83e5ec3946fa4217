"""The field paths that the API server prints when it refuses what a scenario has written."""

from __future__ import annotations

from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary import infrastructure_words, ingress_config_words
from enhancement_kit.world.vocabulary.ingress_controller_words import Parameters, load_balancer_type


def fields(word: str, parameters: Parameters, *, sent: Manifest | None, stored: Manifest | None) -> list[str]:
    """Return the paths of a parameter, a setting or a default, which is one path for each load balancer type.

    The types are those of what was `sent`; a patch that names no type is about the type that is `stored`. Raises
    UsageError for a default where nothing sets one.
    """
    if word in infrastructure_words.SETTINGS:
        return [infrastructure_words.field(word)]
    if word.partition("[")[0] in ingress_config_words.WORDS:
        return ingress_config_words.fields(word, ingress_config_words.changed_types(sent, stored))
    return [parameters.field(word, load_balancer_type(sent, stored))]
