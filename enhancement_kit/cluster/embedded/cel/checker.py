"""Static checks that the engine cannot make, since it sees objects as maps: fields that a schema does not have.

Types are: a Schema, Fields, Opaque, ("list", type), ("map", type), ("optional", type), the name of a scalar, or None
for anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..regexes import BadPattern, compiled
from ..schema.structural import Schema
from .names import unescape
from .parser import Node, binds_two, children

Type = Any
_MACROS = frozenset({"all", "exists", "exists_one", "existsOne", "filter", "map", "sortBy"})
_SAME = frozenset({"distinct", "reverse", "slice", "sort"})
"""Functions of a list whose result has its type."""
_SCALARS = {"string": "string", "integer": "int", "number": "double", "boolean": "bool"}
_OPERANDS = frozenset({"string", "int", "double", "bool"})
_ORDER = frozenset({"<", "<=", ">", ">="})


_PLAIN_LITERAL = re.compile(r"""(['"])([^'"\\\n]*)\1""")


def _is_pattern(text: str) -> bool:
    try:
        compiled(text)
    except BadPattern:
        return False
    return True


_LITERALS: Mapping[str, Callable[[str], bool]] = {
    "duration": lambda text: re.fullmatch(r"[+-]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)", text) is not None,
    "timestamp": lambda text: (
        re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", text) is not None
    ),
    "matches": _is_pattern,
}
"""Functions whose literal arguments are checked, and how."""
Signature = Callable[[str, bool, tuple[str, ...]], tuple[Type, str]]
"""From an operator or function, whether it is a member, and scalar operand types, to its result and what is wrong."""


@dataclass
class Checked:
    """What the checks found."""

    type: Type
    errors: list[str]
    """As cel-go prints them: fields that do not exist, operands that do not fit."""
    widened: set[int]
    """The ids of integer operands that are compared with a double."""


def check(source: str, tree: Node, variables: Mapping[str, Type], signature: Signature) -> Checked:
    """Check an expression with variables of these types."""
    checker = _Checker(source, signature)
    found = checker.type(tree, dict(variables))
    return Checked(found, checker.errors, checker.widened)


def uses(tree: Node, name: str) -> bool:
    """Return whether an expression refers to a variable."""
    if tree.kind == "ident" and tree.name == name:
        return True
    return any(uses(n, name) for n in children(tree))


def undeclared(source: str, tree: Node, name: str) -> str:
    """Return the error of a name that is not declared, at the first place where it stands."""
    found = tree if tree.kind == "ident" and tree.name == name else None
    if found is not None:
        # the node of a name in parentheses begins with them
        at = source.index(name, found.start)
        return located(source, at, f"undeclared reference to '{name}' (in container '')")
    return next((text for below in children(tree) if (text := undeclared(source, below, name))), "")


def located(source: str, at: int, text: str) -> str:
    """Return an error with the line it is in and a marker below, as cel-go prints it."""
    line = source.count("\n", 0, at)
    start = source.rfind("\n", 0, at) + 1
    shown = source.split("\n")[line]
    column = at - start
    return f"ERROR: <input>:{line + 1}:{column + 1}: {text}\n | {shown}\n | {'.' * column}^"


@dataclass(frozen=True, eq=False)
class Fields:
    """The type of an object with these fields only."""

    types: Mapping[str, Type]


@dataclass(frozen=True, eq=False)
class Opaque:
    """A type of its own: its name, and what its functions return, and its fields (`.field`)."""

    name: str
    results: Mapping[str, Type]


ROOT_META = Fields({"name": "string", "generateName": "string"})
"""The type of `metadata` at the root and in embedded resources."""


class _Checker:
    def __init__(self, source: str, signature: Signature) -> None:
        self.source = source
        self.signature = signature
        self.errors: list[str] = []
        self.widened: set[int] = set()
        self.mixed: set[int] = set()
        """The ids of lists whose values may have different types."""

    def type(self, node: Node, scope: dict[str, Type]) -> Type:
        if node.kind == "literal":
            return node.name
        if node.kind == "ident":
            return scope.get(node.name)
        if node.kind == "select" and node.target is not None:
            return self.select(node, self.type(node.target, scope))
        if node.kind == "index" and node.target is not None:
            of = self.type(node.target, scope)
            self.type(node.args[0], scope)
            optional = node.optional or _optional(of)
            found = self.item(_inner(of))
            return ("optional", found) if optional else found
        if node.kind == "call":
            return self.call(node, scope)
        kinds = [self.type(a, scope) for a in node.args]
        if node.kind == "list":
            if id(node) not in self.mixed:
                self.alike(node.args, kinds)
            return ("list", kinds[0] if kinds and all(k is kinds[0] for k in kinds) else None)
        if node.kind == "map":
            for part in (0, 1):
                self.alike(node.args[part::2], kinds[part::2])
        return None

    def alike(self, nodes: list[Node], kinds: list[Type]) -> None:
        """Note where the values of a literal have different types (cel-go's HomogeneousAggregateLiterals)."""
        first = kinds[0] if kinds else None
        for node, kind in zip(nodes, kinds, strict=True):
            if isinstance(first, str) and isinstance(kind, str) and kind != first and "null" not in (first, kind):
                text = f"expected type '{first}' but found '{kind}'"
                self.errors.append(located(self.source, node.start, text))
                return

    def select(self, node: Node, of: Type) -> Type:
        optional = node.optional or _optional(of)
        found = self.field(node, _inner(of))
        return ("optional", found) if optional else found

    def field(self, node: Node, of: Type) -> Type:
        if isinstance(of, Opaque):
            return of.results.get(f".{node.name}")
        if isinstance(of, Fields):
            return of.types[node.name] if node.name in of.types else self.undefined(node)
        if isinstance(of, tuple) and of[0] == "map":
            return of[1]
        if not isinstance(of, Schema) or of.int_or_string:
            return None
        if of.type == "object" or of.properties or of.embedded:
            if of.additional is not None and not of.properties:
                return reduced(of.additional)
            name = unescape(node.name)
            if name == "metadata" and of.embedded:
                return ROOT_META
            if name in ("apiVersion", "kind") and of.embedded:
                return "string"
            sub = of.properties.get(name)
            if sub is None or not (sub.type or sub.int_or_string):
                return self.undefined(node)
            return reduced(sub)
        return None

    def undefined(self, node: Node) -> None:
        self.errors.append(located(self.source, node.at, f"undefined field '{node.name}'"))

    def item(self, of: Type) -> Type:
        if isinstance(of, tuple):
            return of[1]
        if isinstance(of, Schema):
            found = of.items if of.type == "array" else of.additional
            return reduced(found) if found is not None else None
        return None

    def call(self, node: Node, scope: dict[str, Type]) -> Type:
        target = self.type(node.target, scope) if node.target is not None else None
        if binds_two(node):
            return self.macro_of_two(node, target, scope)
        if node.target is not None and node.name in _MACROS and len(node.args) >= 2 and node.args[0].kind == "ident":
            return self.macro(node, target, scope)
        if node.name == "format" and node.target is not None:
            self.mixed.update(map(id, node.args))
        kinds = [self.type(a, scope) for a in node.args]
        self.constant(node)
        if isinstance(target, Opaque) and node.name in target.results:
            return target.results[node.name]
        if node.name in _SAME and node.target is not None and not isinstance(target, str):
            return target
        if node.name == "?:":
            return kinds[1] if kinds[1] is kinds[2] else None
        if _optional(target) and node.name in ("value", "orValue"):
            return _inner(target)
        if _optional(target) and node.name == "or":
            return target
        return self.operation(node, target, kinds)

    def constant(self, node: Node) -> None:
        """Note a literal argument that its function cannot read (cel-go's validators of literals)."""
        member = node.name == "matches" and node.target is not None
        readable = _LITERALS.get(node.name) if member or node.target is None else None
        argument = node.args[-1] if node.args else None
        if readable is None or argument is None or argument.kind != "literal" or argument.name != "string":
            return
        found = _PLAIN_LITERAL.fullmatch(argument.text)
        if found is not None and not readable(found[2]):
            self.errors.append(located(self.source, argument.start, f"invalid {node.name} argument"))

    def operation(self, node: Node, target: Type, kinds: list[Type]) -> Type:
        if node.name in _ORDER and set(kinds) == {"int", "double"}:
            # Kubernetes allows comparing them with each other, the engine does not
            self.widened.update(id(a) for a, kind in zip(node.args, kinds, strict=True) if kind == "int")
            return "bool"
        operands = ([target] if node.target is not None else []) + kinds
        if not operands or not all(isinstance(k, str) and k in _OPERANDS for k in operands):
            return None
        result, wrong = self.signature(node.name, node.target is not None, tuple(operands))
        if wrong:
            self.errors.append(located(self.source, node.at, wrong))
        return result

    def macro(self, node: Node, target: Type, scope: dict[str, Type]) -> Type:
        of = _inner(target)
        is_map = isinstance(of, Schema) and of.additional is not None and of.type == "object"
        inner = {**scope, node.args[0].name: "string" if is_map else self.item(of)}
        kinds = [self.type(a, inner) for a in node.args[1:]]
        if node.name in ("filter", "sortBy"):
            return target
        return ("list", kinds[-1]) if node.name == "map" else "bool"

    def macro_of_two(self, node: Node, target: Type, scope: dict[str, Type]) -> Type:
        of = _inner(target)
        is_map = (isinstance(of, Schema) and of.type == "object") or (isinstance(of, tuple) and of[0] == "map")
        is_list = (isinstance(of, Schema) and of.type == "array") or (isinstance(of, tuple) and of[0] == "list")
        key = "string" if is_map else "int" if is_list else None
        inner = {**scope, node.args[0].name: key, node.args[1].name: self.item(of)}
        kinds = [self.type(a, inner) for a in node.args[2:]]
        if node.name == "transformList":
            return ("list", kinds[-1])
        return ("map", kinds[-1]) if node.name == "transformMap" else None if "transform" in node.name else "bool"


def _optional(kind: Type) -> bool:
    return isinstance(kind, tuple) and kind[0] == "optional"


def _inner(kind: Type) -> Type:
    return kind[1] if _optional(kind) else kind


def reduced(schema: Schema) -> Type:
    """Return the type of a value with this schema."""
    if schema.int_or_string:
        return None
    if schema.type in _SCALARS:
        return _SCALARS[schema.type]
    return schema
