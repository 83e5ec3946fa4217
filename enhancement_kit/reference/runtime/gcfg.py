r"""gcfg, the syntax of cloud.conf: sections with an optional quoted name, keys, values, comments.

As gopkg.in/gcfg.v1 reads it: a comment may follow anything, quotes may begin and end anywhere in a value, a key may be
repeated or stand alone, and a backslash escapes a quote, a backslash, `n`, `t` or the end of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_IDENTIFIER = r"[^\W\d_](?:[^\W_]|-)*"
_HEADER = re.compile(rf'(?P<name>{_IDENTIFIER})(?:\s*"(?P<sub>(?:[^"\\]|\\["\\])+)")?\s*')
_END = re.compile(r"\s*(?:[#;].*)?")
_VARIABLE = re.compile(rf"(?P<name>{_IDENTIFIER})\s*(?:=(?P<value>.*)|[#;].*)?", re.DOTALL)
_PART = re.compile(
    r'(?P<comment>[#;].*)|"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<blank>\s+)|(?P<plain>(?:[^\s"\\#;]|\\.)+)', re.DOTALL
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED: Mapping[str, str] = {'"': '"', "\\": "\\", "n": "\n", "t": "\t", "\n": ""}


class GcfgError(ValueError):
    """The text is not valid gcfg; the message begins with the line number."""


@dataclass(frozen=True)
class Section:
    """One section as written; `[ServiceOverride "1"]` has the name `serviceoverride` and the subsection `1`."""

    name: str
    """In lower case: names of sections and keys are case-insensitive."""
    subsection: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    """Values by key in lower case; of a repeated key the last one."""


def read(content: str) -> list[Section]:
    """Parse the sections of a text, in their order. Raises GcfgError."""
    found: list[Section] = []
    values: dict[str, str] = {}
    for number, line in _lines(content):
        if _END.fullmatch(line):
            continue
        if line.startswith("["):
            name, subsection = _header(line, number)
            values = {}
            found.append(Section(name, subsection, values))
            continue
        if not found:
            raise GcfgError(f"{number}: {line!r} is in no section")
        variable = _VARIABLE.fullmatch(line)
        if variable is None:
            raise GcfgError(f"{number}: expected '=' in {line!r}")
        values[variable["name"].lower()] = _value(variable["value"] or "", number)
    return found


def _lines(content: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, joined with the next one where a backslash escapes its end."""
    begun: list[str] = []
    for number, raw in enumerate(content.splitlines(), 1):
        begun.append(raw)
        if (len(raw) - len(raw.rstrip("\\"))) % 2 == 0:
            yield number - len(begun) + 1, "\n".join(begun).strip()
            begun = []
    if begun:
        yield content.count("\n"), "\n".join(begun).strip()


def _header(line: str, number: int) -> tuple[str, str]:
    """Return the name and the subsection of a section. Raises GcfgError."""
    header = _HEADER.match(line[1:].lstrip())
    if header is None:
        raise GcfgError(f"{number}: {line!r} is no section name")
    rest = line[1:].lstrip()[header.end() :]
    if not rest.startswith("]"):
        raise GcfgError(f"{number}: expected ']' in {line!r}")
    if not _END.fullmatch(rest[1:]):
        raise GcfgError(f"{number}: expected nothing but a comment after ']' in {line!r}")
    return header["name"].lower(), _ESCAPE.sub(r"\1", header["sub"] or "")


def _value(text: str, number: int) -> str:
    """Return a value without quotes, comment and blanks around it. Raises GcfgError."""
    told, blank, at = "", "", 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            raise GcfgError(f"{number}: a quote or an escape does not end in {text!r}")
        at = part.end()
        if part["comment"] is not None:
            break
        if part["blank"] is not None:
            blank = part["blank"] if told else ""
            continue
        told += blank + _unescaped(part["quoted"] if part["quoted"] is not None else part["plain"], number)
        blank = ""
    return told


def _unescaped(text: str, number: int) -> str:
    for escape in _ESCAPE.findall(text):
        if escape not in _ESCAPED:
            raise GcfgError(f"{number}: unknown escape sequence \\{escape} in {text!r}")
    return _ESCAPE.sub(lambda escape: _ESCAPED[escape[1]], text)
