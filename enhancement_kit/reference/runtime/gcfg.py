"""gcfg, the syntax of cloud.conf: sections with an optional quoted name, keys, values, comments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_HEADER = re.compile(r'(?P<name>[^\s"\]]+)(?:\s+"(?P<sub>[^"]*)")?')


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
    for number, raw in enumerate(content.splitlines(), 1):
        # a quoted value may hold the characters that begin a comment
        line = raw.split("#", 1)[0].split(";", 1)[0].strip() if '"' not in raw else raw.strip()
        if not line or line[0] in "#;":
            continue
        if line.startswith("["):
            if not line.endswith("]"):
                raise GcfgError(f"{number}: expected ']' in {raw!r}")
            header = _HEADER.fullmatch(line[1:-1].strip())
            if header is None:
                raise GcfgError(f"{number}: {raw!r} is no section name")
            values = {}
            found.append(Section(header["name"].lower(), header["sub"] or "", values))
            continue
        if not found:
            raise GcfgError(f"{number}: {raw!r} is in no section")
        name, _, value = line.partition("=")
        values[name.strip().lower()] = value.strip().strip('"')
    return found
