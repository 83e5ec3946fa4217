"""Batches: packed by function and component, halved until the guilty mutant is known."""

from __future__ import annotations

from collections.abc import Sequence

from enhancement_kit.mutation.plain.batches import Member, Red, packed, run_batch


def member(name: str, *order: int) -> Member:
    return Member(name, "part/module.py", 0, order)


def test_a_batch_has_no_two_mutants_of_a_function_or_of_two_components() -> None:
    one, two, three = member("one", 1), member("two", 1), member("three", 1)
    other = Member("other", "elsewhere/module.py", 0, (1,))
    assert packed([(one, "f"), (two, "g"), (three, "f"), (other, "f")]) == [[one, two], [three], [other]]
    assert packed([(one, "f"), (two, "g")], size=1) == [[one], [two]]


class Runs:
    """Pretends to run scenarios: `guilty` says which mutants turn which scenario red, alone or together."""

    def __init__(self, guilty: dict[int, list[set[str]]]) -> None:
        self.guilty, self.count = guilty, 0

    def __call__(self, members: Sequence[Member], order: Sequence[int]) -> Red | None:
        names = {one.id for one in members}
        for scenario in order:
            self.count += 1
            if any(group <= names for group in self.guilty.get(scenario, [])):
                return Red(scenario, "failed", "")
        return None


def test_a_batch_that_nothing_notices_is_run_once() -> None:
    members = [member(str(n), *range(10)) for n in range(20)]
    runs = Runs({})
    run_batch(members, runs)
    assert runs.count == 10
    assert all(one.red is None for one in members)


def test_the_guilty_are_found_and_the_others_go_on() -> None:
    members = [member(str(n), *range(10)) for n in range(20)]
    run_batch(members, Runs({3: [{"4"}, {"11"}], 8: [{"0"}]}))
    assert {one.id: one.red.scenario for one in members if one.red} == {"4": 3, "11": 3, "0": 8}


def test_mutants_that_are_noticed_only_together_are_run_alone() -> None:
    members = [member(str(n), *range(5)) for n in range(4)]
    run_batch(members, Runs({2: [{"0", "3"}], 4: [{"1"}]}))
    assert [one.id for one in members if one.red] == ["1"]


def test_a_scenario_is_run_only_under_those_that_it_concerns() -> None:
    one, two = member("one", 1), member("two", 2)
    run_batch([one, two], Runs({1: [{"one"}], 2: [{"one"}]}))
    assert one.red is not None
    assert one.red.scenario == 1
    assert two.red is None
