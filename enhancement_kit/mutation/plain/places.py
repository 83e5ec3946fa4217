"""The nodes of a module that operators may change, each with the function and the statement that it belongs to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
_LOGGING = frozenset({"info", "warning", "error", "debug", "write"})
_SKIPPED_FIELDS = frozenset({"annotation", "returns", "type_comment", "type_params", "ctx"})


def unit_of(node: ast.stmt | ast.Lambda) -> str:
    """Return the name of a statement or lambda inside its module: where it begins."""
    return f"{node.lineno}:{node.col_offset}"


def outcome(node: ast.expr | ast.stmt, part: str, holds: bool) -> str:
    """Return the name of a fact about a condition: that a part of it, at the node's place, was true or was not."""
    return f"{node.lineno}:{node.col_offset}{part}{'=' if holds else '!'}"


@dataclass(frozen=True)
class Place:
    """One node, and how it hangs in the tree."""

    node: ast.AST
    parent: ast.AST
    field: str
    index: int | None
    scope: str
    """The function or class around it, dotted; empty at module level."""
    unit: str
    """The innermost statement or lambda around it, see `unit_of`."""
    deferred: bool
    """Whether it runs when a function is called, and not when the module is imported."""
    handed: bool = False
    """Whether it is in the text of an f-string."""

    def put(self, new: ast.AST) -> None:
        """Replace the node."""
        if self.index is None:
            setattr(self.parent, self.field, new)
        else:
            getattr(self.parent, self.field)[self.index] = new

    def drop(self) -> None:
        """Remove the node from the list that it is in."""
        assert self.index is not None
        del getattr(self.parent, self.field)[self.index]

    @property
    def line(self) -> int:
        """The line where the node begins."""
        return int(getattr(self.node, "lineno", 0)) or int(self.unit.partition(":")[0])

    @property
    def column(self) -> int:
        """The column where the node begins, from 1."""
        return int(getattr(self.node, "col_offset", 0)) + 1


@dataclass(frozen=True)
class _Around:
    scope: str = ""
    unit: str = ""
    deferred: bool = False
    handed: bool = False

    def inside(self, name: str) -> _Around:
        return replace(self, scope=f"{self.scope}.{name}".strip("."))


def is_log_call(node: ast.AST) -> bool:
    """Check whether a statement only writes to a log."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=attr))) if attr in _LOGGING:
            return ast.unparse(owner).rpartition(".")[2] in ("log", "_log")
    return False


def is_doc(node: ast.AST) -> bool:
    """Check whether a statement is a string that documents something."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_safety(call: ast.AST, node: ast.AST) -> bool:
    """Check whether an argument only guards against mistakes inside the code: frozen dataclasses, strict zip."""
    match call, node:
        case ast.Call(func=ast.Name(id=function)), ast.keyword(arg=argument):
            return (function, argument) in (("dataclass", "frozen"), ("zip", "strict"))
    return False


def _is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _is_skipped(node: ast.AST) -> bool:
    skipped = (
        ast.Import | ast.ImportFrom | ast.Global | ast.Nonlocal | ast.pattern | ast.Pass | ast.operator | ast.cmpop
    )
    return isinstance(node, skipped) or is_doc(node) or is_log_call(node) or _is_typing(node) or _is_export(node)


def _is_export(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__"


def places(tree: ast.Module) -> Iterator[Place]:
    """Yield every node that may be changed, in the order of the source, an outer one before those inside it."""
    yield from _within(tree, _Around())


def _within(parent: ast.AST, around: _Around) -> Iterator[Place]:
    for name, value in ast.iter_fields(parent):
        if name in _SKIPPED_FIELDS:
            continue
        inner = _around(parent, name, around)
        listed = isinstance(value, list)
        children: list[Any] = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if isinstance(child, ast.AST) and not _is_skipped(child) and not is_safety(parent, child):
                yield from _one(child, parent, name, index if listed else None, inner)


def _one(node: ast.AST, parent: ast.AST, name: str, index: int | None, around: _Around) -> Iterator[Place]:
    if isinstance(node, ast.stmt):
        around = replace(around, unit=unit_of(node))
    yield Place(node, parent, name, index, around.scope, around.unit, around.deferred, around.handed)
    yield from _within(node, around)


def _around(parent: ast.AST, field: str, around: _Around) -> _Around:
    """Return what is around the children in one field of a node."""
    if isinstance(parent, FUNCTIONS) and field == "body":
        return replace(around.inside(parent.name), deferred=True)
    if isinstance(parent, ast.ClassDef) and field == "body":
        return around.inside(parent.name)
    if isinstance(parent, ast.Lambda) and field == "body":
        return replace(around, unit=unit_of(parent), deferred=True)
    if isinstance(parent, ast.JoinedStr):
        return replace(around, handed=True)
    if isinstance(parent, ast.FormattedValue):
        return replace(around, handed=False)
    return around
