"""Searches that tell quickly whether slower ones can match: most texts hold no secret."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import re2

_MEMORY = 64 << 20


def searcher(pattern: str, *, any_case: bool = True) -> Any:
    """Compile a pattern for the bytes of texts."""
    options = re2.Options()
    options.case_sensitive = not any_case
    options.encoding = re2.Options.Encoding.LATIN1
    options.never_capture = True
    options.log_errors = False
    options.max_mem = _MEMORY
    return re2.compile(pattern.encode("latin-1"), options)


def literals(values: Iterable[bytes]) -> str:
    """Return a pattern of texts, in which the longest of those that begin at one place matches."""
    longest_first = sorted(set(values), key=lambda value: (-len(value), value))
    return "|".join(re.escape(value).decode("latin-1") for value in longest_first) or "(?!)"
