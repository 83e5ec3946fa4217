"""Reads YAML as nodes that can be walked: not too deep, no cycle, no excess of aliases, no kinds of other languages.

Every reader of YAML that somebody hands over begins here, so that a walk over the nodes ends, and ends soon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from enhancement_kit.files import aliases

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEPTH = 100
"""Collections inside each other. The deepest CustomResourceDefinitions have about 60."""

TAG = "tag:yaml.org,2002:"
STR, INT, FLOAT, BOOL, NULL = (TAG + name for name in ("str", "int", "float", "bool", "null"))
TIME, MERGE, VALUE = (TAG + name for name in ("timestamp", "merge", "value"))
_SCALARS = frozenset({STR, INT, FLOAT, BOOL, NULL, TIME, MERGE, VALUE})
_OF_KIND: dict[type[yaml.Node], frozenset[str]] = {
    yaml.ScalarNode: _SCALARS,
    yaml.SequenceNode: frozenset({TAG + "seq"}),
    yaml.MappingNode: frozenset({TAG + "map"}),
}
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TOO_DEEP = "exceeded maximum nesting depth"
"""What libyaml says, whose own limit is 1000."""
_SECOND = "but found another document"


class BadYaml(Exception):
    """A text that is not YAML, or not plain data; the message is one sentence with the remedy, without the line."""

    def __init__(self, line: int, problem: str, remedy: str) -> None:
        """Keep the line, counted from 1, what is wrong there, and the way out."""
        super().__init__(f"{problem}; {remedy}")
        self.line, self.problem, self.remedy = line, problem, remedy


def compose(raw: bytes) -> yaml.Node | None:
    """Return the node of the only document of a text; None where the text is empty. Raises BadYaml."""
    node = next(_nodes(_decoded(raw), single=True), None)
    if node is not None:
        _check(node)
    return node


def compose_all(raw: bytes) -> list[yaml.Node]:
    """Return the nodes of all documents of a text. Raises BadYaml."""
    found = list(_nodes(_decoded(raw), single=False))
    for node in found:
        _check(node)
    return found


def line_of(node: yaml.Node) -> int:
    """Return the line, counted from 1, on which a node begins."""
    return int(node.start_mark.line) + 1


def _decoded(raw: bytes) -> str:
    try:
        text = raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadYaml(line, "the file is not UTF-8 text", "save it as UTF-8") from None
    control = _CONTROL.search(text)
    if control is not None:
        line = text.count("\n", 0, control.start()) + 1
        raise BadYaml(line, f"broken YAML: the character U+{ord(control[0]):04X} is not allowed", "remove it")
    return text


def _nodes(text: str, *, single: bool) -> Iterator[yaml.Node]:
    try:
        if single:
            node = yaml.compose(text, Loader=_LOADER)
            yield from () if node is None else (node,)
        else:
            yield from yaml.compose_all(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _broken(mark.line + 1 if mark else 1, error.problem or error.context or "it cannot be parsed") from error
    except yaml.YAMLError as error:
        raise _broken(1, " ".join(str(error).split())) from error
    except RecursionError:
        # only without libyaml, which has a limit of its own
        raise _broken(1, _TOO_DEEP) from None


def _broken(line: int, problem: str) -> BadYaml:
    if problem == _TOO_DEEP:
        return _deep(line)
    if problem == _SECOND:
        return BadYaml(line, "a second YAML document begins here", "keep one document")
    return BadYaml(line, f"broken YAML: {problem}", "correct the YAML at this line")


def _deep(line: int) -> BadYaml:
    return BadYaml(line, f"lists and mappings are nested more than {DEPTH} deep", "write it flatter")


def _check(root: yaml.Node) -> None:
    """Walk over a document as its readers will, and stop where that would take too long. Raises BadYaml."""
    seen: set[int] = set()
    above: list[int] = [0] * (DEPTH + 1)
    nodes = repeated = size = 0
    waiting = [(root, 0, False)]
    while waiting:
        node, depth, again = waiting.pop()
        kind = type(node)
        if node.tag not in _OF_KIND[kind]:
            raise _foreign(node)
        again = again or id(node) in seen
        seen.add(id(node))
        nodes += 1
        if again:
            repeated += 1
            size += len(node.value) if kind is yaml.ScalarNode else 0
            if aliases.excessive(nodes, repeated) or size > aliases.EXPANDED:
                raise BadYaml(line_of(node), "aliases repeat this too often", "write the content out, or less of it")
        if kind is yaml.ScalarNode:
            continue
        above[depth] = id(node)
        if depth >= DEPTH:
            raise _itself(node) if len(set(above)) < len(above) else _deep(line_of(node))
        inner = node.value if kind is yaml.SequenceNode else [part for pair in node.value for part in pair]
        waiting.extend((part, depth + 1, again) for part in reversed(inner))


def _itself(node: yaml.Node) -> BadYaml:
    return BadYaml(line_of(node), "what an alias stands for contains the alias itself", "write the content out")


def _foreign(node: yaml.Node) -> BadYaml:
    tag = str(node.tag)
    shown = f"!!{tag.removeprefix(TAG)}" if tag.startswith(TAG) else tag
    return BadYaml(line_of(node), f"the tag {_short(shown)} does not fit here", "remove the tag, write plain YAML")


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."
