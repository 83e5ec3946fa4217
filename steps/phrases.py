"""The words that phrases share: how a step reads a parameter, a list, a condition's status."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pytest_bdd import parsers

from enhancement_kit.world.clients.kubernetes import KINDS
from enhancement_kit.world.vocabulary import infrastructure_words, ingress_config_words
from enhancement_kit.world.vocabulary.aliases import split
from enhancement_kit.world.vocabulary.ingress_controller_words import WORDS


class _Typed:
    """A type of the parse library: a pattern, and the text as it stands for its value."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __call__(self, text: str) -> str:
        return text


class _Listed:
    """A type that reads `the files a, b` or `the file a` as a list of words, and `no files` as an empty one."""

    def __init__(self, noun: str) -> None:
        self._none, self._some = f"no {noun}s", f"the {noun}s? "
        self.pattern = f"{self._none}|{self._some}.+"

    def __call__(self, text: str) -> list[str]:
        return [] if text == self._none else split(re.sub(self._some, "", text, count=1))


def one_of(words: Iterable[str], tail: str = "") -> _Typed:
    """Return a type that fits these words, and `tail` behind them, and no others."""
    return _Typed("(?:" + "|".join(re.escape(word) for word in words) + ")" + tail)


# the row of a manifest's table that asks for it to be refused where it has fields which its kind has not
STRICT = "field validation"

NO_CALLS = "no AWS calls"

DEFAULT_ENDPOINT = "the default endpoint"

TYPES = {
    # one word: the name of an IngressController, a condition, a component
    "Name": _Typed(r"[\w.-]+"),
    # goes before a word that varies, and means nothing
    "Article": _Typed("an?"),
    # a type of load balancer, behind its scheme where that is said
    "Balancer": _Typed(r"(?:(?:internal|internet-facing) )?[\w.-]+"),
    # whether two platforms have the same AWS calls, or none
    "Calls": one_of(("the same AWS calls", NO_CALLS)),
    # the kind of an object
    "Kind": one_of(KINDS),
    # is or are, as the subject wants it
    "Be": _Typed("is|are"),
    # what an act may leave as it was
    "Thing": _Typed(r"the Infrastructure|the (?:IngressController|Service of|routers of) [\w.-]+"),
    # what is recreated under its old name
    "Replaceable": _Typed(r"the IngressController [\w.-]+|the (?:Service|load balancer|routers) of [\w.-]+"),
    # where a parameter of an IngressController stands
    "Part": _Typed("spec|status"),
    "Parameter": one_of(WORDS),
    # a setting of the Infrastructure
    "Setting": one_of(infrastructure_words.WORDS),
    # a parameter, a setting or a default, or one element of it by index
    "Field": one_of((*infrastructure_words.WORDS, *WORDS, *ingress_config_words.WORDS), r"(?:\[\d+\])?"),
    # whether an Elastic IP is associated
    "Use": _Typed("free|in use"),
    "Status": _Typed("True|False|Unknown"),
    "Url": _Typed(r"https?://\S*"),
    # a URL, or where a service always is
    "Place": _Typed(r"https?://\S*|of \w+"),
    # where a service is called: a URL, or where it always is
    "Endpoint": _Typed(rf"https?://\S*|{DEFAULT_ENDPOINT}"),
    # a field of an install-config, with indexes
    "Field_path": _Typed(r"[\w.\[\]]+"),
    # lists that may be empty
    "Files": _Listed("file"),
    "Instance_types": _Listed("instance type"),
    "Taints": _Listed("taint"),
    # a file below a directory
    "Path": _Typed(r"[\w./-]+"),
    # an annotation key, with or without prefix
    "Key": _Typed(r"[\w./-]+"),
}


def phrase(text: str, **types: _Typed) -> parsers.parse:
    """Return a step pattern in the kit's own types and in `types` of one step: `{name:Name}`, `{where:Where}`."""
    return parsers.parse(text, extra_types={**TYPES, **types})


def same_text(text: str) -> str:
    """Fold the white space of a text: documents wrap their messages, components do not."""
    return " ".join(text.split())
