"""Compares two conformance reports: regressions, improvements, and what is new, gone or left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from enhancement_kit.reporting.conformance import LEFT_OUT
from enhancement_kit.reporting.results import FAILED, HARNESS_ERROR, PASSED
from enhancement_kit.reporting.saved.reading import Report
from enhancement_kit.reporting.verdicts import NOT_RUN, PROVEN

_GOOD: Final = frozenset({PASSED, PROVEN})
_BAD: Final = frozenset({FAILED, HARNESS_ERROR})
"""These words are both states of scenarios and verdicts on requirements."""

SETTINGS: Final = ("lane", "profile", "variants", "backends", "selection")
_SHOWN: Final = 20


@dataclass(frozen=True)
class Change:
    """One requirement or scenario that two reports differ on; `before` or `after` is empty where one lacks it."""

    id: str
    before: str
    after: str
    words: str = ""
    """An explanation: the heading of a requirement, or the reason of a scenario."""

    def __str__(self) -> str:
        change = f"{self.before}, now {self.after}" if self.before and self.after else self.before or self.after
        return f"{self.id}: {change}" + (f" ({self.words})" if self.words else "")


@dataclass
class Comparison:
    """The changes from one report to another."""

    settings: list[str] = field(default_factory=list)
    """The settings in which the two runs differ."""
    regressions: list[Change] = field(default_factory=list)
    improvements: list[Change] = field(default_factory=list)
    other: list[Change] = field(default_factory=list)
    """Neither better nor worse: from skipped to not applicable, say."""
    new: list[Change] = field(default_factory=list)
    gone: list[Change] = field(default_factory=list)
    left_out: list[Change] = field(default_factory=list)
    """Scenarios and requirements that still exist, but were not part of the second run."""


def compare(before: Report, after: Report) -> Comparison:
    """Return what changed from `before` to `after`.

    A regression is a requirement that is no longer proven, even because no scenario runs it now; a scenario that no
    longer passes; a new failure or harness error, even of a new scenario; and a harness error of the whole run. A
    requirement that was not run because the second run left its scenarios out (another selection, profile or variants)
    is no regression; it is listed as left out.
    """
    found = Comparison(settings=_settings(before, after))
    narrowed = any(before["run"][key] != after["run"][key] for key in ("profile", "variants", "selection"))
    left_out = _left_out(after)
    found.regressions += [
        Change("the run", "", HARNESS_ERROR, problem)
        for problem in after["problems"]
        if problem not in before["problems"]
    ]
    old_requirements, new_requirements = _requirements(before), _requirements(after)
    for requirement, was, now in _pairs(old_requirements, new_requirements):
        change = Change(requirement, _word(was, "verdict"), _word(now, "verdict"), (now or was)["section"])
        carriers = was.get("scenarios", ())
        out = change.after == NOT_RUN and narrowed and any(node in left_out for node in carriers)
        _sort(found, change, out)
    for node, was, now in _pairs(_scenarios(before), _scenarios(after)):
        change = Change(node, _word(was, "state"), _word(now, "state"), now.get("reason", ""))
        _sort(found, change, not now and node in left_out)
    return found


def _sort(found: Comparison, change: Change, left_out: bool) -> None:
    before, after = _rank(change.before), _rank(change.after)
    if change.before == change.after:
        return
    if left_out:
        found.left_out.append(change)
    elif not change.after:
        found.gone.append(change)
    elif after < before:
        found.regressions.append(change)
    elif not change.before:
        found.new.append(change)
    elif after > before:
        found.improvements.append(change)
    else:
        found.other.append(change)


def _rank(word: str) -> int:
    return 2 if word in _GOOD else 0 if word in _BAD else 1


def _word(entry: Mapping[str, Any], key: str) -> str:
    return str(entry.get(key, ""))


Entries = Mapping[str, Mapping[str, Any]]


def _pairs(before: Entries, after: Entries) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Yield all entries of both, in the order of the second; an empty mapping stands for a missing one."""
    for key in (*after, *(key for key in before if key not in after)):
        yield key, before.get(key, {}), after.get(key, {})


def _requirements(report: Report) -> Entries:
    return {entry["id"]: entry for enhancement in report["enhancements"] for entry in enhancement["requirements"]}


def _scenarios(report: Report) -> Entries:
    return {entry["id"]: entry for enhancement in report["enhancements"] for entry in enhancement["scenarios"]}


def _left_out(report: Report) -> frozenset[str]:
    groups = (group for enhancement in report["enhancements"] for group in enhancement[LEFT_OUT])
    return frozenset(node for group in groups for node in group["scenarios"])


def _settings(before: Report, after: Report) -> list[str]:
    lines = []
    if before["kit"] != after["kit"]:
        lines.append(f"kit {before['kit']['version']}, then {after['kit']['version']}")
    for key in SETTINGS:
        was, now = before["run"][key], after["run"][key]
        if was != now:
            lines.append(f"{key} {shown_setting(was)}, then {shown_setting(now)}")
    return lines


def shown_setting(value: Any) -> str:
    """Return the value of a run's setting on one line."""
    if not isinstance(value, Mapping):
        return str(value)
    return ", ".join(f"{kind} {' '.join(map(str, backend.values()))}" for kind, backend in value.items())


def render_comparison(found: Comparison) -> str:
    """Render the comparison for a terminal, regressions first and in full."""
    parts = [f"the runs differ: {line}" for line in found.settings]
    for title, changes, most in (
        ("regressions", found.regressions, None),
        ("improvements", found.improvements, _SHOWN),
        ("changed, neither better nor worse", found.other, _SHOWN),
        ("new", found.new, _SHOWN),
        ("gone", found.gone, _SHOWN),
        ("left out of the second run", found.left_out, _SHOWN),
    ):
        if changes:
            parts.append(f"{title} ({len(changes)}):")
            parts += [f"  {change}" for change in changes[:most]]
            if most is not None and len(changes) > most:
                parts.append(f"  and {len(changes) - most} more")
    if not found.regressions:
        parts.append("no regressions")
    return "\n".join(parts) + "\n"
