"""`--repeat N`: runs every scenario N times, each round in another order derived from the seed, to find flakes."""

from __future__ import annotations

import random
from itertools import groupby

import pytest

from enhancement_kit.runner.collection import ScenarioItem


def rounds(items: list[pytest.Item], count: int, seed: str) -> list[pytest.Item]:
    """Return the items of all rounds: the first round in the given order, the others shuffled.

    Files are shuffled, and the scenarios in each file. A file stays together, since its scenarios share what is costly
    to make.
    """
    ordered = list(items)
    for number in range(2, count + 1):
        chance = random.Random(f"{seed}:{number}")
        files = [list(group) for _, group in groupby(sorted(items, key=_place), key=lambda item: item.path)]
        chance.shuffle(files)
        for file in files:
            chance.shuffle(file)
            ordered += [item.twin() if isinstance(item, ScenarioItem) else item for item in file]
    return ordered


def _place(item: pytest.Item) -> tuple[str, str]:
    return str(item.path), item.nodeid
