"""The media types of evidence that a scenario leaves, and their file extensions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EXTENSIONS: Final[Mapping[str, str]] = {
    "application/yaml": "yaml",
    "image/svg+xml": "svg",
    "text/csv": "csv",
    "text/plain": "txt",
    "text/x-diff": "diff",
}
