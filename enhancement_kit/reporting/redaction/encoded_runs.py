"""Secrets of unknown value inside base64: pull secrets, kubeconfigs and keys in the data of a Secret."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Final

from .known_values import in_base64
from .searching import literals, searcher
from .words import REDACTED

DEPTH: Final = 3
"""How many times base64 may lie in base64."""

_ALPHABET: Final = bytes.maketrans(b"-_", b"+/")
# What secrets are recognised by, in the spellings in which it occurs; base64 keeps the difference.
_MARKS: Final = """
password passwd passphrase token secret auth docker cookie private apikey api_key api-key accesskey access_key
access-key accountkey secretkey secret_key secret-key tls.key client-key-data authorization bearer basic x-amz-
signature= https:// http:// postgres:// amqp:// redis:// mysql:// Bearer BEGIN ghp_ gho_ ghu_ ghs_ ghr_ github_pat_
glpat- npm_ pypi- xox AKIA ASIA ABIA ACCA AIza ya29. GOCSPX- dckr_ IQoJb3JpZ2lu sha256~ hvs. hvb. sk_live_ rk_live_
sk- hf_ _v1_ eyJ sig= %3A%2F%2F :\\/\\/
"""


def _encoded_marks() -> set[bytes]:
    spelled = {form(mark).encode() for mark in _MARKS.split() for form in (str, str.title, str.upper)}
    once = {part for mark in spelled for part in in_base64(mark)}
    twice = {part for mark in once for part in in_base64(mark)}
    return {part.translate(_ALPHABET) for part in once | twice if len(part) >= _SHORTEST_MARK}


_SHORTEST_MARK: Final = 4
CANDIDATE: Final = literals(_encoded_marks())
"""What every text matches that holds a secret in base64."""
_CANDIDATE: Final = searcher(CANDIDATE, any_case=False)
# A run may be wrapped, and its line ends escaped; lines that are wrapped are long.
# 24 characters are enough for an access key id of AWS.
_RUN: Final = re.compile(
    r"(?<![A-Za-z0-9+/_-])(?:(?:[A-Za-z0-9+/_-]{40,}+[ \t]*(?:\r?\n|\\+n)[-+]?[ \t]*)++[A-Za-z0-9+/_-]{4,}+"
    r"|[A-Za-z0-9+/_-]{24,}+)={0,2}"
)
_BREAK: Final = re.compile(r"\\+n|\s+")


def redact_encoded(text: str, data: bytes, redact: Callable[[str], str]) -> str:
    """Return the text without the runs of base64 in which `redact` finds a secret. `data`: the text in UTF-8."""
    if _CANDIDATE.search(data) is None:
        return text

    def replaced(match: re.Match[str]) -> str:
        run = match[0]
        if run.islower() or run.isupper():
            return run
        for decoded in _decoded(_BREAK.sub("", run)):
            if redact(decoded) != decoded:
                return REDACTED
        return run

    return _RUN.sub(replaced, text)


def _decoded(run: str) -> list[str]:
    """Return the texts that a run stands for, if it begins at its first, second, third or fourth character."""
    characters = run.rstrip("=").encode().translate(_ALPHABET)
    found = []
    for first in range(4):
        part = characters[first:]
        # most runs are names, and are no text when they are decoded: a few characters show it
        if not base64.b64decode(part[:12]).isascii():
            continue
        over = len(part) % 4
        decoded = base64.b64decode(part[:-1] if over == 1 else part + b"=" * (-over % 4))
        text = decoded.decode("utf-8", "ignore")
        if len(text) * 10 >= len(decoded) * 9:
            found.append(text)
    return found
