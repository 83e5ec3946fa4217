"""The environment of this process, made independent of variables that the kit does not own (variables/).

Whoever starts a world calls `settle` before anything imports moto or boto3, which read some of them only once. Child
processes inherit the result.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Mapping, MutableMapping

from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.local.variables import VARIABLES
from enhancement_kit.local.variables.row import CLEARED, GROUPS, REFUSED, SET, Variable


@functools.cache
def row_of(name: str) -> Variable | None:
    """Return the row of the table that is about a variable; None where it changes nothing of a run."""
    return next((row for row in VARIABLES if row.covers(name)), None)


def changes(environment: Mapping[str, str], groups: Iterable[str]) -> dict[str, str | None]:
    """Return what has to change in an environment for these groups: values by name, None for what has to go."""
    chosen = frozenset(groups)
    wanted: dict[str, str | None] = {
        name: row.value
        for row in VARIABLES
        if row.treatment == SET and row.group in chosen
        for name in ((row.name, row.name.lower()) if row.name.endswith("_PROXY") else (row.name,))
    }
    for name in environment:
        row = row_of(name)
        if row is not None and row.treatment == CLEARED and row.group in chosen:
            wanted[name] = None
    return {name: value for name, value in wanted.items() if environment.get(name) != value}


def settle(groups: Iterable[str] = GROUPS, environment: MutableMapping[str, str] = os.environ) -> Callable[[], None]:
    """Clear and set the variables of these groups; return what undoes it."""
    before = {name: environment.get(name) for name in changes(environment, groups)}
    _apply(changes(environment, groups), environment)
    return lambda: _apply(before, environment)


def _apply(wanted: Mapping[str, str | None], environment: MutableMapping[str, str]) -> None:
    for name, value in wanted.items():
        if value is None:
            environment.pop(name, None)
        else:
            environment[name] = value


def check(groups: Iterable[str], environment: Mapping[str, str] = os.environ) -> None:
    """Raise HarnessError if code has changed a variable of these groups since `settle`."""
    found = sorted(changes(environment, groups))
    if found:
        raise HarnessError(
            f"{', '.join(found)} changed after the run had begun: a verdict would depend on it; remove what sets it"
        )


def refuse(environment: Mapping[str, str] = os.environ) -> None:
    """Raise UsageError that names every variable under which a run cannot work, and the way out."""
    found = [(name, row) for name in sorted(environment) if (row := row_of(name)) and row.treatment == REFUSED]
    if found:
        raise UsageError("; ".join(f"{name} is set: {row.remedy}" for name, row in found))


def hostile() -> dict[str, str]:
    """Return a hostile value for every variable that a run has to survive."""
    return {name: value for row in VARIABLES for name, value in row.hostile}
