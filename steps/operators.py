"""Phrases about what operators bring to the cluster, and what they leave alone."""

from __future__ import annotations

from pytest_bdd import given, then

from enhancement_kit.errors import claim
from enhancement_kit.world import World, applied_manifests, operator_objects
from enhancement_kit.world.vocabulary.aliases import split, with_ids
from steps.phrases import phrase


@then(phrase("the {operator:Name} operator provides {parts}"))
def provides(world: World, operator: str, parts: str) -> None:
    """Exactly these parts beside its reports and its own configuration; `nothing` for none.

    A workload goes by its name, or by its containers where it has several; other objects by kind and name.
    """
    found = operator_objects.provided(world, operator)
    claim(found == sorted(split(parts)), f"the {operator} operator provides {', '.join(found) or 'nothing'}")


@given("the admin has applied")
def has_applied(world: World, docstring: str) -> None:
    """Manifests, aliases being ids, merged into what is there; before a cluster is there, it comes up with them."""
    world.cluster.apply(with_ids(applied_manifests.read(docstring), world.network.id_or_word))


@then("what the admin has applied is as before")
def as_before(world: World) -> None:
    """Every object is there with all that its manifest says, and no component has written to it but a status."""
    claim(bool(world.cluster.applied), "the admin has applied nothing")
    names = world.target.components.names
    found = [
        text
        for manifest in world.cluster.applied
        if (text := applied_manifests.disturbance(world.cluster.admin, manifest, names))
    ]
    claim(not found, "; ".join(found))
