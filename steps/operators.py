"""Phrases about the objects that operators create, and the objects that they leave unchanged."""

from __future__ import annotations

from pytest_bdd import given, then

from enhancement_kit.errors import claim
from enhancement_kit.world import World, applied_manifests, operator_objects
from enhancement_kit.world.vocabulary.aliases import split, with_ids
from steps.phrases import phrase

NO_OBJECTS = "no objects"


@then(phrase("the {operator:Name} operator provides {parts}"))
def provides(world: World, operator: str, parts: str) -> None:
    """Check that it has exactly these parts beside its reports and its own configuration, or `no objects`.

    A workload goes by its name, or by its containers where it has several; other objects by kind and name.
    """
    found = operator_objects.provided(world, operator)
    wanted = [] if parts == NO_OBJECTS else split(parts)
    claim(found == sorted(wanted), f"the {operator} operator provides {', '.join(found) or NO_OBJECTS}")


@given("the admin has applied")
def has_applied(world: World, docstring: str) -> None:
    """Merge manifests into what exists, now or when a later step creates a cluster; aliases stand for ids."""
    world.cluster.apply(with_ids(applied_manifests.read(docstring), world.network.id_or_word))


@then("no component has changed what the admin has applied")
def not_changed(world: World) -> None:
    """Check that every object has all that its manifest says, and that components wrote nothing but its status."""
    claim(bool(world.cluster.applied), "the admin has applied nothing")
    names = world.target.components.names
    found = [
        text
        for manifest in world.cluster.applied
        if (text := applied_manifests.foreign_change(world.cluster.admin, manifest, names))
    ]
    claim(not found, "; ".join(found))
