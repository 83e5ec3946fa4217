"""The index of step definitions: it finds what pytest-bdd finds, in constant time, and notices changed internals."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_bdd import parsers

from enhancement_kit.runner import step_index
from enhancement_kit.runner.step_check import unused_steps
from enhancement_kit.runner.step_index import StepIndex, first_word, internals_changed
from tests.runner.conftest import Project


@pytest.mark.parametrize(
    ("parser", "word"),
    [
        (parsers.string("the admin deletes it"), "the"),
        (parsers.string("alone"), "alone"),
        (parsers.parse("The {name} is there"), "the"),
        (parsers.parse("{name} is there"), None),
        (parsers.parse("pre{fix} is there"), None),
        (parsers.cfparse("{n:d} subnets"), None),
        (parsers.cfparse("some {n:d} subnets"), "some"),
        (parsers.re(r"the (?P<a>\w+) is"), "the"),
        (parsers.re(r"^the admin"), "the"),
        (parsers.re(r"the (?:admin|operator) acts"), "the"),
        (parsers.re(r"the admin|an operator"), None),
        (parsers.re(r"the? admin"), None),
        (parsers.re(r"(?:the|an) admin"), None),
        (parsers.re(r"the *admin"), None),
        (parsers.re(r"the admin", re.VERBOSE), None),
    ],
)
def test_the_first_word_of_a_pattern(parser: parsers.StepParser, word: str | None) -> None:
    assert first_word(parser) == word


def context(type_: str | None, parser: parsers.StepParser) -> Any:
    return SimpleNamespace(type=type_, parser=parser)


PATTERNS = [
    context("given", parsers.string("the world")),
    context("given", parsers.parse("the {what}")),
    context("when", parsers.parse("the {what}")),
    context(None, parsers.parse("{any} world")),
    context("given", parsers.re(r"THE (?P<x>\w+)", re.IGNORECASE)),
    context("then", parsers.re(r"a|the world")),
    context("given", parsers.re(r"the? world")),
]


@pytest.mark.parametrize("kind", ["given", "when", "then"])
@pytest.mark.parametrize("text", ["the world", "The world", "a", "th world", "the", "this world", ""])
def test_it_finds_what_a_search_of_all_finds(kind: str, text: str) -> None:
    index = StepIndex((pattern, number) for number, pattern in enumerate(PATTERNS))
    expected = [
        number
        for number, pattern in enumerate(PATTERNS)
        if pattern.type in (None, kind) and pattern.parser.is_matching(text)
    ]
    assert index.find(kind, text) == expected


MEASURE = """
import time
import pytest
from pytest_bdd import given, parsers
from enhancement_kit.runner import step_index

for number in range({count}):
    @given(parsers.parse(f"phrase{{number}} of {{{{n:d}}}} words"), target_fixture=f"words{{number}}")
    def phrase(n):
        return n


@pytest.fixture(autouse=True)
def measure(request):
    yield
    texts = [f"phrase{{i}} of {{r}} words" for r in range(3) for i in range(30)]
    steps = [type("Step", (), dict(type="given", name=text)) for text in texts]
    for name, find in (("indexed", step_index.find_fixturedefs_for_step), ("original", step_index._original)):
        best = 9.0
        for _ in range(5):
            start = time.process_time()
            for step in steps:
                assert len(list(find(step, request._fixturemanager, request.node))) == 1
            best = min(best, time.process_time() - start)
        print(f"\\nTIME {{name}} {{best}}")
"""


def test_cost_does_not_grow_with_the_number_of_definitions(pytester: pytest.Pytester) -> None:
    times: dict[tuple[str, int], float] = {}
    for count in (30, 400):
        project = Project(pytester)
        (project.root / "vocabulary.py").write_text(MEASURE.format(count=count))
        project.feature("one", "@EXA-001\nScenario: it\n  Given phrase7 of 3 words\n")
        result = project.run("features", "-s")
        assert result.ret == 0
        for line in result.outlines:
            if line.startswith("TIME "):
                _, name, seconds = line.split()
                times[name, count] = float(seconds)
    # the original search takes about thirteen times as long; the claims leave room for noise
    assert times["indexed", 400] < 3 * times["indexed", 30], times
    assert times["original", 400] > 5 * times["indexed", 400], times


def test_the_kit_still_fits_pytest_bdd() -> None:
    assert internals_changed() == [], step_index.changed_message(internals_changed())


def test_a_change_of_pytest_bdd_stops_the_run_and_names_it(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def execute(scenario: Any, request: Any) -> None:
        pytest.fail("must not run")

    monkeypatch.setattr(step_index.bdd_scenario, "_execute_scenario", execute)
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    result = project.run()
    assert result.ret == 4
    message = "\n".join(result.errlines)
    assert "pytest_bdd.scenario._execute_scenario takes (scenario: 'Any', request: 'Any') -> 'None'" in message
    assert "constraints.txt" in message


def test_a_change_of_pytest_is_noticed() -> None:
    assert internals_changed(SimpleNamespace(_arg2fixturedefs={})) == []
    assert "fixture manager" in internals_changed(SimpleNamespace())[0]


def test_the_search_is_replaced_in_a_run(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_index.bdd_scenario, "find_fixturedefs_for_step", None)
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    project.run().assert_outcomes(passed=1)


def test_unused_steps_are_listed(project: Project, step_package: Path) -> None:
    (step_package / "words.py").write_text(
        "from pytest_bdd import given, parsers, then\n\n"
        "@given(parsers.parse('a world of {n:d} subnets'))\ndef used(n): pass\n\n"
        "@then('nobody says this')\ndef unused(): pass\n"
    )
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    found = unused_steps(project.root)
    assert [(d.type, d.pattern, d.file, d.line) for d in found] == [("then", "nobody says this", "steps/words.py", 6)]
