"""The virtual clock: time that moves only when a scenario or the runtime says so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

START = datetime(2026, 1, 1, tzinfo=UTC)
"""Where every scenario begins, so that equal runs show equal times."""


class VirtualClock:
    """Time as components see it. Never compared with a server's timestamps."""

    def __init__(self, start: datetime = START) -> None:
        """Begin at `start`, which must have a time zone."""
        if start.tzinfo is None:
            raise ValueError("the virtual clock needs a start with a time zone, for example datetime(..., tzinfo=UTC)")
        self._start = start
        self._now = start

    def now(self) -> datetime:
        """Return the current time, timezone-aware."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once. Raises ValueError for a negative number: time does not go back."""
        if seconds < 0:
            raise ValueError(f"the virtual clock cannot go back by {-seconds} seconds; reset() starts it anew")
        self._now += timedelta(seconds=seconds)

    def reset(self) -> None:
        """Go back to the start, for the next scenario."""
        self._now = self._start

    def __repr__(self) -> str:
        return f"VirtualClock({self._now.isoformat()})"
