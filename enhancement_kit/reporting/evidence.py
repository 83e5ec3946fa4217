"""The media types of what a scenario leaves for a reader, and the file names that go with them."""

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
