"""The hooks that the harness adds to pytest, for reports."""

from __future__ import annotations

import pytest


def pytest_kit_problem(config: pytest.Config, message: str) -> None:
    """Called in the controlling process for a harness error that belongs to no scenario, with its one message.

    For example a world that cannot be made: the run ends, and no scenario has a result of its own.
    """


def pytest_kit_evidence(item: pytest.Item, step: int, name: str, body: str, media: str) -> None:
    """Called for everything that a reader of a scenario's result may want to see, when there is something.

    `step` counts the steps of the scenario from 0; `media` is the type of the text `body`. Where no plugin implements
    it, nothing is gathered.
    """
