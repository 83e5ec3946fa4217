"""Scenarios as they run: placeholders filled from a row, and the node ids that pytest knows them by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from enhancement_kit.specification.features import FeatureFile, Instance, Step

PLACEHOLDER = re.compile(r"<([^<>\s](?:[^<>]*[^<>\s])?)>")


def fill(text: str, cells: Mapping[str, str]) -> str:
    """Fill every placeholder that a column has a value for; others stay as they are."""
    return PLACEHOLDER.sub(lambda found: cells.get(found[1], found[0]), text)


def rendered_steps(instance: Instance) -> list[Step]:
    """Return the steps of a scenario in the order they run, those of its backgrounds first."""
    cells = dict(instance.cells)
    steps = (*instance.scenario.background, *instance.scenario.steps)
    return [_rendered(step, cells) for step in steps] if cells else list(steps)


def _rendered(step: Step, cells: Mapping[str, str]) -> Step:
    return replace(
        step,
        text=fill(step.text, cells),
        table=None if step.table is None else tuple(tuple(fill(cell, cells) for cell in row) for row in step.table),
        doc_string=None if step.doc_string is None else fill(step.doc_string, cells),
    )


def named_instances(feature: FeatureFile) -> Iterator[tuple[str, Instance]]:
    """Yield every scenario and row of a feature file with the last part of its node id, which is unique in the file.

    The name is the title in lower case with `_` for blanks and other characters dropped; a row adds its cells in
    brackets. Names that would be equal get a number.
    """
    titles: set[str] = set()
    for scenario in feature.scenarios:
        title = _unique(f"test_{_words(scenario.name)}", titles, "_")
        rows: set[str] = set()
        for instance in scenario.instances():
            if instance.cells or scenario.is_outline:
                row = _unique(_printable("-".join(value for _, value in instance.cells)) or "empty", rows, "-")
                yield f"{title}[{row}]", instance
            else:
                yield title, instance


def split_name(name: str) -> tuple[str, str | None]:
    """Split a name of `named_instances` into title and row; the row is None for a plain scenario."""
    title, bracket, row = name.partition("[")
    return title, row.removesuffix("]") if bracket else None


def _words(title: str) -> str:
    return re.sub(r"\W", "", re.sub(r"\s", "_", title.strip())).lower() or "unnamed"


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def _unique(name: str, taken: set[str], joint: str) -> str:
    candidate, number = name, 1
    while candidate in taken:
        number += 1
        candidate = f"{name}{joint}{number}"
    taken.add(candidate)
    return candidate
