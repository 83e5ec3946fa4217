"""The folder of reports: checked before anything runs, cleaned at the start, files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from enhancement_kit.errors import UsageError

DEFAULT_DIR: Final = "reports/out"
ALLURE: Final = "allure-results"
JUNIT: Final = "junit.xml"
CONFORMANCE: Final = "conformance-report.yaml"
PAGE: Final = "index.html"

CATEGORIES: Final = "reports/allure-categories.json"
"""Kept in the repository; says how Allure groups what did not pass."""

_OURS: Final = (
    JUNIT,
    CONFORMANCE,
    PAGE,
    "document-and-shipped.html",
    "allure-report.html",
    "failures.yaml",
    "*-result.json",
    "*-container.json",
    "*-attachment*",
    "*-globals.json",
    "*.tmp",
    "categories.json",
    "environment.properties",
)
"""What a run writes, and therefore removes when it starts; everything else in its folders is not its own."""


def make_writable(directory: Path) -> None:
    """Ensure that files can be written to `directory`, creating it. Raises UsageError that names it."""
    try:
        (directory / ALLURE).mkdir(parents=True, exist_ok=True)
        for place in (directory, directory / ALLURE):
            with tempfile.TemporaryFile(dir=place):
                pass
    except OSError as error:
        raise UsageError(
            f"reports cannot be written to {directory}: {error.strerror or error}; "
            "make the folder writable, or choose another one with --reports DIR"
        ) from error


def clean(directory: Path) -> None:
    """Remove what an earlier run wrote to this very folder. Raises UsageError where that is not possible."""
    for pattern in _OURS:
        for path in directory.glob(pattern):
            try:
                path.unlink()
            except OSError as error:
                raise UsageError(
                    f"{path} of an earlier run cannot be removed: {error.strerror or error}; "
                    "remove it by hand, or choose another folder with --reports DIR"
                ) from error


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically: a reader finds the old content or all of the new one. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        # mkstemp makes files for their owner only; reports are for everybody who may read the folder
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
