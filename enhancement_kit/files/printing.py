"""Shows texts that come from elsewhere so that they can do nothing to a terminal or to the lines around them."""

from __future__ import annotations


def printable(text: str) -> str:
    """Return a text whose control characters, line breaks excepted, are escaped as in JSON."""
    return "".join(c if c.isprintable() or c in "\n\t" else _escaped(c) for c in text)


def one_line(text: str, most: int = 1000) -> str:
    """Return a text as one line of at most `most` characters, with control characters escaped as in JSON."""
    short = text if len(text) <= most else f"{text[: most - 3]}..."
    return short if short.isprintable() else "".join(c if c.isprintable() else _escaped(c) for c in short)


def _escaped(character: str) -> str:
    known = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character)
    code = ord(character)
    return known or (f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")
