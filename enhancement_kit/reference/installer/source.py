"""YAML files with the line of every value, so that findings can give it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from .errors import UnusableDirectory

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
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


def read(path: Path) -> Source:
    """Read a YAML file with one mapping. Raises UnusableDirectory for a file that is missing, or anything else."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UnusableDirectory(f"there is no {path.name} in {path.parent}; write one, or name its folder") from error
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableDirectory(f"{path} cannot be read: {error}") from error
    loader = _LOADER(text)
    try:
        node = loader.get_single_node()
        if not isinstance(node, yaml.MappingNode):
            raise UnusableDirectory(f"{path} must hold one mapping of keys and values; correct it there")
        lines: dict[str, int] = {}
        repeated: list[str] = []
        value = _plain(loader, node, "", lines, repeated)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _broken(path, error) from error
    finally:
        loader.dispose()
    return Source(value, lines, tuple(repeated))


def _broken(path: Path, error: Exception) -> UnusableDirectory:
    mark = getattr(error, "problem_mark", None)
    place = f"{path}:{mark.line + 1}" if mark else path
    return UnusableDirectory(f"{place}: broken YAML: {getattr(error, 'problem', error)}; correct it there")


def _plain(loader: Any, node: yaml.Node, path: str, lines: dict[str, int], repeated: list[str]) -> Any:
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            below = f"{path}.{key}" if path else key
            if key in found:
                repeated.append(below)
            lines[below] = key_node.start_mark.line + 1
            found[key] = _plain(loader, value_node, below, lines, repeated)
        return found
    if isinstance(node, yaml.SequenceNode):
        return [_plain(loader, child, f"{path}[{i}]", lines, repeated) for i, child in enumerate(node.value)]
    return loader.construct_object(node, deep=True)


def write(path: Path, value: Any) -> None:
    """Write one YAML document, keys in the order given."""
    write_text(path, yaml.dump(value, Dumper=_DUMPER, sort_keys=False, allow_unicode=True))


def write_text(path: Path, text: str) -> None:
    """Write a file, and create its folder. Raises UnusableDirectory."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnusableDirectory(f"{path} cannot be written: {error}") from error
