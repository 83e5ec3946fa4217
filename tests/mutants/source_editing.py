"""Mutants as a change of one place in the source of the reference."""

from __future__ import annotations

from enhancement_kit.mutation.mutants import Mutant


def edited(name: str, violates: str, story: str, place: str, before: str, after: str) -> Mutant:
    """Return the mutant that has `after` instead of `before` in a function of the reference.

    `violates`: ids of requirements, clauses (LSS-037.2) and cases (LSS-037.a), separated by blanks.
    `place`: `ingress_operator.service:ensure`, seen from the package of the reference. `before` is there exactly once.
    """
    whole = f"enhancement_kit.reference.{place}"
    return Mutant(name, tuple(violates.split()), story, lambda patcher: patcher.edit(whole, before, after))
