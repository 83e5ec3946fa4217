"""Values that are known to be secret, found in whatever encoding a text holds them.

A text is compared in a *plain form*: escapes of JSON, URLs, HTML and programming languages are undone, and white space,
quotes, backslashes and all that is not ASCII left out. So one comparison finds a value that is escaped several times,
folded by YAML, indented, or wrapped. Base64 and hex are compared as such: what a value looks like inside base64 depends
only on the three places at which it can begin, and on the few characters that it shares with its neighbours.
"""

from __future__ import annotations

import base64
import html
import json
import re
from array import array
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final
from urllib.parse import quote, quote_plus

from .searching import literals, searcher
from .words import MARK, is_word

SHORTEST: Final = 8
"""Shorter values are too likely to be ordinary words; replacing them would garble reports."""
_SHORTEST_PLAIN: Final = 6
"""A value with a shorter plain form is looked for in the usual spellings alone."""
_LINE: Final = 16
"""Lines of a value with several lines count by themselves from this length on: a diff or a log may part them."""
_PASSES: Final = 4
"""How many kinds of escapes may lie in each other; the same kind may be repeated at will."""

_FAIL_MARK: Final = b"\nE   "
"""Stands before each line of an error that pytest shows."""
_ESCAPE: Final = re.compile(
    rb"\nE {3,}"
    # YAML folds between any two characters, also inside of an escape
    rb"|\\+(?:(?:\r?\n|n)[ \t]*+\\*+(?=[uUx][0-9a-fA-F]{2}|[nrt]\\))?"
    rb"(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|[nrt])?"
    # forms write the indentation of a line as plus signs
    rb"|%(?:25)*0[aAdD]\++"
    rb"|%(?:25)*([0-9a-fA-F]{2})"
    rb"|&(?:amp;)*(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(quot|apos|lt|gt|amp|nbsp));"
)
_MARKS: Final = (b"\\", b"%", b"&", _FAIL_MARK)
_NAMED: Final = {b"quot": b"", b"apos": b"", b"lt": b"<", b"gt": b">", b"amp": b"&", b"nbsp": b""}
_DROPPED: Final = b" \t\n\r\v\f\"'\\" + bytes(range(0x80, 0x100))
_ALPHABET: Final = bytes.maketrans(b"-_", b"+/")
"""The alphabet of base64 for URLs, brought to the usual one."""
_RUN: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
"""Characters of base64 in plain form."""


def _unescaped(match: re.Match[bytes]) -> bytes:
    *hexadecimal, decimal, name = match.groups()
    digits = next((found for found in hexadecimal if found), None)
    if digits is None and decimal is None:
        return _NAMED.get(name, b"")
    code = int(digits, 16) if digits else int(decimal)
    return bytes((code,)) if code < 0x80 else b""


def plain_form(data: bytes) -> bytes:
    """Return what texts are compared in; see the module."""
    for _ in range(_PASSES):
        if not any(mark in data for mark in _MARKS):
            break
        before, data = data, _ESCAPE.sub(_unescaped, data)
        if data == before:
            break
    return data.translate(_ALPHABET, _DROPPED)


def _placed(data: bytes) -> tuple[bytes, array[int], array[int]]:
    """Return the plain form, with the begin and end in `data` of what each of its bytes stands for."""
    begins, ends = array("q", range(len(data))), array("q", range(1, len(data) + 1))
    for _ in range(_PASSES):
        made, new_begins, new_ends, done = bytearray(), array("q"), array("q"), 0
        for match in _ESCAPE.finditer(data):
            first, last = match.span()
            made += data[done:first]
            new_begins += begins[done:first]
            new_ends += ends[done:first]
            byte = _unescaped(match)
            if byte:
                made += byte
                new_begins.append(begins[first])
                new_ends.append(ends[last - 1])
            done = last
        made += data[done:]
        new_begins += begins[done:]
        new_ends += ends[done:]
        same = bytes(made) == data
        data, begins, ends = bytes(made), new_begins, new_ends
        if same:
            break
    kept = [at for at, byte in enumerate(data) if byte not in _DROPPED]
    form = data.translate(_ALPHABET, _DROPPED)
    return form, array("q", (begins[at] for at in kept)), array("q", (ends[at] for at in kept))


def in_base64(data: bytes) -> Iterator[bytes]:
    """Yield the characters of base64 that any text with `data` in it holds, for each place where it can begin."""
    for before in range(3):
        encoded = base64.b64encode(bytes(before) + data)
        first, last = -(-before * 8 // 6), (before + len(data)) * 8 // 6
        yield encoded[first:last]


class KnownValues:
    """The values to redact."""

    def __init__(self) -> None:
        """Know no value."""
        self._values: set[str] = set()
        self._exact: set[bytes] = set()
        """Looked for in a text as it is."""
        self._words: set[bytes] = set()
        """Those of them that count as whole words only, since they are made of letters."""
        self._plain: set[bytes] = set()
        """Looked for in plain form."""
        self._encoded: set[bytes] = set()
        """Base64 and hex, looked for in plain form too; the run of characters around them goes with them."""
        self._matchers: tuple[Any, Any, re.Pattern[bytes], re.Pattern[bytes]] | None = None

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._values)

    def values(self) -> list[str]:
        """Return the values."""
        return sorted(self._values)

    def add(self, value: str) -> None:
        """Redact this value from now on; values of fewer than 8 characters are left alone."""
        if len(value) < SHORTEST or value in self._values:
            return
        self._values.add(value)
        self._matchers = None
        data = value.encode(errors="surrogatepass")
        self._exact.add(data)
        if is_word(value):
            self._words.add(data)
        spelled = (
            quote(value, safe="", errors="surrogatepass"),
            quote_plus(value, errors="surrogatepass"),
            json.dumps(value)[1:-1],
            json.dumps(value, ensure_ascii=False)[1:-1],
            html.escape(value),
        )
        spellings = {data, *(text.encode(errors="surrogatepass") for text in spelled)}
        forms = {plain_form(spelling) for spelling in spellings}
        self._plain |= {form for form in forms if len(form) >= _SHORTEST_PLAIN}
        if len(plain_form(data)) < _SHORTEST_PLAIN:
            self._exact |= spellings
        for spelling in spellings:
            once = list(in_base64(spelling))
            twice = chain.from_iterable(map(in_base64, once))
            self._encoded |= {part.translate(_ALPHABET) for part in (*once, *twice)}
        self._encoded |= {data.hex().encode(), data.hex().upper().encode()}
        for line in value.splitlines():
            if len(line.strip()) >= _LINE and line.strip() != value:
                self.add(line.strip())

    def redact(self, text: str, data: bytes) -> str:
        """Return the text without the values. `data`: the text in UTF-8."""
        if not self._values:
            return text
        exact, plain, every_exact, every_plain = self._matchers or self._compile()
        form = plain_form(data)
        if exact.search(data) is None and plain.search(form) is None:
            return text
        data = self._exact_out(data, every_exact)
        return self._plain_out(data, every_plain).decode(errors="surrogatepass")

    def redact_binary(self, data: bytes) -> bytes:
        """Return what is no text without the values, as far as they are in it as they are."""
        if not self._values:
            return data
        exact, _, every_exact, _ = self._matchers or self._compile()
        return self._exact_out(data, every_exact) if exact.search(data) is not None else data

    def _compile(self) -> tuple[Any, Any, re.Pattern[bytes], re.Pattern[bytes]]:
        patterns = literals(self._exact), literals(self._plain | self._encoded)
        exact, plain = (searcher(pattern, any_case=False) for pattern in patterns)
        every_exact, every_plain = (re.compile(pattern.encode("latin-1")) for pattern in patterns)
        self._matchers = exact, plain, every_exact, every_plain
        return self._matchers

    def _exact_out(self, data: bytes, pattern: re.Pattern[bytes]) -> bytes:
        def replaced(match: re.Match[bytes]) -> bytes:
            around = data[max(match.start() - 1, 0) : match.start()] + data[match.end() : match.end() + 1]
            part_of_word = match[0] in self._words and (around.isalnum() or any(chr(b).isalnum() for b in around))
            return match[0] if part_of_word else MARK

        return pattern.sub(replaced, data)

    def _plain_out(self, data: bytes, pattern: re.Pattern[bytes]) -> bytes:
        form, begins, ends = _placed(data)
        made, done = bytearray(), 0
        for match in pattern.finditer(form):
            first, last = match.start(), match.end() - 1
            if match[0] in self._encoded:
                while first > 0 and form[first - 1] in _RUN and ends[first - 1] == begins[first]:
                    first -= 1
                while last + 1 < len(form) and form[last + 1] in _RUN and begins[last + 1] == ends[last]:
                    last += 1
            begin, end = begins[first], ends[last]
            if match[0] in self._words and not re.search(rb"[\\%&]", data[begin:end]):
                # a part of a longer word, or the words of a sentence; as a whole word it is gone already
                continue
            if end > done:
                made += data[done : max(begin, done)] + MARK
                done = end
        return bytes(made + data[done:])
