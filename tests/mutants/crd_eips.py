"""CRDs that judge Elastic IPs together with scope, subnets and feature set wrongly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.api import load_balancer

from .crd_editing import change
from .crd_rules import AWS, CRD, EIPS, LOAD_BALANCER

NETWORK = f"{AWS}.networkLoadBalancer"
SCOPE_MESSAGE = "eipAllocations are forbidden when the scope is Internal."
HAS_EIPS = "has(self.eipAllocations)"
NLB_HAS_EIPS = "has(self.networkLoadBalancer) && has(self.networkLoadBalancer.eipAllocations)"
EMPTY_ELSEWHERE = {"type": "array", "items": {"type": "string"}}
ELSEWHERE = (AWS, f"{AWS}.classicLoadBalancer", *(f"{LOAD_BALANCER}.providerParameters.{p}" for p in ("gcp", "ibm")))

Node = dict[str, Any]


def both(*paths: str) -> list[str]:
    """Add the nodes of status to those of spec, since both share their types."""
    return [*paths, *("status." + path.removeprefix("spec.") for path in paths)]


def without(*expressions: str) -> Callable[[Node], None]:
    def edit(node: Node) -> None:
        rules = node.get("x-kubernetes-validations", [])
        node["x-kubernetes-validations"] = [r for r in rules if r["rule"] not in expressions]

    return edit


def reworded(old: str, new: str) -> Callable[[Node], None]:
    def edit(node: Node) -> None:
        for rule in node.get("x-kubernetes-validations", []):
            rule["rule"] = rule["rule"].replace(old, new)

    return edit


def more(expression: str, message: str = "no") -> Callable[[Node], None]:
    def edit(node: Node) -> None:
        node.setdefault("x-kubernetes-validations", []).append({"rule": expression, "message": message})

    return edit


def setting(key: str, value: Any) -> Callable[[Node], None]:
    return lambda node: node.update({key: value})


def _known_here(node: Node) -> None:
    node["properties"]["eipAllocations"] = EMPTY_ELSEWHERE


def _rule(name: str) -> Callable[[Patcher], None]:
    return change(CRD, both(NETWORK), without(load_balancer.COUNT_RULES[name][0]))


MUTANTS = [
    Mutant(
        "crd-without-the-scope-of-eips",
        (
            "EIP-021",
            "EIP-025",
            "EIP-141",
            "EIP-024.1",
            "EIP-024.3",
            "EIP-180.1",
        ),
        "accepts Elastic IPs whatever the scope is",
        change(CRD, both(LOAD_BALANCER), without(load_balancer.EIP_SCOPE_RULES["external only"][0])),
    ),
    Mutant(
        "crd-that-counts-eips-of-the-scope",
        ("EIP-025",),
        "accepts an empty list with scope Internal",
        change(
            CRD,
            both(LOAD_BALANCER),
            reworded(
                "!has(self.providerParameters.aws.networkLoadBalancer.eipAllocations)",
                "!has(self.providerParameters.aws.networkLoadBalancer.eipAllocations) || "
                "size(self.providerParameters.aws.networkLoadBalancer.eipAllocations) == 0",
            ),
        ),
    ),
    Mutant(
        "crd-that-looks-at-the-type-and-the-provider",
        ("EIP-180.1",),
        "lets the scope count for Network Load Balancers of AWS only",
        change(
            CRD,
            both(LOAD_BALANCER),
            reworded(
                "!has(self.scope) ||",
                "(has(self.providerParameters) && (self.providerParameters.type != 'AWS' || "
                "has(self.providerParameters.aws) && self.providerParameters.aws.type != 'NLB')) || "
                "!has(self.scope) ||",
            ),
        ),
    ),
    Mutant(
        "crd-that-forbids-eips-for-every-scope",
        (
            "EIP-022",
            "EIP-180.2",
        ),
        "refuses Elastic IPs with scope External too",
        change(CRD, both(LOAD_BALANCER), reworded("self.scope != 'Internal' ||", "")),
    ),
    Mutant(
        "crd-that-forbids-internal-nlbs",
        ("EIP-023",),
        "refuses scope Internal also where there are no Elastic IPs",
        change(CRD, both(LOAD_BALANCER), more("self.scope != 'Internal'")),
    ),
    Mutant("crd-that-counts-no-mixture", ("EIP-026",), "does not count ids and names together", _rule("ids and names")),
    Mutant(
        "crd-that-counts-no-ids",
        (
            "EIP-014",
            "EIP-027",
            "EIP-179",
            "EIP-030.1",
        ),
        "does not count subnets that are given by ids",
        _rule("ids"),
    ),
    Mutant("crd-that-counts-no-names", ("EIP-028",), "does not count subnets that are given by names", _rule("names")),
    Mutant(
        "crd-that-wants-a-spare-eip",
        ("EIP-014", "EIP-026", "EIP-027", "EIP-028", "EIP-179"),
        "wants one Elastic IP more than there are subnets",
        change(CRD, both(NETWORK), reworded("== size(self.eipAllocations)", "+ 1 == size(self.eipAllocations)")),
    ),
    Mutant(
        "crd-that-wants-eips-for-subnets",
        (
            "EIP-029",
            "EIP-030.2",
        ),
        "refuses subnets without Elastic IPs",
        change(CRD, both(NETWORK), more(f"!has(self.subnets) || {HAS_EIPS}")),
    ),
    Mutant(
        "crd-that-wants-subnets-for-eips",
        ("EIP-029", "EIP-179"),
        "refuses Elastic IPs without subnets",
        change(CRD, both(NETWORK), more(f"!{HAS_EIPS} || has(self.subnets)")),
    ),
    Mutant(
        "crd-that-wants-eips",
        ("EIP-044",),
        "refuses a Network Load Balancer without Elastic IPs",
        change(CRD, both(AWS), more(f"self.type != 'NLB' || {NLB_HAS_EIPS}")),
    ),
    Mutant("crd-with-eleven-eips", ("EIP-031.2",), "accepts eleven", change(CRD, both(EIPS), setting("maxItems", 11))),
    Mutant("crd-with-nine-eips", ("EIP-031.1",), "refuses ten", change(CRD, both(EIPS), setting("maxItems", 9))),
    Mutant(
        "crd-that-merges-eips",
        (
            "EIP-045.1",
            "EIP-045.2",
        ),
        "merges the lists of two managers",
        change(CRD, both(EIPS), setting("x-kubernetes-list-type", "set")),
    ),
    Mutant(
        "crd-with-immutable-eips",
        ("EIP-171",),
        "refuses every update of the list",
        change(CRD, [EIPS], more("self == oldSelf")),
    ),
    Mutant(
        "crd-with-eips-elsewhere",
        (
            "EIP-019.1",
            "EIP-019.2",
        ),
        "knows the list also where it does not belong",
        change(CRD, ELSEWHERE, _known_here),
    ),
    Mutant(
        "crd-with-eips-in-every-feature-set",
        (
            "EIP-043.2",
            "EIP-043.3",
            "EIP-149.2",
        ),
        "has the field before it is previewed",
        lambda patcher: patcher.replace("enhancement_kit.reference.api:gates_of", lambda feature_set, known: known),
    ),
]
