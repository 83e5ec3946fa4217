"""Phrases about the default subnets of IngressControllers, which the Ingress config holds for each type."""

from __future__ import annotations

from pytest_bdd import given, when

from enhancement_kit.errors import claim
from enhancement_kit.harness.world import Act, World
from enhancement_kit.harness.world.aliases import NOTHING
from enhancement_kit.harness.world.consumers import DEFAULTS
from enhancement_kit.harness.world.parameters import BLOCKS, pick, put
from steps.phrases import phrase


def _set(world: World, kind: str, subnets: str) -> Act:
    """Write the list of one type, or take it away; a config without load balancer parameters gets the default type."""
    present = pick(world.admin.get("Ingress", "cluster"), (*DEFAULTS, "type")) or "Classic"
    patch: dict[str, object] = {}
    put(patch, (*DEFAULTS[:-1], "type"), "AWS")
    put(patch, (*DEFAULTS, "type"), present)
    wanted = None if subnets == NOTHING else {"subnets": world.parameters.encode("subnets", subnets)}
    put(patch, (*DEFAULTS, BLOCKS[kind]), wanted)
    return world.act(lambda: world.admin.patch("Ingress", "cluster", patch), load_balancer=kind)


@given(phrase("the default subnets of {kind:Name} IngressControllers are {subnets}"))
def default_subnets(world: World, kind: str, subnets: str) -> None:
    """The Ingress config lists them for this type, and the operator has seen it."""
    act = _set(world, kind, subnets)
    claim(act.refusal is None, f"the API server refused it: {act.refusal}")


@when(phrase("the admin sets the default subnets of {kind:Name} IngressControllers to {subnets}"), target_fixture="act")
def sets_default_subnets(world: World, kind: str, subnets: str) -> Act:
    """The admin edits the Ingress config; the API may refuse it."""
    return _set(world, kind, subnets)
