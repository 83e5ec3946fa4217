"""What scenarios execute: recorded statement by statement, and followed from what runs at import."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from enhancement_kit.mutation.plain.coverage import Coverage, Mentions, Scenario, concerned
from enhancement_kit.mutation.plain.recording import Recorder
from tests.mutation.plain.small_source import mutants, source

TEXT = '''\
"""A module."""
import functools

TABLE = {"a": 1}
OTHER = 2
DERIVED = [TABLE]

@functools.cache
def cached(key):
    return inner(key)

def inner(key):
    return TABLE[key]

def uses_derived():
    return DERIVED

late = lambda: OTHER
'''


def lines(recorder: Recorder) -> set[str]:
    return {recorder.names[number].partition("@")[2].partition(":")[0] for number in recorder.seen()}


def test_statements_lambdas_and_cached_values_are_recorded() -> None:
    recorder = Recorder()
    names: dict[str, Any] = {}
    with recorder.at_work():
        with recorder.caches():
            exec(recorder.code(source(TEXT)), names)
        assert functools.cache is not recorder.remembering
        assert names["__doc__"] == "A module."
        recorder.start()
        assert names["late"]() == 2
        assert lines(recorder) == {"18"}
        for _ in range(2):
            recorder.start()
            assert names["cached"]("a") == 1
            assert lines(recorder) == {"10", "13"}


def test_a_mutant_concerns_the_scenarios_that_execute_its_place() -> None:
    recorder = Recorder()
    recorder.code(source(TEXT))
    numbers = {name.partition("@")[2]: 1 << n for n, name in enumerate(recorder.names)}
    coverage = Coverage(
        recorder.names,
        0,
        [
            Scenario("broad[a]", 1.0, numbers["13:4"] | numbers["16:4"] | numbers["18:7"]),
            Scenario("sharp[a]", 1.0, numbers["13:4"]),
            Scenario("sharp[b]", 1.0, numbers["13:4"]),
            Scenario("derived", 1.0, numbers["16:4"]),
        ],
    )
    mentions = Mentions.of([source(TEXT)])

    def of(line: int) -> list[str]:
        mutant = next(m for m in mutants(TEXT) if m.line == line)
        return [scenario.id for scenario in concerned(mutant, coverage, mentions)]

    assert set(of(4)) == {"sharp[a]", "broad[a]", "sharp[b]", "derived"}, "TABLE, also by DERIVED"
    assert of(5) == ["broad[a]"], "OTHER"


CONDITIONS = """\
def f(a, b):
    if a and b:
        return [c for c in a if c]
    return b or {}
"""


def telling(*calls: tuple[Any, Any]) -> dict[str, list[str]]:
    """Return by change the calls in which it makes a difference."""
    recorder = Recorder()
    names: dict[str, Any] = {}
    found = []
    with recorder.at_work():
        exec(recorder.code(source(CONDITIONS)), names)
        for a, b in calls:
            recorder.start()
            names["f"](a, b)
            found.append(Scenario(f"{a} {b}", 1.0, sum(1 << number for number in recorder.seen())))
    coverage = Coverage(recorder.names, 0, found)
    mentions = Mentions.of([source(CONDITIONS)])
    return {
        f"{mutant.before} -> {mutant.after}": sorted(s.id for s in concerned(mutant, coverage, mentions))
        for mutant in mutants(CONDITIONS)
        if mutant.operator in ("skip_body", "force_body", "drop_clause", "drop_filter")
    }


def test_a_condition_makes_a_difference_where_it_turns_out_so() -> None:
    assert telling(([1], 1), ([0], 1), ([], 1), ([1], 0), ([], 0)) == {
        "if a and b: … -> if False: …": ["[0] 1", "[1] 1"],
        "if a and b: … -> if True: …": ["[1] 0", "[] 0", "[] 1"],
        "a and b -> b": ["[] 0", "[] 1"],
        "a and b -> a": ["[1] 0"],
        "for … if c -> for … (no filter)": ["[0] 1"],
        "b or {} -> {}": ["[] 1"],
        "b or {} -> b": ["[1] 0", "[] 0"],
    }


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    one = Coverage(["a@1:0", "a@2:0"], 2, [Scenario("one", 0.5, 3, ("LSS-001",))])
    two = Coverage(["a@1:0", "a@2:0"], 1, [Scenario("two", 0.25, 1)])
    one.write(tmp_path / "one.json")
    two.write(tmp_path / "two.json")
    both = Coverage.read(tmp_path / "one.json", tmp_path / "two.json")
    assert (both.imported, both.scenarios) == (3, [*one.scenarios, *two.scenarios])
