"""CRDs of the Ingress config that get the default subnets wrong: a rule that is missing, or one too many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.api import INGRESS_DEFAULTS

from .crd_editing import Schema, change, drop

CRD = "ingresses.config.openshift.io"
AWS = "spec.loadBalancer.platform.aws"
TYPES = ("classicLoadBalancer", "networkLoadBalancer")
SUBNETS = tuple(f"{AWS}.{kind}.subnets" for kind in TYPES)
IDS, NAMES = (tuple(f"{path}.{part}" for path in SUBNETS) for part in ("ids", "names"))
ID, NAME = (tuple(f"{path}[]" for path in paths) for paths in (IDS, NAMES))
NLB = SUBNETS[1:]


def _without(kind: str) -> Callable[[Schema], None]:
    return lambda node: node["properties"].pop(kind, None)


def _with(**keywords: Any) -> Callable[[Schema], None]:
    return lambda node: node.update(keywords)


def _refuses(rule: str) -> Callable[[Schema], None]:
    """Add a validation rule, which refuses what the others accept."""

    def edit(node: Schema) -> None:
        rules = node.setdefault("x-kubernetes-validations", [])
        rules.append({"rule": rule, "message": "is not supported"})

    return edit


def _gateless(patcher: Patcher) -> None:
    patcher.wrap(
        "enhancement_kit.reference.api:gates_of", lambda old: lambda name, known: old(name, known) | {INGRESS_DEFAULTS}
    )


# name -> ids, what is wrong, where, how
CHANGES: dict[str, tuple[tuple[str, ...], str, tuple[str, ...], Callable[[Schema], None]]] = {
    "without-classic-defaults": (
        ("ISS-198", "ISS-063"),
        "has no default subnets for Classic load balancers",
        (AWS,),
        _without(TYPES[0]),
    ),
    "without-nlb-defaults": (
        ("ISS-199", "ISS-063", "ISS-208.b"),
        "has no default subnets for NLBs",
        (AWS,),
        _without(TYPES[1]),
    ),
    "with-demanded-defaults": (
        ("ISS-200", "ISS-198", "ISS-199"),
        "demands default subnets for both types",
        (AWS,),
        _with(required=["type", *TYPES]),
    ),
    "with-demanded-lists": (
        ("ISS-200.b", "ISS-200.c"),
        "demands subnets of a type that is named",
        tuple(f"{AWS}.{kind}" for kind in TYPES),
        _with(required=["subnets"]),
    ),
    "with-a-union": (
        ("ISS-063",),
        "takes default subnets for the chosen type only",
        (AWS,),
        _refuses("!has(self.networkLoadBalancer) || self.type == 'NLB'"),
    ),
    "without-names": (("ISS-206", "ISS-215"), "takes ids only", SUBNETS, _refuses("!has(self.names)")),
    "without-a-total": (
        ("ISS-212", "ISS-205"),
        "adds ids and names up to more than ten",
        SUBNETS,
        drop("the total number of subnets cannot exceed 10"),
    ),
    "with-a-small-total": (
        ("ISS-213", "ISS-205"),
        "takes nine ids and names together",
        SUBNETS,
        _refuses("!has(self.ids) || !has(self.names) || size(self.ids + self.names) < 10"),
    ),
    "without-a-minimum": (
        ("ISS-214", "ISS-346", "ISS-205"),
        "takes subnets without any",
        SUBNETS,
        drop("must specify at least 1 subnet name or id"),
    ),
    "with-no-empty-lists": (("ISS-215",), "refuses an empty list", IDS, _with(minItems=1)),
    "with-repeated-ids": (
        ("ISS-216", "ISS-346"),
        "takes an id twice",
        IDS,
        drop("subnet ids cannot contain duplicates"),
    ),
    "with-repeated-names": (("ISS-219",), "takes a name twice", NAMES, drop("subnet names cannot contain duplicates")),
    "with-repeated-ids-for-nlbs": (
        ("ISS-216",),
        "takes an id twice for one of the types",
        NLB,
        lambda node: drop("subnet ids cannot contain duplicates")(node["properties"]["ids"]),
    ),
    "with-many-ids": (("ISS-217",), "takes more than ten ids", IDS, drop("maxItems")),
    "with-many-names": (("ISS-220",), "takes more than ten names", NAMES, drop("maxItems")),
    "with-nine-ids": (("ISS-218",), "takes nine ids", IDS, _with(maxItems=9)),
    "with-merged-lists": (
        ("ISS-221",),
        "merges the lists of several managers",
        (*IDS, *NAMES),
        lambda node: node.update({"x-kubernetes-list-type": "set", "x-kubernetes-validations": []}),
    ),
    "with-ids-of-any-form": (("ISS-222",), "takes ids of any form", ID, drop("pattern")),
    "with-lower-case-ids": (
        ("ISS-222", "ISS-223"),
        "refuses capitals in ids",
        ID,
        _with(pattern="^subnet-[0-9a-z]+$"),
    ),
    "with-short-ids": (("ISS-223",), "takes ids that are too short", ID, drop("minLength")),
    "with-long-ids": (("ISS-223",), "takes ids that are too long", ID, drop("maxLength")),
    "with-empty-names": (("ISS-224",), "takes an empty name", NAME, drop("minLength")),
    "with-long-names": (("ISS-225",), "takes names of any length", NAME, drop("maxLength")),
    "with-shorter-names": (("ISS-225",), "takes names under 256 characters", NAME, _with(maxLength=255)),
    "with-commas-in-names": (
        ("ISS-226",),
        "takes a name with a comma",
        NAME,
        drop("subnet name cannot contain a comma"),
    ),
    "with-names-like-ids": (
        ("ISS-227",),
        "takes a name that begins like an id",
        NAME,
        drop("subnet name cannot start with 'subnet-'"),
    ),
    "with-no-subnet-in-names": (
        ("ISS-227",),
        "refuses subnet- anywhere in a name",
        NAME,
        _refuses("!self.contains('subnet-')"),
    ),
}

MUTANTS = [
    *(
        Mutant(f"ingress-config-crd-{name}", ids, story, change(CRD, paths, edit))
        for name, (ids, story, paths, edit) in CHANGES.items()
    ),
    Mutant("ingress-config-crd-without-a-gate", ("ISS-208.a",), "has the fields without the preview", _gateless),
]
