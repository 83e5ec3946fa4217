"""The words that scenarios use for the parameters of an IngressController, and where the API keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from enhancement_kit.errors import UsageError
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary.aliases import EMPTY_LIST, NOTHING, Aliases, split
from enhancement_kit.world.vocabulary.subnet_lists import literal

DRAFT_SUBNETS = "AWSLoadBalancerSubnetSelection"
"""The gate with which the API keeps subnets in one list, whatever the type of the load balancer."""
STRATEGY = ("endpointPublishingStrategy",)
LOAD_BALANCER = (*STRATEGY, "loadBalancer")
PROVIDER = (*LOAD_BALANCER, "providerParameters")
AWS = (*PROVIDER, "aws")
BLOCKS = {"Classic": "classicLoadBalancer", "NLB": "networkLoadBalancer"}
TYPE = "load balancer type"
DEFAULT_TYPE = "Classic"
"""The type of load balancer where nothing names one."""

# Where each parameter lies below spec or status. Subnets are not here: their place depends on the variant and on
# the type of the load balancer.
PATHS: Mapping[str, tuple[str, ...]] = {
    "domain": ("domain",),
    "replicas": ("replicas",),
    "selector": ("selector",),
    "endpoint publishing strategy": (*STRATEGY, "type"),
    "scope": (*LOAD_BALANCER, "scope"),
    "DNS management policy": (*LOAD_BALANCER, "dnsManagementPolicy"),
    "allowed source ranges": (*LOAD_BALANCER, "allowedSourceRanges"),
    "provider": (*PROVIDER, "type"),
    TYPE: (*AWS, "type"),
    "EIPs": (*AWS, BLOCKS["NLB"], "eipAllocations"),
    "load balancer parameters": LOAD_BALANCER,
    "NLB parameters": (*AWS, BLOCKS["NLB"]),
}
# Where somebody might look for subnets, whatever the API has there.
OTHER_SUBNETS: Mapping[str, tuple[str, ...]] = {
    "loadBalancer.subnets": (*LOAD_BALANCER, "subnets"),
    "providerParameters.subnets": (*PROVIDER, "subnets"),
    **{f"{block}.subnets": (*AWS, block, "subnets") for block in BLOCKS.values()},
    **{f"{name} subnets": (*PROVIDER, name.lower(), "subnets") for name in ("Azure", "GCP", "IBM", "OpenStack")},
}
SUBNETS = "subnets"
# The two lists of the later shape.
PARTS: Mapping[str, str] = {"subnet ids": "ids", "subnet names": "names"}
WORDS = tuple(sorted((*PATHS, *OTHER_SUBNETS, *PARTS, SUBNETS), key=len, reverse=True))
NUMBERS = {"replicas"}
LISTS = {"EIPs", SUBNETS, *OTHER_SUBNETS, "allowed source ranges"}
OBJECTS = {"load balancer parameters", "NLB parameters"}
EMPTY_OBJECT = "an empty object"
ABSENT, NULL = "absent", "null"
"""A parameter that a manifest leaves out, and one that it gives without a value."""


@dataclass(frozen=True)
class Parameters:
    """Parameters of IngressControllers in one scenario: its variant and aliases are known here."""

    gates: frozenset[str]
    subnets: Aliases
    addresses: Aliases
    subnet_names: Mapping[str, str]
    """Subnet ids by Name tag."""
    platform: str = "AWS"

    def path(self, word: str, load_balancer: str = DEFAULT_TYPE) -> tuple[str, ...]:
        """Return the keys below spec or status. Raises UsageError for an unknown word.

        The path of subnets depends on the type of the load balancer, all others do not.
        """
        if word == SUBNETS:
            if DRAFT_SUBNETS in self.gates:
                return (*AWS, "subnets")
            return (*AWS, BLOCKS[load_balancer], "subnets")
        if word in PARTS:
            return (*self.path(SUBNETS, load_balancer), PARTS[word])
        if word in OTHER_SUBNETS:
            return OTHER_SUBNETS[word]
        if word not in PATHS:
            raise UsageError(f"{word!r} is no parameter of an IngressController; known: {', '.join(sorted(WORDS))}")
        return PATHS[word]

    def field(self, word: str, load_balancer: str) -> str:
        """Return the field path as the API server prints it; `EIPs[0]` is the first element."""
        plain, bracket, index = word.partition("[")
        return "spec." + ".".join(self.path(plain, load_balancer)) + bracket + index

    def values(self, word: str, text: str) -> list[str]:
        """Return the items of a comma-separated list with aliases resolved."""
        if text == EMPTY_LIST:
            return []
        if word == "EIPs":
            return self.addresses.ids_of(text)
        if word == SUBNETS:
            # a Name tag stands for itself: the API takes names as well as ids
            return [w if w in self.subnet_names else self.subnets.id_of(w) for w in split(text)]
        return split(text)

    def encode(self, word: str, text: str) -> Any:
        """Convert a value of a scenario to the API's; `null` is none. Raises UsageError for `nothing`."""
        if text == NULL:
            return None
        if text == NOTHING:
            raise UsageError(
                f"{NOTHING!r} is no value of {word}; write {EMPTY_LIST!r}, {EMPTY_OBJECT!r}, {ABSENT!r} or {NULL!r}"
            )
        if word in NUMBERS:
            return int(text)
        if word in OBJECTS and text == EMPTY_OBJECT:
            return {}
        if word not in LISTS:
            return text
        written = literal(text) if word == SUBNETS else None
        if written is not None:
            return written
        values = self.values(word, text)
        if word == SUBNETS and DRAFT_SUBNETS not in self.gates:
            # null removes a list that a merge would otherwise keep
            ids = [v for v in values if v.startswith("subnet-")]
            names = [v for v in values if not v.startswith("subnet-")]
            return {"ids": ids or None, "names": names or None}
        return values

    def decode(self, word: str, value: Any) -> str | None:
        """Convert a value of the API to a scenario's; return None if there is none."""
        if value is None or value == [] or value == {}:
            return None
        if word == "EIPs":
            return ", ".join(self.addresses.aliases_of(value))
        if word == SUBNETS:
            if isinstance(value, dict):
                value = [*(value.get("ids") or []), *(value.get("names") or [])]
            return ", ".join(self.subnets.aliases_of(value)) or None
        return ", ".join(value) if isinstance(value, list) else str(value)

    def manifest(self, name: str, rows: Mapping[str, str], *, domain: str) -> Manifest:
        """Build the manifest of an IngressController from rows, with defaults for what the rows leave out.

        Left out and filled in here: a domain below the cluster's; and, where a row speaks of a load balancer,
        strategy LoadBalancerService, scope External and, on AWS, provider AWS and the default type.
        """
        rows = {word: text for word, text in rows.items() if text != ABSENT}
        spec: Manifest = {"domain": f"{name}.{domain}"}
        about_load_balancer = [w for w in rows if self.path(w)[: len(LOAD_BALANCER)] == LOAD_BALANCER]
        kind = rows.get(TYPE, DEFAULT_TYPE)
        if about_load_balancer:
            put(spec, (*STRATEGY, "type"), "LoadBalancerService")
            put(spec, (*LOAD_BALANCER, "scope"), "External")
            if self.platform == "AWS" and rows.get("provider", "AWS") == "AWS":
                put(spec, (*PROVIDER, "type"), "AWS")
                put(spec, (*AWS, "type"), kind)
        for word, text in rows.items():
            value = self.encode(word, text)
            if isinstance(value, dict):
                value = {k: v for k, v in value.items() if v is not None}
            put(spec, self.path(word, kind), value)
        return {"kind": "IngressController", "metadata": {"name": name}, "spec": spec}


def router_name(controller: str) -> str:
    """Return the name that the Service and the Deployment of an IngressController have."""
    return f"router-{controller}"


def load_balancer_type(*objects: Manifest | None, part: str = "spec") -> str:
    """Return the load balancer type that the first of some IngressControllers or patches names, else the default type.

    `part`: where to look, `spec` or `status`.
    """
    named = (pick(found, (part, *PATHS[TYPE])) for found in objects)
    return str(next(filter(None, named), DEFAULT_TYPE))


def put(tree: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    """Set a value deep in a tree, creating the objects around it."""
    for key in path[:-1]:
        tree = tree.setdefault(key, {})
    tree[path[-1]] = value


def pick(tree: Any, path: tuple[str, ...]) -> Any:
    """Return a value deep in a tree, or None."""
    for key in path:
        tree = (tree or {}).get(key)
    return tree
