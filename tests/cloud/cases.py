"""What a case of a strictness rule is, and how its two outcomes are compared."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.cloud.world import World


@dataclass(frozen=True)
class Case:
    """One act, what it gives with the rule and what moto gives without it. Texts are regular expressions."""

    rule: str
    act: Callable[[World], Any]
    strict: Any
    lax: Any

    def __str__(self) -> str:
        return self.rule


def fits(expected: Any, actual: Any) -> bool:
    """Check whether an outcome is the expected one."""
    if isinstance(expected, str):
        return isinstance(actual, str) and re.fullmatch(expected, actual) is not None
    return bool(actual == expected)
