#!/usr/bin/env python3
"""Write what runs have measured into the tables of docs/embedded-api.md; --check compares what does not vary."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from enhancement_kit.reporting.pages.markdown import between

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "embedded-api.md"


def suites(found: Mapping[str, Any]) -> str:
    """Render the table of client suites, from `tools/client_suites.py --output`."""
    lines = ["| suite | specs | pass on kube-apiserver | pass on the embedded API |", "|---|---:|---:|---:|"]
    rows = found["rows"]
    for row in rows:
        lines.append(f"| `{row['suite']}` | {row['specs']} | {row['real_passed']} | {row['embedded_passed']} |")
    real, here = (sum(row[f"{side}_passed"] for row in rows) for side in ("real", "embedded"))
    lines.append(f"| all of {found['module']} {found['version']} | {sum(r['specs'] for r in rows)} | {real} | {here} |")
    return "\n".join(lines) + "\n"


def differential(found: Mapping[str, Any]) -> str:
    """Render the table of random requests, from `python -m tests.cluster.differences --output`."""
    lines = ["| requests sent (seed) | same answer | known differences | other differences |", "|---:|---:|---:|---:|"]
    sent = found["requests"]
    shares = (f"{found[name]} ({found[name] / sent:.1%})" for name in ("alike", "known", "unknown"))
    lines.append(f"| {sent} ({found['seed']}) | {' | '.join(shares)} |")
    return "\n".join(lines) + "\n"


SECTIONS: dict[str, Callable[[Mapping[str, Any]], str]] = {"client-suites": suites, "differential": differential}
"""How each table is rendered, by the name of the file that holds its measurements and of its markers."""


def main(arguments: Sequence[str]) -> int:
    """Write or check the tables; 0 when written or up to date, 1 where the page is out of date, 2 for a wrong call."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=f"{', '.join(SECTIONS)}, each .json")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args(list(arguments))
    shown = page = PAGE.read_text(encoding="utf-8")
    for path in options.files:
        if path.stem not in SECTIONS:
            parser.error(f"{path}: there is no table of that name; known: {', '.join(SECTIONS)}")
        try:
            table = SECTIONS[path.stem](json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError) as error:
            parser.error(f"{path}: holds no measurements: {error}")
        page = between(page, PAGE.name, path.stem, table)
    if not options.check:
        PAGE.write_text(page, encoding="utf-8")
        print(f"written: {PAGE}")
        return 0
    if page != shown:
        print(f"{PAGE} is out of date: write it again by {' '.join(['tools/write_embedded_api.py', *arguments[:-1]])}")
        return 1
    print(f"{PAGE} is up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
