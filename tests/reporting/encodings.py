"""The encodings in which a text that a report can hold may hide a secret."""

from __future__ import annotations

import base64
import html
import json
import textwrap
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import yaml


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _unicode(text: str) -> str:
    return "".join(f"\\u{ord(char):04x}" if ord(char) < 0x10000 else json.dumps(char)[1:-1] for char in text)


def _yaml(text: str, **how: object) -> str:
    return str(yaml.safe_dump({"key": {"below": text}}, **how))


ESCAPES: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "JSON": json.dumps,
    "JSON with all of Unicode": lambda text: json.dumps(text, ensure_ascii=False),
    "a literal of Python": repr,
    "a literal of Python in ASCII": ascii,
    "URL": quote,
    "URL, whole": lambda text: quote(text, safe=""),
    "form": quote_plus,
    "HTML": html.escape,
    "HTML by numbers": lambda text: "".join(f"&#{ord(char)};" for char in text),
    "HTML by hexadecimal numbers": lambda text: "".join(f"&#x{ord(char):x};" for char in text),
    "Unicode escapes": _unicode,
    "YAML": _yaml,
    "YAML, folded": lambda text: _yaml(text, width=20),
    "YAML, in double quotes": lambda text: _yaml(text, default_style='"', width=30),
    "YAML, block": lambda text: _yaml(text, default_style="|"),
    "YAML, folded block": lambda text: _yaml(text, default_style=">"),
    "indented": lambda text: textwrap.indent(text, "        "),
}
"""Encodings that may lie in each other."""

BINARY: dict[str, Callable[[str], str]] = {
    **{
        f"base64, {before} bytes before": lambda text, before=before: _base64(b"user:"[:before] + text.encode())  # type: ignore[misc]
        for before in range(4)
    },
    "base64 in the middle": lambda text: _base64(b"somebody:" + text.encode() + b" and more"),
    "base64 for URLs": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "base64, wrapped": lambda text: "\n".join(textwrap.wrap(_base64(b"somebody:" * 9 + text.encode()), 64)),
    "base64 twice": lambda text: _base64(_base64(b"me:" + text.encode()).encode()),
    "hexadecimal": lambda text: text.encode().hex(),
    "hexadecimal, capitals": lambda text: text.encode().hex().upper(),
}
"""Encodings of bytes."""

AWKWARD = "Zq4/x9+Kw=7&b%41\"c'\\\\d"
"""A secret that every encoding changes."""
WINDOW = 10
"""So many characters in a row may not be left of a secret, or of its base64, however they are escaped."""


def another(secret: str) -> str:
    """Return a secret of the same length and kinds of characters."""
    letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
    turned = (letters[7:] + letters[:7], letters[7:].upper() + letters[:7].upper(), digits[3:] + digits[:3])
    return secret.translate(str.maketrans(letters + letters.upper() + digits, "".join(turned)))


def encode(secret: str, binary: str | None, escapes: list[str]) -> str:
    encoded = secret if binary is None else BINARY[binary](secret)
    for escape in escapes:
        encoded = ESCAPES[escape](encoded)
    return encoded


def left(secret: str, binary: str | None, escapes: list[str], found: str) -> list[str]:
    """Return what a text holds of an encoded secret, but for what another secret would look like too."""
    one, other = encode(secret, binary, escapes), encode(another(secret), binary, escapes)
    inner = len(encode(secret, binary, []))
    width = min(max(WINDOW, WINDOW * len(one) // inner), len(one))
    parts = {text: {text[at : at + width] for at in range(len(text) - width + 1)} for text in (one, other)}
    return sorted(part for part in parts[one] - parts[other] if part in found)
