"""Phrases that compare things with what they were before the act: unchanged, the same object, another object."""

from __future__ import annotations

from pytest_bdd import then

from enhancement_kit.errors import ClaimFailed, claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.clients.kubernetes import OPERAND_NAMESPACE, Manifest
from enhancement_kit.world.vocabulary.ingress_controller_words import router_name
from steps.phrases import phrase

ROUTERS = "routers of"


def _split(thing: str) -> tuple[str, str]:
    """Split `the Service of test` into `Service of` and the name of the IngressController, if it has one."""
    what, _, name = thing.removeprefix("the ").rpartition(" ")
    return what, name


def _states(world: World, act: Act, thing: str) -> tuple[Manifest, Manifest]:
    """Return the object before the act and now. Fails the scenario where it was not, or is not there."""
    admin, (what, name) = world.cluster.admin, _split(thing)
    key = router_name(name)
    if what == "IngressController":
        before, now = act.before.controllers.get(name), admin.find("IngressController", name)
    elif what == "Service of":
        before, now = act.before.services.get(key), admin.find("Service", key)
    elif what == ROUTERS:
        before, now = act.before.deployments.get(key), admin.find("Deployment", key)
    else:
        before, now = act.before.infrastructure, world.cluster.infrastructure()
    if before is None or now is None:
        raise ClaimFailed(f"{thing}: there {'was none before' if before is None else 'is none'}")
    return before, now


@then(phrase("{thing:Thing} {:Be} unchanged"))
def unchanged(world: World, act: Act, thing: str) -> None:
    """Check that an IngressController, a Service, the Infrastructure or routers are as before the act.

    An object has not been written. Routers have the same Deployment, and their pods the same template.
    """
    before, now = _states(world, act, thing)
    if _split(thing)[0] == ROUTERS:
        claim(before["metadata"]["uid"] == now["metadata"]["uid"], f"the Deployment of {thing} was recreated")
        one, other = before["spec"]["template"], now["spec"]["template"]
        claim(one == other, f"the template of the pods of {thing} was {one}, is {other}")
        return
    differences = [
        f"{part} was {before.get(part)}, is {now.get(part)}"
        for part in ("metadata", "spec", "status")
        if before.get(part) != now.get(part)
    ]
    same = before["metadata"]["resourceVersion"] == now["metadata"]["resourceVersion"]
    claim(same, f"{thing} was written: {'; '.join(differences)}")


def _identities(world: World, act: Act, thing: str) -> tuple[str, str]:
    """Return what identifies a thing before the act and now: an object's uid, a load balancer's ARN or host name."""
    what, name = _split(thing)
    if what != "load balancer of":
        before, now = _states(world, act, thing)
        return before["metadata"]["uid"], now["metadata"]["uid"]
    balancer = act.before.balancers.get(f"{OPERAND_NAMESPACE}/{router_name(name)}")
    if balancer is None:
        raise ClaimFailed(f"{thing}: there was none before")
    return balancer.identity, world.observed.balancer(name).identity


@then(phrase("{thing:Replaceable} is the same object as before"))
def same_object(world: World, act: Act, thing: str) -> None:
    """Check that the IngressController, Service, Deployment or load balancer has not been recreated."""
    before, now = _identities(world, act, thing)
    claim(before == now, f"{thing} was recreated: it was {before}, is {now}")


@then(phrase("{thing:Replaceable} is another object than before"))
def another_object(world: World, act: Act, thing: str) -> None:
    """Check that the object or load balancer from before is gone and that a new one took its place, which works."""
    before, now = _identities(world, act, thing)
    claim(before != now, f"{thing} was not recreated")
    left = before in {b.identity for b in world.observed.load_balancers()}
    claim(not left, f"the load balancer {before} still exists")
    what, name = _split(thing)
    if what == "load balancer of":
        world.check_working(name)
