"""The record of AWS calls: every call in the order in which it was answered, safe for threads."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from enhancement_kit.cloud.interface import Call


class Record:
    """Implements `CallRecord`. `mark` and `calls` may be used while other threads call AWS."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls: list[Call] = []

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
                number=len(self._calls) + 1,
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
        return call

    def mark(self) -> int:
        """Return the number of the newest call; 0 before the first."""
        with self._lock:
            return len(self._calls)

    def calls(self, *, since: int = 0, component: str | None = None, operation: str | None = None) -> list[Call]:
        """Return the calls numbered above `since`, oldest first, of one component and of one operation where given."""
        with self._lock:
            newer = self._calls[since:]
        return [
            call
            for call in newer
            if (component is None or call.component == component) and (operation is None or call.operation == operation)
        ]

    def clear(self) -> None:
        """Forget every call."""
        with self._lock:
            self._calls = []
