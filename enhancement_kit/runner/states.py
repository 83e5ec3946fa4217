"""The five states of a scenario: which state an exception leads to, and which exit code the states of a run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from enhancement_kit.errors import HarnessError, KitError, NotApplicable, TargetError, UsageError

PASSED = "passed"
FAILED = "failed"
NOT_APPLICABLE = "not applicable"
SKIPPED = "skipped"
HARNESS_ERROR = "harness error"

WORST_FIRST = (HARNESS_ERROR, FAILED, NOT_APPLICABLE, SKIPPED, PASSED)
"""A scenario has a report for each phase; the first of these states that any of its reports has is its own."""

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_HARNESS = 3
EXIT_USAGE = 4
EXIT_NOTHING = 5
EXIT_INTERRUPTED = 130

WRITTEN_FOR_READERS = (KitError, AssertionError, pytest.skip.Exception, pytest.fail.Exception)
"""Exceptions whose message somebody has written for whoever reads the result; any other was not expected."""

_LINK = re.compile(r"https?://[^\s)>\]]+")


@dataclass(frozen=True)
class Outcome:
    """The state that one phase of a scenario ended in, and why."""

    state: str
    reason: str = ""
    link: str = ""
    usage: bool = False
    """Whether a harness error is a mistake in a feature file or in the options: exit code 4 instead of 3."""


def classify(error: BaseException | None, *, in_step: bool) -> Outcome:
    """Return the outcome of a phase that ended with `error`, or without an exception.

    The type of an error of the kit decides, not the phase: a TargetError is a failure of the implementation wherever it
    is raised, a HarnessError an error of the kit. Any other exception is a failure of the implementation inside the
    body of a step, and an error of the kit elsewhere: in a fixture, in parsing a step's arguments, at set-up and at
    teardown.
    """
    if error is None:
        return Outcome(PASSED)
    reason = reason_of(error)
    if isinstance(error, NotApplicable):
        return Outcome(NOT_APPLICABLE, reason)
    if isinstance(error, pytest.skip.Exception):
        found = _LINK.search(reason)
        return Outcome(SKIPPED, reason, found[0].rstrip(".,;") if found else "")
    if isinstance(error, HarnessError | UsageError):
        return Outcome(HARNESS_ERROR, reason, usage=isinstance(error, UsageError))
    if isinstance(error, TargetError) or in_step:
        return Outcome(FAILED, reason)
    return Outcome(HARNESS_ERROR, reason)


def reason_of(error: BaseException) -> str:
    """Return an exception's message for a result, after its type unless the message was written for readers."""
    text = str(getattr(error, "msg", "") or error).strip()
    if isinstance(error, WRITTEN_FOR_READERS) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def exit_code(
    *,
    pytest_status: int,
    states: Iterable[str],
    harness_errors: int,
    usage_errors: int,
    interrupted: bool,
) -> int:
    """Return the exit code of a run of features.

    `harness_errors` counts those of scenarios and those of the run as a whole (backends that do not start, a worker
    that died, scenarios without a result); `usage_errors` counts how many of them are mistakes in a feature file or in
    the options. `pytest_status` is pytest's own exit status, which is used unless the states of scenarios overrule it.
    """
    if interrupted:
        return EXIT_INTERRUPTED
    if harness_errors:
        return EXIT_USAGE if usage_errors == harness_errors else EXIT_HARNESS
    if FAILED in set(states):
        return EXIT_FAILED
    if pytest_status == pytest.ExitCode.INTERRUPTED:
        # pytest also uses this status where nobody interrupted the run: after errors while collecting
        return EXIT_HARNESS
    return int(pytest_status)
