"""The operators: each looks at one place of the source and yields the small changes that it could make there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from enhancement_kit.mutation.plain import texts
from enhancement_kit.mutation.plain.places import FUNCTIONS, Place, is_safety, outcome, places

_SHOWN = 140
"""How many characters of a piece of source are shown."""
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_SWAPPED_CALLS = {"max": "min", "min": "max", "any": "all", "all": "any"}
_SWAPPED_METHODS = {"startswith": "endswith", "endswith": "startswith"}
_DROPPED_METHODS = frozenset(
    {"strip", "lstrip", "rstrip", "removesuffix", "removeprefix", "lower", "upper", "casefold", "title", "replace"}
)
_PATTERN_FUNCTIONS = frozenset({"compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer"})


@dataclass(frozen=True)
class Change:
    """One change that an operator could make in the tree that it was drawn from."""

    operator: str
    place: Place
    before: str
    after: str
    make: Callable[[], None]
    when: tuple[str, ...] = ()
    """The outcomes of conditions (`places.outcome`) of which one has to occur for the change to make a difference;
    empty where nothing is known. Conditions are taken to have no effect of their own."""


def changes(tree: ast.Module, path: str) -> Iterator[Change]:
    """Yield all changes of a module, in the order of its source: the same ones for the same source."""
    for place in places(tree):
        for operator in OPERATORS:
            yield from operator(place, path)


def shown(node: ast.AST) -> str:
    """Return a piece of source on one line, cut where it is long, and without what is inside a compound statement."""
    if isinstance(node, ast.If | ast.While):
        text = f"{type(node).__name__.lower()} {ast.unparse(node.test)}: …"
    else:
        text = ast.unparse(node)
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _replaced(operator: str, place: Place, new: ast.AST, when: tuple[str, ...] = ()) -> Change:
    ast.copy_location(new, place.node)
    return Change(operator, place, shown(place.node), shown(new), lambda: place.put(new), when)


def _not(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def _with_test(operator: str, place: Place, node: ast.If, test: ast.expr, when: tuple[str, ...] = ()) -> Change:
    def make() -> None:
        node.test = test

    ast.copy_location(test, node.test)
    after = ast.If(test=test, body=node.body, orelse=[])
    return Change(operator, place, shown(node), shown(after), make, when)


def _is_droppable(node: ast.stmt) -> bool:
    match node:
        case ast.Expr() | ast.AugAssign() | ast.Delete() | ast.Raise() | ast.Continue() | ast.Break():
            return True
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            return True
    return False


def conditions(place: Place, _: str) -> Iterator[Change]:
    """Negate the condition of an `if`, skip its body, run its body always; the same for conditional expressions."""
    node = place.node
    if isinstance(node, ast.If):
        yield _with_test("negate", place, node, _not(node.test))
        if len(node.body) > 1 or node.orelse or not _is_droppable(node.body[0]):
            yield _with_test("skip_body", place, node, ast.Constant(False), (outcome(node, "?", True),))
        yield _with_test("force_body", place, node, ast.Constant(True), (outcome(node, "?", False),))
    elif isinstance(node, ast.IfExp):
        yield _replaced("negate", place, ast.IfExp(_not(node.test), node.body, node.orelse))
        yield _replaced("ternary", place, node.body, (outcome(node, "?", False),))
        yield _replaced("ternary", place, node.orelse, (outcome(node, "?", True),))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and not _is_test(place):
        yield _replaced("negate", place, node.operand)


def _is_test(place: Place) -> bool:
    return isinstance(place.parent, ast.If | ast.IfExp) and place.field == "test"


def comparisons(place: Place, _: str) -> Iterator[Change]:
    """Swap the operators of a comparison."""
    node = place.node
    if not isinstance(node, ast.Compare):
        return
    for index, operator in enumerate(node.ops):
        for other in _COMPARISONS[type(operator)]:
            ops = [other() if n == index else op for n, op in enumerate(node.ops)]
            yield _replaced("cmp", place, ast.Compare(node.left, ops, node.comparators))


def statements(place: Place, _: str) -> Iterator[Change]:
    """Drop a statement."""
    node = place.node
    if not isinstance(node, ast.stmt):
        return
    early = isinstance(node, ast.Return) and not _is_last(place)
    if _is_droppable(node) or early:
        yield _replaced("drop_raise" if isinstance(node, ast.Raise) else "drop_stmt", place, ast.Pass())


def _is_last(place: Place) -> bool:
    body = getattr(place.parent, place.field)
    alone = isinstance(place.parent, ast.If) and len(body) == 1
    return alone or (isinstance(place.parent, FUNCTIONS) and place.index == len(body) - 1)


def elements(place: Place, _: str) -> Iterator[Change]:
    """Drop an element of a list, a tuple, a set or a dictionary."""
    node = place.node
    if isinstance(node, ast.Dict):
        for index, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            keys = [k for n, k in enumerate(node.keys) if n != index]
            values = [v for n, v in enumerate(node.values) if n != index]
            entry = ast.Dict([key], [value])
            yield _without(
                place, node, ast.Dict(keys, values), shown(entry), shown(key) if key else f"**{shown(value)}"
            )
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        bound = isinstance(node, ast.List | ast.Tuple) and not isinstance(node.ctx, ast.Load)
        if bound or (isinstance(node, ast.Tuple) and isinstance(place.parent, ast.Return | ast.Subscript | ast.Yield)):
            return
        for index, element in enumerate(node.elts):
            rest = [e for n, e in enumerate(node.elts) if n != index]
            new: ast.expr = ast.Set(rest) if isinstance(node, ast.Set) else type(node)(rest, ast.Load())
            if isinstance(node, ast.Set) and not rest:
                new = ast.Call(ast.Name("set", ast.Load()), [], [])
            yield _without(place, node, new, shown(node), shown(element))


def _without(place: Place, node: ast.expr, new: ast.expr, before: str, what: str) -> Change:
    ast.copy_location(new, node)
    ast.fix_missing_locations(new)
    return Change("drop_elem", place, before, f"without {what}", lambda: place.put(new))


def clauses(place: Place, _: str) -> Iterator[Change]:
    """Drop one clause of and/or; swap and with or."""
    node = place.node
    if not isinstance(node, ast.BoolOp):
        return
    for index in range(len(node.values)):
        rest = [value for n, value in enumerate(node.values) if n != index]
        new = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        yield _replaced("drop_clause", place, new, _decisive(place, node, index))
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield _replaced("bool", place, ast.BoolOp(other, node.values))


def _decisive(place: Place, node: ast.BoolOp, index: int) -> tuple[str, ...]:
    """Return the outcomes of a clause with which the result is another one without it."""
    deciding = isinstance(node.op, ast.Or)
    last, only_truth_counts = index == len(node.values) - 1, _is_test(place)
    # a clause that does not decide passes the question on; the last one gives the result, whatever it is
    outcomes = (deciding,) if only_truth_counts or not last else (True, False)
    return tuple(outcome(node, f"|{index}", holds) for holds in outcomes)


def filters(place: Place, _: str) -> Iterator[Change]:
    """Drop a filter of a comprehension."""
    node = place.node
    if not isinstance(node, ast.comprehension):
        return
    for index, condition in enumerate(node.ifs):

        def make(index: int = index) -> None:
            del node.ifs[index]

        before, when = f"for … if {shown(condition)}", (outcome(condition, "~", False),)
        yield Change("drop_filter", place, before, "for … (no filter)", make, when)


def constants(place: Place, path: str) -> Iterator[Change]:
    """Change a number, a truth value or a text."""
    node = place.node
    if isinstance(node, ast.JoinedStr):
        yield from _changed_f_string(place, node)
        return
    if not isinstance(node, ast.Constant) or place.handed:
        return
    value = node.value
    if isinstance(value, bool):
        yield _replaced("const", place, ast.Constant(not value))
    elif isinstance(value, int | float):
        yield _replaced("const", place, ast.Constant(value + 1))
    elif isinstance(value, str) and not _is_program(place, value, path):
        yield _replaced("string", place, ast.Constant(f"{value}x"))


def _changed_f_string(place: Place, node: ast.JoinedStr) -> Iterator[Change]:
    if _is_pattern_place(place):
        return
    for index, part in enumerate(node.values):
        if isinstance(part, ast.Constant) and str(part.value).strip():
            text = str(part.value).rstrip()
            changed = ast.Constant(f"{text}x{str(part.value)[len(text) :]}")
            values = [changed if n == index else value for n, value in enumerate(node.values)]
            new = ast.JoinedStr(values)
            ast.copy_location(changed, node)
            yield _replaced("string", place, new)
            return


def _is_pattern_place(place: Place) -> bool:
    """Check whether a text is used as a regular expression, as far as its place tells."""
    parent = place.parent
    if isinstance(parent, ast.Call) and place.index == 0 and isinstance(parent.func, ast.Attribute):
        owner = parent.func.value
        return isinstance(owner, ast.Name) and owner.id == "re" and parent.func.attr in _PATTERN_FUNCTIONS
    if isinstance(parent, ast.keyword):
        return parent.arg == "pattern"
    if isinstance(parent, ast.Dict) and place.field == "values" and place.index is not None:
        key = parent.keys[place.index]
        return isinstance(key, ast.Constant) and key.value == "pattern"
    return False


def _looks_like_pattern(text: str) -> bool:
    return len(text) > 2 and " " not in text and (text[0] == "^" or text[-1] == "$" or "](?" in text or "]{" in text)


def _is_rule(text: str, path: str) -> bool:
    return path.startswith("api/") and texts.is_cel(text)


def _is_program(place: Place, text: str, path: str) -> bool:
    return _is_rule(text, path) or _is_pattern_place(place) or _looks_like_pattern(text)


def programs(place: Place, path: str) -> Iterator[Change]:
    """Drop or swap a part of a CEL rule or of a regular expression."""
    node = place.node
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return
    text = node.value
    if _is_rule(text, path) and not place.handed:
        operator, edits = "cel", texts.cel_edits(text)
    elif _is_pattern_place(place) or _looks_like_pattern(text):
        operator, edits = "regex", texts.pattern_edits(text)
    else:
        return
    for edit in edits:
        new = ast.Constant(edit.of(text))
        ast.copy_location(new, node)
        before, after = texts.excerpt(text, edit)

        def make(new: ast.Constant = new) -> None:
            place.put(new)

        yield Change(operator, place, repr(before), repr(after), make)


def arguments(place: Place, _: str) -> Iterator[Change]:
    """Drop a keyword argument; swap neighbouring positional arguments."""
    node = place.node
    if not isinstance(node, ast.Call):
        return
    for index, keyword in enumerate(node.keywords):
        if keyword.arg is not None and not is_safety(node, keyword):

            def make(index: int = index) -> None:
                del node.keywords[index]

            yield Change("drop_kwarg", place, shown(node), f"without {keyword.arg}=", make)
    for index, (one, two) in enumerate(zip(node.args, node.args[1:], strict=False)):
        same = ast.dump(one) == ast.dump(two)
        if not same and not isinstance(one, ast.Starred) and not isinstance(two, ast.Starred):
            args = [*node.args[:index], two, one, *node.args[index + 2 :]]
            yield _replaced("swap_args", place, ast.Call(node.func, args, node.keywords))


def calls(place: Place, _: str) -> Iterator[Change]:
    """Replace a call: `sorted` by `list`, `max` by `min`, a method that normalises a text by the text itself."""
    node = place.node
    if not isinstance(node, ast.Call):
        return
    match node.func:
        case ast.Name(id="sorted") if node.args:
            yield _replaced("sort_dedup", place, _call("list", node.args[:1]))
        case ast.Name(id="set" | "frozenset") if node.args and not isinstance(place.parent, ast.BinOp | ast.Compare):
            yield _replaced("sort_dedup", place, _call("list", node.args[:1]))
        case ast.Name(id=name) if name in _SWAPPED_CALLS:
            yield _replaced("call", place, ast.Call(_name(_SWAPPED_CALLS[name]), node.args, node.keywords))
        case ast.Attribute(value=value, attr=attr) if attr in _DROPPED_METHODS:
            yield _replaced("call", place, value)
        case ast.Attribute(value=value, attr=attr) if attr in _SWAPPED_METHODS:
            method = ast.Attribute(value, _SWAPPED_METHODS[attr], ast.Load())
            yield _replaced("call", place, ast.Call(method, node.args, node.keywords))


def _name(text: str) -> ast.Name:
    return ast.Name(text, ast.Load())


def _call(name: str, args: list[ast.expr]) -> ast.Call:
    return ast.Call(_name(name), args, [])


def operands(place: Place, _: str) -> Iterator[Change]:
    """Drop an operand of + or |."""
    node = place.node
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.BitOr):
        yield _replaced("drop_operand", place, node.left)
        yield _replaced("drop_operand", place, node.right)


OPERATORS: tuple[Callable[[Place, str], Iterator[Change]], ...] = (
    conditions,
    comparisons,
    statements,
    elements,
    clauses,
    filters,
    constants,
    programs,
    arguments,
    calls,
    operands,
)


def make(tree: ast.Module, path: str, numbers: Collection[int]) -> ast.Module:
    """Make the changes of these numbers in a tree that has just been parsed, and return the tree."""
    found = [change for number, change in enumerate(changes(tree, path)) if number in numbers]
    if len(found) != len(numbers):
        raise IndexError(f"{path} does not have the changes {sorted(numbers)}")
    for change in found:
        change.make()
    return ast.fix_missing_locations(tree)
