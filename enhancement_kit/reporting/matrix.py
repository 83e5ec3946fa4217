"""The matrix of what components did on which platform: gathered from what the scenarios of a run observed."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from enhancement_kit.reporting.results import PROPERTY, ScenarioResult

__all__ = ["PROPERTY", "matrix", "observations_table"]

CELL: Final = ("component", "platform", "observable")


def matrix(results: Iterable[ScenarioResult]) -> list[dict[str, Any]]:
    """One entry for each component, platform and observable, in that order.

    Equal runs of components give one value; where scenarios gave the platform other settings and that made a
    difference, each value stands with the scenarios that saw it.
    """
    cells: defaultdict[tuple[str, ...], defaultdict[tuple[str, ...], set[str]]] = defaultdict(lambda: defaultdict(set))
    for result in results:
        for observation in result.observations:
            cell = tuple(str(observation[key]) for key in CELL)
            cells[cell][tuple(map(str, observation["values"]))].add(result.identity.node)
    return [
        {
            **dict(zip(CELL, cell, strict=True)),
            "seen": [{"values": list(values), "scenarios": sorted(nodes)} for values, nodes in sorted(seen.items())],
        }
        for cell, seen in sorted(cells.items())
    ]


def observations_table(observations: Iterable[Mapping[str, Any]]) -> str:
    """The observations of one scenario as CSV, several values of a cell on lines of their own."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow((*CELL, "seen"))
    writer.writerows((*(o[key] for key in CELL), "\n".join(map(str, o["values"])) or "none") for o in observations)
    return stream.getvalue()
