#!/usr/bin/env python3
"""Compare two conformance reports: nothing may differ but what their `timeFields` name."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

SHOWN = 60


def without(node: Any, fields: frozenset[str]) -> Any:
    """Return the document without these keys, at any depth."""
    if isinstance(node, dict):
        return {key: without(value, fields) for key, value in node.items() if key not in fields}
    if isinstance(node, list):
        return [without(item, fields) for item in node]
    return node


def report(path: Path) -> Mapping[str, Any]:
    """Return a report. Ends the program where it is no report."""
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert isinstance(found["timeFields"], list)
        assert isinstance(found["enhancements"], list)
    except (OSError, yaml.YAMLError, KeyError, TypeError, AssertionError) as error:
        sys.exit(f"{path} is no conformance report: {error}")
    return dict(found)


def whole(found: Mapping[str, Any], also: frozenset[str]) -> list[str]:
    """Return the report as lines, without its time fields and `also`."""
    fields = frozenset(found["timeFields"]) | also
    return str(yaml.safe_dump(without(found, fields), sort_keys=False)).splitlines()


def verdicts(found: Mapping[str, Any]) -> list[str]:
    """Return the verdict on each requirement, one a line, sorted by id."""
    return sorted(f"{one['id']}: {one['verdict']}" for entry in found["enhancements"] for one in entry["requirements"])


def main() -> int:
    """Compare two reports; 0 where both say the same, 1 where they differ, 2 for a wrong call."""
    parser = argparse.ArgumentParser(description=__doc__)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--lanes", action="store_true", help="the runs were on two lanes, whose details may differ")
    how.add_argument(
        "--requirements",
        action="store_true",
        help="compare only the verdict on each requirement: scenarios were renamed or moved between the runs",
    )
    parser.add_argument("reports", type=Path, nargs=2, metavar="REPORT")
    arguments = parser.parse_args()
    first, second = arguments.reports
    if arguments.requirements:
        one, two = (verdicts(report(path)) for path in (first, second))
        cause = "a requirement has another verdict"
    else:
        one, two = (whole(report(path), frozenset({"run"} if arguments.lanes else ())) for path in (first, second))
        cause = f"a verdict depends on the {'lane' if arguments.lanes else 'order or on the number of processes'}"
    difference = list(difflib.unified_diff(one, two, str(first), str(second), lineterm=""))
    if difference:
        print("\n".join(difference[:SHOWN]))
        print(f"{first} and {second} differ: {cause}")
        return 1
    print(f"{first} and {second} say the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
