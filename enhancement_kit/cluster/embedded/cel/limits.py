"""How long and how deep an expression may be (cel-go parser: limits of code points and of recursion)."""

from __future__ import annotations

import re

from .parser import Node, children

SIZE, DEPTH = 100_000, 250
_NODES = 250
"""Nodes inside one another that are walked through here; the kit's own. cel-go takes 250, where it counts them."""
_PART = re.compile(
    r"""//[^\n]*|\"\"\".*?\"\"\"|'''.*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[(\[{]|[)\]}]""", re.DOTALL
)


def excess(source: str) -> str:
    """Return the error of an expression that is too long or too deep; empty for others."""
    if len(source) > SIZE:
        return f"ERROR: <input>:-1:0: expression code point size exceeds limit: size: {len(source)}, limit {SIZE}"
    # most expressions have too few brackets to be too deep
    if sum(map(source.count, "([{")) >= DEPTH and _depth(source) >= DEPTH:
        return f"ERROR: <input>:-1:0: expression recursion limit exceeded: {DEPTH}"
    return ""


def too_deep(tree: Node) -> str:
    """Return the error of a tree with too many nodes inside one another; empty for others."""
    depth, level = 0, [tree]
    while level := [below for node in level for below in children(node)]:
        depth += 1
        if depth >= _NODES:
            return "ERROR: <input>:-1:0: max recursion depth exceeded"
    return ""


def _depth(source: str) -> int:
    deepest = depth = 0
    for found in _PART.finditer(source):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(found.group(), 0)
        deepest = max(deepest, depth)
    return deepest
