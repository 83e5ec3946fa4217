"""Phrases that compare what components leave on two platforms."""

from __future__ import annotations

from pytest_bdd import then, when

from enhancement_kit.errors import claim
from enhancement_kit.harness.world import World
from enhancement_kit.harness.world.comparison import Comparison, compare, told
from steps.phrases import phrase


@when(
    phrase("{component} runs on platform {one:Name} and on platform {other:Name}"),
    target_fixture="comparison",
)
def runs_on_both(world: World, component: str, one: str, other: str) -> Comparison:
    """The scenario's cluster is brought up on one platform, then anew on the other, and settles each time.

    `every component`, or one component by its name.
    """
    return compare(world, component, (one, other))


@then("both leave the same objects, conditions, events and AWS calls")
def leave_the_same(comparison: Comparison) -> None:
    """Everything that the component wrote is equal, but for identities, times and what the API server hands out."""
    claim(bool(comparison.one.facts), f"nothing at all was left on platform {comparison.one.platform}")
    differences = comparison.differences()
    claim(not differences, told(differences))


@then("neither called AWS")
def neither_called(comparison: Comparison) -> None:
    """No AWS operation was tried on either platform, with or without success."""
    calls = [f"{call} on {trace.platform}" for trace in (comparison.one, comparison.other) for call in trace.calls]
    claim(not calls, "; ".join(calls))
