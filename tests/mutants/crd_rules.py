"""CRDs from which one rule is missing, generated from the rules that the reference's CRDs have.

The table says which requirements a rule carries; a rule that no requirement of a scenario names yet has no row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .crd_editing import change, drop, node_at, schemas

CRD = "ingresscontrollers.operator.openshift.io"
LOAD_BALANCER = "spec.endpointPublishingStrategy.loadBalancer"
AWS = f"{LOAD_BALANCER}.providerParameters.aws"
EIPS = f"{AWS}.networkLoadBalancer.eipAllocations"

# name -> path of the schema node, keyword or message of the rule, requirements
DROPPED: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "immutable-subnets": (
        f"{AWS}.subnets",
        "subnets is immutable once set",
        ("LSS-009", "LSS-026", "LSS-035", "LSS-039", "LSS-070", "LSS-080.1"),
    ),
    "unique-eips": (EIPS, "eipAllocations cannot contain duplicates", ("EIP-032.1",)),
    "eip-prefix": (f"{EIPS}[]", "eipAllocations should start with 'eipalloc-'", ("EIP-033", "EIP-036")),
    "eip-digits": (
        f"{EIPS}[]",
        "eipAllocations must be 'eipalloc-' followed by exactly 17 hexadecimal characters (0-9, a-f, A-F)",
        ("EIP-034", "EIP-036", "EIP-039"),
    ),
    "shortest-eip": (f"{EIPS}[]", "minLength", ("EIP-035", "EIP-038")),
    "longest-eip": (f"{EIPS}[]", "maxLength", ("EIP-035", "EIP-038")),
}


def _drop(path: str, rule: str) -> Callable[[Patcher], None]:
    # spec and status share their types, so that both lose the rule
    return change(CRD, (path, "status." + path.removeprefix("spec.")), drop(rule))


def _only_lower_case(node: dict[str, Any]) -> None:
    for rule in node["x-kubernetes-validations"]:
        rule["rule"] = rule["rule"].replace("0-9a-fA-F", "0-9a-f")


def _never_again(node: dict[str, Any]) -> None:
    node["x-kubernetes-validations"][0]["rule"] = "self != oldSelf"


def _remove_eips(node: dict[str, Any]) -> None:
    node.get("properties", {}).pop("eipAllocations", None)
    rules = [r for r in node.get("x-kubernetes-validations", []) if "eipAllocations" not in r["rule"]]
    node["x-kubernetes-validations"] = rules
    if not rules:
        del node["x-kubernetes-validations"]


def _without_scope_rule(crds: list[dict[str, Any]]) -> None:
    for schema in schemas(crds, CRD):
        for part in ("spec", "status"):
            balancer = node_at(schema, f"{part}.endpointPublishingStrategy.loadBalancer") or {}
            rules = balancer.get("x-kubernetes-validations", [])
            balancer["x-kubernetes-validations"] = [r for r in rules if "eipAllocations" not in r["rule"]]
            network = node_at(schema, f"{part}.{AWS.removeprefix('spec.')}.networkLoadBalancer")
            if network is not None:
                _remove_eips(network)


MUTANTS = [
    *(
        Mutant(f"crd-without-{name}", ids, f"lacks the rule {rule!r}", _drop(path, rule))
        for name, (path, rule, ids) in DROPPED.items()
    ),
    Mutant(
        "crd-without-eip-allocations",
        ("EIP-017", "EIP-036", "EIP-037", "EIP-040", "EIP-043.1", "EIP-149.1"),
        "does not have the field",
        lambda patcher: patcher.crds(_without_scope_rule),
    ),
    Mutant(
        "crd-with-lower-case-only",
        ("EIP-040",),
        "refuses upper-case digits",
        change(CRD, [f"{EIPS}[]"], _only_lower_case),
    ),
    Mutant(
        "crd-with-subnets-that-refuse-every-update",
        ("LSS-036",),
        "refuses an update that leaves the list alone",
        change(CRD, [f"{AWS}.subnets"], _never_again),
    ),
]
