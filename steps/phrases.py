"""The words that phrases share: how a step reads a parameter, a list, a condition's status."""

from __future__ import annotations

import re

from pytest_bdd import parsers

from enhancement_kit.world.vocabulary import infrastructure_words, ingress_config_words
from enhancement_kit.world.vocabulary.ingress_controller_words import WORDS


def _typed(pattern: str):
    def convert(text: str) -> str:
        return text

    convert.pattern = pattern
    return convert


def _one_of(words: tuple[str, ...], tail: str = ""):
    return _typed("(?:" + "|".join(re.escape(word) for word in words) + ")" + tail)


# the row of a manifest's table that asks for it to be refused where it has fields which its kind has not
STRICT = "field validation"

DEFAULT_ENDPOINT = "the default endpoint"

TYPES = {
    # one word: the name of an IngressController, a condition, a component
    "Name": _typed(r"[\w.-]+"),
    # goes before a word that varies, and means nothing
    "Article": _typed("an?"),
    # where a parameter of an IngressController stands
    "Part": _typed("spec|status"),
    "Parameter": _one_of(WORDS),
    # a setting of the Infrastructure
    "Setting": _one_of(infrastructure_words.WORDS),
    # a parameter, a setting or a default, or one element of it by index
    "Field": _one_of((*infrastructure_words.WORDS, *WORDS, *ingress_config_words.WORDS), r"(?:\[\d+\])?"),
    "Status": _typed("True|False|Unknown"),
    "Url": _typed(r"https?://\S*"),
    # a URL, or where a service always is
    "Place": _typed(r"https?://\S*|of \w+"),
    # where a service is called: a URL, or where it always is
    "Endpoint": _typed(rf"https?://\S*|{DEFAULT_ENDPOINT}"),
    # a field of an install-config, with indexes
    "Field_path": _typed(r"[\w.\[\]]+"),
    # a file below a directory
    "Path": _typed(r"[\w./-]+"),
    # an annotation key, with or without prefix
    "Key": _typed(r"[\w./-]+"),
}


def phrase(text: str) -> parsers.parse:
    """A step pattern in the kit's own types, for example `{name:Name}`, `{parameter:Parameter}`."""
    return parsers.parse(text, extra_types=TYPES)


def same_text(text: str) -> str:
    """A text with its white space folded: documents wrap their messages, components do not."""
    return " ".join(text.split())
