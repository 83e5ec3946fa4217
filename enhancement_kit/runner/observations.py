"""What a scenario observes beside its claims: noted on its test, and gathered into the report of the run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from enhancement_kit.reporting.matrix import PROPERTY


def note(item: pytest.Item, observation: Mapping[str, Any]) -> None:
    """Keep an observation with the test; its values are plain, so that they survive the way from a worker."""
    item.user_properties.append((PROPERTY, dict(observation)))
