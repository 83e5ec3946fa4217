"""How a scenario ended under a mutant, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from enhancement_kit.errors import HarnessError
from enhancement_kit.world.cluster import HANDED_OVER_REFUSED


def next_item(order: Sequence[pytest.Item], position: int) -> pytest.Item | None:
    """Return what pytest is told comes next: it tears down what that does not share; the same item means its file."""
    if position == len(order):
        return None
    following = order[position]
    return cast(pytest.Item, following.parent) if following is order[position - 1] else following


def declared_verdict_of(reports: Sequence[pytest.TestReport]) -> dict[str, str]:
    """Return state and reason of a scenario's run under a declared mutant.

    A mutant whose CRD the API refuses fails every scenario and proves nothing, so that this is a harness error.
    """
    verdict = verdict_of(reports)
    if HANDED_OVER_REFUSED in verdict["reason"]:
        return {"state": "harness error", "reason": f"{verdict['reason']}; correct the mutant"}
    return verdict


def verdict_of(reports: Sequence[pytest.TestReport]) -> dict[str, str]:
    """Return state and reason of one scenario's run: the first phase that did not pass."""
    for report in reports:
        state = getattr(report, "kit_state", None)
        if state is None:
            raise HarnessError(f"{report.nodeid} has no state; is the kit's plugin loaded?")
        if state != "passed":
            reason = str(getattr(report, "kit_reason", "") or "").strip()
            return {"state": state, "reason": reason.splitlines()[0] if reason else ""}
    return {"state": "passed", "reason": ""}
