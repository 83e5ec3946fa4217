"""Phrases about IngressControllers: creating, changing, deleting them, and what their spec and status show."""

from __future__ import annotations

from typing import Any

from pytest_bdd import given, then, when

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World, default_objects
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary.data_tables import columns, pairs, rows
from enhancement_kit.world.vocabulary.ingress_controller_words import (
    TYPE,
    WORDS,
    load_balancer_type,
    pick,
    put,
    router_name,
)
from steps.phrases import STRICT, phrase

KIND = "IngressController"


def _create(world: World, name: str, datatable: list[list[str]]) -> Act:
    parameters = pairs(datatable)
    strict = parameters.pop(STRICT, "") == "Strict"
    manifest = world.cluster.parameters.manifest(name, parameters, domain=default_objects.CLUSTER_DOMAIN)
    return world.actions.act(lambda: world.cluster.admin.create(manifest, strict=strict), sent=manifest)


def _set(world: World, name: str, parameter: str, value: Any) -> Act:
    stored = world.cluster.admin.get(KIND, name)
    patch: Manifest = {}
    put(patch, ("spec", *world.cluster.parameters.path(parameter, load_balancer_type(stored))), value)
    return world.actions.act(lambda: world.cluster.admin.patch(KIND, name, patch), sent=patch, stored=stored)


def _accepted(act: Act) -> None:
    claim(act.refusal is None, f"the API server refused it: {act.refusal}")


@given(phrase("the IngressController {name:Name} with"))
@columns("parameter", "value", words={"parameter": (*WORDS, STRICT)})
def an_ingress_controller(world: World, name: str, datatable: list[list[str]]) -> None:
    """Create an IngressController and let it settle, now or as soon as a later step has created a cluster."""
    world.cluster.prepare(lambda: _accepted(_create(world, name, datatable)))


@when(phrase("the admin creates the IngressController {name:Name} with"), target_fixture="act")
@columns("parameter", "value", words={"parameter": (*WORDS, STRICT)})
def creates(world: World, name: str, datatable: list[list[str]]) -> Act:
    """Create an IngressController; the API may refuse it."""
    return _create(world, name, datatable)


@given(phrase("the admin has set the {parameter:Parameter} of {name:Name} to {value}"))
def has_set(world: World, name: str, parameter: str, value: str) -> None:
    """Change the specification, which the API must accept."""
    _accepted(_set(world, name, parameter, world.cluster.parameters.encode(parameter, value)))


@when(phrase("the admin sets the {parameter:Parameter} of {name:Name} to {value}"), target_fixture="act")
def sets(world: World, name: str, parameter: str, value: str) -> Act:
    """Change the specification by a merge patch; the API may refuse it."""
    return _set(world, name, parameter, world.cluster.parameters.encode(parameter, value))


@when(phrase("the admin changes the IngressController {name:Name} to"), target_fixture="act")
@columns("parameter", "value", words={"parameter": WORDS})
def changes(world: World, name: str, datatable: list[list[str]]) -> Act:
    """Send one merge patch of the specification; `null` removes a key. The API may refuse it."""
    wanted = pairs(datatable)
    stored = world.cluster.admin.get(KIND, name)
    kind = wanted.get(TYPE) or load_balancer_type(stored)
    patch: Manifest = {}
    for parameter, text in wanted.items():
        put(
            patch,
            ("spec", *world.cluster.parameters.path(parameter, kind)),
            world.cluster.parameters.encode(parameter, text),
        )
    return world.actions.act(lambda: world.cluster.admin.patch(KIND, name, patch), sent=patch, stored=stored)


@given(phrase("the admin has deleted the IngressController {name:Name}"))
def has_deleted(world: World, name: str) -> None:
    """Delete the IngressController with everything that belongs to it, and check that it is gone."""
    world.actions.act(lambda: world.cluster.admin.delete(KIND, name))
    claim(
        world.cluster.admin.find(KIND, name) is None, f"the IngressController {name} is still there after its deletion"
    )


def _shown(world: World, name: str, part: str, parameter: str) -> str | None:
    controller, parameters = world.observed.controller(name), world.cluster.parameters
    path = parameters.path(parameter, load_balancer_type(controller, part=part))
    return parameters.decode(parameter, pick(controller, (part, *path)))


def _shows(world: World, name: str, part: str, parameter: str, value: str) -> None:
    found = _shown(world, name, part, parameter)
    claim(found == value, f"{part} of {name} shows {parameter} {found or 'nothing'}, not {value}")


@then(phrase("{part:Part} of {name:Name} shows {parameter:Parameter} {value}"))
def shows(world: World, part: str, name: str, parameter: str, value: str) -> None:
    """Check a value that is stored in `spec`, defaults included, or that the operator reports in `status`."""
    _shows(world, name, part, parameter, value)


@then(phrase("{part:Part} of {name:Name} shows"))
@columns("parameter", "value", words={"parameter": WORDS})
def shows_all(world: World, part: str, name: str, datatable: list[list[str]]) -> None:
    """Check several parameters of `spec` or `status`."""
    for row in rows(datatable):
        _shows(world, name, part, row["parameter"], row["value"])


@then(phrase("{part:Part} of {name:Name} shows no {parameter:Parameter}"))
def shows_none(world: World, part: str, name: str, parameter: str) -> None:
    """Check that the parameter is absent from `spec` or `status`, or empty."""
    found = _shown(world, name, part, parameter)
    claim(found is None, f"{part} of {name} shows {parameter} {found}")


@then(phrase("{name:Name} publishes on the host network, without a Service"))
def on_host_network(world: World, name: str) -> None:
    """Check that its routers use the network of their node, and that no LoadBalancer Service exists."""
    router = world.cluster.admin.find("Deployment", router_name(name))
    pod = router["spec"]["template"]["spec"] if router else {}
    claim(bool(pod.get("hostNetwork")), f"the routers of {name} do not use the host network")
    services = [
        s["metadata"]["name"] for s in world.cluster.admin.all("Service") if s["spec"]["type"] == "LoadBalancer"
    ]
    claim(not services, f"there are the LoadBalancer Services {', '.join(services)}")
