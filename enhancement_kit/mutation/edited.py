"""The code of a function after a change of its source text."""

from __future__ import annotations
import __future__

import ast
import inspect
import textwrap
from types import CodeType, FunctionType
from typing import Any

from enhancement_kit.errors import HarnessError


def plain_function(found: Any, place: str) -> FunctionType:
    """Return the function behind decorators, `staticmethod` and `property`. Raises HarnessError where there is none."""
    method: Any = found.fget if isinstance(found, property) else found
    inner: Any = inspect.unwrap(getattr(method, "__func__", method))
    if not isinstance(inner, FunctionType):
        raise HarnessError(f"{place} is no function; use replace for values")
    return inner


def code(found: Any, place: str, before: str, after: str) -> CodeType:
    """Compile a function with `before` replaced by `after` in its source. Raises as `Patcher.edit` says."""
    function = plain_function(found, place)
    source = textwrap.dedent(inspect.getsource(function))
    if source.count(before) != 1:
        raise HarnessError(f"{place} contains {before!r} {source.count(before)} times, not once; correct the mutant")
    try:
        tree = ast.parse(source.replace(before, after))
    except SyntaxError as error:
        raise HarnessError(f"{place} does not compile with {after!r} for {before!r}: {error}") from error
    return compiled(tree, function, place)


def compiled(tree: ast.Module, function: FunctionType, place: str) -> CodeType:
    """Compile the definition in `tree` as the code of `function`: same file, lines and free variables."""
    old = function.__code__
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef):
        raise HarnessError(f"{place} is not defined with def; mutants can edit only functions that are")
    definition.decorator_list = []
    ast.increment_lineno(tree, old.co_firstlineno - 1)
    if old.co_freevars:
        # the names of the closure have to be free variables of the new code as well
        outer = ast.parse("def outer():\n pass").body[0]
        assert isinstance(outer, ast.FunctionDef)
        cells = ast.parse("\n".join(f"{name} = None" for name in old.co_freevars)).body
        outer.body = [*cells, definition]
        tree = ast.Module([outer], [])
        ast.fix_missing_locations(tree)
    flags = __future__.annotations.compiler_flag
    whole = compile(tree, old.co_filename, "exec", flags=flags, dont_inherit=True)
    for one in _within(whole):
        if one.co_name == function.__name__ and one.co_freevars == old.co_freevars:
            return one.replace(co_qualname=old.co_qualname)
    raise HarnessError(f"{place} uses other variables of its surroundings after the change; correct the mutant")


def _within(whole: CodeType) -> list[CodeType]:
    inner = [const for const in whole.co_consts if isinstance(const, CodeType)]
    return inner + [deeper for one in inner for deeper in _within(one)]
