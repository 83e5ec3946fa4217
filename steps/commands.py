"""Phrases about commands that documents print for the admin."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_bdd import given, then, when

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World, typed_commands
from steps.phrases import phrase, same_text


def _beside(request: pytest.FixtureRequest) -> Path:
    return Path(request.path).with_suffix("")


@given("the admin has run")
def has_run(world: World, request: pytest.FixtureRequest, docstring: str) -> None:
    """Run a command of `oc` or `aws`, which the API server must not refuse; aliases stand for ids."""
    act = typed_commands.run(world, docstring, _beside(request))
    claim(act.refusal is None, f"the API server refused it: {act.refusal}")


@when("the admin runs", target_fixture="act")
def runs(world: World, request: pytest.FixtureRequest, docstring: str) -> Act:
    """Run a command of `oc`, `aws` or the installer as it is printed; aliases stand for ids.

    The API server or AWS may refuse it. A file behind `-f` is kept beside the feature.
    """
    return typed_commands.run(world, docstring, _beside(request))


@when("the bootstrap host runs", target_fixture="act")
def bootstrap_host_runs(world: World, docstring: str) -> Act:
    """Run a command of a component on the installer's files, before there is an API; it may fail."""
    return typed_commands.run_at_bootstrap(world, docstring)


@then(phrase("it wrote {files:Files}"))
def files_written(world: World, act: Act, files: list[str]) -> None:
    """Check that exactly these files in the installer's directory were written or touched, or `no files`."""
    found = sorted(
        name for name, state in world.installation.directory.files().items() if act.before.files.get(name) != state
    )
    claim(found == sorted(files), f"it wrote the files {', '.join(found) or 'none'}")


@then("it prints")
def prints(world: World, act: Act, docstring: str) -> None:
    """Check that the command printed this text, white space folded; aliases stand for ids."""
    wanted = same_text(typed_commands.resolved(world.network, docstring))
    claim(wanted in same_text(act.output), f"the command printed {act.output!r}")
