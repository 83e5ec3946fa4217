"""Compiling and running expressions on cel-expr-python, with cel-go's error texts."""

from __future__ import annotations

import functools
import re
from datetime import datetime, timedelta
from typing import Any

from cel_expr_python import cel
from cel_expr_python.ext import ext_optional

from ..bounded import Bounded
from ..schema.structural import Schema
from .checker import check, reduced, undeclared, uses
from .library import declarations
from .limits import excess, too_deep
from .parser import Node, SyntaxTrouble, parse
from .rewriting import rewrite
from .values import declared


class CompileError(ValueError):
    """An expression that does not compile; the message is cel-go's, as far as the engine provides it."""


class EvalError(ValueError):
    """An evaluation that failed; the message is cel-go's."""


class TooManySteps(Exception):
    """An evaluation that the engine does not finish."""


def evaluated(expression: Any, data: Any) -> Any:
    """Return the engine's value of an expression. Raises TooManySteps."""
    try:
        return expression.eval(data=data)
    except RuntimeError as error:
        if "Iteration budget exceeded" in str(error):
            raise TooManySteps(str(error)) from None
        raise


@functools.cache
def functions() -> list[Any]:
    """Return the functions of all expressions."""
    return declarations()


_environments: Bounded[tuple[str, bool], Any] = Bounded(256)
_programs: Bounded[tuple[str, str, bool], Program] = Bounded(4096)


def _environment(name: str, kind: Any, optional_old: bool) -> Any:
    found = _environments.get((name, optional_old))
    if found is None:
        old = cel.Type.List(kind) if optional_old else kind
        found = _environments[(name, optional_old)] = cel.NewEnv(
            variables={"self": kind, "oldSelf": old},
            extensions=[ext_optional.ExtOptional()],
            functions=functions(),
        )
    return found


class Program:
    """A compiled expression."""

    def __init__(self, expression: Any, uses_old: bool, result: str = "") -> None:
        self.expression = expression
        self.uses_old = uses_old
        self.result: str = result or expression.return_type().name()

    def run(self, data: dict[str, Any]) -> Any:
        """Return the value of the expression. Raises EvalError."""
        value = evaluated(self.expression, data)
        if value.type().name() == "ERROR":
            raise EvalError(error_text(str(value.plain_value())))
        return value.plain_value()


def compile_rule(source: str, schema: Schema, *, optional_old: bool) -> Program:
    """Compile a rule for a schema node. Raises CompileError. Cached by text and type: schemas share most rules."""
    if wrong := excess(source):
        raise CompileError(wrong)
    name, kind = declared(schema)
    static: Any = None
    tree: Node | None
    try:
        tree = parse(source)
    except (SyntaxTrouble, RecursionError):
        tree = None  # the engine reports the same error with a better message
    text = source
    if tree is not None:
        if wrong := too_deep(tree):
            raise CompileError(wrong)
        own = reduced(schema)
        checked = check(source, tree, {"self": own, "oldSelf": ("optional", own) if optional_old else own}, signature)
        if checked.errors:
            raise CompileError("\n".join(checked.errors))
        static = checked.type
        text = rewrite(source, tree, checked.widened, optional_old=optional_old)
    key = (text, name, optional_old)
    found = _programs.get(key)
    if found is None:
        try:
            expression = _environment(name, kind, optional_old).compile(text)
        except RuntimeError as e:
            raise refusal(str(e), source, tree) from None
        found = Program(expression, tree is not None and uses(tree, "oldSelf"))
        _programs[key] = found
    if found.result == "DYN" and isinstance(static, str):
        # schemas that differ only below the top share the program, but not the type
        return Program(found.expression, found.uses_old, static.upper())
    return found


_SCALARS = {"string": cel.Type.STRING, "int": cel.Type.INT, "double": cel.Type.DOUBLE, "bool": cel.Type.BOOL}
_RESULTS = {"STRING": "string", "INT": "int", "DOUBLE": "double", "BOOL": "bool"}
_OVERLOAD = re.compile(r"found no matching overload for '.*?' applied to '.*?'(?= *$)", re.MULTILINE)


@functools.lru_cache(4096)
def signature(name: str, member: bool, operands: tuple[str, ...]) -> tuple[str | None, str]:
    """Return the type of an operation on scalars, or the engine's error message."""
    names = [f"v{i}" for i in range(len(operands))]
    if member:
        text = f"{names[0]}.{name}({', '.join(names[1:])})"
    elif name[0].isalpha() and name != "in":
        text = f"{name}({', '.join(names)})"
    else:
        text = f"{names[0]} {name} {names[1]}" if len(names) == 2 else f"{name}{names[0]}"
    variables = {n: _SCALARS[o] for n, o in zip(names, operands, strict=True)}
    env = cel.NewEnv(variables=variables, extensions=[ext_optional.ExtOptional()], functions=functions())
    try:
        return _RESULTS.get(env.compile(text).return_type().name()), ""
    except RuntimeError as e:
        found = _OVERLOAD.search(compile_text(str(e)))
        return None, found.group() if found else ""


_TIMES = {datetime: cel.Type.TIMESTAMP, timedelta: cel.Type.DURATION}


@functools.lru_cache(1024)
def _call(name: str, member: bool, operands: tuple[type, ...]) -> Any:
    """Return the expression of a call whose operands are variables."""
    names = [f"v{i}" for i in range(len(operands))]
    text = f"{names[0]}.{name}({', '.join(names[1:])})" if member else f"{name}({', '.join(names)})"
    variables = {name: _TIMES.get(kind, cel.Type.DYN) for name, kind in zip(names, operands, strict=True)}
    return cel.NewEnv(variables=variables, extensions=[ext_optional.ExtOptional()], functions=functions()).compile(text)


def called(name: str, member: bool, values: list[Any]) -> Any:
    """Return what a function returns for values. Raises ValueError with cel-go's text."""
    try:
        value = _call(name, member, tuple(map(type, values))).eval(data={f"v{i}": v for i, v in enumerate(values)})
    except RuntimeError:
        # no function of this name takes these
        raise ValueError("no such overload") from None
    if value.type().name() == "ERROR":
        raise ValueError(error_text(str(value.plain_value())))
    return value.plain_value()


def compile_text(text: str) -> str:
    """Translate the engine's text of what does not compile into cel-go's."""
    text = re.sub(r"\A[A-Z_]+: ", "", text)
    text = re.sub(r" \[[A-Z_]+\]\Z", "", text)
    text = re.sub(r"\bnull_type\b", "null", text)
    return re.sub(r"\(in container '\)", "(in container '')", text)


_UNDECLARED = re.compile(r"ERROR: <input>:[\d:]+ undeclared reference to '(\w+)\.[\w.]+' \(in container ''\)\n.*\n.*\Z")


def refusal(text: str, source: str, tree: Node | None) -> CompileError:
    """Return the error of an expression, from the engine's text."""
    text = compile_text(text)
    found = _UNDECLARED.match(text)
    # the engine looks the path up as a whole, cel-go its first name
    better = undeclared(source, tree, found[1]) if found is not None and tree is not None else ""
    return CompileError(better or text)


_TEXTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"Key not found in map : \"?(.*?)\"?\Z", re.DOTALL), r"no such key: \1"),
    (re.compile(r"Index error: index=(-?\d+) size=\d+\Z"), r"index out of bounds: \1"),
    (re.compile(r"[Ii]ndex out of bounds: index=(-?\d+).*\Z"), r"index out of bounds: \1"),
    (re.compile(r"No matching overloads.*\Z", re.DOTALL), "no such overload"),
    (re.compile(r"(?:cannot|could not) convert string to int.*\Z"), "type conversion error from 'string' to 'int'"),
    (re.compile(r"divide by zero\Z"), "division by zero"),
    (re.compile(r"modulus by zero\Z"), "modulus by zero"),
)


def error_text(text: str) -> str:
    """Translate the engine's text of a failed evaluation into cel-go's."""
    text = re.sub(r"\A[A-Z_]+: ", "", text.strip())
    text = re.sub(r"\A(?:ValueError|Exception): ", "", text)
    for pattern, words in _TEXTS:
        if pattern.match(text):
            return pattern.sub(words, text)
    return text
