"""The filter itself: which rules run on a text, and in which order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from . import encoded_runs, kubernetes_secrets, named_values
from .environment import secrets_of
from .known_values import SHORTEST, KnownValues
from .searching import searcher
from .token_patterns import TOKENS
from .words import REDACTED

_known = KnownValues()


_BY_SIGHT: Final = "|".join(f"(?:{token.hint})" for token in TOKENS)
_TOKENS: Final = searcher(_BY_SIGHT)
_NAMED: Final = searcher(named_values.CANDIDATE)
_SECRETS: Final = searcher(kubernetes_secrets.CANDIDATE)
_ANY: Final = searcher(
    f"(?i:{_BY_SIGHT}|{named_values.CANDIDATE}|{kubernetes_secrets.CANDIDATE})|{encoded_runs.CANDIDATE}", any_case=False
)
"""What every text matches that holds a secret of unknown value; most texts need no other search."""
_KEY: Final = re.compile(rf"(?i:{named_values.NAMES}|authorization)\Z")
_SHORTEST_NAMED: Final = 6


def register(value: str) -> None:
    """Redact this value wherever it appears from now on, also encoded; one of fewer than 8 characters is left alone."""
    _known.add(value)


def registered() -> list[str]:
    """Return the values that are redacted, for another process that has to redact them too."""
    return _known.values()


def register_environment(environment: Mapping[str, str]) -> None:
    """Register the secrets in an environment: see `secrets_of`."""
    for value in secrets_of(environment):
        register(value)


def redact(text: str) -> str:
    """Return the text without secrets."""
    return _redact(text, encoded_runs.DEPTH) if len(text) >= SHORTEST else text


def _redact(text: str, depth: int) -> str:
    data = text.encode(errors="surrogatepass")
    text = _known.redact(text, data)
    if _ANY.search(data) is None:
        return text
    if _TOKENS.search(data) is not None:
        for token in TOKENS:
            if token.searcher.search(data) is not None:
                text = token.compiled.sub(rf"\g<name>{REDACTED}" if token.keeps_name else REDACTED, text)
    if _NAMED.search(data) is not None:
        text = named_values.redact_named(text)
    if _SECRETS.search(data) is not None:
        text = kubernetes_secrets.redact_secrets(text)
    if depth:
        text = encoded_runs.redact_encoded(text, data, lambda decoded: _redact(decoded, depth - 1))
    return text


def redact_bytes(content: bytes) -> bytes:
    """Return the content of a file without secrets; of pictures and archives only known values disappear."""
    if b"\0" in content:
        return _known.redact_binary(content)
    return redact(content.decode(errors="surrogateescape")).encode(errors="surrogateescape")


def redact_tree(value: Any) -> Any:
    """Return a copy of JSON-like data with every text redacted, also in keys, and every value with a secret's name."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, Mapping):
        return _redacted_mapping(value)
    if isinstance(value, list | tuple):
        return [redact_tree(child) for child in value]
    return value


def _redacted_mapping(value: Mapping[Any, Any]) -> dict[Any, Any]:
    made: dict[Any, Any] = {}
    name = value.get("name")
    for key, child in value.items():
        secret = isinstance(key, str) and _KEY.search(name if key == "value" and isinstance(name, str) else key)
        held = isinstance(child, str) and len(child) >= _SHORTEST_NAMED and not named_values.stands_for_a_value(child)
        made[_redacted_key(key, made)] = REDACTED if secret and held else redact_tree(child)
    return made


def _redacted_key(key: Any, taken: Mapping[Any, Any]) -> Any:
    """Return a key without secrets; a number keeps apart what was different."""
    if not isinstance(key, str) or key.isidentifier():
        return key
    shown, number = redact(key), 1
    unique = shown
    while unique in taken:
        number += 1
        unique = f"{shown} {number}"
    return unique
