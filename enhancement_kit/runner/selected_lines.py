"""Arguments `file.feature:LINE`: the scenario, the row of an outline or the rule at a line of a feature file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from enhancement_kit.errors import UsageError
from enhancement_kit.specification.features import FeatureFile, Instance, Scenario, load_feature
from enhancement_kit.specification.rendering import named_instances

_PLACE = re.compile(r"(?P<file>.+\.feature)(?P<lines>(?::\d+)+)")


def node_ids(arguments: Sequence[str], base: Path, features_dir: Path) -> list[str]:
    """Return the arguments, with node ids in the place of those that name lines of a feature file.

    Relative paths begin at `base`. Raises UsageError for a line at which there is nothing to run.
    """
    return list(dict.fromkeys(node for argument in arguments for node in _nodes(argument, base, features_dir)))


def _nodes(argument: str, base: Path, features_dir: Path) -> Iterator[str]:
    place = _PLACE.fullmatch(argument)
    if place is None or (base / argument).exists():
        yield argument
        return
    path = (base / place["file"]).resolve()
    if not path.is_file():
        raise UsageError(f"{argument}: there is no file {place['file']}")
    feature = load_feature(path, features_dir)
    if not isinstance(feature, FeatureFile):
        raise UsageError(str(feature))
    for line in map(int, place["lines"].split(":")[1:]):
        for name in _at(feature, line, place["file"]):
            yield f"{place['file']}::{name}"


def _at(feature: FeatureFile, line: int, file: str) -> list[str]:
    """Return the names of what runs at a line."""
    named = list(named_instances(feature))
    rows = [name for name, instance in named if instance.line == line and instance.scenario.is_outline]
    if rows:
        return rows
    found = _scenario_at(feature, line)
    if found is not None:
        return [name for name, instance in named if instance.scenario is found]
    starts = {rule.line for rule in feature.rules if rule.name}
    if line in starts:
        [rule] = [rule for rule in feature.rules if rule.line == line and rule.name]
        return [name for name, instance in named if any(instance.scenario is one for one in rule.scenarios)]
    raise UsageError(f"{file}:{line}: there is no scenario at this line; {_nearest(named, line)}")


def _scenario_at(feature: FeatureFile, line: int) -> Scenario | None:
    """Return the scenario that has a line between its title and its last one."""
    return next((one for one in feature.scenarios if one.line <= line <= _end(one)), None)


def _end(scenario: Scenario) -> int:
    lines = [scenario.line, *(step.line for step in scenario.steps)]
    lines += [row for step in scenario.steps for row in step.row_lines]
    # a text stands between two lines of quotes
    lines += [
        step.line + len(step.doc_string.split("\n")) + 2 for step in scenario.steps if step.doc_string is not None
    ]
    lines += [number for table in scenario.examples for number in (table.line, *table.row_lines)]
    return max(lines)


def _nearest(named: Sequence[tuple[str, Instance]], line: int) -> str:
    scenarios = {instance.scenario.line: instance.scenario.name for _, instance in named}
    if not scenarios:
        return "the file has none"
    nearest = min(scenarios, key=lambda start: abs(start - line))
    return f"the nearest begins at line {nearest}: {scenarios[nearest]}"
