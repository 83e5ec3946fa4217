"""The one filter between the kit and every output: secrets never reach a report, a log or a terminal.

docs/reports.md says what it finds and what it leaves.
"""

from __future__ import annotations

from .filtering import redact, redact_bytes, redact_tree, register, register_environment, registered
from .pytest_reports import redact_report
from .words import REDACTED

__all__ = [
    "REDACTED",
    "redact",
    "redact_bytes",
    "redact_report",
    "redact_tree",
    "register",
    "register_environment",
    "registered",
]
