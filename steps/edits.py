"""Phrases about edits of several parameters of an IngressController in one request."""

from __future__ import annotations

from pytest_bdd import when

from enhancement_kit.world import Act, World
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary.data_tables import columns, pairs
from enhancement_kit.world.vocabulary.ingress_controller_words import WORDS, load_balancer_type, put
from steps.phrases import phrase

KIND = "IngressController"


@when(phrase("the admin changes the IngressController {name:Name} to"), target_fixture="act")
@columns("parameter", "value", words={"parameter": WORDS})
def changes(world: World, name: str, datatable: list[list[str]]) -> Act:
    """Send one merge patch of the specification; `null` removes a key. The API may refuse it."""
    wanted = pairs(datatable)
    stored = world.cluster.admin.get(KIND, name)
    kind = wanted.get("load balancer") or load_balancer_type(stored)
    patch: Manifest = {}
    for parameter, text in wanted.items():
        put(
            patch,
            ("spec", *world.cluster.parameters.path(parameter, kind)),
            world.cluster.parameters.encode(parameter, text),
        )
    return world.actions.act(lambda: world.cluster.admin.patch(KIND, name, patch), sent=patch, stored=stored)
