"""A finding: one thing that is wrong in a file that people wrote, with where it is and what to do about it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from enhancement_kit.errors import UsageError
from enhancement_kit.files.printing import one_line


@dataclass(frozen=True, order=True)
class Finding:
    """What is wrong, where, and the remedy."""

    file: str
    line: int
    message: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {one_line(self.message)}; {one_line(self.remedy)}"


class FindingsError(UsageError):
    """Several findings at once, shown one a line; nothing was run."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(sorted(findings))
        super().__init__("\n".join(str(finding) for finding in self.findings))


def shown_path(path: Path, root: Path) -> str:
    """Return the path as reports show it: relative to `root` where it lies below it, with forward slashes."""
    try:
        return path.resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        return path.as_posix()


def choices_remedy(given: str, choices: Iterable[str], what: str) -> str:
    """Return the remedy for a word that is none of `choices`: the closest one, or all of them."""
    known = sorted(choices)
    if not known:
        return "remove it"
    close = difflib.get_close_matches(given, known, n=1, cutoff=0.7)
    return f"write {close[0]}" if close else f"use one of the {what} {', '.join(known)}"
