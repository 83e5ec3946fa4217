"""The form of a row of the table of environment variables."""

from __future__ import annotations

from dataclasses import dataclass

CLEARED = "cleared"
"""Removed before anything reads it."""
SET = "set"
"""Set to the kit's value."""
REFUSED = "refused"
"""A run with it ends with a usage error."""
HARMLESS = "harmless"
"""Left alone, since no verdict depends on it: `make hostile` shows that."""
CHOSEN = "chosen"
"""Left alone, since whoever starts a run says with it what or where to run."""

MOTO, AWS, NETWORK, KUBERNETES, PROGRAMS, PROCESS = "moto", "aws", "network", "kubernetes", "programs", "process"
GROUPS = frozenset({MOTO, AWS, NETWORK, KUBERNETES, PROGRAMS, PROCESS})
"""Backends on real systems leave some groups to the user (`keeps` in runner/lanes.py)."""

ALWAYS = frozenset({MOTO, PROCESS})
"""The groups that are never the user's: they are applied before the options are read."""


@dataclass(frozen=True)
class Variable:
    """One variable, or all whose names begin alike."""

    name: str
    """A name; with `*` at its end, a prefix."""
    reader: str
    effect: str
    """What it would change."""
    treatment: str
    group: str = PROCESS
    value: str = ""
    """Of treatment `set`: the kit's value."""
    remedy: str = ""
    """Of treatment `refused`: what to do instead."""
    hostile: tuple[tuple[str, str], ...] = ()
    """Variables that the row covers, with the values that the hostile run gives them."""

    def covers(self, name: str) -> bool:
        """Check whether the row is about a variable. Upper and lower case differ, except for proxies (`http_proxy`)."""
        told = name.upper() if self.name.endswith("_PROXY") else name
        return told.startswith(self.name[:-1]) if self.name.endswith("*") else told == self.name


def each(value: str, *names: str) -> tuple[tuple[str, str], ...]:
    """Return the variables with one value."""
    return tuple((name, value) for name in names)


NOWHERE = "/nonexistent/file"
PROXY = "http://192.0.2.1:3128"
"""An address that no machine has (RFC 5737)."""
