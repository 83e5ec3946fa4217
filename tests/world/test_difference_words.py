"""The parts in which a component may differ between two platforms."""

from __future__ import annotations

import pytest

from enhancement_kit.world.vocabulary import difference_words


@pytest.mark.parametrize(
    ("part", "mark"),
    [
        ("the conditions", "conditions["),
        ("the container machine-controller", "containers[machine-controller]"),
        ("the event Failed", " event Failed on "),
        ("the argument --cloud-provider=external", "--cloud-provider=external"),
    ],
)
def test_a_part_is_found_in_a_line_about_a_difference(part: str, mark: str) -> None:
    assert difference_words.mark_of(part) == mark
    assert difference_words.problem(part) is None


@pytest.mark.parametrize("part", ["conditions", "the container ", "the label a", "the event"])
def test_an_unknown_part_is_a_problem(part: str) -> None:
    found = difference_words.problem(part) or ""
    assert f"unknown part {part!r}; write the conditions or the container <name>" in found


def test_no_part_is_no_problem() -> None:
    assert difference_words.problem("") is None
