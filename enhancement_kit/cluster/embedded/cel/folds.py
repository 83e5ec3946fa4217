"""The macros that loop over lists and maps, evaluated step by step and paid for as cel-go counts (runtimecost)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .parser import Node

_LIST = 10


class Meter(Protocol):
    """What counts the cost of an evaluation."""

    exact: bool

    def pay(self, cost: int) -> None:
        """Add a cost. Raises LimitReached."""
        ...


def _all(meter: Meter, pairs: Any, bodies: list[Node], step: Any, *_: Any) -> bool:
    for item in pairs:
        meter.pay(3)
        if step(item, bodies[0]) is not True:
            meter.pay(_ended(2))
            return False
    meter.pay(1)
    return True


def _exists(meter: Meter, pairs: Any, bodies: list[Node], step: Any, *_: Any) -> bool:
    for item in pairs:
        meter.pay(4)
        if step(item, bodies[0]) is True:
            meter.pay(_ended(3))
            return True
    meter.pay(1)
    return False


def _one(meter: Meter, pairs: Any, bodies: list[Node], step: Any, *_: Any) -> bool:
    count = 0
    for item in pairs:
        found = step(item, bodies[0]) is True
        meter.pay(2 if found else 0)
        count += found
    meter.pay(2)
    return count == 1


def _map(meter: Meter, pairs: Any, bodies: list[Node], step: Any, *_: Any) -> list[Any]:
    out = []
    for item in pairs:
        if len(bodies) == 2 and step(item, bodies[0]) is not True:
            continue
        out.append(step(item, bodies[-1]))
        meter.pay(_LIST + 2)
    meter.pay(1)
    return out


def _entries(meter: Meter, pairs: Any, bodies: list[Node], step: Any, *_: Any) -> dict[Any, Any]:
    """Evaluate transformMap, whose cost here is near to what it costs."""
    meter.exact = False
    out = {}
    for key, value in pairs:
        if len(bodies) == 2 and step((key, value), bodies[0]) is not True:
            continue
        out[key] = step((key, value), bodies[-1])
        meter.pay(3)
    meter.pay(1)
    return out


def _merged(meter: Meter, pairs: Any, bodies: list[Node], step: Any, *_: Any) -> dict[Any, Any]:
    """Evaluate transformMapEntry, whose cost here is near to what it costs."""
    meter.exact = False
    out: dict[Any, Any] = {}
    for item in pairs:
        if len(bodies) == 2 and step(item, bodies[0]) is not True:
            continue
        more = step(item, bodies[-1])
        if not out.keys().isdisjoint(more):
            raise ValueError("insert failed: key exists")
        out |= more
        meter.pay(3)
    meter.pay(1)
    return out


def _filter(meter: Meter, pairs: Any, bodies: list[Node], step: Any, inner: dict[str, Any], key: str) -> list[Any]:
    out = []
    for item in pairs:
        if step(item, bodies[0]) is True:
            out.append(inner[key])
            meter.pay(_LIST + 3)
    meter.pay(1)
    return out


def _ended(condition: int) -> int:
    """Return the cost of the condition that ends a loop early, and of its result."""
    return condition + 1


FOLDS: Mapping[str, Callable[..., Any]] = {
    "all": _all,
    "exists": _exists,
    "exists_one": _one,
    "existsOne": _one,
    "map": _map,
    "filter": _filter,
    "transformList": _map,
    "transformMap": _entries,
    "transformMapEntry": _merged,
}
