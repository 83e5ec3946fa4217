"""Check features before anything runs: what would be silent, or a thousand failures, is one list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.runner.outlines import check_outlines
from enhancement_kit.runner.selected_files import covers_features_dir, features_dir, selected_files
from enhancement_kit.runner.step_check import StepCheck
from enhancement_kit.runner.tags import check_tags, unknown_id
from enhancement_kit.runner.vocabulary import loaded_definitions
from enhancement_kit.specification.enhancement_checks import KnownNames, check_enhancements
from enhancement_kit.specification.enhancements import FILE
from enhancement_kit.specification.features import FeatureFile, load_feature
from enhancement_kit.specification.findings import Finding, FindingsError, shown_path
from enhancement_kit.specification.requirements import CATALOGUE, Catalogues, load_catalogues

_ID = re.compile(r"\b[A-Z]{2,5}-A?\d+\b")


def check_features(config: pytest.Config) -> list[Finding]:
    """Find what is wrong with the selected feature files, all catalogues and all files enhancement.yaml.

    The findings are sorted by file and line.
    """
    directory = features_dir(config)
    findings: list[Finding] = []
    files = []
    for path in selected_files(config):
        loaded = load_feature(path, directory)
        if isinstance(loaded, FeatureFile):
            files.append(loaded)
        else:
            findings.append(loaded)
    catalogues: Catalogues | None = None
    try:
        catalogues = load_catalogues(directory)
    except FindingsError as error:
        findings.extend(error.findings)
    except UsageError as error:
        findings.append(Finding(shown_path(directory, directory.parent), 1, str(error), "correct the file"))
    steps = StepCheck(loaded_definitions(config), config.rootpath)
    for file in files:
        findings.extend(check_scenarios(file))
        findings.extend(check_outlines(file))
        findings.extend(steps.check(file))
        if catalogues is not None:
            findings.extend(check_tags(file, catalogues))
    findings.extend(check_titles(files))
    if covers_features_dir(config):
        findings.extend(check_folders(directory))
    if catalogues is not None:
        findings.extend(check_enhancements(catalogues, directory, known_names()))
        findings.extend(check_mark_expression(config.option.markexpr, catalogues))
    return sorted(set(findings))


def known_names() -> KnownNames:
    """Return what the reference knows: it is the implementation of everything that enhancements describe."""
    from enhancement_kit.targets.reference import GATES, ReferenceTarget, gate_conflict

    return KnownNames(ReferenceTarget().components.names, GATES, gate_conflict)


def check_scenarios(file: FeatureFile) -> Iterator[Finding]:
    """Find titles that a file has twice, since reports and node ids name scenarios by them, and what cannot run."""
    first: dict[str, int] = {}
    for scenario in file.scenarios:
        name = scenario.name.strip()
        if not name:
            yield Finding(file.file, scenario.line, "a scenario has no name", "state the fact it shows as its name")
        elif name in first:
            yield Finding(
                file.file,
                scenario.line,
                f"the scenario {name!r} has the name of the one at line {first[name]}",
                "say in the name what tells them apart",
            )
        first.setdefault(name, scenario.line)
        if not scenario.steps:
            # what looks like steps is a description where the first of them has no keyword
            yield Finding(
                file.file,
                scenario.line,
                f"the scenario {name!r} has no steps, so it would pass",
                "write its steps, each beginning with Given, When, Then, And or But",
            )
    if not file.scenarios:
        yield Finding(file.file, file.line, "the feature has no scenario", "write one or remove the file")


def check_titles(files: Iterable[FeatureFile]) -> Iterator[Finding]:
    """Find titles that two files share, since lists of scenarios show a title without its file."""
    first: dict[str, FeatureFile] = {}
    for file in files:
        for scenario in file.scenarios:
            name = scenario.name.strip()
            other = first.setdefault(name, file)
            if name and other is not file:
                message = f"the scenario {name!r} has the name of one in {other.file}"
                yield Finding(file.file, scenario.line, message, "say in the name what tells them apart")


def check_folders(directory: Path) -> Iterator[Finding]:
    """Find folders below features/ that describe no enhancement."""
    for folder in sorted(path for path in directory.iterdir() if path.is_dir()):
        if folder.name.startswith((".", "__")):
            continue
        if not (folder / FILE).is_file() and not (folder / CATALOGUE).is_file():
            yield Finding(
                shown_path(folder, directory.parent),
                1,
                f"the folder has no {FILE}",
                f"write one, or move what is there beside the {FILE} it belongs to",
            )


def ids_in(expression: str | None) -> list[str]:
    """Return the words of a mark expression that are written as ids."""
    return list(dict.fromkeys(_ID.findall(expression or "")))


def check_mark_expression(expression: str | None, catalogues: Catalogues) -> Iterator[Finding]:
    """Find ids given with `-m` that do not exist: they would select nothing, as if there were nothing to find."""
    for found in ids_in(expression):
        if found not in catalogues:
            yield Finding("-m", 1, *unknown_id(found, catalogues))
