"""The hooks that the runner adds to pytest, for reports."""

from __future__ import annotations

import pytest


def pytest_kit_problem(config: pytest.Config, message: str) -> None:
    """Report a harness error that belongs to no scenario; called in the controlling process, once for each message.

    For example backends that do not start: the run ends, and no scenario has a result of its own.
    """


def pytest_kit_evidence(item: pytest.Item, step: int, name: str, body: str, media: str) -> None:
    """Receive a piece of evidence, something that a reader of the scenario's result may want to see.

    `step` counts the steps of the scenario from 0; `media` is the media type of the text `body`. Where no plugin
    implements the hook, no evidence is gathered.
    """
