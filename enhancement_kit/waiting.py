"""The one way in which the kit waits for what works in its own time: it looks until something holds."""

from __future__ import annotations

import time
from collections.abc import Callable

from enhancement_kit.errors import HarnessError

_BETWEEN_LOOKS = 0.005


def await_that(holds: Callable[[], bool], within: float, otherwise: Callable[[], str]) -> None:
    """Look until something holds. Raises HarnessError with what `otherwise` says when it does not come about."""
    end = time.monotonic() + within
    while not holds():
        if time.monotonic() > end:
            raise HarnessError(f"{otherwise()} (waited {within:.0f} s)")
        time.sleep(_BETWEEN_LOOKS)
