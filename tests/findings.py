"""What tests ask of the findings about a file that somebody wrote."""

from __future__ import annotations

from collections.abc import Iterable

from enhancement_kit.specification.findings import Finding


def check_finding(findings: Iterable[Finding], file: str, line: int, message: str, remedy: str) -> None:
    """Check that the first finding with these words names the file, the line and the remedy."""
    first = next(finding for finding in findings if message in finding.message)
    assert (first.file, first.line) == (file, line)
    assert remedy in first.remedy
