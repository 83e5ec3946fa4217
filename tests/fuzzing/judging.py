"""What an answer may not be, and what a server may not print."""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping
from dataclasses import dataclass

_EXCEPTIONS = sorted(
    name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, Exception) and name.endswith("Error") and name != "EOFError"
)
_PYTHON = re.compile(
    "|".join(
        (
            *(rf"\b{name}\b" for name in _EXCEPTIONS),
            *("Traceback", "NoneType", "has no attribute", "' object is not", "not subscriptable", "unhashable type"),
            r"positional argument",
            *("keyword argument", "invalid literal for int", "could not convert string to float", "codec can't"),
            r" object at 0x",
            *("werkzeug", "aiohttp", "botocore", r"\bmoto\.\w", r"\.py\b", "<!doctype html", "<!DOCTYPE HTML", "<html"),
        )
    )
)
"""Words of Python and its libraries, which no answer and no message of a server may have."""


@dataclass(frozen=True)
class Answer:
    """What came back: status 0 where nothing did."""

    status: int
    text: bytes


def answer_of(received: bytes) -> Answer:
    """Take what came back to pieces."""
    while received.startswith(b"HTTP/1.1 100 "):
        received = received.partition(b"\r\n\r\n")[2]
    words = received[:16].split(b" ")
    return Answer(int(words[1]) if len(words) > 1 and words[1].isdigit() else 0, received)


def is_whole(received: bytes) -> bool:
    """Tell whether an answer is there whole, by the length that it announces."""
    while received.startswith(b"HTTP/1.1 100 "):
        received = received.partition(b"\r\n\r\n")[2]
    head, end, body = received.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    return bool(end) and length is not None and len(body) >= int(length[1])


def fault_of(answer: Answer, request: bytes, documented: Mapping[int, bytes]) -> str:
    """Say what is wrong with an answer; empty where nothing is. Words of the request may be repeated in it."""
    if answer.status >= 500 and not re.search(documented.get(answer.status, rb"(?!)"), answer.text):
        return f"status {answer.status}"
    word = python_in(answer.text.decode(errors="replace"))
    if word and word.encode() not in request:
        return f"the words {word!r}"
    return ""


def python_in(text: str) -> str:
    """Return words of Python in a text; empty where there are none."""
    found = _PYTHON.search(text)
    return found[0] if found else ""
