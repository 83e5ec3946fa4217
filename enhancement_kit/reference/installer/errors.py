"""The errors that stop the installer."""

from __future__ import annotations

from collections.abc import Sequence

from enhancement_kit.files.printing import one_line

from .findings import Finding


class InstallError(Exception):
    """The installer cannot continue; the text is one sentence with place and remedy."""

    def __init__(self, text: str) -> None:
        """Keep the text as one line, whatever the values in it hold."""
        super().__init__(one_line(text))


class UnusableDirectory(InstallError):
    """The directory lacks a required file, or a file in it cannot be read."""


class UnknownField(InstallError):
    """An install-config has no such field."""


class Refused(InstallError):
    """The install-config is not valid. Nothing was written and nothing was changed in AWS."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        """Keep the findings of the stage that failed."""
        super().__init__("invalid install-config.yaml: " + "; ".join(map(str, findings)))
        self.findings = tuple(findings)
