"""Tuning of Python's garbage collector for a run: it collects rarely, and skips objects that stay to the end.

A collection takes time for every object that it looks at, and most objects are descriptions of AWS services and the
collected tests: without this, a run of hundreds of scenarios spends a seventh of its time in garbage collection.
"""

from __future__ import annotations

import gc

import pytest

_THRESHOLDS = (20_000, 20, 20)
"""The thresholds of the three generations, see gc.set_threshold; Python begins with 700, 10 and 10."""

_STAYS_AFTER = frozenset({8, 100})
"""After so many scenarios, the objects that exist are those that all scenarios share, and they are kept."""


def keep_all() -> None:
    """Exempt all objects that exist now from garbage collection, and make collections rare."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)


class Garbage:
    """Pytest plugin that exempts what the first scenarios have loaded from garbage collection."""

    def __init__(self) -> None:
        """Start with no scenario ended."""
        self._ended = 0

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """Count the scenario that has ended, when its world is gone."""
        self._ended += 1
        if self._ended in _STAYS_AFTER:
            keep_all()
