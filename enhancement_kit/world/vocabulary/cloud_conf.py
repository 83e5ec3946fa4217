"""The configuration of the cloud provider (cloud.conf), parsed for claims about its content."""

from __future__ import annotations

import re
from collections.abc import Mapping

from enhancement_kit.errors import ClaimFailed

Sections = Mapping[str, Mapping[str, str]]

_LINE = re.compile(r'(?P<text>(?:[^"#;\\]|\\.|"(?:[^"\\]|\\.)*")*)(?:[#;].*)?')
_HEADER = re.compile(r'\[\s*(?P<name>[\w-]+)\s*(?P<sub>"[^"]+")?\s*\]')
_CONTINUED = re.compile(r"(?<!\\)((?:\\\\)*)\\\n")
_ENTRY = re.compile(r"(?P<key>[\w-]+)\s*(?:=\s*(?P<value>.*))?")


def sections(text: str) -> Sections:
    """Parse values by section and key, without quotes around values and without comments.

    A repeated key has all its values, one a line. Fails the scenario for an invalid text.
    """
    found: dict[str, dict[str, str]] = {}
    values: dict[str, str] | None = None
    for number, raw in enumerate(_CONTINUED.sub(r"\1", text).splitlines(), 1):
        line = _LINE.fullmatch(raw)
        told = line["text"].strip() if line else ""
        header, entry = _HEADER.fullmatch(told), _ENTRY.fullmatch(told)
        if header:
            values = found.setdefault(" ".join(filter(None, (header["name"], header["sub"]))), {})
        elif entry and values is not None:
            key, value = entry["key"].lower(), (entry["value"] or "").strip('"')
            values[key] = f"{values[key]}\n{value}" if key in values else value
        elif told or line is None:
            raise ClaimFailed(f"the cloud config cannot be read: line {number} is {raw!r}; it is {text!r}")
    return found


def overrides(found: Sections) -> list[Mapping[str, str]]:
    """Return the sections that give a service another endpoint, in their order."""
    return [values for name, values in found.items() if name.split()[0].lower() == "serviceoverride"]


def others(found: Sections) -> Sections:
    """Return all other sections."""
    return {name: values for name, values in found.items() if name.split()[0].lower() != "serviceoverride"}
