"""Phrases about commands that documents print for the admin."""

from __future__ import annotations

from pytest_bdd import given, then, when

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World, typed_commands
from enhancement_kit.world.vocabulary.aliases import split
from steps.phrases import phrase, same_text


@given("the admin has run")
def has_run(world: World, docstring: str) -> None:
    """A command of `oc` or `aws` that the API server did not refuse; aliases stand for ids."""
    act = typed_commands.run(world, docstring)
    claim(act.refusal is None, f"the API server refused it: {act.refusal}")


@when("the admin runs", target_fixture="act")
def runs(world: World, docstring: str) -> Act:
    """A command of `oc` or `aws` as it is printed; aliases stand for ids. The API server or AWS may refuse it."""
    return typed_commands.run(world, docstring)


@when("the bootstrap host runs", target_fixture="act")
def bootstrap_host_runs(world: World, docstring: str) -> Act:
    """A command of a component, before there is an API, on the files that the installer left; it may fail."""
    return typed_commands.run_at_bootstrap(world, docstring)


@then(phrase("the files that it wrote are {names}"))
def files_written(world: World, act: Act, names: str) -> None:
    """In the installer's directory; every other file has the content, and the time, that it had before."""
    found = sorted(
        name for name, state in world.installation.directory.files().items() if act.before.files.get(name) != state
    )
    claim(found == sorted(split(names)), f"it wrote {', '.join(found) or 'nothing'}")


@then("it prints")
def prints(world: World, act: Act, docstring: str) -> None:
    """Part of what the command printed, white space folded; aliases stand for ids."""
    wanted = same_text(typed_commands.resolved(world.network, docstring))
    claim(wanted in same_text(act.output), f"the command printed {act.output!r}")
