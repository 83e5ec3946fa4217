"""The hooks that the harness adds to pytest, for reports."""

from __future__ import annotations

import pytest


def pytest_kit_problem(config: pytest.Config, message: str) -> None:
    """Called in the controlling process for a harness error that belongs to no scenario, with its one message.

    For example a world that cannot be made: the run ends, and no scenario has a result of its own.
    """
