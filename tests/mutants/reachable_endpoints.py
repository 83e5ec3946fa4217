"""Installers that do not check, or do not check fully, whether custom endpoints can be used."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

FINDINGS = "enhancement_kit.reference.installer.reachability:findings"


def _seen(pick: Callable[[list[Any]], list[Any]]) -> Callable[[Patcher], None]:
    """Change the findings of the check."""
    return lambda patcher: patcher.wrap(FINDINGS, lambda old: lambda config, reach: pick(old(config, reach)))


def _hearing(hear: Callable[[str], str]) -> Callable[[Patcher], None]:
    """Change what the probe tells the check about a URL."""
    return lambda patcher: patcher.wrap(
        FINDINGS, lambda old: lambda config, reach: old(config, lambda url: hear(reach(url)))
    )


def _trusts_the_authority_only(cause: str) -> str:
    return "" if "expired" in cause or "mismatch" in cause else cause


def _wants_a_good_answer(patcher: Patcher) -> None:
    # the kit's probe does not distinguish statuses, so that this one reads how the server was told to answer
    def strict(old: Callable[..., str]) -> Callable[..., str]:
        return lambda listener: old(listener) or ("HTTP" if listener.behaviour.startswith("answers ") else "")

    patcher.wrap("enhancement_kit.cloud.simulated.listeners:Listener.trouble", strict)


def _never_happy(patcher: Patcher) -> None:
    patcher.wrap(FINDINGS, lambda old: lambda config, reach: old(config, lambda url: reach(url) or "not public"))


MUTANTS = [
    Mutant(
        "installer-reaches-for-nothing",
        ("CRE-009", "CRE-036", "CRE-037.a", "CRE-037.b", "CRE-041"),
        "takes endpoints that nobody can reach",
        _seen(lambda found: []),
    ),
    Mutant(
        "installer-reports-one-endpoint",
        ("CRE-037.a", "CRE-037.b"),
        "reports the first endpoint only",
        _seen(lambda f: f[:1]),
    ),
    Mutant(
        "installer-verifies-no-certificate",
        ("CRE-041",),
        "takes any certificate",
        _hearing(lambda cause: "" if "certificate" in cause else cause),
    ),
    Mutant(
        "installer-verifies-the-authority-only",
        ("CRE-041",),
        "takes an expired certificate, or one for another host",
        _hearing(_trusts_the_authority_only),
    ),
    Mutant(
        "installer-waits-for-no-answer",
        ("CRE-036",),
        "is content with a connection",
        _hearing(lambda cause: "" if "timed out" in cause or "without" in cause else cause),
    ),
    Mutant(
        "installer-blames-the-list",
        ("CRE-009", "CRE-036"),
        "does not say which endpoint cannot be reached",
        _seen(lambda found: [dataclasses.replace(f, path=f.path.partition("[")[0]) for f in found]),
    ),
    Mutant("installer-wants-a-good-answer", ("CRE-035",), "takes an error answer for no answer", _wants_a_good_answer),
    Mutant(
        "installer-trusts-public-authorities",
        ("CRE-042", "CRE-035"),
        "refuses endpoints whose authority is a private one",
        _never_happy,
    ),
]
