"""Phrases about objects of any kind."""

from __future__ import annotations

from pytest_bdd import then

from enhancement_kit.errors import claim
from enhancement_kit.world import World
from steps.phrases import phrase


@then(phrase("no {kind:Kind} {name:Name} exists"))
def none_exists(world: World, kind: str, name: str) -> None:
    """Check that the API has no such object; one with a namespace would be in that of its kind."""
    claim(world.cluster.admin.find(kind, name) is None, f"the {kind} {name} exists")
