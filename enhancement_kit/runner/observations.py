"""Observations that a scenario makes beside its claims: noted on its test, gathered into the report of the run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from enhancement_kit.reporting.matrix import PROPERTY


def note(item: pytest.Item, observation: Mapping[str, Any]) -> None:
    """Store an observation with the test, as plain values that a worker can send to the controlling process."""
    item.user_properties.append((PROPERTY, dict(observation)))
