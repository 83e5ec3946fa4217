#!/usr/bin/env python3
"""Write times and sizes of the embedded API beside those of a real server into docs/embedded-api.md.

Usage: ekit bench real --json > real.json; tools/write_sizes.py real.json
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from write_embedded_api import PAGE, between

MARK = "sizes"
KINDS = {"custom": "custom", "builtin": "ConfigMaps"}
ROWS = {
    "list_whole_ms": "list 5,000 at once",
    "list_pages_of_50_ms": "list 5,000 in pages of 50",
    "list_pages_of_500_ms": "list 5,000 in pages of 500",
    "list_namespace_ms": "list the 100 of one namespace",
    "list_selector_ms": "list the 500 of a label selector",
    "informer_ms": "start an informer: 5,000 initial events",
    "get_ms": "get one",
    "create_ms": "create one",
    "patch_ms": "patch one",
    "watchers_1_ms": "tell 1 watch of a write",
    "watchers_100_ms": "tell 100 watches of a write",
    "watchers_500_ms": "tell 500 watches of a write",
    "memory_kb": "memory for each object",
}
"""The measurements that the table shows, and what it calls them."""


def table(found: Mapping[str, float]) -> str:
    """Render the measurements of `ekit bench real`. Raises KeyError where one is missing."""
    lines = ["| with 5,000 objects | kind | embedded API | kube-apiserver | ratio |", "|---|---|---:|---:|---:|"]
    for row, title in ROWS.items():
        what, _, unit = row.rpartition("_")
        for kind, name in KINDS.items():
            here, there = (found[f"{kind}_{row}_{side}"] for side in ("embedded", "real"))
            ratio = found[f"{kind}_{what}_ratio"]
            lines.append(f"| {title} | {name} | {_shown(here)} {unit} | {_shown(there)} {unit} | {ratio:.1f} |")
    return "".join(f"{line}\n" for line in lines)


def _shown(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def main(arguments: Sequence[str]) -> int:
    """Write the table; 2 for a wrong call."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="what `ekit bench real --json` has printed")
    options = parser.parse_args(list(arguments))
    try:
        rendered = table(json.loads(options.file.read_text(encoding="utf-8"))["real"])
    except (OSError, ValueError, KeyError) as error:
        parser.error(f"{options.file}: holds no measurements of both servers: {error!r}")
    page = between(PAGE.read_text(encoding="utf-8"), PAGE.name, MARK, rendered)
    PAGE.write_text(page, encoding="utf-8")
    print(f"written: {PAGE}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
