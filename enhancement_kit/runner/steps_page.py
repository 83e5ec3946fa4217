"""The page docs/steps.md: every phrase of the vocabulary, its arguments, and how often the features use it."""

from __future__ import annotations

import inspect
from itertools import groupby
from pathlib import Path
from typing import Final

from enhancement_kit.reporting.pages.markdown import GENERATED, escaped
from enhancement_kit.runner.step_check import DOC_STRING, TABLE, StepCheck, checked
from enhancement_kit.runner.step_index import StepDefinition
from enhancement_kit.world.vocabulary.data_tables import columns_of

_HEAD: Final = f"""\
# Steps: the vocabulary of the feature files

{GENERATED.format(source="steps/ and the feature files")}

There is one table for each module of `steps/`, in the order of its code. *Uses* counts the lines of feature files that
match a step definition. Below each phrase is what it does and, if it takes a table, the columns; those in brackets are
optional.
"""


def steps_page(root: Path) -> str:
    """Render the page as Markdown. Raises HarnessError naming a step module that cannot be imported."""
    check = checked(root)
    definitions = [definition for definition in check.definitions if definition.file.startswith("steps/")]
    uses = sum(check.uses(definition) for definition in definitions)
    each = uses / max(len(definitions), 1)
    parts = [_HEAD, f"{len(definitions)} step definitions match {uses} lines, {each:.0f} each on average.\n"]
    for file, group in groupby(sorted(definitions, key=lambda d: (d.file, d.line)), key=lambda d: d.file):
        parts.append(f"## {file}\n")
        parts.append("| step | phrase | uses |\n|---|---|---:|")
        parts.append("".join(f"{_row(check, definition)}\n" for definition in group))
    return "\n".join(parts)


def _row(check: StepCheck, definition: StepDefinition) -> str:
    # a bar would end the table cell, even inside code
    phrase = "<br>".join((f"`{definition.pattern}`", *_below(definition))).replace("|", r"\|")
    return f"| {definition.type} | {phrase} | {check.uses(definition)} |"


def _below(definition: StepDefinition) -> list[str]:
    lines = []
    words = inspect.getdoc(definition.function)
    if words:
        lines.append(escaped(words.split("\n\n", 1)[0]))
    parameters = inspect.signature(definition.function).parameters
    columns = columns_of(definition.function)
    if columns is not None:
        names = (*columns.required, *(f"[{name}]" for name in columns.optional))
        lines.append(f"*table:* {escaped(' | '.join(names))}")
    elif TABLE in parameters:
        lines.append("*table*")
    if DOC_STRING in parameters:
        lines.append("*doc string*")
    return lines
