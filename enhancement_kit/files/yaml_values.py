"""Makes plain values of YAML nodes as Kubernetes reads them: texts, numbers, flags, null, lists and mappings.

There are no dates, since JSON has none: they are texts. Merge keys (`<<`) are followed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import yaml

from enhancement_kit.files.yaml_nodes import BOOL, FLOAT, INT, MERGE, NULL, BadYaml, line_of

_INTEGER = re.compile(r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0([0-7]+)|([1-9][0-9]*|0))", re.ASCII)
_BASES = (16, 2, 8, 10)
_WIDEST = 70
"""Characters of the longest integer of 64 bits, which is a binary one."""
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_SPECIAL = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_FLAGS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def plain(node: yaml.Node) -> Any:
    """Return what a checked node stands for; a key that is given twice has its last value. Raises BadYaml."""
    if isinstance(node, yaml.MappingNode):
        return {key: plain(value) for key, _, value in pairs(node)}
    if isinstance(node, yaml.SequenceNode):
        return [plain(child) for child in node.value]
    return scalar(node)


def pairs(node: yaml.MappingNode) -> Iterator[tuple[str, yaml.Node, yaml.Node]]:
    """Yield the keys of a mapping with the nodes of key and value; what it merges comes first, if it has no such key.

    Raises BadYaml for a key that is a list, a mapping or null, and for a merge of something else than mappings.
    """
    own = [(key_of(key), key, value) for key, value in node.value if key.tag != MERGE]
    names = {name for name, _, _ in own}
    for key, value in node.value:
        if key.tag == MERGE:
            for name, inner, merged in _merged(value):
                if name not in names:
                    names.add(name)
                    yield name, inner, merged
    yield from own


def _merged(value: yaml.Node) -> Iterator[tuple[str, yaml.Node, yaml.Node]]:
    # what comes first in a list takes precedence
    for one in value.value if isinstance(value, yaml.SequenceNode) else (value,):
        if not isinstance(one, yaml.MappingNode):
            raise BadYaml(line_of(one), "<< merges something that is no mapping", "name the alias of a mapping")
        yield from pairs(one)


def key_of(node: yaml.Node) -> str:
    """Return the text of a key. Raises BadYaml where it is a list, a mapping or null."""
    if not isinstance(node, yaml.ScalarNode) or node.tag == NULL:
        kind = "a list" if isinstance(node, yaml.SequenceNode) else "null"
        kind = "a mapping" if isinstance(node, yaml.MappingNode) else kind
        raise BadYaml(line_of(node), f"a key is {kind}", "write a text as the key")
    return str(node.value)


def scalar(node: yaml.Node) -> str | int | float | bool | None:
    """Return the value of a scalar node. Raises BadYaml where its text does not fit its tag."""
    read = _READ.get(node.tag)
    if read is None:
        return str(node.value)
    try:
        value: str | int | float | bool | None = read(str(node.value))
    except _Unfit as error:
        raise BadYaml(line_of(node), f"{_short(str(node.value))} {error}", "correct the value or quote it") from None
    return value


class _Unfit(Exception):
    """The text of a scalar does not fit its tag; the message follows the text."""


def _null(text: str) -> None:
    if text.lower() not in ("", "~", "null"):
        raise _Unfit("is not null")


def _flag(text: str) -> bool:
    if text.lower() not in _FLAGS:
        raise _Unfit("is neither true nor false")
    return _FLAGS[text.lower()]


def _integer(text: str) -> int | float | str:
    bare = text.replace("_", "")
    found = _INTEGER.fullmatch(bare) if len(bare) <= _WIDEST else None
    if found is not None:
        digits, base = next((d, b) for d, b in zip(found.groups()[1:], _BASES, strict=True) if d is not None)
        value = -int(digits, base) if found[1] == "-" else int(digits, base)
        if -(1 << 63) <= value < 1 << 64:
            return value
    # more than 64 bits are a float, and what has colons a number in YAML 1.1 only
    return _float(text)


def _float(text: str) -> float | str:
    bare = text.replace("_", "")
    if _SPECIAL.fullmatch(bare):
        return float(bare.replace(".", "", 1))
    if ":" in text:
        return text
    if not _FLOAT.fullmatch(bare):
        raise _Unfit("is no number")
    value = float(bare)
    return text if math.isinf(value) else value


_READ: Mapping[str, Callable[[str], Any]] = {NULL: _null, BOOL: _flag, INT: _integer, FLOAT: _float}
"""By tag; what is none of these is a text."""


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."
