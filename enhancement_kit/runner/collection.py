"""Feature files as test files: one pytest item for every scenario and every row of an outline.

An item is a `ScenarioItem`. Reports may read its `kit_instance` and `kit_feature` (Instance and FeatureFile of
specification.features), `tags` and `place`. pytest-bdd runs the items, but the kit parses the files: what runs is what
the static checks have seen, and every file is parsed once.
"""

from __future__ import annotations

import copy
import os
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import _pytest.python
import pytest
from pytest_bdd import parser as bdd

from enhancement_kit.runner.failure_texts import represent
from enhancement_kit.runner.selected_files import features_dir
from enhancement_kit.runner.step_index import bdd_scenario
from enhancement_kit.specification.features import FeatureFile as FeatureModel
from enhancement_kit.specification.features import Instance, Rule, load_feature
from enhancement_kit.specification.rendering import fill, named_instances, rendered_steps, split_name

# a private class of pytest, named CallSpec2 before pytest 9.2
CallSpec: Any = getattr(_pytest.python, "CallSpec", None) or _pytest.python.CallSpec2


class Table:
    """A data table with the interface that pytest-bdd expects."""

    def __init__(self, rows: tuple[tuple[str, ...], ...]) -> None:
        self._rows = rows

    def raw(self) -> list[list[str]]:
        """Return all rows, beginning with the header."""
        return [list(row) for row in self._rows]


class FeatureFile(pytest.Module):
    """The collector of one feature file."""

    def _getobj(self) -> ModuleType:
        # pytest-randomly shuffles by module name, which must therefore differ between files of different folders
        module = ModuleType(f"{self.path.parent.name}.{self.path.stem}")
        module.__file__ = str(self.path)
        return module

    def collect(self) -> Iterator[pytest.Item]:
        """Yield one item for every scenario and row. Raises CollectError for a file that is not valid Gherkin."""
        feature = load_feature(self.path, features_dir(self.config))
        if not isinstance(feature, FeatureModel):
            raise self.CollectError(str(feature))
        register_tags(
            self.config, (tag for scenario in feature.scenarios for i in scenario.instances() for tag in i.tags)
        )
        shared = _feature(feature)
        rules = {id(scenario): rule for rule in feature.rules for scenario in rule.scenarios}
        for name, instance in named_instances(feature):
            rule = rules[id(instance.scenario)]
            yield ScenarioItem.from_parent(self, name=name, instance=instance, feature=shared, rule=rule, model=feature)


class ScenarioItem(pytest.Function):
    """One scenario, or one row of an outline."""

    kit_instance: Instance
    kit_feature: FeatureModel
    folder: str
    in_step: bool
    """Whether the body of a step is running, in which an exception is a failure of the implementation."""

    def __init__(
        self,
        name: str,
        parent: Any,
        instance: Instance,
        feature: bdd.Feature,
        rule: Rule,
        model: FeatureModel,
        **rest: Any,
    ) -> None:
        scenario = _scenario(instance, feature, rule)

        def run(request: pytest.FixtureRequest) -> None:
            bdd_scenario._execute_scenario(feature, scenario, request)

        run.__doc__ = instance.scenario.description or None
        title, row = split_name(name)
        # pytest builds the node id from the parts, and --lf compares it part by part
        callspec = None if row is None else CallSpec(_idlist=(row,))
        super().__init__(name, parent, callspec=callspec, callobj=run, originalname=title, **rest)
        self.kit_instance = instance
        self.kit_feature = model
        self.folder = model.folder
        self.in_step = False
        self._step: Any = None
        self._step_function: Callable[..., object] | None = None
        for tag in instance.tags:
            self.add_marker(tag)

    def twin(self) -> ScenarioItem:
        """Return a copy of the item, which runs the same scenario again.

        Pytest tears down only what the next item does not need: the same item twice in a row would not be set up again.
        """
        twin = copy.copy(self)
        twin._initrequest()
        return twin

    @property
    def tags(self) -> tuple[str, ...]:
        """Its effective tags."""
        return self.kit_instance.tags

    @property
    def file(self) -> str:
        """The feature file as messages name it: relative to where pytest was started, or else absolute."""
        relative = os.path.relpath(self.path, self.config.invocation_params.dir)
        return str(self.path) if relative.startswith("..") else Path(relative).as_posix()

    @property
    def place(self) -> tuple[str, int]:
        """File and line of the scenario or row."""
        return self.file, self.kit_instance.line

    @property
    def where(self) -> str:
        """File, line and text of the step that is running; of the scenario outside of steps."""
        return ":".join((self.file, str(self._line))) + f": {self._text}"

    @property
    def _line(self) -> int:
        return int(self._step.line_number) if self._step is not None else self.kit_instance.line

    @property
    def _text(self) -> str:
        if self._step is not None:
            return f"{self._step.keyword} {self._step.name}"
        return f"{self.kit_instance.scenario.keyword}: {self.kit_instance.title}"

    def enter(self, step: Any, function: Callable[..., object]) -> None:
        """Record that a step begins; its arguments and fixtures are made before its body runs."""
        self._step, self._step_function, self.in_step = step, function, False

    def leave(self) -> None:
        """Record that a step, or the scenario, has ended."""
        self._step, self._step_function, self.in_step = None, None, False

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """Return the file, the line and the name that pytest shows."""
        return self.path, self.kit_instance.line - 1, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:  # type: ignore[override]
        """Show the line in the feature file and what failed there; with --full-trace, what pytest shows.

        A fixture that does not exist is left to pytest too, which lists those that do.
        """
        if self.config.getoption("fulltrace") or isinstance(excinfo.value, pytest.FixtureLookupError):
            return super().repr_failure(excinfo)
        return represent(excinfo, path=self.file, line=self._line, text=self._text, step_function=self._step_function)


def register_tags(config: pytest.Config, tags: Iterator[str]) -> None:
    """Register tags as marks: only those that are used, since thousands of ids would slow down the start."""
    known = {line.partition(":")[0] for line in config.getini("markers")}
    for tag in dict.fromkeys(tags):
        if tag not in known:
            config.addinivalue_line("markers", tag)


def _table(rows: tuple[tuple[str, ...], ...] | None) -> Any:
    return None if rows is None else Table(rows)


def _feature(model: FeatureModel) -> bdd.Feature:
    return bdd.Feature(
        scenarios=OrderedDict(),
        filename=str(model.path),
        rel_filename=model.file,
        language="en",
        keyword="Feature",
        name=model.name,
        tags=set(model.tags),
        background=None,
        line_number=model.line,
        description=model.description,
    )


def _scenario(instance: Instance, feature: bdd.Feature, rule: Rule) -> bdd.Scenario:
    return bdd.Scenario(
        feature=feature,
        keyword=instance.scenario.keyword,
        name=fill(instance.scenario.name, dict(instance.cells)),
        line_number=instance.line,
        steps=[
            bdd.Step(
                name=step.text,
                type=step.kind,
                indent=0,
                line_number=step.line,
                keyword=step.keyword,
                datatable=_table(step.table),
                docstring=step.doc_string,
            )
            for step in rendered_steps(instance)
        ],
        tags=set(instance.tags),
        description=instance.scenario.description,
        rule=bdd.Rule("Rule", rule.name, rule.description, set(rule.tags)) if rule.name else None,
    )
