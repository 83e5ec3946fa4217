"""When Python looks for garbage in a run: seldom, and never again at what stays to the end.

A search takes time for every object there is, and most of them are what AWS services look like and what was collected:
without this, a run of hundreds of scenarios spends a seventh of its time in searches.
"""

from __future__ import annotations

import gc

import pytest

_THRESHOLDS = (20_000, 20, 20)
"""New objects, and searches among newer ones, before each next search; Python begins with 700, 10 and 10."""

_STAYS_AFTER = frozenset({8, 100})
"""Scenarios: what is there after so many are over is what all need, and stays."""


def keep_all() -> None:
    """Take everything there is for what stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)


class Garbage:
    """Plugin: keeps what the first scenarios have loaded."""

    def __init__(self) -> None:
        """None has run yet."""
        self._ended = 0

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """A scenario is over, and its world gone."""
        self._ended += 1
        if self._ended in _STAYS_AFTER:
            keep_all()
