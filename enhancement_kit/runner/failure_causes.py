"""What broke first in a failed scenario, in words that scenarios broken by one cause have in common."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from enhancement_kit.runner.states import reason_of

BROKEN = pytest.StashKey[str]()
_LONGEST = 300
_ID = re.compile(r"\b(?:[a-z]+-)?(?=[0-9a-f]*\d)[0-9a-f]{8,}\b|\b\d+(?:\.\d+)*\b")
"""What AWS and the API hand out, and numbers."""


def broken_observation(step: Any, arguments: Mapping[str, Any], error: BaseException) -> str:
    """The step and what was found, with the names of the step's words in the place of their values."""
    words = {value: name for name, value in arguments.items() if isinstance(value, str) and name != "docstring"}
    return f"{_masked(step.name, words)}: {_masked(_first_line(error), words)}"


def broken_outside(when: str, error: BaseException) -> str:
    """What broke where no step was running."""
    return f"{when}: {_masked(_first_line(error), {})}"


def _first_line(error: BaseException) -> str:
    return reason_of(error).split("\n", 1)[0][:_LONGEST]


def _masked(text: str, words: Mapping[str, str]) -> str:
    if words:
        longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True) if word)
        text = re.sub(rf"(?<![\w-])({longest_first})(?![\w-])", lambda m: f"<{words[m[1]]}>", text)
    return _ID.sub("<id>", text)
