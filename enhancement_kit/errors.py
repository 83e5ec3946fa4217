"""The errors that decide what a run says: who is to blame, and with which exit code the run ends."""

from __future__ import annotations


class KitError(Exception):
    """An error with one clear message for the person at the terminal; never shown with a Python trace."""


class UsageError(KitError):
    """The kit was asked for something it cannot do as asked: an unknown option, lane, tag or column. Exit code 4."""


class HarnessError(KitError):
    """The kit or its world is broken, so that nothing can be said about the implementation. Exit code 3."""


class CrdRefused(HarnessError):
    """An API server refuses a CustomResourceDefinition: the mistake of whoever handed it over."""


class TargetError(KitError):
    """The implementation under test failed where the kit needed it to act: the scenario fails. Exit code 1."""


class NeverSettles(TargetError):
    """The target keeps changing objects without end; the message names them and who wrote them."""


class NotApplicable(KitError):
    """The scenario needs a capability that a backend or the target lacks; the message is the reason shown."""


class ClaimFailed(AssertionError):
    """What a Then claims does not hold: the scenario fails, and the message says what was found instead."""


def claim(holds: bool, otherwise: str) -> None:
    """Fail the scenario with `otherwise` unless the claim holds. Unlike `assert` it also works in optimised Python."""
    if not holds:
        raise ClaimFailed(otherwise)
