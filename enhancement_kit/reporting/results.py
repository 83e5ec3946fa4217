"""Results of scenarios: the five states, and how the reports of all phases become one result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import pytest

PASSED: Final = "passed"
FAILED: Final = "failed"
NOT_APPLICABLE: Final = "not applicable"
SKIPPED: Final = "skipped"
HARNESS_ERROR: Final = "harness error"

STATES: Final = (PASSED, FAILED, NOT_APPLICABLE, SKIPPED, HARNESS_ERROR)
"""All states, in the order of columns in tables."""

PROPERTY: Final = "kit observation"
"""The name of a test's property that holds an observation."""

_WORST_FIRST: Final = (HARNESS_ERROR, FAILED, NOT_APPLICABLE, SKIPPED, PASSED)


@dataclass(frozen=True)
class Identity:
    """The identity of a scenario, as plain data that a worker can send to the controlling process."""

    node: str
    """The node id, by which pytest runs it again."""
    file: str
    line: int
    """The line of the scenario, or of the row of its outline."""
    scenario: str
    """The name as written, including placeholders: the same for all rows of an outline."""
    name: str
    """The name with placeholders replaced by the row's values."""
    cells: tuple[tuple[str, str], ...]
    feature: str
    rule: str
    folder: str
    tags: tuple[str, ...]

    @property
    def unique_name(self) -> str:
        """The name, followed by the row's values where there are any: unique in its file and stable over runs."""
        if not self.cells:
            return self.name
        return f"{self.name} [{', '.join(f'{column}={value}' for column, value in self.cells)}]"

    @property
    def order(self) -> tuple[str, int, str]:
        """The key that sorts results in the order of the feature files."""
        return (self.file, self.line, self.node)

    def to_plain(self) -> dict[str, Any]:
        """Return the identity as JSON-compatible data."""
        return {**self.__dict__, "cells": [list(cell) for cell in self.cells], "tags": list(self.tags)}

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Identity:
        """Restore an identity from what `to_plain` returned, also after a round trip through JSON."""
        cells = tuple((column, value) for column, value in data["cells"])
        return cls(**{**data, "cells": cells, "tags": tuple(data["tags"])})


@dataclass(frozen=True)
class ScenarioResult:
    """The result of one collected scenario."""

    identity: Identity
    state: str
    reason: str = ""
    link: str = ""
    seconds: float = 0.0
    details: str = ""
    """The failures of all phases, as the terminal shows them."""
    observations: tuple[Mapping[str, Any], ...] = ()
    """What the scenario observed beside its claims."""
    where: str = ""
    """File, line and text of the step that failed; of the scenario where none was running."""
    broken: str = ""
    """The key of what broke: equal for all scenarios that one cause has broken."""
    again: str = ""
    """The command that runs the scenario again, where it failed."""
    rounds: tuple[str, ...] = ()
    """Its state in every round, where it ran more than once."""

    @property
    def flaky(self) -> bool:
        """Whether it did not end the same way every time."""
        return len(set(self.rounds)) > 1


@dataclass
class PhaseOutcome:
    """The outcome of one phase."""

    state: str
    reason: str = ""
    link: str = ""
    where: str = ""
    broken: str = ""


def outcome_of(report: pytest.TestReport) -> PhaseOutcome:
    """Return the outcome of a phase: what the runner wrote on the report, or else what pytest's outcome means.

    Where the runner wrote nothing, a failure outside the call (set-up, teardown, the death of a worker, whose report
    belongs to no phase) is a harness error: nothing can be said about the implementation.
    """
    state = getattr(report, "kit_state", None)
    if state is not None:
        reason = str(getattr(report, "kit_reason", "") or "")
        link, where, broken = (str(getattr(report, f"kit_{name}", "") or "") for name in ("link", "where", "broken"))
        return PhaseOutcome(state, reason, link, where, broken)
    if report.passed:
        return PhaseOutcome(PASSED)
    if report.skipped:
        longrepr = report.longrepr
        reason = longrepr[2] if isinstance(longrepr, tuple) else report.longreprtext
        return PhaseOutcome(SKIPPED, reason.removeprefix("Skipped: "))
    return PhaseOutcome(FAILED if report.when == "call" else HARNESS_ERROR, _headline(report))


def observations_of(report: pytest.TestReport) -> tuple[Mapping[str, Any], ...]:
    """Return the observations that a test has recorded so far."""
    noted: list[tuple[str, Any]] = list(report.user_properties)
    return tuple(value for name, value in noted if name == PROPERTY)


def _headline(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        return str(crash.message)
    lines = report.longreprtext.strip().splitlines()
    return lines[-1] if lines else "no message"


@dataclass
class _Running:
    """The reports of one scenario so far."""

    phases: list[PhaseOutcome] = field(default_factory=list)
    rounds: list[list[PhaseOutcome]] = field(default_factory=list)
    """The phases of earlier rounds."""
    details: list[str] = field(default_factory=list)
    seconds: float = 0.0
    finished: bool = False
    observations: tuple[Mapping[str, Any], ...] = ()


class ResultCollector:
    """Takes what is collected and every report, and gives exactly one result per collected scenario."""

    def __init__(self) -> None:
        self._identities: dict[str, Identity] = {}
        self._running: dict[str, _Running] = {}

    def __len__(self) -> int:
        return len(self._identities)

    def collected(self, identities: Iterable[Identity]) -> None:
        """Record scenarios that will run; each node counts once, even where several workers collected it."""
        for identity in identities:
            self._identities.setdefault(identity.node, identity)

    def add(self, report: pytest.TestReport) -> None:
        """Record the report of one phase; reports of nodes that are no scenarios are kept and never shown."""
        running = self._running.setdefault(report.nodeid, _Running())
        if running.finished and report.when == "setup":
            # another round
            running = self._running[report.nodeid] = _Running(
                details=running.details, seconds=running.seconds, rounds=[*running.rounds, running.phases]
            )
        running.phases.append(outcome_of(report))
        running.seconds += getattr(report, "duration", 0.0)
        if report.failed:
            running.details.append(report.longreprtext)
        # a test's properties grow from phase to phase
        running.observations = observations_of(report)
        # a worker's death is reported with a phase of its own, and nothing comes after it
        if report.when not in ("setup", "call"):
            running.finished = True

    def results(self, state: str, reason: str) -> tuple[ScenarioResult, ...]:
        """Return all results, in the order of the feature files.

        Scenarios that never began, or whose reports stop before the end, get `state` and `reason`.
        """
        identities = sorted(self._identities.values(), key=lambda identity: identity.order)
        return tuple(self._result(identity, state, reason) for identity in identities)

    def _result(self, identity: Identity, state: str, reason: str) -> ScenarioResult:
        running = self._running.get(identity.node)
        if running is None:
            return ScenarioResult(identity, state, f"not run: {reason}")
        phases = list(running.phases)
        if not running.finished:
            phases.append(PhaseOutcome(state, f"not finished: {reason}"))
        ends = [_worst(phases) for phases in (*running.rounds, phases)]
        worst = _worst(ends)
        if len({end.state for end in ends}) > 1:
            worst = _flake(ends, worst)
        details = "\n\n".join(running.details)
        return ScenarioResult(
            identity,
            worst.state,
            worst.reason,
            worst.link,
            running.seconds,
            details,
            running.observations,
            worst.where,
            worst.broken,
            rounds=tuple(end.state for end in ends) if len(ends) > 1 else (),
        )


def _worst(phases: Iterable[PhaseOutcome]) -> PhaseOutcome:
    return min(phases, key=lambda phase: _WORST_FIRST.index(phase.state))


def _flake(ends: list[PhaseOutcome], worst: PhaseOutcome) -> PhaseOutcome:
    """Return the outcome of a scenario that ended differently in some rounds: red, even where no round failed."""
    state = worst.state if worst.state in (FAILED, HARNESS_ERROR) else FAILED
    first = ends.index(worst) + 1
    counted = Counter(end.state for end in ends)
    told = ", ".join(f"{counted[state]} {state}" for state in STATES if counted[state])
    reason = f"flaky: of {len(ends)} rounds {told}; round {first}: {worst.reason}"
    return replace(worst, state=state, reason=reason)


def count_states(results: Iterable[ScenarioResult]) -> dict[str, int]:
    """Count the results in each state, including states that none is in."""
    counts = dict.fromkeys(STATES, 0)
    for result in results:
        counts[result.state] += 1
    return counts
