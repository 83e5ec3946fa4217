"""Literals of strings and bytes in expressions (the grammar of CEL)."""

from __future__ import annotations

import re

_PREFIX = re.compile(r"[rRbB]*")
_ESCAPE = re.compile(r"\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.))", re.DOTALL)
_LETTERS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def read(text: str) -> str | bytes:
    """Return the value of a literal that has compiled."""
    flags = _PREFIX.match(text).group().lower()  # type: ignore[union-attr]
    body = text[len(flags) :]
    quotes = 3 if body[:3] in ('"""', "'''") else 1
    body = body[quotes:-quotes]
    if "b" in flags:
        return body.encode() if "r" in flags else _bytes(body)
    return body if "r" in flags else _ESCAPE.sub(_character, body)


def _character(found: re.Match[str]) -> str:
    small, wide, wider, octal, letter = found.groups()
    if letter is not None:
        return _LETTERS.get(letter, letter)
    return chr(int(octal, 8) if octal else int(small or wide or wider, 16))


def _bytes(body: str) -> bytes:
    """Return bytes: an escape by two or three digits is one of them, other characters are UTF-8."""
    out, at = b"", 0
    for found in _ESCAPE.finditer(body):
        one = _character(found)
        out += body[at : found.start()].encode() + (bytes([ord(one)]) if found[1] or found[4] else one.encode())
        at = found.end()
    return out + body[at:].encode()
