"""RE2, the regular expressions of Kubernetes (Go's regexp): in schemas and in CEL."""

from __future__ import annotations

import functools
from typing import Any

import re2

_OPTIONS = re2.Options()
# One pattern of 166 characters overflows RE2's default of 8 MB, and RE2 then logs a line for every match.
_OPTIONS.max_mem = 256 << 20
_OPTIONS.log_errors = False


class BadPattern(ValueError):
    """A pattern that RE2 does not accept."""


@functools.lru_cache(maxsize=4096)
def compiled(pattern: str) -> Any:
    """Compile a pattern. Raises BadPattern."""
    try:
        return re2.compile(pattern, _OPTIONS)
    except re2.error as e:
        why = e.args[0] if e.args else e
        raise BadPattern(_go_text(why.decode() if isinstance(why, bytes) else str(why))) from None


_GO_TEXTS = {
    "missing )": "missing closing )",
    "missing ]": "missing closing ]",
    "no argument for repetition operator": "missing argument to repetition operator",
    "bad repetition operator": "invalid nested repetition operator",
    "invalid perl operator": "invalid or unsupported Perl syntax",
    "invalid repetition size": "invalid repeat count",
    "invalid named capture group": "invalid named capture",
    "trailing \\": "trailing backslash at end of expression: ``",
}
"""What is wrong with a pattern in RE2's words, and in those of Go's regexp/syntax."""


def _go_text(text: str) -> str:
    why, colon, part = text.partition(": ")
    return f"{_GO_TEXTS.get(why, why)}: `{part}`" if colon else _GO_TEXTS.get(why, why)


def search(pattern: str, text: str) -> bool:
    """Return whether the pattern matches somewhere in the text. Raises BadPattern."""
    return compiled(pattern).search(text) is not None
