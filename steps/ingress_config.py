"""Phrases about the default subnets of IngressControllers, which the Ingress config holds for each type."""

from __future__ import annotations

from pytest_bdd import given, when

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary import ingress_config_words
from enhancement_kit.world.vocabulary.ingress_config_words import KIND, NAME
from steps.phrases import phrase


def _set(world: World, kind: str, subnets: str) -> Act:
    """Write the list of one type or of all; create the Ingress config with them if there is none yet."""
    present = world.cluster.admin.find(KIND, NAME) if world.cluster.served else None
    wanted = ingress_config_words.changed(
        present or ingress_config_words.fresh(), kind, subnets, world.cluster.parameters
    )
    action = world.cluster.admin.replace if present else world.cluster.admin.create
    return world.actions.act(lambda: action(wanted), sent=wanted, stored=present)


@given(phrase("the default subnets of {kind:Name} IngressControllers are {subnets}"))
def default_subnets(world: World, kind: str, subnets: str) -> None:
    """Set the list of this type in the Ingress config, and let the operator settle."""
    act = _set(world, kind, subnets)
    claim(act.refusal is None, f"the API server refused it: {act.refusal}")


@when(phrase("the admin sets the default subnets of {kind:Name} IngressControllers to {subnets}"), target_fixture="act")
def sets_default_subnets(world: World, kind: str, subnets: str) -> Act:
    """Edit or create the Ingress config; the API may refuse it. `all` sets a list for each type."""
    return _set(world, kind, subnets)
