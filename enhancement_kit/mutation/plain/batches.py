"""Batches: mutants that survived the sharpest scenarios, run together in the others.

Most of these mutants survive all scenarios. Where no scenario notices a whole batch of them, none of them is noticed,
and a batch costs what a single mutant would. Where a scenario is red, the batch is halved until it is known which
mutant made it red; that one is killed, and the others go on. The mutants of a batch are in different functions, so that
they hardly hide one another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

SIZE = 48
"""How many mutants a batch has at most."""
T = TypeVar("T")


@dataclass(frozen=True)
class Red:
    """The first scenario that was red."""

    scenario: int
    state: str
    reason: str


@dataclass
class Member:
    """A mutant of a batch."""

    id: str
    path: str
    number: int
    order: Sequence[int]
    """The scenarios that it still has to face."""
    red: Red | None = None


Runs = Callable[[Sequence[Member], Sequence[int]], Red | None]
"""Runs scenarios, in order, with these mutants in force, until one is red."""


@dataclass
class Batch:
    """What is run together."""

    component: str
    places: set[str] = field(default_factory=set)
    members: list[Member] = field(default_factory=list)


def packed(members: Sequence[tuple[Member, str]], size: int = SIZE) -> list[list[Member]]:
    """Put mutants, each with its function, into batches: none has two of a function, or of two components."""
    batches: list[Batch] = []
    for member, function in members:
        component = member.path.partition("/")[0]
        place = f"{member.path} {function}"
        for batch in batches:
            if batch.component == component and place not in batch.places and len(batch.members) < size:
                break
        else:
            batch = Batch(component)
            batches.append(batch)
        batch.members.append(member)
        batch.places.add(place)
    return [batch.members for batch in batches]


def run_batch(members: Sequence[Member], runs: Runs) -> None:
    """Find out which members some scenario notices, and set their `red`."""
    left = list(members)
    order = _union(left)
    position = 0
    while left and position < len(order):
        red = runs(left, order[position:])
        if red is None:
            return
        position = order.index(red.scenario)
        guilty = _culprit([m for m in left if red.scenario in m.order] or left, red, runs)
        if guilty is None:
            # only some of them together are noticed, which proves nothing about any of them
            for member in left:
                member.red = runs([member], [s for s in order[position:] if s in member.order])
            return
        left.remove(guilty)
        # some scenarios concerned this one alone
        concerned = {scenario for member in left for scenario in member.order}
        order = [*order[:position], *(s for s in order[position:] if s in concerned)]


def _union(members: Sequence[Member]) -> list[int]:
    """Return all scenarios of members, the early ones of each in front."""
    best: dict[int, int] = {}
    for member in members:
        for position, scenario in enumerate(member.order):
            best[scenario] = min(best.get(scenario, position), position)
    return sorted(best, key=lambda scenario: (best[scenario], scenario))


def _culprit(suspects: list[Member], red: Red, runs: Runs) -> Member | None:
    """Return a member under which alone the scenario is red; None where halving finds none."""
    while len(suspects) > 1:
        half = suspects[: len(suspects) // 2]
        suspects = half if runs(half, [red.scenario]) is not None else suspects[len(half) :]
    alone = runs(suspects, [red.scenario])
    if alone is None:
        return None
    suspects[0].red = alone
    return suspects[0]
