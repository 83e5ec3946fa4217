"""Keys of what broke in a failed scenario: equal for all scenarios that one cause has broken, and for no other cause.

A claim's key is the step with what it observes (component, field, condition, annotation) and the kind of difference;
names, ids and values are masked. The key of any other exception is its type and the place where it was raised.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.runner.states import WRITTEN_FOR_READERS, reason_of

BROKEN = pytest.StashKey[str]()
_KEPT = frozenset(
    {
        *("annotation", "component", "condition", "field", "key", "kind", "noun", "operation", "operator"),
        *("parameter", "part", "process", "service", "setting", "what", "where", "which", "whose"),
    }
)
"""Arguments of steps that say what is observed; the values of others say of which object, or what it should be."""
_LONGEST = 160
_VALUE = "<value>"
_QUOTED = re.compile(r"""("(?:[^"\\]|\\.)*"|(?<!\w)'(?:[^'\\]|\\.)*')""")
_NESTED = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}")
_OPEN = re.compile(r"[\[{(][^\])}]*$")
"""A value that is cut off at the end of the text."""
_ADDRESS = re.compile(r"https?://[^\s,;]+|(?<!\w)/[\w.-]+(?:/[\w.-]*)+")
_ID = re.compile(r"\b(?:[a-z]+-)?(?=[0-9a-f]*\d)[0-9a-f]{8,}\b|\b\d+(?:\.\d+)*\b")
"""Ids that AWS and the Kubernetes API generate, and numbers."""
_SEVERAL = re.compile(rf"{_VALUE}(?:[ ,]+{_VALUE})+")
_REFERENCE = Path(__file__).parents[1] / "reference"
_ROOT = _REFERENCE.parents[1]


def broken_observation(step: Any, arguments: Mapping[str, Any], error: BaseException) -> str:
    """Return the key of a step that failed."""
    if is_crash(error):
        return f"{type(error).__name__} in {place_of(error)}"
    words = {
        value: name
        for name, value in arguments.items()
        if isinstance(value, str) and name != "docstring" and name not in _KEPT
    }
    return f"{_masked(step.name, words)}: {_masked(_first_line(error), words)}"


def broken_outside(when: str, error: BaseException) -> str:
    """Return the key of an error that was raised while no step was running."""
    return f"{when}: {_masked(_first_line(error), {})}"


def is_crash(error: BaseException) -> bool:
    """Tell whether nobody expected it: it is neither a claim nor an error of the kit."""
    return not isinstance(error, WRITTEN_FOR_READERS)


def told(reason: str, error: BaseException | None) -> str:
    """Return the reason of a failure, with the place where an exception was raised that nobody expected."""
    if error is None or not is_crash(error):
        return reason
    first, line, rest = reason.partition("\n")
    return f"{first} ({place_of(error)}){line}{rest}"


def place_of(error: BaseException) -> str:
    """Return file, line and function of the innermost frame of the reference, or else of the kit or the project."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(_REFERENCE)]
    inner = own or [frame for frame in frames if "site-packages" not in frame.filename] or list(frames)
    if not inner:
        return "an unknown place"
    path = Path(inner[-1].filename)
    shown = path.relative_to(_ROOT).as_posix() if path.is_relative_to(_ROOT) else path.name
    return f"{shown}:{inner[-1].lineno}, {inner[-1].name}"


def _first_line(error: BaseException) -> str:
    return reason_of(error).split("\n", 1)[0]


def _masked(text: str, words: Mapping[str, str]) -> str:
    if words:
        longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True) if word)
        if longest_first:
            text = re.sub(rf"(?<![\w-])({longest_first})(?![\w-])", lambda m: f"<{words[m[1]]}>", text)
    text = _QUOTED.sub(_VALUE, text)
    while (shorter := _NESTED.sub(_VALUE, text)) != text:
        text = shorter
    for pattern in (_OPEN, _ADDRESS, _ID):
        text = pattern.sub(_VALUE, text)
    return _SEVERAL.sub(_VALUE, text)[:_LONGEST]
