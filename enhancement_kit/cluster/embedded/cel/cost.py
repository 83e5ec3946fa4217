"""The estimate of what an expression costs at most, in the units of cel-go and of the Kubernetes libraries.

The estimate follows the real one in its peculiarities, since it decides which definitions are accepted: the size of
something that was not read from the object along a path is that of the object itself, or unknown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .costs_of_calls import CALLS, QUALIFIED, RESULTS, Called, literal_size, squared
from .parser import Node, binds_two
from .sizes import NOWHERE, UNLIMITED, Declared, Type, plus, scaled, times

Size = tuple[int, int]
Entry = tuple[bool, Size, Size]
"""Of a list or map that the expression makes: whether it is a list, the sizes of keys and of values."""
_LIST, _MAP = 10, 30
_TRAVERSAL = 0.1
_FIXED = frozenset({"bool", "double", "duration", "int", "timestamp", "uint"})
_TEXTS = frozenset({"string", "bytes"})
_ONE: Size = (1, 1)
_ANY: Size = (0, UNLIMITED)
_OPAQUE = frozenset({"ip", "cidr", "quantity", "semver"})
_FORMAT_SIZE = 64
_ARITHMETIC = frozenset({"-", "*", "/", "%"})
_ORDER = frozenset({"<", "<=", ">", ">="})
_MACROS = frozenset({"all", "exists", "exists_one", "existsOne", "filter", "map", "optMap", "optFlatMap", "sortBy"})
_STEPS = {"all": 3, "exists": 4}
_ONES = frozenset({"exists_one", "existsOne"})


@dataclass(slots=True)
class Value:
    """What is known about a part of an expression: its cost, type and size, and where in the object it is."""

    cost: int
    type: Type
    size: Size | None = None
    path: Declared | None = None
    """None where it was not read from the object."""
    entry: Entry | None = None

    @property
    def most(self) -> int:
        """The largest size."""
        return UNLIMITED if self.size is None else self.size[1]

    @property
    def range(self) -> Size:
        """The size, or that of anything."""
        return _ANY if self.size is None else self.size


def estimate(source: str, tree: Node, root: Declared, *, optional_old: bool = False) -> int:
    """Return the largest cost of an expression over a value of this type."""
    old = ("optional", root.type) if optional_old else root.type
    scope = {"self": Value(1, root.type, None, root), "oldSelf": Value(1, old, None, root)}
    return _Estimator(source, root).visit(tree, scope).cost


def fixed(kind: Type) -> bool:
    """Return whether all values of a type have the same size."""
    return kind[0] == "optional" and fixed(kind[1]) if isinstance(kind, tuple) else kind in _FIXED


def joined(one: Type, two: Type) -> Type:
    """Return the type of a value that may be of either type."""
    return one if one == two else "dyn"


class _Estimator:
    def __init__(self, source: str, root: Declared) -> None:
        self.source = source
        self.root = root

    def below(self, path: Declared | None, name: str) -> Declared:
        return self.root if path is None else path.step(name)

    def at(self, cost: int, kind: Type, path: Declared | None = None, size: Size | None = None) -> Value:
        """Return a value, its size by its path, else by its type, else as given."""
        if path is not None and path is not NOWHERE:
            size = (0, path.most)
        elif fixed(kind):
            size = _ONE
        return Value(cost, kind, size, path)

    def visit(self, node: Node, scope: dict[str, Value]) -> Value:
        kind = node.kind
        if kind == "call":
            return self.call(node, scope)
        if kind == "select":
            return self.select(node, scope)
        if kind == "ident":
            found = scope.get(node.name)
            if found is None:
                return self.at(1, "type", self.root)
            out = self.at(1, found.type, found.path, found.size)
            out.entry = found.entry
            return out
        if kind == "literal":
            return self.literal(node)
        if kind == "index":
            return self.index(node, scope)
        return self.made(node, scope)

    def literal(self, node: Node) -> Value:
        text = self.source[node.start : node.end].strip("() \t\r\n")
        if node.name != "string":
            return Value(0, "uint" if text[-1:] in "uU" and text[:1].isdigit() else node.name, _ONE)
        size, is_bytes = literal_size(text)
        return Value(0, "bytes" if is_bytes else "string", (size, size))

    def made(self, node: Node, scope: dict[str, Value]) -> Value:
        parts = [self.visit(a, scope) for a in node.args]
        cost = sum(p.cost for p in parts)
        if node.kind == "list":
            count = len(parts)
            entry = (True, _ONE, _hull(parts))
            return Value(plus(cost, _LIST), ("list", _common(parts)), (count, count), None, entry)
        keys, values = parts[::2], parts[1::2]
        entry = (False, _hull(keys), _hull(values))
        return Value(plus(cost, _MAP), ("map", _common(keys), _common(values)), (len(keys), len(keys)), None, entry)

    def select(self, node: Node, scope: dict[str, Value]) -> Value:
        assert node.target is not None, "a selection has an operand"
        of = self.visit(node.target, scope)
        inner = _inner(of.type)
        kind = _field(inner, node.name)
        if node.optional:
            return self.at(plus(of.cost, 1), ("optional", kind))
        step = isinstance(of.type, Declared) or _is(of.type, "map")
        if _is(of.type, "optional"):
            kind = ("optional", kind)
        return self.at(of.cost + step, kind, self.below(of.path, node.name))

    def index(self, node: Node, scope: dict[str, Value]) -> Value:
        assert node.target is not None, "an index has an operand"
        of, at = self.visit(node.target, scope), self.visit(node.args[0], scope)
        cost, inner = plus(plus(of.cost, at.cost), 1), _inner(of.type)
        kind = inner[-1] if isinstance(inner, tuple) else "dyn"
        if node.optional or _is(of.type, "optional"):
            return self.at(cost, ("optional", kind))
        out = self.at(cost, kind, self.below(of.path, "@items"))
        if of.entry is not None:
            out.size = of.entry[2]
        return out

    # calls

    def call(self, node: Node, scope: dict[str, Value]) -> Value:
        name, target = node.name, node.target
        if target is None:
            return self.operation(node, scope)
        qualified = f"{target.name}.{name}" if target.kind == "ident" else ""
        if qualified in QUALIFIED:
            return self.function(qualified, None, [self.visit(a, scope) for a in node.args], node)
        if binds_two(node):
            return self.fold(node, scope, names=2)
        if name in _MACROS and len(node.args) >= 2 and node.args[0].kind == "ident":
            if name.startswith("opt"):
                return self.bind(node, scope)
            return self.fold(node, scope, names=1)
        of = self.visit(target, scope)
        return self.function(name, of, [self.visit(a, scope) for a in node.args], node)

    def operation(self, node: Node, scope: dict[str, Value]) -> Value:
        name, args = node.name, node.args
        if name == "has" and len(args) == 1 and args[0].target is not None:
            return Value(self.visit(args[0].target, scope).cost, "bool", _ONE)
        if name in ("!", "-") and len(args) == 1:
            return self.unary(node, scope)
        parts = [self.visit(a, scope) for a in args]
        cost = min(sum(p.cost for p in parts), UNLIMITED)
        if name in ("&&", "||"):
            return Value(cost, "bool", _ONE)
        if name == "?:":
            return _either(parts)
        if name == "dyn":
            return replace(parts[0], cost=plus(cost, 1), type="dyn", path=None)
        if len(parts) == 2 and (name == "in" or not name[0].isalpha()):
            return self.binary(name, parts[0], parts[1], cost)
        return self.function(name, None, parts, node)

    def unary(self, node: Node, scope: dict[str, Value]) -> Value:
        inner = node.args[0]
        if inner.kind == "call" and inner.name == node.name and len(inner.args) == 1:
            return self.visit(inner.args[0], scope)  # the real parser leaves out pairs
        value = self.visit(inner, scope)
        if node.name == "-" and inner.kind == "literal":
            return value
        return self.at(plus(value.cost, 1), value.type)

    def binary(self, name: str, one: Value, two: Value, cost: int) -> Value:
        if name == "+":
            return self.sum(one, two, cost)
        if name in _ARITHMETIC:
            kind = two.type if one.type == "dyn" else one.type
            return self.at(plus(cost, 1), "duration" if kind == two.type == "timestamp" else kind)
        if name == "in":
            of = 1 if _is(two.type, "map") else scaled(two.most, 1.0)
            return Value(plus(cost, of), "bool", _ONE)
        return Value(plus(cost, _comparison(name, one, two)), "bool", _ONE)

    def sum(self, one: Value, two: Value, cost: int) -> Value:
        kind = two.type if one.type == "dyn" else one.type
        if kind not in _TEXTS and kind != "dyn" and not _is(kind, "list"):
            return self.at(plus(cost, 1), "timestamp" if two.type == "timestamp" else kind)
        size = (plus(one.range[0], two.range[0]), plus(one.range[1], two.range[1]))
        own = scaled(size[1], _TRAVERSAL) if kind in _TEXTS else 1
        if kind == "dyn":
            own = max(1, scaled(size[1], _TRAVERSAL))
        if _is(kind, "list"):
            kind = (
                ("list", joined(one.type[1], two.type[1])) if _is(one.type, "list") and _is(two.type, "list") else kind
            )
        return Value(plus(cost, own), kind, size, None, _united(one.entry, two.entry))

    def function(self, name: str, target: Value | None, args: list[Value], node: Node) -> Value:
        called = Called(target, args, node, self.source, self.at)
        own, size = CALLS[name](called) if name in CALLS else (1, None)
        cost = plus(sum(a.cost for a in args) + (target.cost if target is not None else 0), own)
        found = RESULTS.get(name, "dyn")
        kind = found(called) if callable(found) else found
        out = self.at(cost, kind)
        if size is not None:
            out.size = size
        return out

    # macros

    def variable(self, of: Value, part: str) -> Value:
        """Return what is known of a variable of a macro: `key`, `value`, or the `one` variable of most macros."""
        is_list = of.entry[0] if of.entry is not None else _is(of.type, "list")
        if part == "one":
            part = "value" if is_list else "key"
        inner = of.type
        if part == "value":
            kind = inner[-1] if isinstance(inner, tuple) else "dyn"
            path = self.below(of.path, "@items")
            return Value(1, kind, of.entry[2] if of.entry is not None else None, path)
        kind = inner[1] if _is(inner, "map") else "int" if _is(inner, "list") else "dyn"
        path = self.below(of.path, "@indices" if is_list else "@keys")
        return Value(1, kind, of.entry[1] if of.entry is not None else None, path)

    def fold(self, node: Node, scope: dict[str, Value], names: int) -> Value:
        assert node.target is not None, "a macro has an operand"
        of = self.visit(node.target, scope)
        parts = ("one",) if names == 1 else ("key", "value")
        own = {a.name: self.variable(of, p) for a, p in zip(node.args[:names], parts, strict=True)}
        bodies = [self.visit(a, {**scope, **own}) for a in node.args[names:]]
        body, last, count = sum(b.cost for b in bodies), bodies[-1], of.most
        name = node.name
        if name in _STEPS:
            return Value(_loop(of, 1, _STEPS[name] + body), "bool", _ONE)
        if name in _ONES:
            return Value(_loop(of, 2, body + 2), "bool", _ONE)
        if name == "transformMap":
            kind = ("map", own[node.args[0].name].type, last.type)
            return Value(_loop(of, _MAP + 1, body + 3), kind, (of.range[0], count))
        if name == "transformMapEntry":
            kind = last.type if _is(last.type, "map") else ("map", "dyn", "dyn")
            return Value(_loop(of, _MAP + 1, body + 2), kind, (of.range[0], count))
        kept = own[node.args[0].name] if name == "filter" else last
        if name == "filter":
            kept = self.at(1, kept.type, kept.path, kept.size)
        step = body + (13 if name == "filter" else 12)
        entry = (True, _ONE, (0, kept.most))
        if name == "sortBy":
            keys = Value(0, ("list", last.type), (of.range[0], count))
            own_cost, size = squared(keys, sorting=True)
            # the list is bound to a name, which is read twice
            cost = plus(plus(_loop(of, _LIST + 1, step), own_cost), _LIST + 2)
            return Value(cost, of.type, size, None, of.entry)
        return Value(_loop(of, _LIST + 1, step), ("list", kept.type), (of.range[0], count), None, entry)

    def bind(self, node: Node, scope: dict[str, Value]) -> Value:
        """Estimate a macro of an optional value, which is looked at once for `hasValue` and once for the value."""
        assert node.target is not None, "a macro has an operand"
        of = self.visit(node.target, scope)
        value = self.at(plus(of.cost, 1), _inner(of.type))
        body = self.visit(node.args[1], {**scope, node.args[0].name: value})
        cost = plus(plus(_LIST, value.cost), body.cost)
        flat = node.name == "optFlatMap"
        cost = plus(plus(of.cost, 1), max(cost if flat else plus(cost, 1), 1))
        return self.at(cost, body.type if flat else ("optional", body.type))


def _is(kind: Type, name: str) -> bool:
    return isinstance(kind, tuple) and kind[0] == name


def _inner(kind: Type) -> Type:
    return kind[1] if _is(kind, "optional") else kind


def _field(kind: Type, name: str) -> Type:
    if isinstance(kind, Declared):
        found = kind.fields.get(name)
        return "dyn" if found is None else found.type
    return kind[-1] if _is(kind, "map") else "dyn"


def _common(parts: list[Value]) -> Type:
    kinds: list[Any] = [p.type for p in parts]
    return kinds[0] if kinds and all(k == kinds[0] for k in kinds) else "dyn"


def _hull(parts: list[Value]) -> Size:
    sizes = [p.range for p in parts]
    return (min(s[0] for s in sizes), max(s[1] for s in sizes)) if sizes else (0, 0)


def _united(one: Entry | None, two: Entry | None) -> Entry | None:
    if one is None or two is None:
        return None
    keys, values = zip(one[1], two[1], strict=True), zip(one[2], two[2], strict=True)
    (kl, kh), (vl, vh) = keys, values
    return one[0], (min(kl), max(kh)), (min(vl), max(vh))


def _loop(of: Value, once: int, step: int) -> int:
    return plus(plus(of.cost, once), times(of.most, min(step, UNLIMITED)))


def _either(parts: list[Value]) -> Value:
    test, yes, no = parts
    size = (min(yes.range[0], no.range[0]), max(yes.range[1], no.range[1]))
    cost = plus(test.cost, max(yes.cost, no.cost))
    return Value(cost, joined(yes.type, no.type), size, None, _united(yes.entry, no.entry))


def _comparison(name: str, one: Value, two: Value) -> int:
    known = {k for k in (one.type, two.type) if k != "dyn"}
    if name in _ORDER and known and not known <= _TEXTS:
        return 1
    if name == "==" and one.type == two.type and isinstance(one.type, str):
        if one.type in _OPAQUE:
            return 1
        if one.type == "format":
            return scaled(_FORMAT_SIZE, _TRAVERSAL)
        if one.type == "url":
            return scaled(1 if two.size is None else two.most, _TRAVERSAL)
    cost = scaled(min(one.most, two.most), _TRAVERSAL)
    return max(cost, 1) if name in _ORDER and not known else cost
