"""The matrix of components and platforms: what each component did on each, as the scenarios of a run observed it."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from enhancement_kit.reporting.results import PROPERTY, ScenarioResult

__all__ = ["PROPERTY", "matrix", "observations_table"]

CELL: Final = ("component", "platform", "observable")


class Cells:
    """The values seen in each cell, and the scenarios that saw them."""

    def __init__(self) -> None:
        self._seen: defaultdict[tuple[str, ...], defaultdict[tuple[str, ...], set[str]]]
        self._seen = defaultdict(lambda: defaultdict(set))

    def add(self, cell: Mapping[str, Any], values: Iterable[Any], scenario: str) -> None:
        """Add the values that a scenario saw in the cell of this component, platform and observable."""
        self._seen[tuple(str(cell[key]) for key in CELL)][tuple(map(str, values))].add(scenario)

    def in_order(self) -> list[dict[str, Any]]:
        """Return one entry for each component, platform and observable, in that order.

        Where different platform settings of scenarios led to different values, each value is listed with the scenarios
        that saw it.
        """
        return [
            {
                **dict(zip(CELL, cell, strict=True)),
                "seen": [
                    {"values": list(values), "scenarios": sorted(nodes)} for values, nodes in sorted(seen.items())
                ],
            }
            for cell, seen in sorted(self._seen.items())
        ]


def matrix(results: Iterable[ScenarioResult]) -> list[dict[str, Any]]:
    """Build the cells from the results of a run. Equal runs of components give one value in each."""
    cells = Cells()
    for result in results:
        for observation in result.observations:
            cells.add(observation, observation["values"], result.identity.node)
    return cells.in_order()


def observations_table(observations: Iterable[Mapping[str, Any]]) -> str:
    """Render the observations of one scenario as CSV, with each value of a cell on a line of its own."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow((*CELL, "seen"))
    writer.writerows((*(o[key] for key in CELL), "\n".join(map(str, o["values"])) or "none") for o in observations)
    return stream.getvalue()
