"""Writes the table by which `--shard` cuts runs: seconds of an average scenario by feature file, from a report.

Usage: python tools/write_durations.py reports/out/conformance-report.yaml
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from enhancement_kit.errors import KitError  # noqa: E402
from enhancement_kit.runner.shards import DURATIONS, averages, measured  # noqa: E402

HEAD = """\
# Seconds of an average scenario by feature file, by which --shard cuts a run. Only their ratio matters.
# Written by tools/write_durations.py from the conformance report of a whole run.
"""


def main(arguments: list[str]) -> int:
    """Write the table; 4 where the report cannot be used."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 4
    try:
        seconds = measured(Path(arguments[0]))
    except KitError as error:
        print(error, file=sys.stderr)
        return 4
    (ROOT / DURATIONS).write_text(HEAD + yaml.safe_dump({"seconds": averages(seconds)}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
