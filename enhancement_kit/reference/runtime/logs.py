"""Logs of a component: one line for each entry, in the layout of the Go components (klog)."""

from __future__ import annotations

import json
from typing import Any

LEVELS = {"info": "I", "warning": "W", "error": "E"}


class ComponentLog:
    """The log of one component since it was started."""

    def __init__(self, clock: Any, component: str) -> None:
        """Log with the time of `clock`."""
        self._clock = clock
        self.component = component
        self.lines: list[str] = []

    def write(self, level: str, text: str, **fields: object) -> None:
        """Add a line; fields follow as `key="value"` pairs, quoted so that an entry stays on one line."""
        now = self._clock.now()
        pairs = "".join(f" {name}={json.dumps(str(value), ensure_ascii=False)}" for name, value in fields.items())
        stamp = now.strftime("%m%d %H:%M:%S.%f")
        self.lines.append(f"{LEVELS[level]}{stamp} {self.component}] {json.dumps(text, ensure_ascii=False)}{pairs}")

    def error(self, text: str, **fields: object) -> None:
        """Log an error."""
        self.write("error", text, **fields)

    def info(self, text: str, **fields: object) -> None:
        """Log an informational message."""
        self.write("info", text, **fields)

    def warning(self, text: str, **fields: object) -> None:
        """Log a warning."""
        self.write("warning", text, **fields)
