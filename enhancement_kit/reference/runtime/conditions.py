"""Conditions as every operator handles them: the value without its time, and merging by type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Condition:
    """One condition, without its time."""

    type: str
    status: str
    reason: str = ""
    message: str = ""


def status_of(existing: Iterable[Mapping[str, Any]] | None, kind: str) -> str | None:
    """Return the status of a condition, or None where it is absent."""
    return next((str(c["status"]) for c in existing or () if c["type"] == kind), None)


def merge(existing: Sequence[Mapping[str, Any]] | None, new: Iterable[Condition], now: str) -> list[dict[str, Any]]:
    """Merge new conditions into existing ones by type: appended or updated in place, never removed.

    The transition time moves only where the status changes.
    """
    result = [dict(c) for c in existing or ()]
    for condition in new:
        known = next((c for c in result if c["type"] == condition.type), None)
        moved = known is None or known["status"] != condition.status
        value: dict[str, Any] = {
            "type": condition.type,
            "status": condition.status,
            "lastTransitionTime": now if known is None or moved else known["lastTransitionTime"],
        }
        if condition.reason:
            value["reason"] = condition.reason
        if condition.message:
            value["message"] = condition.message
        if known is None:
            result.append(value)
        else:
            known.clear()
            known.update(value)
    return result
