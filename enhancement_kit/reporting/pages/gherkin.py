"""Scenarios as text: as a feature file has them, tables in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from enhancement_kit.specification.features import Scenario, Step

_INDENT = "  "


def steps_text(scenario: Scenario) -> str:
    """Return the steps of a scenario as text, those of its backgrounds first under a heading of their own."""
    lines: list[str] = []
    if scenario.background:
        lines += ["Background:", *(_INDENT + line for step in scenario.background for line in _step(step))]
        lines.append(f"{scenario.keyword}:")
        return "\n".join((*lines, *(_INDENT + line for step in scenario.steps for line in _step(step))))
    return "\n".join(line for step in scenario.steps for line in _step(step))


def _step(step: Step) -> Iterator[str]:
    yield f"{step.keyword} {step.text}"
    if step.table is not None:
        yield from (_INDENT + line for line in _table(step.table))
    if step.doc_string is not None:
        yield f'{_INDENT}"""'
        yield from (f"{_INDENT}{line}".rstrip() for line in step.doc_string.splitlines())
        yield f'{_INDENT}"""'


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    written = [[cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "\\n") for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*written, strict=True)]
    return [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in written
    ]
