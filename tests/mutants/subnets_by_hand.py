"""Ingress operators that treat hand-written annotations and source ranges wrongly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import conditions, names

OPERATOR = "enhancement_kit.reference.ingress_operator"


def _owns(*shapes: str) -> Callable[[Patcher], None]:
    """Let the operator maintain the subnets annotation in builds with these shapes, even for an empty list."""

    def owns(wanted: Any) -> bool:
        return wanted.build.features.subnets in shapes

    return lambda patcher: patcher.replace(f"{OPERATOR}.annotations:owns_subnets_annotation", owns)


def _clears_source_ranges(patcher: Patcher) -> None:
    def clearing(old: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        def updated(current: Any, desired: Any, wanted: Any) -> dict[str, Any]:
            result = old(current, desired, wanted)
            if not desired["spec"].get("loadBalancerSourceRanges"):
                result["spec"].pop("loadBalancerSourceRanges", None)
            return result

        return updated

    patcher.wrap(f"{OPERATOR}.service:updated_in_place", clearing)


def _overlooks_source_ranges(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.findings:source_ranges", lambda name, wanted, service: [])


def _evaluates_subnets(patcher: Patcher) -> None:
    def with_subnets(old: Callable[..., list[str]]) -> Callable[..., list[str]]:
        def found(name: str, wanted: Any, service: Any) -> list[str]:
            by_hand = (service["metadata"].get("annotations") or {}).get(names.SUBNETS)
            return [*old(name, wanted, service), *(["subnets are set by hand"] if by_hand else [])]

        return found

    patcher.wrap(f"{OPERATOR}.findings:source_ranges", with_subnets)


def _asks_to_act(patcher: Patcher) -> None:
    def progressing(effective: Any, service: Any, found: Any) -> conditions.Condition:
        annotated = service is not None and names.SUBNETS in (service["metadata"].get("annotations") or {})
        state = "True" if annotated else "False"
        reason = "OperandsProgressing" if annotated else "LoadBalancerNotProgressing"
        return conditions.Condition("LoadBalancerProgressing", state, reason, "")

    patcher.replace(f"{OPERATOR}.conditions:load_balancer_progressing", progressing)


MUTANTS = [
    Mutant(
        "operator-clears-subnets-set-by-hand",
        (
            *("LSS-010", "LSS-011", "LSS-013", "LSS-045", "LSS-089", "LSS-090", "LSS-096"),
            *("LSS-102.a", "LSS-102.b"),
        ),
        "takes away the annotation where the IngressController lists no subnets, after an upgrade too",
        _owns("draft"),
    ),
    Mutant(
        "operator-clears-subnets-of-a-newer-one",
        ("LSS-097.1",),
        "takes away the annotation in the release that does not know the list",
        _owns(""),
    ),
    Mutant(
        "operator-asks-to-act-on-subnets-set-by-hand",
        ("LSS-045",),
        "reports progress that only the admin can end because of an annotation that it leaves alone",
        _asks_to_act,
    ),
    Mutant("operator-leaves-hand-edits", ("LSS-082", "LSS-021"), "never restores the annotation of a list", _owns()),
    Mutant(
        "operator-clears-source-ranges",
        ("LSS-109",),
        "empties the Service's source ranges together with the IngressController's",
        _clears_source_ranges,
    ),
    Mutant(
        "operator-overlooks-source-ranges",
        ("LSS-110",),
        "does not notice source ranges that are left over on the Service",
        _overlooks_source_ranges,
    ),
    Mutant(
        "operator-evaluates-subnets",
        ("LSS-110",),
        "counts subnets set by hand as a condition to be evaluated",
        _evaluates_subnets,
    ),
]
