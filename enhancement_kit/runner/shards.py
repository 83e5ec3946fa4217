"""`--shard i/n`: splits a run over several machines, by how long its scenarios took before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.files.reading import Unreadable, read_bytes
from enhancement_kit.files.yaml_nodes import BadYaml, compose
from enhancement_kit.files.yaml_values import plain
from enhancement_kit.reporting.conformance import TIME_KEY
from enhancement_kit.reporting.saved.reading import load_report

DURATIONS = "reports/durations.yaml"
"""A file of the repository: the average seconds of a scenario, by feature file."""


def parse(text: str) -> tuple[int, int]:
    """Parse `i/n` into the index, which counts from 1, and the number of shards. Raises UsageError."""
    index, slash, count = text.partition("/")
    if not (slash and index.isdigit() and count.isdigit() and 1 <= int(index) <= int(count)):
        raise UsageError(f"--shard {text}: write i/n with 1 <= i <= n, for example 2/3")
    return int(index), int(count)


def load_durations(root: Path) -> dict[str, float]:
    """Load the seconds by feature file; empty where there is no such table. Raises HarnessError for a damaged one."""
    path = root / DURATIONS
    if not path.is_file():
        return {}
    try:
        node = compose(read_bytes(path))
        table: Any = None if node is None else plain(node)
        return {str(file): float(seconds) for file, seconds in table["seconds"].items()}
    except (Unreadable, BadYaml, TypeError, KeyError, AttributeError, ValueError) as error:
        raise HarnessError(
            f"{path} is no table of durations ({type(error).__name__}); write it with tools/write_durations.py"
        ) from error


def measured(path: Path) -> dict[str, float]:
    """Read the seconds of each scenario from a conformance report. Raises UsageError."""
    report = load_report(path)
    scenarios = (entry for folder in report["enhancements"] for entry in folder["scenarios"])
    return {str(entry["id"]): float(entry[TIME_KEY]["seconds"]) for entry in scenarios}


def estimates(nodes: Iterable[str], by_file: Mapping[str, float], by_node: Mapping[str, float]) -> dict[str, float]:
    """Estimate the seconds of each scenario: as measured, else its file's average, else the median of what is known."""
    known = [*by_node.values()] or [*by_file.values()]
    usual = median(known) if known else 1.0
    found = {}
    for node in nodes:
        file = node.partition("::")[0]
        found[node] = max(by_node.get(node, by_file.get(file, usual)), 0.001)
    return found


def shards(seconds: Mapping[str, float], count: int) -> list[list[str]]:
    """Distribute scenarios over shards of about equal duration; equal seconds give equal shards.

    The longest scenario goes first, each to the shard that has the least so far.
    """
    parts: list[list[str]] = [[] for _ in range(count)]
    loads = [0.0] * count
    for node in sorted(seconds, key=lambda node: (-seconds[node], node)):
        least = min(range(count), key=lambda number: (loads[number], number))
        parts[least].append(node)
        loads[least] += seconds[node]
    return parts


def averages(seconds: Mapping[str, float]) -> dict[str, float]:
    """Return the average seconds of a scenario, by feature file."""
    files: defaultdict[str, list[float]] = defaultdict(list)
    for node, took in seconds.items():
        files[node.partition("::")[0]].append(took)
    return {file: round(sum(times) / len(times), 3) for file, times in sorted(files.items())}


def chosen(nodes: Sequence[str], shard: str, root: Path, by_node: Mapping[str, float]) -> frozenset[str]:
    """Return the scenarios that belong to a shard, which is given as `i/n`. Raises UsageError, HarnessError."""
    index, count = parse(shard)
    return frozenset(shards(estimates(nodes, load_durations(root), by_node), count)[index - 1])
