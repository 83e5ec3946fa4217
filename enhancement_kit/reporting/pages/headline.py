"""The statement at the top of the page: what was run, what was not, and what is not proven."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from enhancement_kit.reporting.conformance import LEFT_OUT
from enhancement_kit.reporting.results import FAILED, HARNESS_ERROR, NOT_APPLICABLE, SKIPPED
from enhancement_kit.reporting.saved.comparing import shown_setting
from enhancement_kit.reporting.verdicts import (
    NO_SCENARIO,
    NOT_AUTOMATABLE,
    NOT_PROVEN,
    NOT_RUN,
    NOTICED,
    PROVEN,
    WALKED,
)

BAD: Final = "bad"
OPEN: Final = "open"
GOOD: Final = "good"

_OPEN_WORDS: Final = {
    FAILED: "failed",
    HARNESS_ERROR: "ended in a harness error",
    NOT_PROVEN: "were proven in part only",
    NOT_APPLICABLE: "were not applicable here",
    SKIPPED: "were skipped",
    NOT_RUN: "were not run",
    NO_SCENARIO: "have no scenario yet",
}


@dataclass(frozen=True)
class Headline:
    """The statement that a reader sees first."""

    mood: str
    """`bad`, `open` or `good`: something failed, something is not proven, or neither."""
    title: str
    loud: tuple[str, ...]
    """Warnings: what the page does not prove."""
    quiet: tuple[str, ...]
    """Facts: what was run, and what no run can prove."""


def headline(report: Mapping[str, Any]) -> Headline:
    """Return the statement about one report."""
    totals = report["totals"]
    verdicts = Counter(r["verdict"] for entry in report["enhancements"] for r in entry["requirements"])
    executable = verdicts.total() - verdicts[NOT_AUTOMATABLE]
    missing = executable - verdicts[PROVEN]
    loud = tuple(_loud(report, verdicts, executable, missing))
    bad = totals[FAILED] + totals[HARNESS_ERROR] + len(report["problems"])
    if bad:
        words = [_number(totals[FAILED], "scenario", "failed")] if totals[FAILED] else []
        errors = totals[HARNESS_ERROR] + len(report["problems"])
        words += [_number(errors, "harness error", "")] if errors else []
        return Headline(BAD, ", ".join(words).strip(), loud, tuple(_quiet(report, verdicts)))
    if missing:
        title = f"Nothing failed, but {missing} of {_number(executable, 'requirement', 'that can be executed')} "
        return Headline(OPEN, title + ("is not proven" if missing == 1 else "are not proven"), loud, _said(report))
    mood = OPEN if loud else GOOD
    return Headline(mood, f"Proven: {_number(executable, 'requirement', 'that can be executed')}", loud, _said(report))


def _said(report: Mapping[str, Any]) -> tuple[str, ...]:
    verdicts = Counter(r["verdict"] for entry in report["enhancements"] for r in entry["requirements"])
    return tuple(_quiet(report, verdicts))


def _loud(report: Mapping[str, Any], verdicts: Mapping[str, int], executable: int, missing: int) -> Iterator[str]:
    for problem in report["problems"]:
        yield f"Harness error: {problem}"
    if report["totals"][HARNESS_ERROR]:
        errors = _number(report["totals"][HARNESS_ERROR], "scenario", "ended in a harness error")
        yield f"{errors}: the kit or its world is broken there, and nothing is said about the implementation."
    if report["run"]["selection"] != "all":
        yield (
            f"Only a part was run ({report['run']['selection']}): a requirement counts as proven here "
            "by those of its scenarios that were run."
        )
    if missing:
        parts = [f"{verdicts[word]} {told}" for word, told in _OPEN_WORDS.items() if verdicts[word]]
        whole = _number(executable, "requirement", "that can be executed")
        yield f"Not proven: {missing} of {whole}; {', '.join(parts)}."
    for reason, number in _left_out(report).items():
        yield f"Left out: {_number(number, 'scenario', '')}, because each {reason}."
    partial = [
        entry.get("title", entry["folder"]) for entry in report["enhancements"] if entry.get("status") == "partial"
    ]
    if partial:
        yield f"Not finished: the scenarios of {', '.join(partial)} do not cover their document yet."
    for note in report["run"]["notes"]:
        yield f"{note[:1].upper()}{note[1:]}."


def _quiet(report: Mapping[str, Any], verdicts: Mapping[str, int]) -> Iterator[str]:
    run, totals = report["run"], report["totals"]
    ended = [f"{totals[state]} {state}" for state in totals if state not in ("scenarios", "left out") and totals[state]]
    yield f"Run: {_number(totals['scenarios'], 'scenario', '')} ({', '.join(ended) or 'none'})."
    yield (
        f"On lane {run['lane']}: {shown_setting(run['backends']) or 'backends unknown'}; profile {run['profile']}, "
        f"variants {run['variants']}. Nothing here speaks of another lane, profile or implementation."
    )
    proofs = Counter(
        r.get("proof") for entry in report["enhancements"] for r in entry["requirements"] if r["verdict"] == PROVEN
    )
    if proofs:
        yield (
            f"Of the proven requirements, {proofs[NOTICED]} are noticed (a violation of each clause turns a scenario "
            f"red) and {proofs[WALKED]} are only walked (a scenario follows the procedure)."
        )
    if verdicts[NOT_AUTOMATABLE]:
        yield f"{_number(verdicts[NOT_AUTOMATABLE], 'requirement', '')} cannot be executed; each says why."


def _left_out(report: Mapping[str, Any]) -> Counter[str]:
    found: Counter[str] = Counter()
    for enhancement in report["enhancements"]:
        for group in enhancement[LEFT_OUT]:
            found[group["reason"]] += len(group["scenarios"])
    return found


def _number(number: int, what: str, rest: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'} {rest}".strip()
