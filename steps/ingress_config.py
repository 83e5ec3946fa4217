"""Phrases about the default subnets of IngressControllers, which the Ingress config holds for each type."""

from __future__ import annotations

from typing import Any

from pytest_bdd import given, then, when

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary import ingress_config_words, subnet_users
from enhancement_kit.world.vocabulary.data_tables import columns
from enhancement_kit.world.vocabulary.ingress_config_words import KIND, NAME
from steps.installer import compare
from steps.phrases import phrase


def _set(world: World, kind: str, subnets: str) -> Act:
    """Write the list of one type or of all; where there is no Ingress config yet, it is created with them."""
    present = world.cluster.admin.find(KIND, NAME) if world.cluster.served else None
    wanted = ingress_config_words.changed(
        present or ingress_config_words.fresh(), kind, subnets, world.cluster.parameters
    )
    action = world.cluster.admin.replace if present else world.cluster.admin.create
    return world.actions.act(lambda: action(wanted), sent=wanted, stored=present)


@given(phrase("the default subnets of {kind:Name} IngressControllers are {subnets}"))
def default_subnets(world: World, kind: str, subnets: str) -> None:
    """The Ingress config lists them for this type, and the operator has seen it."""
    act = _set(world, kind, subnets)
    claim(act.refusal is None, f"the API server refused it: {act.refusal}")


@when(phrase("the admin sets the default subnets of {kind:Name} IngressControllers to {subnets}"), target_fixture="act")
def sets_default_subnets(world: World, kind: str, subnets: str) -> Act:
    """The admin edits the Ingress config, or creates it; the API may refuse it. `all` is each type with a list."""
    return _set(world, kind, subnets)


@when(
    phrase("another manager applies {subnets} as the default subnets of {kind:Name} IngressControllers"),
    target_fixture="act",
)
def applies_default_subnets(world: World, kind: str, subnets: str) -> Act:
    """Server-side apply by a manager that takes over what others have set."""
    wanted = ingress_config_words.applied(kind, subnets, world.cluster.parameters)
    return world.actions.act(lambda: world.cluster.admin.apply(wanted, manager="another"), sent=wanted)


@then("in the cluster the subnets are")
@columns("for", "subnets")
def in_the_cluster(world: World, datatable: list[list[str]]) -> None:
    """What the Ingress config and the default IngressController hold now, in any order."""
    stored: list[dict[str, Any]] = [
        {**one, "kind": kind} for kind in (KIND, "IngressController") for one in world.cluster.admin.all(kind)
    ]
    compare(world, lambda consumer: subnet_users.in_manifests(consumer, stored), datatable)
