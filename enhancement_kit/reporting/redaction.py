"""The one filter between the kit and every output: secrets never reach a report, a log or a terminal."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

REDACTED: Final = "[redacted]"

_SHORTEST_LITERAL: Final = 8
"""Shorter values are too likely to be ordinary words; replacing them would garble reports."""

_SECRET_NAME = (
    r"[\w.-]*(?:secret[_-]?access[_-]?key|session[_-]?token|secret[_-]?key|[_-]secret|[a-z]Secret|client[_-]?secret"
    r"|passw(?:or)?d|passphrase|token|api[_-]?key|private[_-]?key)"
)
_RULES: Final = (
    # PEM private keys of any algorithm, even truncated
    (re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.S), REDACTED),
    # the whole value of an Authorization header, whatever the scheme, as a header, in JSON or in a repr
    (re.compile(r"(?i)(\b(?:proxy-)?authorization\b[\"']?\s*[:=]\s*[\"']?)[^\"'\r\n]+"), rf"\1{REDACTED}"),
    (re.compile(r"(?i)\b(bearer\s+)[A-Za-z0-9._~+/=-]{16,}"), rf"\1{REDACTED}"),
    # JSON Web Tokens
    (re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?"), REDACTED),
    # AWS access key ids: long-term and temporary (IAM user guide, "unique identifiers")
    (re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"), REDACTED),
    # signed URLs and headers of AWS
    (
        re.compile(r"(?i)\b(X-Amz-(?:Signature|Security-Token|Credential)[\"']?\s*[=:]\s*[\"']?)[^&\s\"',]+"),
        rf"\1{REDACTED}",
    ),
    (re.compile(r"\b(Signature=)[0-9a-f]{32,}"), rf"\1{REDACTED}"),
    # the password in a URL
    (re.compile(r"(\b[a-z][a-z0-9+.-]*://[^/\s:@]+:)[^/\s@]+@"), rf"\1{REDACTED}@"),
    # name = value and name: value where the name says that the value is secret
    (
        re.compile(
            rf"((?i:\b{_SECRET_NAME})[\"']?\s*[=:]\s*)(?!\[redacted\])(\"[^\"\n]+\"|'[^'\n]+'|[^\s\"',;&}}\]]{{6,}})"
        ),
        rf"\1{REDACTED}",
    ),
)

_HINTS: Final = (
    *(
        "secret",
        "passw",
        "passphrase",
        "token",
        "authorization",
        "bearer",
        "x-amz-",
        "signature=",
        "eyj",
        "akia",
        "asia",
    ),
    *(f"{whose}{between}key" for whose in ("api", "private") for between in ("", "_", "-", " ")),
)
_IN_URL: Final = re.compile(r"://[^/\s]*@")


def _may_hold_secrets(text: str) -> bool:
    """Check cheaply whether any rule could match: most texts hold no secret, and all rules together cost more."""
    folded = text.casefold()
    return any(hint in folded for hint in _HINTS) or ("@" in folded and _IN_URL.search(folded) is not None)


_literals: set[str] = set()
_literal_pattern: re.Pattern[str] | None = None


def register(value: str) -> None:
    """Redact this exact text wherever it appears from now on; values shorter than 8 characters are left alone."""
    global _literal_pattern
    if len(value) >= _SHORTEST_LITERAL and value not in _literals:
        # as it is, and as URLs, JSON and Kubernetes Secrets write it
        encoded = base64.b64encode(value.encode(errors="surrogateescape")).decode()
        _literals.update((value, quote(value, safe="", errors="surrogateescape"), json.dumps(value)[1:-1], encoded))
        longest_first = sorted(_literals, key=lambda text: (-len(text), text))
        _literal_pattern = re.compile("|".join(re.escape(text) for text in longest_first))


def registered() -> list[str]:
    """Return the texts that are redacted, for another process that has to redact them too."""
    return sorted(_literals)


def register_environment(environment: Mapping[str, str]) -> None:
    """Register the values of all variables whose names say that they are secret."""
    for name, value in environment.items():
        if re.search(r"(?i)secret|passw|token|api_?key|private_?key|credential", name) and not value.startswith("/"):
            register(value)


def redact(text: str) -> str:
    """Return the text without secrets."""
    if _literal_pattern is not None:
        text = _literal_pattern.sub(REDACTED, text)
    if _may_hold_secrets(text):
        for pattern, replacement in _RULES:
            text = pattern.sub(replacement, text)
    return text


def redact_tree(value: Any) -> Any:
    """Return a copy of JSON-like data with every text redacted; keys are kept."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, Mapping):
        return {key: redact_tree(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [redact_tree(child) for child in value]
    return value


def redact_report(report: Any) -> None:
    """Redact a pytest report in place: its failure in any form, captured output, and what the runner attached.

    Called before any other plugin sees the report, so that the terminal, pytest's own JUnit file and what a worker
    sends to the controlling process are covered too.
    """
    report.sections = [(title, redact(text)) for title, text in report.sections]
    for name in ("kit_reason", "kit_link", "kit_where", "kit_broken"):
        if isinstance(getattr(report, name, None), str):
            setattr(report, name, redact(getattr(report, name)))
    longrepr = report.longrepr
    if isinstance(longrepr, str):
        report.longrepr = redact(longrepr)
    elif isinstance(longrepr, tuple):
        report.longrepr = (longrepr[0], longrepr[1], redact(longrepr[2]))
    elif longrepr is not None:
        _redact_object(longrepr, set())


def _redact_object(value: Any, seen: set[int]) -> None:
    """Redact the texts of pytest's representation of an exception: plain objects, lists and tuples of such."""
    if id(value) in seen or not hasattr(value, "__dict__"):
        return
    seen.add(id(value))
    for name, child in vars(value).items():
        # some of them are frozen dataclasses
        object.__setattr__(value, name, _redacted_child(child, seen))


def _redacted_child(child: Any, seen: set[int]) -> Any:
    if isinstance(child, str):
        return redact(child)
    if isinstance(child, list):
        return [_redacted_child(item, seen) for item in child]
    if isinstance(child, tuple) and type(child) is tuple:
        return tuple(_redacted_child(item, seen) for item in child)
    _redact_object(child, seen)
    return child
