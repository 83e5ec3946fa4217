#!/usr/bin/env python3
"""Compares two conformance reports of equal runs: nothing may differ but what their `timeFields` name."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path
from typing import Any

import yaml


def without(node: Any, fields: frozenset[str]) -> Any:
    """Return the document without these keys, at any depth."""
    if isinstance(node, dict):
        return {key: without(value, fields) for key, value in node.items() if key not in fields}
    if isinstance(node, list):
        return [without(item, fields) for item in node]
    return node


def comparable(path: Path, also: frozenset[str]) -> list[str]:
    """Return the report as lines, without its time fields and `also`. Ends the program where it is no report."""
    try:
        report = yaml.safe_load(path.read_text(encoding="utf-8"))
        fields = frozenset(report["timeFields"]) | also
    except (OSError, yaml.YAMLError, KeyError, TypeError) as error:
        sys.exit(f"{path} is no conformance report: {error}")
    return str(yaml.safe_dump(without(report, fields), sort_keys=False)).splitlines()


def main() -> int:
    """Compare two reports; 0 where both say the same, 1 where they differ, 2 for a wrong call."""
    names = [name for name in sys.argv[1:] if name != "--lanes"]
    lanes = "--lanes" in sys.argv
    if len(names) != 2:
        print("usage: same_verdicts.py [--lanes] REPORT REPORT    (--lanes: of runs on two lanes)", file=sys.stderr)
        return 2
    first, second = (Path(name) for name in names)
    # the details of the run differ between lanes
    one, two = (comparable(path, frozenset({"run"} if lanes else ())) for path in (first, second))
    difference = list(difflib.unified_diff(one, two, str(first), str(second), lineterm=""))
    if difference:
        print("\n".join(difference[:60]))
        cause = "lane" if lanes else "order or on the number of processes"
        print(f"{first} and {second} differ: a verdict depends on the {cause}")
        return 1
    print(f"{first} and {second} say the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
