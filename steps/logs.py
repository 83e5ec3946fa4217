"""Phrases about what components log."""

from __future__ import annotations

from pytest_bdd import then

from enhancement_kit.errors import claim
from enhancement_kit.world import World
from enhancement_kit.world.vocabulary.aliases import split
from steps.phrases import phrase


@then(phrase("the log of {component:Name} has an error that names {words}"))
def log_has_error(world: World, component: str, words: str) -> None:
    """Check that one line of level error names all these words, subnets and error codes."""
    wanted = [world.network.subnet_id_or_word(word) for word in split(words)]
    lines = [line for line in world.target.components.logs(component) if line.startswith("E")]
    there = any(all(word in line for word in wanted) for line in lines)
    claim(there, f"no error in the log of {component} names {words}; the errors are {lines or 'none'}")
