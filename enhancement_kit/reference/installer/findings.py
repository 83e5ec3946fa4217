"""Findings about an install-config, printed as Kubernetes prints field errors."""

from __future__ import annotations

import json
from dataclasses import dataclass

from enhancement_kit.files.printing import one_line

REQUIRED = "Required value"
INVALID = "Invalid value"
FORBIDDEN = "Forbidden"
DUPLICATE = "Duplicate value"
NOT_SUPPORTED = "Unsupported value"
_LONGEST, _LONGEST_LINE = 300, 1200
"""How much of a value is shown, and of a whole finding."""


@dataclass(frozen=True)
class Finding:
    """One finding: its path, its kind, and its message."""

    path: str
    """The field, for example `platform.aws.subnetsConfig[1].id`."""
    kind: str
    message: str
    value: str | None = None
    """The value complained about, where the kind prints one."""
    line: int | None = None
    """The line of the install-config where the field stands, or what it belongs to."""

    def __str__(self) -> str:
        parts = [self.path, self.kind]
        if self.value is not None:
            parts.append(_quoted(self.value))
        if self.message:
            parts.append(self.message)
        return one_line(": ".join(parts), _LONGEST_LINE)


def _quoted(text: str) -> str:
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
    return json.dumps(short, ensure_ascii=not short.isprintable())


def not_supported(path: str, value: str, supported: tuple[str, ...]) -> Finding:
    """Build the finding for a value outside a closed set."""
    known = ", ".join(json.dumps(one) for one in sorted(supported))
    return Finding(path, NOT_SUPPORTED, f"supported values: {known}", value)
