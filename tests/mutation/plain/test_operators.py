"""The operators of plain mutants: which changes each of them finds, and that the changed source compiles."""

from __future__ import annotations

import ast

import pytest

from enhancement_kit.mutation.plain.operators import changes, make
from enhancement_kit.mutation.plain.texts import cel_edits, pattern_edits


def found(source: str, operator: str, path: str = "some/module.py") -> list[str]:
    """Return the source after each change of one operator, without the line breaks of the parser."""
    tree = ast.parse(source)
    numbers = [n for n, change in enumerate(changes(tree, path)) if change.operator == operator]
    return [ast.unparse(make(ast.parse(source), path, {number})) for number in numbers]


@pytest.mark.parametrize(
    ("operator", "source", "expected"),
    [
        ("negate", "if a:\n    b()", ["if not a:\n    b()"]),
        ("negate", "if not a:\n    b()", ["if a:\n    b()"]),
        ("negate", "x = not a", ["x = a"]),
        ("negate", "x = b if a else c", ["x = b if not a else c"]),
        ("ternary", "x = b if a else c", ["x = b", "x = c"]),
        ("skip_body", "if a:\n    return b", ["if False:\n    return b"]),
        ("skip_body", "if a:\n    b()", []),
        ("force_body", "if a:\n    b()", ["if True:\n    b()"]),
        ("cmp", "x = a == b", ["x = a != b"]),
        ("cmp", "x = a < b", ["x = a <= b", "x = a > b"]),
        ("cmp", "x = a in b", ["x = a not in b"]),
        ("cmp", "x = a is None", ["x = a is not None"]),
        ("drop_stmt", "a()\nb['c'] = 1\nd = 2", ["pass\nb['c'] = 1\nd = 2", "a()\npass\nd = 2"]),
        (
            "drop_stmt",
            "def f():\n    if a:\n        b()\n        return 1\n    return 2",
            [
                "def f():\n    if a:\n        pass\n        return 1\n    return 2",
                "def f():\n    if a:\n        b()\n        pass\n    return 2",
            ],
        ),
        ("drop_raise", "raise ValueError('a')", ["pass"]),
        ("drop_elem", "x = (a, b)", ["x = (b,)", "x = (a,)"]),
        ("drop_elem", "x = {a}", ["x = set()"]),
        ("drop_elem", "x = {a: b, **c}", ["x = {**c}", "x = {a: b}"]),
        ("drop_elem", "a, b = c", []),
        ("drop_filter", "x = [a for a in b if a if c]", ["x = [a for a in b if c]", "x = [a for a in b if a]"]),
        ("drop_clause", "x = a and b and c", ["x = b and c", "x = a and c", "x = a and b"]),
        ("drop_clause", "x = a or {}", ["x = {}", "x = a"]),
        ("bool", "x = a or b", ["x = a and b"]),
        ("const", "x = 3\ny = True", ["x = 4\ny = True", "x = 3\ny = False"]),
        ("string", "x = 'a'", ["x = 'ax'"]),
        ("string", "x = f'a {b} c'", ["x = f'ax {b} c'"]),
        ("drop_kwarg", "f(a, b=1, **c)", ["f(a, **c)"]),
        ("swap_args", "f(a, b, b, *c)", ["f(b, a, b, *c)"]),
        ("sort_dedup", "x = sorted(a, key=b)", ["x = list(a)"]),
        ("call", "x = max(a)", ["x = min(a)"]),
        ("call", "x = a.removesuffix('.')", ["x = a"]),
        ("call", "x = a.startswith('b')", ["x = a.endswith('b')"]),
        ("drop_operand", "x = a + b", ["x = a", "x = b"]),
        ("regex", "x = re.compile('^a+')", ["x = re.compile('a+')", "x = re.compile('^a')"]),
    ],
)
def test_an_operator_finds_its_changes(operator: str, source: str, expected: list[str]) -> None:
    assert found(source, operator) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""Says what it is."""',
        "def f():\n    'Says what it does.'",
        "op.log.error('text', object=name)",
        "self._log.info('text')",
        "from a import b",
        "__all__ = ['a']",
        "for a in zip(b, strict=True):\n    pass",
        "@dataclass(frozen=True)\nclass A:\n    pass",
        "def f(a: Literal['b']) -> Annotated[int, 3]:\n    pass",
    ],
)
def test_what_nobody_can_observe_is_not_changed(source: str) -> None:
    assert list(changes(ast.parse(source), "some/module.py")) == []


def test_cel_rules_are_changed_only_in_the_api() -> None:
    source = "x = 'self.a == 1'"
    assert found(source, "cel", "api/module.py") == ["x = 'self.a != 1'"]
    assert found(source, "cel", "installer/module.py") == []
    assert found(source, "string", "api/module.py") == []


def test_a_rule_loses_operands_and_negations() -> None:
    rule = "!has(self.a) || (self.a == '||' && b)"
    assert {edit.of(rule) for edit in cel_edits(rule)} == {
        "has(self.a) || (self.a == '||' && b)",
        "!has(self.a) && (self.a == '||' && b)",
        "!has(self.a)",
        "(self.a == '||' && b)",
        "!has(self.a) || (self.a != '||' && b)",
        "!has(self.a) || (self.a == '||' || b)",
        "!has(self.a) || (self.a == '||')",
        "!has(self.a) || (b)",
    }


def test_a_pattern_loses_anchors_and_quantifiers() -> None:
    pattern = r"^a[^+$]\+{2}(?:b)?$"
    assert [edit.of(pattern) for edit in pattern_edits(pattern)] == [
        r"a[^+$]\+{2}(?:b)?$",
        r"^a[^+$]\+(?:b)?$",
        r"^a[^+$]\+{2}(?:b)$",
        r"^a[^+$]\+{2}(?:b)?",
    ]


def test_several_changes_are_made_at_once() -> None:
    source = "x = 1\ny = a or b"
    tree = ast.parse(source)
    numbers = {n for n, change in enumerate(changes(tree, "m.py")) if change.operator in ("const", "bool")}
    assert ast.unparse(make(ast.parse(source), "m.py", numbers)) == "x = 2\ny = a and b"
