"""Phrases about commands that documents print for the admin."""

from __future__ import annotations

from pytest_bdd import given, then, when

from enhancement_kit.errors import claim
from enhancement_kit.harness.world import Act, World, commands
from steps.phrases import same_text


@given("the admin has run")
def has_run(world: World, docstring: str) -> None:
    """A command of `oc` or `aws` that the API server did not refuse; aliases stand for ids."""
    act = commands.run(world, docstring)
    claim(act.refusal is None, f"the API server refused it: {act.refusal}")


@when("the admin runs", target_fixture="act")
def runs(world: World, docstring: str) -> Act:
    """A command of `oc` or `aws` as it is printed; aliases stand for ids. The API server or AWS may refuse it."""
    return commands.run(world, docstring)


@then("it prints")
def prints(world: World, act: Act, docstring: str) -> None:
    """Part of what the command printed, white space folded; aliases stand for ids."""
    wanted = same_text(commands.resolved(world, docstring))
    claim(wanted in same_text(act.output), f"the command printed {act.output!r}")
