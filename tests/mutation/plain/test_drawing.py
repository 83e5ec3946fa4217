"""Drawing plain mutants: stable ids, readable texts, selection by pattern, samples."""

from __future__ import annotations

import re

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.mutation.plain.drawing import chosen, draw, sample
from enhancement_kit.mutation.plain.reference import reference_sources
from tests.mutation.plain.small_source import mutants, source

TEXT = """\
class Part:
    def answer(self, a):
        if a and a.b:
            return "x"
        return a or {}
"""


def test_a_mutant_is_described() -> None:
    found = {mutant.id: mutant for mutant in mutants(TEXT)}
    mutant = found["part/module.py:5:16:drop_clause2"]
    assert (mutant.function, mutant.before, mutant.after) == ("Part.answer", "a or {}", "a")
    assert mutant.key == "part/module.py in Part.answer: drop_clause: a or {} -> a"
    assert mutant.deferred
    assert mutant.component == "part"


def test_keys_do_not_depend_on_lines() -> None:
    assert [m.key for m in mutants("\n\n" + TEXT)] == [m.key for m in mutants(TEXT)]


def test_equal_changes_of_a_function_are_numbered() -> None:
    keys = [m.key for m in mutants("x = [1, 1]") if m.operator == "const"]
    assert keys == ["part/module.py in (module): const: 1 -> 2", "part/module.py in (module): const: 1 -> 2 (2)"]


def test_what_runs_at_import_is_told_from_what_runs_later() -> None:
    text = "A = 1\n\n@cache(2)\ndef f(a=3):\n    return 4\n\nB = lambda: 5\n\nclass C:\n    d = 6\n"
    deferred = {m.before: m.deferred for m in mutants(text) if m.operator == "const"}
    assert deferred == {"1": False, "2": False, "3": False, "4": True, "5": True, "6": False}


def test_patterns_name_components_modules_and_ids() -> None:
    all_of_them = draw([source(TEXT), source("x = 1", "other/one.py"), source("x = 1", "other/two.py")])
    assert {m.source.path for m in chosen(all_of_them, "other")} == {"other/one.py", "other/two.py"}
    assert {m.source.path for m in chosen(all_of_them, "part/*,other/t*")} == {"part/module.py", "other/two.py"}
    assert [m.id for m in chosen(all_of_them, "other/one.py:1:*")] == ["other/one.py:1:5:const"]
    assert chosen(all_of_them, "all") == all_of_them
    with pytest.raises(UsageError, match=r"--plain nothing: .*components: other, part"):
        chosen(all_of_them, "other,nothing")


def test_a_sample_depends_on_its_seed_alone() -> None:
    all_of_them = mutants("\n".join(f"x{n} = {n}" for n in range(50)))
    assert sample(all_of_them, 5, 1) == sample(all_of_them, 5, 1) != sample(all_of_them, 5, 2)
    assert sample(all_of_them, 100, 1) == all_of_them


def test_the_mutants_of_the_reference_have_different_ids_and_keys_and_compile() -> None:
    drawn = draw(reference_sources())
    assert len({m.id for m in drawn}) == len({m.key for m in drawn}) == len(drawn) > 10_000
    assert all(re.fullmatch(r"\S+\.py:\d+:\d+:[a-z_]+\d*", m.id) for m in drawn)
    for mutant in sample(drawn, 30, 1):
        assert mutant.code().co_filename == str(mutant.source.file)
