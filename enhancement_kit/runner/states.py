"""The five states of a scenario: which exception in which phase means what, and the exit code they add up to."""

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
"""A scenario has a report for each phase; the first of these states that any of them has is the scenario's."""

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_HARNESS = 3
EXIT_USAGE = 4
EXIT_NOTHING = 5
EXIT_INTERRUPTED = 130

_LINK = re.compile(r"https?://[^\s)>\]]+")


@dataclass(frozen=True)
class Outcome:
    """What one phase of a scenario says."""

    state: str
    reason: str = ""
    link: str = ""
    usage: bool = False
    """A harness error whose cause is what was written in a feature, or asked for: exit code 4 instead of 3."""


def classify(error: BaseException | None, *, in_step: bool) -> Outcome:
    """The outcome of a phase that ended with `error`, or well.

    Whoever is to blame decides, not the phase: a TargetError is the implementation's failure wherever it is raised, a
    HarnessError the kit's. Any other exception is the implementation's failure inside the body of a step, and the
    kit's outside of one: in a fixture, in parsing a step's arguments, at set-up and at teardown.
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
    """The message of an exception as a result shows it; led by its type where that says more than the message."""
    text = str(getattr(error, "msg", "") or error).strip()
    if isinstance(error, KitError | AssertionError | pytest.skip.Exception | pytest.fail.Exception) and text:
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
    """The exit code of a run of features.

    `harness_errors` counts all of them, those of scenarios and those of the run as a whole (a world that cannot be
    made, a worker that died, scenarios without a result); `usage_errors` counts how many of them are mistakes in what
    was asked. `pytest_status` is what pytest would have said, which stands where no scenario speaks against it.
    """
    if interrupted:
        return EXIT_INTERRUPTED
    if harness_errors:
        return EXIT_USAGE if usage_errors == harness_errors else EXIT_HARNESS
    if FAILED in set(states):
        return EXIT_FAILED
    if pytest_status == pytest.ExitCode.INTERRUPTED:
        # pytest's word for a run that ended early without anybody interrupting it: errors while collecting
        return EXIT_HARNESS
    return int(pytest_status)
