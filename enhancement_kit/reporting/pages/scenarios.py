"""Scenarios as the page shows them: each once, with its text, and its outcome or that of each of its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any, Final

from enhancement_kit.reporting.conformance import LEFT_OUT, TIME_KEY
from enhancement_kit.reporting.pages.gherkin import steps_text
from enhancement_kit.reporting.results import FAILED, HARNESS_ERROR, NOT_APPLICABLE, PASSED, SKIPPED
from enhancement_kit.specification.features import FeatureFile, Instance
from enhancement_kit.specification.rendering import named_instances
from enhancement_kit.specification.traceability import Trace

NOT_PART: Final = "left out"
"""The state that the page shows for a scenario that exists but was not part of the run."""

_WORST_FIRST: Final = (FAILED, HARNESS_ERROR, NOT_APPLICABLE, SKIPPED, NOT_PART, PASSED)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a scenario, or of one row of an outline."""

    node: str
    line: int
    tags: frozenset[str]
    cells: tuple[str, ...]
    state: str
    reason: str = ""
    link: str = ""
    seconds: float | None = None


@dataclass(frozen=True)
class Table:
    """The rows of one Examples table."""

    name: str
    ids: tuple[str, ...]
    """The tags of this table, beside those of the whole outline."""
    columns: tuple[str, ...]
    rows: tuple[Outcome, ...]


@dataclass
class ScenarioView:
    """One scenario or outline of a feature file."""

    anchor: str
    name: str
    keyword: str
    feature: str
    rule: str
    file: str
    line: int
    tags: tuple[str, ...]
    description: str
    text: str
    outcomes: tuple[Outcome, ...]
    tables: tuple[Table, ...] = ()
    home: str = ""
    """The requirement or interpretation under which the page shows its text."""

    @property
    def state(self) -> str:
        """The worst state of its outcomes."""
        return worst(self.outcomes)

    @property
    def told(self) -> str:
        """Its outcomes in words."""
        return told(self.outcomes)

    def carrying(self, any_id: str) -> tuple[Outcome, ...]:
        """Return the outcomes of the rows that carry an id."""
        return tuple(outcome for outcome in self.outcomes if any_id in outcome.tags)


def worst(outcomes: Iterable[Outcome]) -> str:
    """Return the worst state of several."""
    return min((outcome.state for outcome in outcomes), key=_WORST_FIRST.index, default=NOT_PART)


def told(outcomes: Iterable[Outcome]) -> str:
    """Return `passed`, or for several rows `3 passed, 1 failed`, the worst first."""
    states = [outcome.state for outcome in outcomes]
    if len(states) == 1:
        return states[0]
    return ", ".join(f"{states.count(state)} {state}" for state in _WORST_FIRST if state in states)


class _Lookup:
    """The entries of a report by node id."""

    def __init__(self, report: Mapping[str, Any]) -> None:
        self.entries: dict[str, Mapping[str, Any]] = {
            entry["id"]: entry for enhancement in report["enhancements"] for entry in enhancement["scenarios"]
        }
        self.reasons: dict[str, str] = {
            node: group["reason"]
            for enhancement in report["enhancements"]
            for group in enhancement[LEFT_OUT]
            for node in group["scenarios"]
        }

    def outcome(self, node: str, instance: Instance) -> Outcome:
        entry = self.entries.pop(node, None)
        cells, tags = tuple(value for _, value in instance.cells), frozenset(instance.tags)
        if entry is None:
            reason = self.reasons.get(node, "was not there when the report was written")
            return Outcome(node, instance.line, tags, cells, NOT_PART, reason)
        return _of_entry(entry, instance.line, tags, cells)


def _of_entry(entry: Mapping[str, Any], line: int, tags: frozenset[str], cells: tuple[str, ...]) -> Outcome:
    return Outcome(
        entry["id"],
        line,
        tags,
        cells,
        entry["state"],
        entry.get("reason", ""),
        entry.get("link", ""),
        entry[TIME_KEY]["seconds"],
    )


def scenario_views(report: Mapping[str, Any], traced: Trace) -> dict[str, list[ScenarioView]]:
    """Return all scenarios by folder: those of the feature files as written, then those that only the report has."""
    lookup = _Lookup(report)
    views: dict[str, list[ScenarioView]] = {}
    for file in traced.features:
        views.setdefault(file.folder, []).extend(_views(file, lookup))
    for enhancement in report["enhancements"]:
        for entry in enhancement["scenarios"]:
            if entry["id"] in lookup.entries:
                views.setdefault(enhancement["folder"], []).append(_unwritten(entry))
    return views


def _views(file: FeatureFile, lookup: _Lookup) -> Iterator[ScenarioView]:
    stem = PurePosixPath(file.file).stem
    for _, group in groupby(named_instances(file), key=lambda pair: id(pair[1].scenario)):
        members = list(group)
        scenario = members[0][1].scenario
        outcomes = tuple(lookup.outcome(f"{file.file}::{name}", instance) for name, instance in members)
        yield ScenarioView(
            anchor=f"{stem}.{members[0][0].partition('[')[0].removeprefix('test_')}",
            name=scenario.name,
            keyword=scenario.keyword,
            feature=file.name,
            rule=scenario.rule,
            file=file.file,
            line=scenario.line,
            tags=tuple(dict.fromkeys(tag for _, instance in members for tag in instance.tags)),
            description=scenario.description,
            text=steps_text(scenario),
            outcomes=outcomes,
            tables=_tables(members, outcomes) if scenario.is_outline else (),
        )


def _tables(members: list[tuple[str, Instance]], outcomes: tuple[Outcome, ...]) -> tuple[Table, ...]:
    by_line = {outcome.line: outcome for outcome in outcomes}
    return tuple(
        Table(
            table.name, table.tags, table.columns, tuple(by_line[line] for line in table.row_lines if line in by_line)
        )
        for table in members[0][1].scenario.examples
    )


def _unwritten(entry: Mapping[str, Any]) -> ScenarioView:
    tags = tuple(entry.get("tags", ()))
    cells = tuple(entry.get("row", {}).values())
    outcome = _of_entry(entry, entry["line"], frozenset(tags), cells)
    return ScenarioView(
        anchor=f"unwritten.{entry['file']}.{entry['line']}",
        name=entry["name"],
        keyword="Scenario",
        feature=entry.get("feature", ""),
        rule=entry.get("rule", ""),
        file=entry["file"],
        line=entry["line"],
        tags=tags,
        description="",
        text="",
        outcomes=(outcome,),
    )
