"""YAML files with the line of every value, so that findings can give it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.files import reading, writing
from enhancement_kit.files.printing import one_line
from enhancement_kit.files.yaml_nodes import BadYaml, compose, line_of
from enhancement_kit.files.yaml_values import pairs, scalar

from .errors import UnusableDirectory

_LONGEST_KEY = 64
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


@dataclass(frozen=True)
class Source:
    """The content of one file."""

    value: dict[str, Any]
    lines: Mapping[str, int]
    """Line by field path, from 1."""
    repeated: tuple[str, ...] = ()
    """Paths of keys that a mapping has twice."""

    def line(self, path: str) -> int:
        """Return the line of a field, or of the nearest field around it."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = re.sub(r"(^|\.)[^.\[\]]+$|\[\d+\]$", "", path)
        return 1


def shown(key: str) -> str:
    """Return a key as paths and errors show it: short, on one line, without control characters."""
    return one_line(key, _LONGEST_KEY) or '""'


def below(path: str, key: str) -> str:
    """Return the path of a field in a mapping."""
    return f"{path}.{shown(key)}" if path else shown(key)


def read(path: Path) -> Source:
    """Read a YAML file with one mapping. Raises UnusableDirectory for a file that is missing, or anything else."""
    try:
        raw = reading.read_bytes(path)
    except reading.Missing as error:
        raise UnusableDirectory(f"there is no {path.name} in {path.parent}; write one, or name its folder") from error
    except reading.Unreadable as error:
        raise UnusableDirectory(f"{path} cannot be read: {error}") from error
    lines: dict[str, int] = {}
    repeated: list[str] = []
    try:
        node = compose(raw)
        if not isinstance(node, yaml.MappingNode):
            raise UnusableDirectory(f"{path}:1: the file must hold one mapping of keys and values; correct it there")
        value = _plain(node, "", lines, repeated)
    except BadYaml as error:
        raise UnusableDirectory(f"{path}:{error.line}: {error}") from error
    return Source(value, lines, tuple(repeated))


def _plain(node: yaml.Node, path: str, lines: dict[str, int], repeated: list[str]) -> Any:
    lines.setdefault(path, line_of(node))
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        for key, key_node, value_node in pairs(node):
            inner = below(path, key)
            if key in found:
                repeated.append(inner)
            lines[inner] = line_of(key_node)
            found[key] = _plain(value_node, inner, lines, repeated)
        return found
    if isinstance(node, yaml.SequenceNode):
        return [_plain(child, f"{path}[{i}]", lines, repeated) for i, child in enumerate(node.value)]
    return scalar(node)


def printed(value: Any) -> str:
    """Return one YAML document, keys in the order given."""
    return str(yaml.dump(value, Dumper=_DUMPER, sort_keys=False, allow_unicode=True))


def write_text(path: Path, text: str) -> None:
    """Write a file, and create its folder. Raises UnusableDirectory."""
    write_texts({path: text})


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write files, and create their folders: all of them, or nothing. Raises UnusableDirectory."""
    try:
        writing.write_together(texts)
    except OSError as error:
        why = f"{error.filename} cannot be written: {error.strerror}"
        raise UnusableDirectory(f"{why}; make room there, or name another directory") from error
