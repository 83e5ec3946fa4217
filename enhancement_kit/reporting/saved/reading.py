"""Reads a conformance report and checks that it is complete and consistent; an invalid one is a UsageError."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import jsonschema
import yaml

from enhancement_kit.errors import UsageError
from enhancement_kit.files.reading import REPORT, Unreadable, read_bytes
from enhancement_kit.files.yaml_nodes import BadYaml
from enhancement_kit.files.yaml_values import plain
from enhancement_kit.reporting.assets import SCHEMA, asset_folder
from enhancement_kit.reporting.conformance import API_VERSION, KIND, count
from enhancement_kit.specification.findings import Finding
from enhancement_kit.specification.yaml_reader import YamlReader, line_of

Report = dict[str, Any]
"""A conformance report as plain data, see reports/conformance-report.schema.json."""

_GROUP: Final = API_VERSION.rpartition("/")[0]
_LONGEST: Final = 160
_AGAIN: Final = "write it again with a run of features"
_DAMAGED: Final = "the file is truncated or was edited: " + _AGAIN


def load_report(path: Path) -> Report:
    """Load the report in a file. Raises UsageError that names the file, the line, the problem and the remedy."""
    try:
        raw = read_bytes(path, REPORT)
    except Unreadable as error:
        raise UsageError(
            f"{path}: the report cannot be read: {error.reason}; name the conformance-report.yaml of a run"
        ) from error
    findings: list[Finding] = []
    node = YamlReader(str(path), findings).compose(raw)
    if node is None:
        first = findings[0]
        raise UsageError(f"{first.file}:{first.line}: {first.message}; this is no whole conformance report: {_AGAIN}")
    try:
        report = plain(node)
    except BadYaml as error:
        raise UsageError(f"{path}:{error.line}: {error.problem}; this is no conformance report: {_AGAIN}") from error
    problem = _of_another_kind(report) or _against_schema(report, node) or _contradiction(report, node)
    if problem is not None:
        line, message = problem
        raise UsageError(f"{path}:{line}: {message}")
    checked: Report = report
    return checked


Problem = tuple[int, str]


def _of_another_kind(report: Any) -> Problem | None:
    if not isinstance(report, dict) or "apiVersion" not in report or "kind" not in report:
        return 1, f"this is no conformance report, it has no apiVersion and kind; {_AGAIN}"
    version, kind = str(report["apiVersion"]), report["kind"]
    if kind != KIND or version.rpartition("/")[0] != _GROUP:
        return 1, f"this is no conformance report but {_short(f'{kind} of {version}')}; name a conformance-report.yaml"
    if version != API_VERSION:
        return 1, (
            f"the report is of version {version.rpartition('/')[2]}, this kit reads "
            f"{API_VERSION.rpartition('/')[2]}; {_AGAIN} of this kit, or use the kit that wrote it"
        )
    return None


@functools.cache
def _validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads((asset_folder() / SCHEMA).read_text("utf-8")))


def _against_schema(report: Any, node: yaml.Node) -> Problem | None:
    error = next(iter(_validator().iter_errors(report)), None)
    if error is None:
        return None
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path).lstrip(".")
    return _line(node, error.absolute_path), f"{place or 'the report'}: {_short(error.message)}; {_DAMAGED}"


def _contradiction(report: Report, node: yaml.Node) -> Problem | None:
    """Find a contradiction that no schema can express: wrong totals, or ids not listed exactly once."""
    counted = copy.copy(report)
    counted["enhancements"] = [copy.copy(enhancement) for enhancement in report["enhancements"]]
    count(counted)
    places: dict[str, list[str | int]] = {}
    for number, (enhancement, right) in enumerate(zip(report["enhancements"], counted["enhancements"], strict=True)):
        where: list[str | int] = ["enhancements", number]
        if enhancement["totals"] != right["totals"]:
            return _line(node, [*where, "totals"]), f"the totals of {enhancement['folder']} are not those of {_LISTED}"
        for index, scenario in enumerate(enhancement["scenarios"]):
            place = [*where, "scenarios", index]
            if scenario["id"] in places:
                return _line(node, place), f"the scenario {scenario['id']} is listed twice; {_DAMAGED}"
            places[scenario["id"]] = place
    if report["totals"] != counted["totals"]:
        return _line(node, ["totals"]), f"the totals are not those of {_LISTED}"
    for number, enhancement in enumerate(report["enhancements"]):
        for index, requirement in enumerate(enhancement["requirements"]):
            for named in requirement.get("scenarios", ()):
                if named not in places:
                    place = ["enhancements", number, "requirements", index]
                    return _line(node, place), f"{requirement['id']} names {named}, which is not listed; {_DAMAGED}"
    return None


_LISTED: Final = f"what is listed; {_DAMAGED}"


def _line(node: yaml.Node, path: Iterable[str | int]) -> int:
    """Return the line of the node at a path, or of the nearest one above it."""
    for part in path:
        if isinstance(node, yaml.MappingNode):
            found = next((value for key, value in node.value if key.value == part), None)
        else:
            found = node.value[part] if isinstance(part, int) and part < len(node.value) else None
        if found is None:
            break
        node = found
    return line_of(node)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 3]}..."
