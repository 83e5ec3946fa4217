"""Redacts pytest's reports in place, before any other plugin reads them."""

from __future__ import annotations

from typing import Any

from .filtering import redact, redact_tree


def redact_report(report: Any) -> None:
    """Redact a pytest report in place: its failure in any form, captured output, and what the runner attached.

    Called before any other plugin sees the report, so that the terminal, pytest's own JUnit file and what a worker
    sends to the controlling process are covered too.
    """
    report.sections = [(title, redact(text)) for title, text in report.sections]
    report.user_properties = [(name, redact_tree(value)) for name, value in report.user_properties]
    for name in ("kit_reason", "kit_link", "kit_where", "kit_broken"):
        if isinstance(getattr(report, name, None), str):
            setattr(report, name, redact(getattr(report, name)))
    longrepr = report.longrepr
    if isinstance(longrepr, str):
        report.longrepr = redact(longrepr)
    elif isinstance(longrepr, tuple):
        report.longrepr = (longrepr[0], longrepr[1], redact(longrepr[2]))
    elif longrepr is not None:
        _redact_object(longrepr, set())


def _redact_object(value: Any, seen: set[int]) -> None:
    """Redact the texts of pytest's representation of an exception: plain objects, lists and tuples of such."""
    if id(value) in seen or not hasattr(value, "__dict__"):
        return
    seen.add(id(value))
    for name, child in vars(value).items():
        # some of them are frozen dataclasses
        object.__setattr__(value, name, _redacted_child(child, seen))


def _redacted_child(child: Any, seen: set[int]) -> Any:
    if isinstance(child, str):
        return redact(child)
    if isinstance(child, list) and child and all(isinstance(line, str) for line in child):
        # lines, of which several together may hold one secret
        whole = "\n".join(child)
        redacted = redact(whole)
        return child if redacted == whole else redacted.split("\n")
    if isinstance(child, list):
        return [_redacted_child(item, seen) for item in child]
    if isinstance(child, tuple) and type(child) is tuple:
        return tuple(_redacted_child(item, seen) for item in child)
    _redact_object(child, seen)
    return child
