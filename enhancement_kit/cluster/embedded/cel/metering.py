"""What an evaluation really costs in cel-go's units (interpreter: runtimecost, apiserver pkg/cel/library: cost).

The engine does not count. So an expression that may cost too much is evaluated here as well, step by step, with the
costs of calls that the estimate has, too, but for values of known size. Only rules whose estimate reaches a limit are
evaluated like this, and only on large values does that take time. The value counts where the engine does not finish.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..regexes import compiled
from . import engine, literals, optional_values
from .costs_of_calls import CALLS, QUALIFIED, Called
from .folds import FOLDS
from .library import ROWS
from .names import unescape
from .optional_values import Optional
from .parser import Node, binds_two, children
from .sizes import scaled

PER_CALL = 1_000_000
PER_OBJECT = 10_000_000
_LIST, _MAP, _TRAVERSAL = 10, 30, 0.1
_TEXTS = (str, bytes)
_PATHS = ("ident", "select", "index")
_UNIT = frozenset({"string", "int", "uint", "double", "bool", "duration", "timestamp", "size", "dyn", "type"})
"""Functions that cost one unit when they run, whatever their estimate."""
_THROUGH = frozenset({"isSorted", "sum", "max", "min", "indexOf", "lastIndexOf"})
_COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


def _quotient(one: int, two: int) -> int:
    # Go rounds towards zero
    return abs(one) // abs(two) * (1 if (one < 0) is (two < 0) else -1)


_INTEGERS: Mapping[str, Callable[[int, int], Any]] = {
    **_COMPARISONS,
    **_ARITHMETIC,
    "==": operator.eq,
    "!=": operator.ne,
    "+": operator.add,
    "/": _quotient,
    "%": lambda one, two: one - _quotient(one, two) * two,
}
_BINARY = frozenset({*_INTEGERS, "in"})
_STANDARD: Mapping[str, Callable[..., Any]] = {
    "size": len,
    "string": lambda value: value if isinstance(value, str) else str(value),
    "int": int,
    "double": float,
    "dyn": lambda value: value,
    "contains": lambda text, part: part in text,
    "startsWith": str.startswith,
    "endsWith": str.endswith,
    "matches": lambda text, pattern: compiled(pattern).search(text) is not None,
}
_CONVERSIONS: Mapping[str, tuple[type, ...]] = {"string": (str, int), "int": (int,), "double": (int, float)}
"""What conversions are made of here; the engine makes them of other values."""


class LimitReached(Exception):
    """An evaluation that costs more than one call may."""


class Unmetered(Exception):
    """An expression with something that is not evaluated here, or an evaluation that fails: its cost is not known."""


class Failed(Unmetered):
    """An evaluation that fails; the message is cel-go's."""


def _failure(error: Exception) -> Failed:
    """Return the failure of an evaluation, in cel-go's words."""
    if isinstance(error, KeyError):
        return Failed(f"no such key: {error.args[0]}")
    if isinstance(error, IndexError):
        return Failed(f"index out of bounds: {error.args[0]}")
    if isinstance(error, ArithmeticError):
        return Failed("division by zero")
    return Failed(str(error) if isinstance(error, ValueError) else "no such overload")


class _Argument:
    """A value as the table of costs wants it."""

    def __init__(self, value: Any) -> None:
        self.value = value
        first = "string" if isinstance(value, list) and isinstance(next(iter(value), None), str) else "dyn"
        self.type: Any = ("list", first) if isinstance(value, list) else "string" if isinstance(value, str) else "dyn"
        self.most = size_of(value)
        self.range = (self.most, self.most)
        self.path = None
        self.size = self.range


def size_of(value: Any) -> int:
    """Return the size of a value as costs count it."""
    return len(value) if isinstance(value, str | bytes | list | dict) and not _tagged(value) else 1


def _tagged(value: Any) -> bool:
    return isinstance(value, dict) and "@" in value


class Metered(NamedTuple):
    """What an evaluation has come to."""

    cost: int
    value: Any
    exact: bool
    """Whether the cost is that of the real server."""


def evaluate(source: str, tree: Node, variables: Mapping[str, Any], limit: int = PER_CALL) -> Metered:
    """Return what an evaluation costs, and its value. Raises LimitReached, and Unmetered where that is not known."""
    meter = _Meter(source, limit)
    try:
        value = meter.value(tree, dict(variables))
    except RecursionError:
        raise Unmetered("so many nested parts") from None
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        # where the engine finishes, it says what is wrong
        raise _failure(error) from None
    if isinstance(value, Optional):
        raise Unmetered("an optional value as the result")
    return Metered(meter.cost, value, meter.exact)


class _Meter:
    def __init__(self, source: str, limit: int) -> None:
        self.source, self.limit = source, limit
        self.cost = 0
        self.exact = True
        self._steps: dict[str, Callable[[Node, dict[str, Any]], Any]] = {
            "literal": self._literal,
            "ident": self._ident,
            "select": self._select,
            "index": self._index,
            "call": self._call,
            "list": self._list,
            "map": self._map,
        }

    def pay(self, cost: int) -> None:
        self.cost += cost
        if self.cost > self.limit:
            raise LimitReached

    def value(self, node: Node, scope: dict[str, Any]) -> Any:
        return self._steps[node.kind](node, scope)

    def _literal(self, node: Node, _: dict[str, Any]) -> Any:
        if node.name == "string":
            return literals.read(node.text)
        if node.name in ("bool", "null"):
            text = self.source[node.start : node.end].strip("() \t\r\n")
            return {"true": True, "false": False, "null": None}[text]
        if node.text[-1] in "uU":
            return int(node.text[:-1], 0)
        return int(node.text, 0) if node.name == "int" else float(node.text)

    def _ident(self, node: Node, scope: dict[str, Any]) -> Any:
        self.cost += 1
        if node.name not in scope:
            raise Unmetered(f"the type {node.name}")
        return scope[node.name]

    def _select(self, node: Node, scope: dict[str, Any]) -> Any:
        assert node.target is not None, "a selection has an operand"
        of = self.value(node.target, scope)
        self.pay(1 + (node.target.kind in ("call", "list", "map")))
        if node.optional or isinstance(of, Optional):
            self.exact = False
            return optional_values.entry(of, node.name)
        return of[node.name] if node.name in of else of[unescape(node.name)]

    def _index(self, node: Node, scope: dict[str, Any]) -> Any:
        assert node.target is not None, "an index has an operand"
        of, at = self.value(node.target, scope), node.args[0]
        # a variable as an index is looked up without a cost of its own
        key = scope[at.name] if at.kind == "ident" else self.value(at, scope)
        self.pay(1 + (node.target.kind in ("call", "list", "map")))
        if node.optional or isinstance(of, Optional):
            self.exact = False
            return optional_values.entry(of, key)
        if isinstance(of, list) and not 0 <= key < len(of):
            raise IndexError(key)
        return of[key]

    def _list(self, node: Node, scope: dict[str, Any]) -> list[Any]:
        out = self._parts(node, scope)
        if not all(map(_constant, node.args)):
            self.pay(_LIST)
        return out

    def _map(self, node: Node, scope: dict[str, Any]) -> dict[Any, Any]:
        parts = self._parts(node, scope)
        if not all(map(_constant, node.args)):
            self.pay(_MAP)
        return dict(zip(parts[::2], parts[1::2], strict=True))

    def _parts(self, node: Node, scope: dict[str, Any]) -> list[Any]:
        parts = [self.value(arg, scope) for arg in node.args]
        if any(isinstance(part, Optional) for part in parts):
            raise Unmetered("optional values in lists or maps")
        return parts

    # calls

    def _call(self, node: Node, scope: dict[str, Any]) -> Any:
        name, target = node.name, node.target
        if target is None:
            if name in _BINARY and len(node.args) == 2:
                one, two = node.args
                left, right = self._steps[one.kind](one, scope), self._steps[two.kind](two, scope)
                return self._binary(name, left, right, node.args)
            return self._operation(node, scope)
        qualified = f"{target.name}.{name}" if target.kind == "ident" else ""
        if qualified in optional_values.FUNCTIONS:
            return self._of_optional(optional_values.FUNCTIONS[qualified], [self.value(a, scope) for a in node.args])
        if qualified in QUALIFIED:
            return self._function(qualified, None, [self.value(a, scope) for a in node.args], node)
        if binds_two(node):
            return self._fold(node, scope, 2)
        if name in FOLDS and len(node.args) >= 2 and node.args[0].kind == "ident":
            return self._fold(node, scope, 1)
        of = self.value(target, scope)
        if isinstance(of, Optional):
            if name in optional_values.MACROS:
                return self._mapped(of, node, scope)
            if name in optional_values.METHODS:
                method = optional_values.METHODS[name]
                return self._of_optional(method, [of, *(self.value(a, scope) for a in node.args)])
        return self._function(name, of, [self.value(a, scope) for a in node.args], node)

    def _of_optional(self, function: Callable[..., Any], values: list[Any]) -> Any:
        self.exact = False
        self.pay(1)
        return function(*values)

    def _mapped(self, of: Optional, node: Node, scope: dict[str, Any]) -> Any:
        self.exact = False
        self.pay(1)
        if not of.there:
            return of
        value = self.value(node.args[1], {**scope, node.args[0].name: of.value})
        return value if node.name == "optFlatMap" else Optional(value)

    def _operation(self, node: Node, scope: dict[str, Any]) -> Any:
        name, args = node.name, node.args
        if name == "?:":
            branch = args[1] if self.value(args[0], scope) is True else args[2]
            # what is read along a path has no cost of its own as the outcome of a choice
            self.cost -= branch.kind in _PATHS
            return self.value(branch, scope)
        if name in ("&&", "||"):
            return self._logic(name == "||", args, scope)
        if name == "has":
            of = args[0].target
            assert of is not None, "has() looks at a selection"
            found: dict[str, Any] = self.value(of, scope)
            return bool(args[0].name in found or unescape(args[0].name) in found)
        values = [self.value(arg, scope) for arg in args]
        if name == "!":
            self.pay(1)
            return not values[0]
        if name == "-" and len(values) == 1:
            self.pay(0 if args[0].kind == "literal" else 1)
            return -values[0]
        return self._function(name, None, values, node)

    def _logic(self, decides: bool, args: list[Node], scope: dict[str, Any]) -> bool:
        try:
            first = self.value(args[0], scope)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            # the other side may decide
            if bool(self.value(args[1], scope)) is decides:
                return decides
            raise
        if first is decides:
            return bool(first)
        return bool(self.value(args[1], scope))

    def _binary(self, name: str, one: Any, two: Any, args: list[Node]) -> Any:
        if type(one) is int and type(two) is int:
            self.pay(1)
            return _INTEGERS[name](one, two)
        if name in ("==", "!="):
            cost = 1 if _tagged(one) else scaled(min(size_of(one), size_of(two)), _TRAVERSAL)
            self.pay(cost)
            return (one == two) is (name == "==")
        if name == "in":
            if not _constant(args[1]):
                self.pay(1 if isinstance(two, dict) else size_of(two))
            return one in two
        if name in _COMPARISONS:
            texts = isinstance(one, _TEXTS)
            self.pay(scaled(min(size_of(one), size_of(two)), _TRAVERSAL) if texts else 1)
            return _COMPARISONS[name](one, two)
        if name == "+":
            self.pay(scaled(size_of(one) + size_of(two), _TRAVERSAL) if isinstance(one, _TEXTS) else 1)
            return one + two
        self.pay(1)
        return _ARITHMETIC[name](one, two)

    def _function(self, name: str, of: Any, args: list[Any], node: Node) -> Any:
        member = node.target is not None and of is not None
        values = [of, *args] if member else args
        result = self._run(name, member, values)
        if name in optional_values.FOUND:
            self.exact, result = False, optional_values.found(result)
        self.pay(self._cost(name, of if member else None, args, node, result))
        return result

    @staticmethod
    def _run(name: str, member: bool, values: list[Any]) -> Any:
        if name in _STANDARD and not (name in _CONVERSIONS and type(values[0]) not in _CONVERSIONS[name]):
            return _STANDARD[name](*values)
        for row in ROWS.get(name, ()):
            if row[1] is member and len(row[3]) == len(values):
                return row[4](*values)
        return engine.called(name, member, values)

    def _cost(self, name: str, of: Any, args: list[Any], node: Node, result: Any) -> int:
        if name in _UNIT:
            return 1
        if name in _THROUGH:
            return _traversal(of)
        if name == "join":
            return scaled(size_of(result), 2 * _TRAVERSAL)
        if name in ("slice", "reverse", "lists.range"):
            return size_of(result) + _LIST + 1
        if name not in CALLS:
            return 1
        receiver = None if of is None else _Argument(of)
        if name in ("startsWith", "endsWith"):
            return scaled(size_of(of), _TRAVERSAL)
        called = Called(receiver, [_Argument(arg) for arg in args], node, self.source, lambda *_: None)
        return CALLS[name](called)[0]

    # macros

    def _fold(self, node: Node, scope: dict[str, Any], names: int) -> Any:
        assert node.target is not None, "a macro has an operand"
        fold = FOLDS.get(node.name)
        if fold is None:
            raise Unmetered(node.name)
        of = self.value(node.target, scope)
        if isinstance(of, dict):
            pairs: Any = of.items()
        else:
            pairs = enumerate(of)
        inner = dict(scope)
        key, value = node.args[0].name, node.args[names - 1].name
        by_key = names == 1 and isinstance(of, dict)

        place, steps = 0 if by_key else 1, self._steps

        def step(item: tuple[Any, Any], body: Node) -> Any:
            if names == 2:
                inner[key], inner[value] = item
            else:
                inner[key] = item[place]
            return steps[body.kind](body, inner)

        return fold(self, pairs, node.args[names:], step, inner, key)


def _constant(node: Node) -> bool:
    """Return whether a part of an expression is a literal, which the real server makes before it evaluates."""
    return node.kind == "literal" or (node.kind in ("list", "map") and all(map(_constant, children(node))))


def _traversal(value: Any) -> int:
    if isinstance(value, _TEXTS):
        return math.floor(len(value if isinstance(value, bytes) else value.encode()) * _TRAVERSAL)
    if isinstance(value, list):
        return sum(map(_traversal, value))
    if isinstance(value, dict) and not _tagged(value):
        return sum(_traversal(key) + _traversal(item) for key, item in value.items())
    return 1
