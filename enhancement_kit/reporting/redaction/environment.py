"""Which variables of the environment hold secrets, and which parts of their values are secret."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from .known_values import SHORTEST
from .token_patterns import TOKENS
from .words import is_ordinary

_ANYWHERE: Final = re.compile(
    r"(?i)secret|passw|passphrase|passcode|token|credential|api_?key|access_?key|private_?key|bearer|cookie"
)
"""What makes a name that of a secret wherever it stands."""
_AS_PARTS: Final = frozenset({"auth", "cred", "creds", "jwt", "key", "keys", "otp", "pass", "pat", "pwd", "sas"})
"""What makes it so as a part of its own: AUTHOR and KEYBOARD name no secret."""
_OF_FILES: Final = frozenset({"dir", "file", "filename", "files", "folder", "home", "path", "sock", "socket"})
"""Last parts of names whose values say where something is."""
_LONGEST_DOCUMENT: Final = 1 << 20


def secrets_of(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the secret values: of variables with the name of a secret, and in those of others passwords and tokens."""
    for name, value in environment.items():
        if len(value) < SHORTEST:
            continue
        if names_secret(name):
            if not is_ordinary(value) and not _is_path(name, value):
                yield value
            yield from _within(value)
        yield from _recognised(value)


def names_secret(name: str) -> bool:
    """Check whether a variable of this name holds a secret."""
    parts = re.split(r"[^a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower())
    return _ANYWHERE.search(name) is not None or not _AS_PARTS.isdisjoint(parts)


def _is_path(name: str, value: str) -> bool:
    """Check whether a value says where a file is. A secret may begin with a slash, but names no file that exists."""
    if name.lower().rpartition("_")[2] in _OF_FILES and value.startswith(("/", "~", ".")):
        return True
    try:
        return value.startswith(("/", "~")) and Path(value).expanduser().exists()
    except (OSError, ValueError, RuntimeError):
        # too long for a file system, or of a user that does not exist
        return False


def _recognised(value: str) -> Iterator[str]:
    """Yield what is secret whatever the name of its variable: the password in a URL, tokens that are known by sight."""
    try:
        password = urlsplit(value).password if "://" in value else None
    except ValueError:
        password = None
    if password:
        yield password
        yield unquote(password)
    for token in TOKENS:
        yield from (match[0] for match in token.compiled.finditer(value) if not token.keeps_name)


def _within(value: str) -> Iterator[str]:
    """Yield the texts of a value that is JSON, such as a pull secret or the key of a service account."""
    if not value.lstrip().startswith(("{", "[")) or len(value) > _LONGEST_DOCUMENT:
        return
    try:
        document = json.loads(value)
    except ValueError:
        return
    yield from _texts("", document)


def _texts(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _texts(key, child)
    elif isinstance(value, list):
        for child in value:
            yield from _texts(name, child)
    elif isinstance(value, str) and names_secret(name) and not is_ordinary(value):
        yield value
        try:
            user, colon, password = base64.b64decode(value, validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            return
        if user and colon:
            yield password
