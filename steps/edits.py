"""Phrases about edits of several parameters of an IngressController in one request."""

from __future__ import annotations

from typing import Any

from pytest_bdd import when

from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary.data_tables import columns, pairs
from enhancement_kit.world.vocabulary.ingress_controller_words import put
from steps.phrases import phrase


@when(phrase("the admin changes the IngressController {name:Name} to"), target_fixture="act")
@columns("parameter", "value")
def changes(world: World, name: str, datatable: list[list[str]]) -> Act:
    """One merge patch of the specification; `null` removes a key. The API may refuse it."""
    wanted = pairs(datatable)
    kind = wanted.get("load balancer") or world.load_balancer_type(name)
    patch: dict[str, Any] = {}
    for parameter, text in wanted.items():
        put(patch, ("spec", *world.parameters.path(parameter, kind)), world.parameters.encode(parameter, text))
    return world.act(lambda: world.admin.patch("IngressController", name, patch), load_balancer=kind)
