"""The words of scenarios for AWS calls that fail, are slow, or are answered from an old state."""

from __future__ import annotations

import re
from collections.abc import Mapping

from enhancement_kit.cloud.interface import Cloud
from enhancement_kit.errors import UsageError

OLD_STATE = "its old state"
MESSAGE = "The simulated AWS was told to refuse this."
_CODE = re.compile(r"[A-Z][A-Za-z.]*")
_SECONDS = re.compile(r"(?P<number>\d+) seconds?")


def cause(cloud: Cloud, row: Mapping[str, str]) -> None:
    """Cause the fault that a row describes: `operation` of `service`; `answer`, `after` and `times` are optional.

    Raises UsageError for an answer that is neither a code nor `its old state`, and for an answer that is also late.
    """
    operation = f"{row['service']}:{row['operation']}"
    answer, seconds = row.get("answer", ""), _seconds(row.get("after", ""))
    times = _times(row.get("times", ""))
    if answer and seconds:
        raise UsageError(f"{operation} is either answered with {answer!r} or late; use two rows with `times`")
    if seconds:
        cloud.slow(operation, seconds, times)
    elif answer == OLD_STATE:
        cloud.lag(operation, times)
    elif _CODE.fullmatch(answer):
        cloud.fail(operation, answer, MESSAGE, times)
    else:
        raise UsageError(f"{operation} cannot be answered with {answer!r}; use an error code, or {OLD_STATE!r}")


def _seconds(text: str) -> int:
    found = _SECONDS.fullmatch(text)
    if text and found is None:
        raise UsageError(f"after {text!r} is no time; write it like `61 seconds`")
    return int(found["number"]) if found else 0


def _times(text: str) -> int | None:
    if text and not text.isdigit():
        raise UsageError(f"times {text!r} is no number; leave it out for always")
    return int(text) if text else None
