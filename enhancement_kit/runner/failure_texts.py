"""Renders the failure of a scenario: the line of the feature file, the step function and its claim, nothing else."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from _pytest._code.code import ExceptionChainRepr, ReprEntry, ReprFileLocation, ReprTraceback, Traceback

from enhancement_kit.errors import KitError

_MACHINERY = frozenset({"_pytest", "pluggy", "pytest_bdd"})
_COLLECTION = Path(__file__).with_name("collection.py")

Info = pytest.ExceptionInfo[BaseException]

# The message of a claim is enough; the frames below the step function would only show internals of the kit.
_CLAIMS = (AssertionError, KitError, pytest.fail.Exception)


def represent(
    error: Info, *, path: str, line: int, text: str, step_function: Callable[..., object] | None
) -> ExceptionChainRepr:
    """Represent a failure at `path:line`, in the step or scenario `text`, for the terminal and for reports.

    A claim (an assertion, or an error of the kit) shows only the frame of the step function; any other exception is
    unexpected, and also shows the frames below it. Outside a step function, an error of the kit shows its message and
    no trace, any other exception the frames that are not pytest's own.
    """
    place = ReprFileLocation(path, line, text)
    entries: list[ReprEntry] = [ReprEntry([], None, None, place, "short")]
    frames = frames_to_show(error, step_function)
    if frames is None and isinstance(error.value, KitError):
        entries.append(_message_entry(error))
    else:
        shown = error.getrepr(style="short", chain=False, tbfilter=_only(frames or _outside_pytest(error)))
        entries.extend(shown.reprtraceback.reprentries)  # type: ignore[arg-type]
    summary = str(error.value).strip().split("\n", 1)[0]
    if not isinstance(error.value, KitError | AssertionError) or not summary:
        summary = error.exconly(tryshort=True).split("\n", 1)[0]
    crash = ReprFileLocation(path, line, summary)
    return ExceptionChainRepr([(ReprTraceback(entries, None, "short"), crash, None)])


def frames_to_show(error: Info, step_function: Callable[..., object] | None) -> list[Any] | None:
    """Return the traceback from the step function on, only its own entry for a claim; None where it has no entry."""
    if step_function is None:
        return None
    code = getattr(inspect.unwrap(step_function), "__code__", None)
    entries = list(error.traceback)
    start = next((number for number, entry in enumerate(entries) if entry.frame.code.raw is code), None)
    if start is None:
        return None
    return entries[start : start + 1] if isinstance(error.value, _CLAIMS) else entries[start:]


def _outside_pytest(error: Info) -> list[Any]:
    """Return the frames outside pytest, pluggy and pytest-bdd; the last frame where there is no other."""
    entries = list(error.traceback)
    return [entry for entry in entries if not _is_machinery(Path(entry.path))] or entries[-1:]


def _is_machinery(path: Path) -> bool:
    return bool(_MACHINERY.intersection(path.parts)) or path == _COLLECTION


def _only(frames: list[Any]) -> Callable[[Info], Traceback]:
    return lambda _: Traceback(frames)


def _message_entry(error: Info) -> ReprEntry:
    lines = str(error.value).split("\n")
    return ReprEntry([f"E   {line}" for line in lines], None, None, None, "short")
