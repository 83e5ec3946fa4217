"""The static check of steps: each fits exactly one definition, and brings the table or doc string that it takes."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from enhancement_kit.runner.step_index import StepDefinition, StepIndex
from enhancement_kit.runner.vocabulary import load_definitions, without
from enhancement_kit.specification.features import FeatureFile, Step, load_features
from enhancement_kit.specification.findings import Finding, shown_path
from enhancement_kit.specification.rendering import rendered_steps
from enhancement_kit.world.vocabulary.data_tables import columns_of

TABLE = "datatable"
DOC_STRING = "docstring"


class StepCheck:
    """Checks steps against a vocabulary, and remembers which of its definitions were used."""

    def __init__(self, definitions: Iterable[StepDefinition], root: Path) -> None:
        """Check against `definitions`; findings name their files relative to `root`."""
        self.definitions = [
            replace(definition, file=shown_path(Path(definition.file), root)) for definition in definitions
        ]
        self._index = StepIndex((definition.context, definition) for definition in self.definitions)
        self._used: dict[int, tuple[StepDefinition, set[tuple[str, int]]]] = {}

    @property
    def unused(self) -> list[StepDefinition]:
        """The definitions that no step checked so far has used."""
        return without(self.definitions, (definition for definition, _ in self._used.values()))

    def uses(self, definition: StepDefinition) -> int:
        """Count the lines of the files checked so far that use one of `definitions`."""
        return len(self._used[id(definition)][1]) if id(definition) in self._used else 0

    def check(self, file: FeatureFile) -> Iterator[Finding]:
        """Yield the findings about a file's steps: undefined, ambiguous, a wrong table, word or doc string."""
        # the rows of an outline, and scenarios that share a background, repeat steps
        seen: set[Step] = set()
        for scenario in file.scenarios:
            for instance in scenario.instances():
                for step in rendered_steps(instance):
                    if step not in seen:
                        seen.add(step)
                        yield from self._check_step(file, step)

    def _check_step(self, file: FeatureFile, step: Step) -> Iterator[Finding]:
        fits = self._index.find(step.kind, step.text)
        for definition in fits:
            self._used.setdefault(id(definition), (definition, set()))[1].add((file.file, step.line))
        shown = f"the step {step.keyword} {step.text}"
        if not fits:
            yield Finding(file.file, step.line, f"{shown} has no definition", self._nearest(step))
        elif len(fits) > 1:
            yield Finding(
                file.file,
                step.line,
                f"{shown} fits {len(fits)} definitions: {'; '.join(str(fit) for fit in fits)}",
                "change their phrases so that only one of them fits",
            )
        else:
            for line, problem, remedy in _arguments(step, fits[0]):
                yield Finding(file.file, line, f"{shown}: {problem}", f"{remedy} (defined at {_place(fits[0])})")

    def _nearest(self, step: Step) -> str:
        """Return the remedy for an undefined step: the most similar phrase, of the same type or another."""
        phrases = {definition.pattern: definition for definition in self.definitions}
        near = difflib.get_close_matches(step.text, list(phrases), n=1, cutoff=0.5)
        if not near:
            return f"use a phrase of steps/, or define @{step.kind} there"
        definition = phrases[near[0]]
        if definition.type not in (step.kind, "any"):
            return f"nearest is the {definition.type} step {definition.pattern} ({_place(definition)})"
        return f"nearest is {definition.pattern} ({_place(definition)})"


def _place(definition: StepDefinition) -> str:
    return f"{definition.file}:{definition.line}"


def _arguments(step: Step, definition: StepDefinition) -> Iterator[tuple[int, str, str]]:
    """Yield what is wrong with the table and the doc string of a step, each with its line and its remedy.

    pytest-bdd silently drops a table or doc string that the function does not ask for.
    """
    parameters = inspect.signature(definition.function).parameters
    for name, given, what in ((TABLE, step.table, "table"), (DOC_STRING, step.doc_string, "doc string")):
        parameter = parameters.get(name)
        if given is not None and parameter is None:
            yield step.line, f"it brings a {what}, which the step does not take", f"remove the {what}"
        if given is None and parameter is not None and parameter.default is inspect.Parameter.empty:
            yield step.line, f"it brings no {what}, which the step needs", f"add the {what}"
    columns = columns_of(definition.function)
    if columns is not None and step.table:
        problem = columns.problem([cell.strip() for cell in step.table[0]])
        if problem:
            message, _, remedy = problem.partition("; ")
            yield step.line, message, remedy or "correct the header of the table"
            return
        for row, problem in columns.unknown_words(step.table):
            message, _, remedy = problem.partition("; ")
            yield step.row_lines[row], message, remedy or "use a word that the step knows"


def unused_steps(root: Path) -> list[StepDefinition]:
    """Return the step definitions below `root` that no feature file uses, for `ekit trace --check`.

    Raises HarnessError naming a step module that cannot be imported.
    """
    return checked(root).unused


def checked(root: Path) -> StepCheck:
    """Check all feature files below `root` against its vocabulary, and return the check without its findings.

    Raises HarnessError naming a step module that cannot be imported.
    """
    check = StepCheck(load_definitions(root), root)
    for file in load_features(root / "features"):
        for _ in check.check(file):
            pass
    return check
