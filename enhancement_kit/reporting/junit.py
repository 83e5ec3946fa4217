"""JUnit XML for dashboards: one test case per scenario, with names that stay the same from run to run."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import PurePosixPath
from typing import Final

from enhancement_kit.reporting.redaction import redact
from enhancement_kit.reporting.results import (
    FAILED,
    HARNESS_ERROR,
    NOT_APPLICABLE,
    SKIPPED,
    ScenarioResult,
    count_states,
)

_NOT_IN_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""XML 1.0 has no way to write these characters, not even escaped."""


def junit_xml(results: Iterable[ScenarioResult], started: datetime, problems: Sequence[str] = ()) -> str:
    """Render the results as JUnit XML: a suite per enhancement folder, and one for harness errors that belong to none.

    Pytest's own writer is not enough: it writes no test case for a scenario that never ran, two for one that fails in
    a step and again at teardown, and names that depend on the form of node ids.
    """
    ordered = sorted(results, key=lambda result: (result.identity.folder, result.identity.order))
    root = ET.Element("testsuites", _numbers(ordered, len(problems)))
    for folder, group in groupby(ordered, key=lambda result: result.identity.folder):
        members = list(group)
        stamp = started.isoformat(timespec="seconds")
        suite = ET.SubElement(root, "testsuite", {"name": folder, **_numbers(members), "timestamp": stamp})
        for result in members:
            suite.append(_case(result))
    if problems:
        suite = ET.SubElement(root, "testsuite", {"name": "harness", **_numbers([], len(problems))})
        for number, problem in enumerate(problems, start=1):
            case = ET.SubElement(
                suite, "testcase", {"classname": "harness", "name": f"problem {number}", "time": "0.000"}
            )
            ET.SubElement(case, "error", {"message": _clean(problem), "type": HARNESS_ERROR})
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _numbers(results: list[ScenarioResult], problems: int = 0) -> dict[str, str]:
    counts = count_states(results)
    return {
        "tests": str(len(results) + problems),
        "failures": str(counts[FAILED]),
        "errors": str(counts[HARNESS_ERROR] + problems),
        "skipped": str(counts[NOT_APPLICABLE] + counts[SKIPPED]),
        "time": f"{sum(result.seconds for result in results):.3f}",
    }


def _case(result: ScenarioResult) -> ET.Element:
    identity = result.identity
    case = ET.Element(
        "testcase",
        {
            "classname": ".".join(PurePosixPath(identity.file).with_suffix("").parts),
            "name": _clean(identity.unique_name),
            "file": identity.file,
            "line": str(identity.line),
            "time": f"{result.seconds:.3f}",
        },
    )
    noted = [*(("tag", tag) for tag in identity.tags), *((("reproduce", result.again),) if result.again else ())]
    if noted:
        properties = ET.SubElement(case, "properties")
        for name, value in noted:
            ET.SubElement(properties, "property", {"name": name, "value": _clean(value)})
    if result.state in (FAILED, HARNESS_ERROR):
        kind = "failure" if result.state == FAILED else "error"
        problem = ET.SubElement(case, kind, {"message": _clean(result.reason), "type": result.state})
        parts = [result.details or result.reason, f"run it again:\n{result.again}" if result.again else ""]
        problem.text = _clean("\n\n".join(filter(None, parts)))
    elif result.state in (NOT_APPLICABLE, SKIPPED):
        reason = f"{result.reason} {result.link}".strip()
        ET.SubElement(case, "skipped", {"message": _clean(f"{result.state}: {reason}"), "type": result.state})
    return case


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("\ufffd", redact(text))
