"""The folder of reports: checked before anything runs, cleaned at the start, its files written atomically."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from enhancement_kit.errors import UsageError
from enhancement_kit.files import writing

DEFAULT_DIR: Final = "reports/out"
ALLURE: Final = "allure-results"
JUNIT: Final = "junit.xml"
CONFORMANCE: Final = "conformance-report.yaml"
PAGE: Final = "index.html"

CATEGORIES: Final = "reports/allure-categories.json"
"""A file of the repository that says how Allure groups scenarios that did not pass."""

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
"""The files that a run writes, and therefore removes at its start; other files in its folders stay."""


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
    """Write a report for everybody who may read its folder: all of it, or nothing. Raises OSError."""
    writing.write_whole(path, text, mode=0o644)
