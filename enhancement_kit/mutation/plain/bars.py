"""The share of plain mutants that has to be killed, by component: `tests/mutants/bars.yaml`.

bars:
  ingress_operator: 95

A sample is held to a bar only as far as its size allows: it fails where the true share is below the bar with 95 percent
confidence. A whole run fails where its share is. A run of some modules of a component is held to no bar.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from enhancement_kit.errors import UsageError
from enhancement_kit.files.reading import Unreadable, read_bytes
from enhancement_kit.files.yaml_nodes import BadYaml, compose
from enhancement_kit.files.yaml_values import plain
from enhancement_kit.mutation.plain.judging import KILLED, Score

FILE: Final = Path("tests", "mutants", "bars.yaml")
_SIGMAS: Final = 1.645


def read_bars(path: Path) -> dict[str, float]:
    """Return the bars in percent by component; none where there is no file. Raises UsageError for anything else."""
    if not path.is_file():
        return {}
    try:
        node = compose(read_bytes(path))
        data = None if node is None else plain(node)
    except Unreadable as error:
        raise UsageError(f"{path}: it cannot be read: {error}") from error
    except BadYaml as error:
        raise UsageError(f"{path}:{error.line}: {error}") from error
    bars = data.get("bars") if isinstance(data, dict) else None
    if not isinstance(bars, dict) or not all(isinstance(bar, int | float) and 0 <= bar <= 100 for bar in bars.values()):
        raise UsageError(f"{path}: write `bars:`, and below it a number from 0 to 100 for each component")
    return {str(component): float(bar) for component, bar in bars.items()}


def below(scores: Mapping[str, Score], bars: Mapping[str, float], *, sample: bool) -> list[str]:
    """Return a line for each component that is below its bar."""
    lines = []
    for component, bar in sorted(bars.items()):
        score = scores.get(component)
        if score is None or not score.judged:
            continue
        best = _upper(score) if sample else score.percent
        if best < bar:
            allowed = f", at most {best:.1f} % of all with 95 % confidence" if sample else ""
            lines.append(
                f"{component}: {score.percent:.1f} % of {score.judged} mutants are killed{allowed}; "
                f"the bar is {bar:g} %"
            )
    return lines


def _upper(score: Score) -> float:
    """Return the upper limit of the share that a sample allows (Wilson's interval, one-sided), in percent."""
    number, share = score.judged, score.counts[KILLED] / score.judged
    square = _SIGMAS**2
    middle = share + square / (2 * number)
    spread = _SIGMAS * math.sqrt(share * (1 - share) / number + square / (4 * number**2))
    return 100 * (middle + spread) / (1 + square / number)
