"""Verdicts on requirements, which follow from the states of the scenarios that carry their ids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from enhancement_kit.reporting.results import (
    FAILED,
    HARNESS_ERROR,
    NOT_APPLICABLE,
    PASSED,
    SKIPPED,
    STATES,
    ScenarioResult,
    count_states,
)
from enhancement_kit.specification.requirements import LEVELS, Catalogue, Catalogues
from enhancement_kit.specification.text_tables import render_table
from enhancement_kit.specification.traceability import Trace

PROVEN: Final = "proven"
NOT_PROVEN: Final = "not proven"
"""Some scenarios that carry it passed, others were not applicable or skipped."""
NOT_RUN: Final = "not run"
"""Scenarios carry it, none of them was part of this run."""
NO_SCENARIO: Final = "no scenario"
NOT_AUTOMATABLE: Final = "not automatable"

NOTICED: Final = "mutant"
"""The proof of a requirement that is noticed: a violation of each of its clauses turns a scenario red."""
WALKED: Final = "walkthrough"
"""The proof of a requirement that is only walked: a scenario follows a procedure."""

VERDICTS: Final = (
    PROVEN, FAILED, HARNESS_ERROR, NOT_PROVEN, NOT_APPLICABLE, SKIPPED, NOT_RUN, NO_SCENARIO, NOT_AUTOMATABLE,
)  # fmt: skip


@dataclass(frozen=True)
class RequirementVerdict:
    """The verdict of a run on a requirement, with the results of the scenarios that carry its id."""

    id: str
    level: str
    verdict: str
    results: tuple[ScenarioResult, ...]


def verdict_of(states: Iterable[str]) -> str:
    """Combine the states of the scenarios that carry a requirement into a verdict; `not run` where none is given.

    A requirement is proven where every scenario that carries it has passed. A failure outweighs all else, since it
    stands whatever happened to the other scenarios.
    """
    seen = frozenset(states)
    if not seen:
        return NOT_RUN
    for state in (FAILED, HARNESS_ERROR):
        if state in seen:
            return state
    if seen == {PASSED}:
        return PROVEN
    return next(iter(seen)) if len(seen) == 1 else NOT_PROVEN


def verdicts(traced: Trace, catalogue: Catalogue, results: Iterable[ScenarioResult]) -> list[RequirementVerdict]:
    """Return the verdict on every requirement of a catalogue, in document order."""
    carriers: defaultdict[str, list[ScenarioResult]] = defaultdict(list)
    for result in results:
        for tag in result.identity.tags:
            carriers[tag].append(result)
    found = []
    for requirement in catalogue.requirements:
        own = tuple(carriers[requirement.id])
        if own or traced.covered(requirement.id):
            verdict = verdict_of(result.state for result in own)
        else:
            verdict = NO_SCENARIO if requirement.automatable else NOT_AUTOMATABLE
        found.append(RequirementVerdict(requirement.id, requirement.level, verdict, own))
    return found


def summary_table(traced: Trace, results: tuple[ScenarioResult, ...]) -> str:
    """Render the table at the end of a run: per enhancement the scenarios by state and the requirements proven.

    Proven requirements are noticed (a violation of each clause fails a scenario) or walked (a scenario follows the
    procedure). "Of all" are the requirements that can be executed. Enhancements without a scenario in this run are
    left out.
    """
    rows = []
    total = dict.fromkeys(STATES, 0)
    proven_total: list[str | None] = []
    executable_total = 0
    for folder in traced.in_order({result.identity.folder for result in results}):
        members = [result for result in results if result.identity.folder == folder]
        counts = count_states(members)
        catalogue = traced.catalogues.by_folder.get(folder)
        proven: list[str | None] = []
        executable = 0
        if catalogue is not None:
            executable = sum(requirement.automatable for requirement in catalogue.requirements)
            # of all results: a scenario may carry ids of another enhancement's catalogue
            found = zip(catalogue.requirements, verdicts(traced, catalogue, results), strict=True)
            proven = [requirement.proof for requirement, verdict in found if verdict.verdict == PROVEN]
        rows.append(_row(catalogue.enhancement.name if catalogue else folder, counts, proven, executable))
        total = {state: total[state] + counts[state] for state in STATES}
        proven_total, executable_total = [*proven_total, *proven], executable_total + executable
    if len(rows) > 1:
        rows.append(_row("all", total, proven_total, executable_total))
    head = ("enhancement", *STATES, "scenarios", "requirements proven", "noticed", "walked")
    return render_table(head, rows, numbers=frozenset(range(1, len(head))))


def _row(name: str, counts: dict[str, int], proven: list[str | None], executable: int) -> tuple[str, ...]:
    numbers = (str(counts[state]) for state in STATES)
    shown = (str(proven.count(proof)) for proof in (NOTICED, WALKED))
    return (name, *numbers, str(sum(counts.values())), f"{len(proven)} of {executable}", *shown)


def highest_level(catalogues: Catalogues, tags: Iterable[str]) -> str | None:
    """Return the strictest level among the requirements that tags name; None where they name none."""
    levels = {catalogues.requirements[tag].level for tag in tags if tag in catalogues.requirements}
    return next((level for level in LEVELS if level in levels), None)
