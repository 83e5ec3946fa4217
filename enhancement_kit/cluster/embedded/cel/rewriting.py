"""Rewriting expressions for the engine: what it does not support is expressed by what it supports."""

from __future__ import annotations

from collections.abc import Mapping

from .library import KEYS, MAP_OF, MERGED, STRING_OF
from .library_lists import SORTED
from .parser import Node, binds_two, children

_MACROS = frozenset({"all", "exists", "exists_one", "existsOne", "filter", "map", "sortBy"})


VARIABLES = "variables"
"""What the variables of a policy are fields of."""


def rewrite(
    source: str, tree: Node, widened: set[int], *, optional_old: bool = False, nullable: frozenset[str] = frozenset()
) -> str:
    """Rewrite an expression for the engine.

    `widened` are the ids of integers that are compared with doubles. `nullable` are the variables that may be null or
    hold nulls: none of their fields is there, where the engine would fail.
    """
    rewriter = _Rewriter(source, tree, widened, optional_old, nullable)
    return source[: tree.start] + rewriter.text(tree, {}) + source[tree.end :]


def is_variables(node: Node | None) -> bool:
    """Return whether a node is what the variables of a policy are fields of."""
    return node is not None and node.kind == "ident" and node.name == VARIABLES


def flat_name(name: str) -> str:
    """Return the variable that stands for a variable of a policy in the engine; as long as how it is written."""
    return f"{VARIABLES}_{name}"


class _Rewriter:
    def __init__(
        self, source: str, tree: Node, widened: set[int], optional_old: bool, nullable: frozenset[str]
    ) -> None:
        self.source = source
        self.nullable = nullable
        self.widened = widened
        self.optional_old = optional_old
        self.addresses = _calls(tree, {"ip", "cidr", "masked"})

    def text(self, node: Node, bound: Mapping[str, str]) -> str:
        """Return the text of a node; `bound` has a text for each variable that the engine does not know."""
        out = self.plain(node, bound)
        return f"double({out})" if id(node) in self.widened else out

    def plain(self, node: Node, bound: Mapping[str, str]) -> str:
        if node.kind == "ident":
            if node.name in bound:
                return bound[node.name]
            # an optional value cannot be bound as a variable, but an optional item of a list can be read
            return "(oldSelf[?0])" if node.name == "oldSelf" and self.optional_old else self.slice(node, bound)
        if node.kind == "select" and is_variables(node.target) and VARIABLES not in bound:
            return flat_name(node.name)
        if binds_two(node):
            return self.two_variables(node, bound)
        outer = bound
        if node.kind == "call" and node.target is not None and node.name in _MACROS and node.args:
            bound = {k: v for k, v in bound.items() if k != node.args[0].name}
        if node.kind == "call" and node.name == "sortBy" and node.target is not None and len(node.args) == 2:
            of, (item, key) = self.text(node.target, outer), node.args
            return f"{SORTED}({of}, {of}.map({item.name}, dyn({self.text(key, bound)})))"
        text = self.slice(node, bound)
        if node.kind == "call" and node.name in ("validate", "named") and node.target is not None:
            # Python cannot return optional values: an empty list becomes none
            return f"optional.ofNonZeroValue({text})"
        if node.kind == "call" and node.name == "has" and node.target is None and self._may_be_null(node, bound):
            assert node.args[0].target is not None, "this has been looked at"
            return f"({self.text(node.args[0].target, bound)} != null && {text})"
        if node.kind == "call" and node.name == "string" and node.target is None and self.addresses:
            return text.replace("string", STRING_OF, 1)
        return text

    def _may_be_null(self, node: Node, bound: Mapping[str, str]) -> bool:
        of = node.args[0].target if len(node.args) == 1 and node.args[0].kind == "select" else None
        while of is not None and of.kind == "select":
            of = of.target
        return of is not None and of.kind == "ident" and of.name in self.nullable and of.name not in bound

    def slice(self, node: Node, bound: Mapping[str, str]) -> str:
        out, at = "", node.start
        for part in children(node):
            out += self.source[at : part.start] + self.text(part, bound)
            at = part.end
        return out + self.source[at : node.end]

    def two_variables(self, node: Node, bound: Mapping[str, str]) -> str:
        """Rewrite a macro over keys (or indices) and values as one over keys that looks the values up."""
        assert node.target is not None, "binds_two has looked"
        of, key, value = self.text(node.target, bound), node.args[0].name, node.args[1].name
        inner = {k: v for k, v in bound.items() if k != key} | {value: f"({of})[{key}]"}
        *tests, last = [self.text(a, inner) for a in node.args[2:]]
        keys = f"{KEYS}({of})" + "".join(f".filter({key}, {test})" for test in tests)
        if node.name == "transformList":
            return f"{keys}.map({key}, {last})"
        if node.name == "transformMap":
            return f"{MAP_OF}({keys}.map({key}, [dyn({key}), dyn({last})]))"
        if node.name == "transformMapEntry":
            return f"{MERGED}({keys}.map({key}, dyn({last})))"
        return f"{keys}.{'exists_one' if node.name == 'existsOne' else node.name}({key}, {last})"


def _calls(node: Node, names: set[str]) -> bool:
    return (node.kind == "call" and node.name in names) or any(_calls(n, names) for n in children(node))
