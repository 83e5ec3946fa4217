"""Descriptions of what broke in a failed scenario, worded the same for all scenarios that one cause has broken."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from enhancement_kit.runner.states import reason_of

BROKEN = pytest.StashKey[str]()
_LONGEST = 300
_ID = re.compile(r"\b(?:[a-z]+-)?(?=[0-9a-f]*\d)[0-9a-f]{8,}\b|\b\d+(?:\.\d+)*\b")
"""Ids that AWS and the Kubernetes API generate, and numbers."""


def broken_observation(step: Any, arguments: Mapping[str, Any], error: BaseException) -> str:
    """Describe a step and its error, with the values of the step's arguments replaced by their names."""
    words = {value: name for name, value in arguments.items() if isinstance(value, str) and name != "docstring"}
    return f"{_masked(step.name, words)}: {_masked(_first_line(error), words)}"


def broken_outside(when: str, error: BaseException) -> str:
    """Describe an error that was raised while no step was running."""
    return f"{when}: {_masked(_first_line(error), {})}"


def _first_line(error: BaseException) -> str:
    return reason_of(error).split("\n", 1)[0][:_LONGEST]


def _masked(text: str, words: Mapping[str, str]) -> str:
    if words:
        longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True) if word)
        text = re.sub(rf"(?<![\w-])({longest_first})(?![\w-])", lambda m: f"<{words[m[1]]}>", text)
    return _ID.sub("<id>", text)
