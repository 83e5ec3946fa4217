"""Record which statements of the implementation each scenario executes, and how its conditions turn out there.

The modules are compiled with a note at the beginning of every statement and lambda, and around every condition. This
costs nothing outside the implementation, and works alike in all versions of Python. What a function with a cache
executes when it computes a value also counts for those who get the value later.
"""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any

import pytest

from enhancement_kit.mutation.plain.drawing import Source
from enhancement_kit.mutation.plain.places import FUNCTIONS, is_doc, outcome, unit_of

NOTE = "__kit_note__"
TRUTH = "__kit_truth__"


class Recorder:
    """The units that were executed since `start`."""

    def __init__(self) -> None:
        self.names: list[str] = []
        """Every unit, as `path@line:column`; its number is its position."""
        self._seen: list[set[int]] = [set()]

    def note(self, number: int) -> None:
        """Note that a unit is executed. Returns None, which a lambda's body builds on."""
        self._seen[-1].add(number)

    def truth(self, number: int, value: Any) -> Any:
        """Note a condition's outcome, of which the number is that of true, and the next one that of false."""
        self._seen[-1].add(number if value else number + 1)
        return value

    def start(self) -> None:
        """Forget what was executed."""
        self._seen = [set()]

    def seen(self) -> frozenset[int]:
        """Return the numbers of the units that were executed."""
        return frozenset().union(*self._seen)

    def code(self, source: Source) -> CodeType:
        """Compile a module that notes what it executes."""
        tree = source.tree()
        _Notes(self, source.path).visit(tree)
        ast.fix_missing_locations(tree)
        return compile(tree, str(source.file), "exec", dont_inherit=True)

    def add(self, path: str, unit: str) -> int:
        """Give a unit its number."""
        self.names.append(f"{path}@{unit}")
        return len(self.names) - 1

    def remembering(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Cache a function's values, with the units that each of them took."""
        known: dict[Any, tuple[Any, set[int]]] = {}

        @functools.wraps(function)
        def cached(*args: Any, **kwargs: Any) -> Any:
            key = (args, tuple(sorted(kwargs.items())))
            if key not in known:
                self._seen.append(set())
                try:
                    value = function(*args, **kwargs)
                finally:
                    taken = self._seen.pop()
                    self._seen[-1] |= taken
                known[key] = (value, taken)
            value, taken = known[key]
            self._seen[-1] |= taken
            return value

        cached.cache_clear = known.clear  # type: ignore[attr-defined]
        return cached

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let the modules note what they execute."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(builtins, NOTE, self.note, raising=False)
            patch.setattr(builtins, TRUTH, self.truth, raising=False)
            yield

    @contextmanager
    def caches(self) -> Iterator[None]:
        """Let modules that are imported meanwhile use caches that remember what a value took."""

        def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
            del typed
            return self.remembering(maxsize) if callable(maxsize) else self.remembering

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(functools, "cache", self.remembering)
            patch.setattr(functools, "lru_cache", lru_cache)
            yield


class _Notes(ast.NodeTransformer):
    def __init__(self, recorder: Recorder, path: str) -> None:
        self._recorder, self._path = recorder, path

    def _call(self, unit: str) -> ast.Call:
        number = self._recorder.add(self._path, unit)
        return ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(number)], [])

    def _truth(self, node: ast.expr | ast.stmt, part: str, condition: ast.expr) -> ast.expr:
        number = self._recorder.add(self._path, outcome(node, part, True))
        self._recorder.add(self._path, outcome(node, part, False))
        call = ast.Call(ast.Name(TRUTH, ast.Load()), [ast.Constant(number), condition], [])
        return ast.copy_location(call, condition)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.If | ast.IfExp):
            node.test = self._truth(node, "?", node.test)
        elif isinstance(node, ast.BoolOp):
            node.values = [self._truth(node, f"|{index}", value) for index, value in enumerate(node.values)]
        elif isinstance(node, ast.comprehension):
            node.ifs = [self._truth(condition, "~", condition) for condition in node.ifs]
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if isinstance(statements, list):
                setattr(node, name, list(self._noted(statements, node)))
        return node

    def _noted(self, statements: Iterable[ast.stmt], parent: ast.AST) -> Iterator[ast.stmt]:
        first = True
        for statement in statements:
            header = first and is_doc(statement) and isinstance(parent, ast.Module | ast.ClassDef | FUNCTIONS)
            future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
            if not header and not future:
                yield ast.copy_location(ast.Expr(self._call(unit_of(statement))), statement)
            yield statement
            first = False

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.generic_visit(node)
        body = ast.BoolOp(ast.Or(), [self._call(unit_of(node)), node.body])
        return ast.copy_location(ast.Lambda(node.args, body), node)
