"""Phrases about the routers of an IngressController: the Deployment behind its load balancer."""

from __future__ import annotations

from pytest_bdd import given, then

from enhancement_kit.errors import ClaimFailed, claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary.ingress_controller_words import router_name
from steps.phrases import phrase


@given("no router becomes available")
def held_back(world: World) -> None:
    """Keep the pods of Deployments that are written from now on from becoming ready (needs workload-hold)."""
    world.cluster.backend.workloads.hold()


@then(phrase("the routers of {name:Name} are the same as before"))
def same_routers(world: World, act: Act, name: str) -> None:
    """Check that the Deployment and the template of its pods have not changed."""
    key = router_name(name)
    before, now = act.before.deployments.get(key), world.cluster.admin.find("Deployment", key)
    if before is None or now is None:
        raise ClaimFailed(f"there {'was' if before is None else 'is'} no Deployment {key}")
    for what, one, other in (
        ("object", before["metadata"]["uid"], now["metadata"]["uid"]),
        ("template of pods", before["spec"]["template"], now["spec"]["template"]),
    ):
        claim(one == other, f"the {what} of the Deployment {key} was {one}, is {other}")
