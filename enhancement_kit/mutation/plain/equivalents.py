"""Equivalent mutants: changes of the source that no scenario can notice, each with the reason why.

equivalent:
  - in: ingress_operator/service.py owned
    operator: drop_clause
    before: service['metadata'].get('labels') or {}
    after: service['metadata'].get('labels')
    reason: every Service that the operator sees has labels, because it sets them itself

An entry names a mutant by its text, so that it lasts when lines move. `occurrence` is the number among equal changes of
one function, from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from enhancement_kit.mutation.plain.drawing import MODULE, Plain, key
from enhancement_kit.specification.findings import Finding, FindingsError, shown_path
from enhancement_kit.specification.yaml_reader import Field, YamlReader, line_of

FILE: Final = Path("tests", "mutants", "equivalent.yaml")
"""Where they are written in a checkout."""
_FIELDS: Final[Mapping[str, Field]] = {"equivalent": Field("mappings", required=True)}
_ENTRY: Final[Mapping[str, Field]] = {
    "in": Field(required=True, pattern=re.compile(r"\S+\.py \S+"), example="ingress_operator/service.py owned"),
    "operator": Field(required=True),
    "before": Field(required=True),
    "after": Field(required=True),
    "occurrence": Field("number"),
    "reason": Field(required=True),
}


@dataclass(frozen=True)
class Equivalent:
    """One entry."""

    key: str
    reason: str
    file: str
    line: int

    def problem(self, message: str, remedy: str) -> Finding:
        """Return a finding about the entry."""
        return Finding(self.file, self.line, message, remedy)


def read_equivalents(path: Path, root: Path) -> list[Equivalent]:
    """Return the entries of a file; none where there is no file. Raises FindingsError with all that is wrong in it."""
    if not path.is_file():
        return []
    findings: list[Finding] = []
    reader = YamlReader(shown_path(path, root), findings)
    node = reader.read(path)
    nodes = reader.mapping(node, _FIELDS, "the file").get("equivalent", ()) if node is not None else ()
    entries = [_entry(child, reader) for child in nodes]
    known: dict[str, int] = {}
    for entry in entries:
        if entry is not None and entry.key in known:
            findings.append(entry.problem(f"the entry is there twice, also in line {known[entry.key]}", "keep one"))
        elif entry is not None:
            known[entry.key] = entry.line
    if findings:
        raise FindingsError(findings)
    return [entry for entry in entries if entry is not None]


def _entry(node: yaml.Node, reader: YamlReader) -> Equivalent | None:
    before = len(reader.findings)
    values = reader.mapping(node, _ENTRY, "an entry")
    if len(reader.findings) > before:
        return None
    path, _, function = values["in"].partition(" ")
    name = key(
        path,
        "" if function == MODULE else function,
        values["operator"],
        values["before"],
        values["after"],
        values.get("occurrence", 1),
    )
    return Equivalent(name, values["reason"], reader.file, line_of(node))


def unknown(entries: Iterable[Equivalent], drawn: Sequence[Plain]) -> list[Finding]:
    """Return a finding for each entry whose mutant is not drawn any more."""
    keys = {mutant.key for mutant in drawn}
    return [
        entry.problem(f"no mutant is {entry.key}", "remove the entry, or write it as `ekit kill --plain` prints it")
        for entry in entries
        if entry.key not in keys
    ]
