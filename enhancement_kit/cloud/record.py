"""The record of AWS calls: every call in the order in which it was answered, safe for threads."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from itertools import islice
from typing import Any

from enhancement_kit.cloud.interface import Call


class Record:
    """Implements `CallRecord`. `mark` and `calls` may be used while other threads call AWS."""

    def __init__(self, keep: int | None = None) -> None:
        """Keep this many calls, the newest; all by default."""
        self._lock = threading.Lock()
        self._calls: deque[Call] = deque(maxlen=keep)
        self._made = 0

    def add(
        self,
        *,
        component: str,
        service: str,
        operation: str,
        parameters: Mapping[str, Any],
        region: str,
        endpoint: str,
        error: str | None = None,
        message: str | None = None,
    ) -> Call:
        """Append one answered call; its number is its position, counted from 1."""
        with self._lock:
            call = Call(
                number=self._made + 1,
                component=component,
                service=service,
                operation=operation,
                parameters=parameters,
                region=region,
                endpoint=endpoint,
                error=error,
                message=message,
            )
            self._calls.append(call)
            self._made += 1
        return call

    def mark(self) -> int:
        """Return the number of the newest call; 0 before the first."""
        with self._lock:
            return self._made

    def calls(self, *, since: int = 0, component: str | None = None, operation: str | None = None) -> list[Call]:
        """Return the calls numbered above `since`, oldest first, of one component and of one operation where given."""
        with self._lock:
            newer = list(islice(self._calls, max(since - (self._made - len(self._calls)), 0), None))
        return [
            call
            for call in newer
            if (component is None or call.component == component) and (operation is None or call.operation == operation)
        ]

    def clear(self) -> None:
        """Forget every call."""
        with self._lock:
            self._calls.clear()
            self._made = 0
