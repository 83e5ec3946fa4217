"""CRDs of the later revision from which one rule about subnets is missing, for one type of load balancer.

Generated from the reference's tables of rules, so that a rule that is added there has its mutants.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.api import load_balancer as api

from .crd_editing import Schema, change, drop

CRD = "ingresscontrollers.operator.openshift.io"
AWS = "endpointPublishingStrategy.loadBalancer.providerParameters.aws"
TYPES = {"classic": "classicLoadBalancer", "nlb": "networkLoadBalancer"}
IDS = ("LSS-A01",)

# node below `subnets` -> its keywords, and its rules by name
LIMITS: dict[str, Mapping[str, Any]] = {
    ".ids": api.IDS_LIMITS,
    ".ids[]": api.ID_LIMITS,
    ".names": api.NAMES_LIMITS,
    ".names[]": api.NAME_LIMITS,
}
RULES: dict[str, Mapping[str, tuple[str, str]]] = {
    "": api.SUBNETS_RULES,
    ".ids": api.IDS_RULES,
    ".names": api.NAMES_RULES,
    ".names[]": api.NAME_RULES,
}


def _dropped() -> Iterator[tuple[str, str, str]]:
    """Yield node, name of the rule, and its keyword or message."""
    for node, limits in LIMITS.items():
        yield from ((node, keyword, keyword) for keyword in limits)
    for node, rules in RULES.items():
        yield from ((node, name, message) for name, (_, message) in rules.items())


def _name(node: str, rule: str, kind: str) -> str:
    where = node.replace("[]", "-item").replace(".", "-")
    what = re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", rule.replace(" ", "-"))
    return f"later-crd-{kind}-subnets{where}-without-{what}"


def _at(kind: str, node: str, edit: Callable[[Schema], None]) -> Callable[[Patcher], None]:
    path = f"{AWS}.{TYPES[kind]}.subnets{node}"
    return change(CRD, (f"spec.{path}", f"status.{path}"), edit)


def _tightened(**keywords: Any) -> Callable[[Schema], None]:
    return lambda node: node.update(keywords)


# schemas that demand more than the rules say: name -> node, what is demanded
TIGHTENED: dict[str, tuple[str, dict[str, Any]]] = {
    "nine-ids": (".ids", {"maxItems": 9}),
    "nine-names": (".names", {"maxItems": 9}),
    "lower-case-ids": (".ids[]", {"pattern": "^subnet-[0-9a-z]+$"}),
    "names-under-256-characters": (".names[]", {"maxLength": 255}),
    "names-of-two-characters": (".names[]", {"minLength": 2}),
    "names-without-subnet": (".names[]", {"pattern": "^([^s]|s[^u])*$"}),
    "ids-or-names": (
        "",
        {"x-kubernetes-validations": [{"rule": "!has(self.ids) || !has(self.names)", "message": "ids or names"}]},
    ),
}

MUTANTS = [
    *(
        Mutant(_name(node, rule, kind), IDS, f"lacks {what!r} for {kind}", _at(kind, node, drop(what)))
        for node, rule, what in _dropped()
        for kind in TYPES
    ),
    *(
        Mutant(
            f"later-crd-{kind}-with-{name}", IDS, "demands more than the rules say", _at(kind, node, _tightened(**more))
        )
        for name, (node, more) in TIGHTENED.items()
        for kind in TYPES
    ),
]
