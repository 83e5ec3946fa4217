"""Static checks of outlines: one without rows, or with an unfilled placeholder, could run in pytest-bdd and pass."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator

from enhancement_kit.specification.features import FeatureFile, Scenario, Step
from enhancement_kit.specification.findings import Finding
from enhancement_kit.specification.rendering import PLACEHOLDER


def check_outlines(file: FeatureFile) -> Iterator[Finding]:
    """Yield a finding for an outline without rows, a placeholder without a column, and one outside of outlines."""
    for scenario in file.scenarios:
        if scenario.is_outline:
            yield from _rows(file, scenario)
            yield from _columns(file, scenario)
        else:
            for step in scenario.steps:
                for name in _in_text(step):
                    yield Finding(
                        file.file,
                        step.line,
                        f"<{name}> stands in a scenario that is no outline, so nothing fills it",
                        "write the value, or make it a Scenario Outline with Examples",
                    )


def _rows(file: FeatureFile, scenario: Scenario) -> Iterator[Finding]:
    outline = f"the outline {scenario.name!r}"
    if not scenario.examples:
        yield Finding(
            file.file, scenario.line, f"{outline} has no Examples", "add a table, or make it a plain Scenario"
        )
    seen: dict[tuple[tuple[str, str], ...], int] = {}
    for table in scenario.examples:
        if not table.rows:
            yield Finding(file.file, table.line, f"these Examples of {outline} have no rows", "add rows or remove them")
        for column, count in Counter(table.columns).items():
            if count > 1:
                yield Finding(file.file, table.line, f"the column {column!r} is there twice", "rename or remove one")
        for row, line in zip(table.rows, table.row_lines, strict=True):
            cells = tuple(zip(table.columns, row, strict=True))
            if cells in seen:
                yield Finding(
                    file.file,
                    line,
                    f"the row {' | '.join(row)} of {outline} is already at line {seen[cells]}",
                    "remove it, or put all its tags on one table",
                )
            seen.setdefault(cells, line)


def _columns(file: FeatureFile, scenario: Scenario) -> Iterator[Finding]:
    for table in scenario.examples:
        columns = set(table.columns)
        for line, name in _used(scenario, columns):
            if name not in columns:
                near = difflib.get_close_matches(name, sorted(columns), n=1)
                remedy = f"write <{near[0]}>" if near else f"add a column {name}"
                yield Finding(
                    file.file,
                    line,
                    f"no column of the Examples at line {table.line} fills <{name}>",
                    f"{remedy}; columns: {', '.join(table.columns)}",
                )


def _used(scenario: Scenario, columns: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield line and name of every placeholder of an outline."""
    for name in _names(scenario.name):
        yield scenario.line, name
    for step in scenario.steps:
        for name in _in_text(step):
            yield step.line, name
        # A doc string may contain angle brackets that are no placeholders: there only a name that is similar to a
        # column counts.
        for name in _names(step.doc_string or ""):
            if difflib.get_close_matches(name, list(columns), n=1, cutoff=0.8):
                yield step.line, name


def _in_text(step: Step) -> Iterator[str]:
    yield from _names(step.text)
    for row in step.table or ():
        for cell in row:
            yield from _names(cell)


def _names(text: str) -> Iterator[str]:
    yield from (found[1] for found in PLACEHOLDER.finditer(text))
