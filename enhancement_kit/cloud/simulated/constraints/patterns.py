"""The regular expressions of AWS's service models, which are Java's, matched against a whole text."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

import re2

_CODE_POINT = re.compile(r"\\u(1?[0-9A-Fa-f]{5}|[0-9A-Fa-f]{4})")


@functools.cache
def matcher(pattern: str) -> Callable[[str], bool]:
    """Return a function that checks a whole text against a pattern. Raises ValueError for one that nothing reads."""
    options = re2.Options()
    options.log_errors = False
    portable = _CODE_POINT.sub(r"\\x{\1}", pattern).replace(r"\p{ASCII}", r"[\x00-\x7F]")
    try:
        compiled = re2.compile(portable, options)
    except re2.error:
        # RE2 has no lookahead, which two patterns use; neither has a class that Python lacks
        try:
            compiled = re.compile(pattern)
        except re.error as error:
            raise ValueError(f"the pattern {pattern!r} cannot be read: {error}") from error
    return lambda text: compiled.fullmatch(text) is not None
