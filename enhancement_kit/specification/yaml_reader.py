"""Reads YAML with line numbers and checks mappings against a table of fields; complaints become findings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.files.reading import Unreadable, read_bytes
from enhancement_kit.files.yaml_nodes import TAG, BadYaml, compose, line_of
from enhancement_kit.specification.findings import Finding, choices_remedy

__all__ = ["Field", "Line", "YamlReader", "line_of", "lines_of"]

_KIND_NAMES = {
    f"{TAG}str": "a text",
    f"{TAG}int": "a number",
    f"{TAG}float": "a number",
    f"{TAG}bool": "true or false",
    f"{TAG}null": "nothing",
    f"{TAG}timestamp": "a date",
    f"{TAG}seq": "a list",
    f"{TAG}map": "a mapping",
}
_NUMBER = re.compile(r"[0-9]{1,9}")
_TRUE = frozenset({"true", "yes", "on"})


@dataclass(frozen=True)
class Field:
    """One key of a mapping: what it holds and whether it must be there."""

    kind: str = "text"
    """`text`, `number`, `bool`, `texts` (a list of texts), `lists` (keys, each with a list of texts or []).

    `text or texts` is a text, or a list of two or more of them, and read as a tuple.
    `mapping`, `mappings` (a list of mappings) and `anything` are returned as nodes.
    """
    required: bool = False
    values: frozenset[str] | None = None
    pattern: re.Pattern[str] | None = None
    example: str = ""
    """Shown in the remedy where the pattern does not match."""
    otherwise: str = ""
    """Added to the remedy where the value is none of `values`."""


Line = tuple[str | int, ...]
"""A place in a YAML file: keys, numbers of mappings in a list, and texts of a list."""


def lines_of(node: yaml.Node, place: Line = ()) -> dict[Line, int]:
    """Return the lines of everything below a node by its place; of texts that are listed twice the first."""
    return dict(reversed(list(_lines(node, place))))


def _lines(node: yaml.Node, place: Line) -> Iterator[tuple[Line, int]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            inner: Line = (*place, str(key.value))
            yield inner, line_of(key)
            yield from _lines(value, inner)
    elif isinstance(node, yaml.SequenceNode):
        for number, child in enumerate(node.value):
            if isinstance(child, yaml.ScalarNode):
                yield (*place, str(child.value)), line_of(child)
            else:
                yield (*place, number), line_of(child)
                yield from _lines(child, (*place, number))


class YamlReader:
    """Reads one file; every complaint becomes a finding in `findings`."""

    def __init__(self, file: str, findings: list[Finding]) -> None:
        self.file = file
        self.findings = findings

    def add(self, line: int, message: str, remedy: str) -> None:
        """Add one finding in this file."""
        self.findings.append(Finding(self.file, line, message, remedy))

    def read(self, path: Path) -> yaml.Node | None:
        """Return the node tree of a file, or None where it is none (one finding then says why)."""
        try:
            raw = read_bytes(path)
        except Unreadable as error:
            self.add(1, f"the file cannot be read ({error.reason})", "make it a readable file")
            return None
        return self.compose(raw)

    def compose(self, raw: bytes) -> yaml.Node | None:
        """Parse the text into a node tree; None where it is not YAML (one finding then says where it breaks)."""
        try:
            node = compose(raw)
        except BadYaml as error:
            self.add(error.line, error.problem, error.remedy)
            return None
        if node is None:
            self.add(1, "the file is empty", "write the content or remove the file")
        return node

    def mapping(self, node: yaml.Node, fields: Mapping[str, Field], what: str) -> dict[str, Any]:
        """Return the values of a mapping node that match `fields`; everything else becomes findings."""
        if not isinstance(node, yaml.MappingNode):
            self.add(line_of(node), f"{what} is {_kind(node)}", "write a mapping of keys and values")
            return {}
        values: dict[str, Any] = {}
        seen: set[str] = set()
        for key_node, value_node in node.value:
            line = line_of(key_node)
            key = self._key(key_node, what)
            if key is None:
                continue
            field = fields.get(key)
            if field is None:
                self.add(line, f"unknown key {key!r} in {what}", choices_remedy(key, fields, "keys"))
            elif key in seen:
                self.add(line, f"the key {key!r} is given twice in {what}", "keep one of them")
            else:
                value = self._value(value_node, field, f"{key} of {what}", line)
                if value is not None:
                    values[key] = value
            seen.add(key)
        for key, field in fields.items():
            if field.required and key not in seen:
                self.add(line_of(node), f"{what} has no {key!r}", f"add the key {key}")
        return values

    def _key(self, node: yaml.Node, what: str) -> str | None:
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        self.add(line_of(node), f"a key of {what} is {_kind(node)}", "write a text as the key")
        return None

    def _value(self, node: yaml.Node, field: Field, what: str, line: int) -> Any:
        if field.kind == "bool":
            if node.tag == f"{TAG}bool":
                return str(node.value).lower() in _TRUE
            self.add(line, f"{what} is {_kind(node)}", "write true or false")
            return None
        if field.kind == "text":
            return self._text(node, field, what, line)
        if field.kind == "text or texts":
            return self._text_or_texts(node, field, what, line)
        if field.kind == "number":
            return self._number(node, what, line)
        if field.kind == "anything":
            return node
        if field.kind in ("mapping", "lists"):
            if not isinstance(node, yaml.MappingNode):
                self.add(line, f"{what} is {_kind(node)}", "write a mapping of keys and values")
                return None
            return node if field.kind == "mapping" else self._lists(node, field, what)
        if not isinstance(node, yaml.SequenceNode):
            self.add(line, f"{what} is {_kind(node)}", "write a list")
            return None
        if field.kind == "mappings":
            return list(node.value)
        if not node.value:
            self.add(line, f"{what} is an empty list", "name something or remove the key")
        return self._texts(node, field, what)

    def _text_or_texts(self, node: yaml.Node, field: Field, what: str, line: int) -> tuple[str, ...] | None:
        if not isinstance(node, yaml.SequenceNode):
            text = self._text(node, field, what, line)
            return None if text is None else (text,)
        texts = self._texts(node, field, what)
        if len(node.value) < 2:
            self.add(line, f"{what} is a list of {len(node.value)}", "write a text, or two or more entries")
            return None
        if len(set(texts)) < len(texts):
            self.add(line, f"{what} has the same entry twice", "keep one of them")
            return None
        return texts

    def _texts(self, node: yaml.SequenceNode, field: Field, what: str) -> tuple[str, ...]:
        texts = [self._text(child, field, f"an entry of {what}", line_of(child)) for child in node.value]
        return tuple(text for text in texts if text is not None)

    def _lists(self, node: yaml.MappingNode, field: Field, what: str) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for key, value in node.value:
            name, line = self._key(key, what), line_of(key)
            if name is None:
                continue
            if name in found:
                self.add(line, f"the key {name!r} is given twice in {what}", "keep one of them")
            elif isinstance(value, yaml.SequenceNode):
                found[name] = self._texts(value, field, f"{name} in {what}")
            else:
                self.add(line, f"{name} in {what} is {_kind(value)}", "write a list, or [] for none")
        return found

    def _number(self, node: yaml.Node, what: str, line: int) -> int | None:
        if node.tag == f"{TAG}int" and _NUMBER.fullmatch(str(node.value)):
            return int(str(node.value))
        self.add(line, f"{what} is {_kind(node)}", "write a whole number such as 30")
        return None

    def _text(self, node: yaml.Node, field: Field, what: str, line: int) -> str | None:
        if node.tag != f"{TAG}str" or not isinstance(node, yaml.ScalarNode):
            self.add(line, f"{what} is {_kind(node)}", "write a text, in quotes where YAML reads it otherwise")
            return None
        text = str(node.value)
        if not text.strip():
            self.add(line, f"{what} is empty", "write a text or remove the key")
            return None
        if field.values is not None and text not in field.values:
            self.add(line, f"{what} is {text!r}", choices_remedy(text, field.values, "values") + field.otherwise)
            return None
        if field.pattern is not None and not field.pattern.fullmatch(text):
            self.add(line, f"{what} is {text!r}", f"write it like {field.example}")
            return None
        return text


def _kind(node: yaml.Node) -> str:
    return _KIND_NAMES.get(node.tag, "something else")
