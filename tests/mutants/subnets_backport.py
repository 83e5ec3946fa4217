"""Operators of the previous release that get the captured list of subnets wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import names, parameters

OPERATOR = "enhancement_kit.reference.ingress_operator"


def _captures_nothing(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.backport:capture", lambda op, ic, service: None)


def _captures_once(patcher: Patcher) -> None:
    def once(old: Callable[..., None]) -> Callable[..., None]:
        def capture(op: Any, ic: Any, service: Any) -> None:
            if not parameters.draft_subnets((ic.get("spec") or {}).get("endpointPublishingStrategy")):
                old(op, ic, service)

        return capture

    patcher.wrap(f"{OPERATOR}.backport:capture", once)


def _annotates(patcher: Patcher) -> None:
    def from_spec(wanted: Any) -> str | None:
        return parameters.render_list(parameters.draft_subnets(wanted.published)) or None

    def with_subnets(old: Callable[[Any], frozenset[str]]) -> Callable[[Any], frozenset[str]]:
        return lambda wanted: old(wanted) | ({names.SUBNETS} if from_spec(wanted) else set())

    patcher.replace(f"{OPERATOR}.annotations:subnets_annotation", from_spec)
    patcher.wrap(f"{OPERATOR}.annotations:managed_keys", with_subnets)


def _forgets(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.backport:carry", lambda current, desired: None)


def _clears(patcher: Patcher) -> None:
    def owns(wanted: Any) -> bool:
        return wanted.build.features.subnets == "draft"

    _forgets(patcher)
    patcher.replace(f"{OPERATOR}.annotations:owns_subnets_annotation", owns)


MUTANTS = [
    Mutant(
        "backport-captures-nothing",
        ("LSS-072.2", "LSS-073.2", "LSS-083", "LSS-084", "LSS-085", "LSS-086.1", "LSS-103", "LSS-104", "LSS-106"),
        "leaves the list to the admin",
        _captures_nothing,
    ),
    Mutant(
        "backport-captures-once",
        ("LSS-072.2", "LSS-073.2", "LSS-084", "LSS-085", "LSS-086.1", "LSS-104"),
        "fills an empty list and never looks at it again",
        _captures_once,
    ),
    Mutant(
        "backport-annotates",
        ("LSS-072.1", "LSS-073.1", "LSS-086.2"),
        "derives the annotation from the list in the release before already",
        _annotates,
    ),
    Mutant(
        "backport-loses-the-list",
        ("LSS-106",),
        "does not hand the captured list on to the next release",
        _forgets,
    ),
    Mutant(
        "backport-is-cleared-by-the-upgrade",
        ("LSS-105",),
        "hands nothing on, and the next release takes an empty list for a reason to clear the annotation",
        _clears,
    ),
]
