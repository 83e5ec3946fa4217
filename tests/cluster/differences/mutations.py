"""Objects made wrong, or merely unusual: one or two random changes of a valid one."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

from enhancement_kit.cluster.embedded.builtins import models

from ..conftest import Json

LONG = "x" * 300
SCALARS: tuple[Any, ...] = ("", "text", "A_b!", "-a", "a.b", "1", "50%", "1Gi", "*", "None", "TCP", 0, 1, -1, 70000)
"""Values of a type that may well be right."""
WRONG: tuple[Any, ...] = (None, True, 7, 1.5, 3000000000, "text", [], {}, [1], ["a"], {"a": 1}, [{}], LONG)
"""Values of which most have the wrong type."""
_DEPTH = 3

Place = tuple[Any, Any]


def places(value: Any, depth: int = 0) -> list[Place]:
    """Return each value inside a value as its container and its key; those far inside count less often."""
    found: list[Place] = []
    pairs = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    for key, inner in pairs:
        found.append((value, key))
        found += places(inner, depth + 1)
    return found


def mutated(random: Random, obj: Json, model: str) -> Json:
    """Return a changed copy of an object. `model` names its Go type; empty for custom kinds."""
    out = deepcopy(obj)
    for _ in range(random.choice((1, 1, 1, 2))):
        _change(random, out, model)
    return out


def _change(random: Random, obj: Json, model: str) -> None:
    container, key = random.choice(places(obj))
    how = random.choice(("drop", "wrong", "scalar", "scalar", "unknown", "known", "known", "item"))
    if how == "drop":
        del container[key]
    elif how == "wrong":
        container[key] = deepcopy(random.choice(WRONG))
    elif how == "scalar":
        container[key] = random.choice(SCALARS)
    elif how == "unknown" and isinstance(container, dict):
        container[random.choice(("zz", "Name", "extra"))] = random.choice((1, "a", {}))
    elif how == "item" and isinstance(container[key], list) and container[key]:
        container[key].append(deepcopy(random.choice(container[key])))
    elif how == "known" and model:
        _set_known(random, obj, model)
    else:
        container[key] = random.choice(SCALARS)


def _set_known(random: Random, value: Json, model: str) -> None:
    """Set a field that the type has, somewhere in the object."""
    while True:
        known = {k: s for k, s in models.fields(model).items() if k not in ("apiVersion", "kind", "metadata")}
        inside = [k for k, s in known.items() if s.model and isinstance(value.get(k), dict)]
        lists = [
            k
            for k, s in known.items()
            if s.items
            and s.items.model
            and isinstance(value.get(k), list)
            and any(isinstance(v, dict) for v in value[k])
        ]
        if not known:
            return
        if inside + lists and random.random() < 0.75:
            key = random.choice(inside + lists)
            shape = known[key].items if key in lists else known[key]
            value = next(v for v in value[key] if isinstance(v, dict)) if key in lists else value[key]
            model = shape.model if shape else ""
            continue
        key = random.choice(sorted(known))
        value[key] = _typed(random, known[key], 0)
        return


def _typed(random: Random, shape: models.Shape, depth: int) -> Any:
    """Return a value of a type, mostly."""
    if random.random() < 0.1:
        return deepcopy(random.choice(WRONG))
    if shape.items:
        return [_typed(random, shape.items, depth) for _ in range(random.choice((0, 1, 1, 2)))]
    if shape.values:
        return {random.choice(("a", "cpu", "x/y", "A b")): _typed(random, shape.values, depth)}
    if shape.model:
        known = models.fields(shape.model)
        chosen = random.sample(sorted(known), min(len(known), random.choice((0, 1, 2)))) if depth < _DEPTH else []
        return {key: _typed(random, known[key], depth + 1) for key in chosen}
    if shape.scalar == "bool":
        return random.choice((True, False))
    if shape.scalar == "int32":
        return random.choice((0, 1, 2, -1, 5, 80, 70000, 2147483647))
    if shape.scalar == "Time":
        return random.choice(("2020-01-01T00:00:00Z", "2020-01-01", ""))
    return random.choice(("a", "b", "", "A_b!", "1", "50%", "1Gi", "/a", "10.0.0.1", "a.example", "TCP", "Always"))


def doubled(random: Random, obj: Json) -> str:
    """Return an object as JSON in which one field occurs twice."""
    container, key = random.choice([p for p in places(obj) if isinstance(p[0], dict)])
    marker = "\x01"
    changed = deepcopy(obj)
    for mine, copied in zip(places(obj), places(changed), strict=True):
        if mine[0] is container and mine[1] == key:
            copied[0][marker] = copied[0][key]
    return json.dumps(changed).replace(json.dumps(marker), json.dumps(key))
