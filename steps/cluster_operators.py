"""Phrases about what operators report of themselves. No operator is named: which one does a thing is its own affair."""

from __future__ import annotations

from pytest_bdd import then

from enhancement_kit.errors import claim
from enhancement_kit.harness.world import World
from steps.phrases import phrase


def _degraded(world: World) -> dict[str, str]:
    """Message of the condition Degraded by ClusterOperator, of those where it is True."""
    return {
        operator["metadata"]["name"]: str(condition.get("message", ""))
        for operator in world.admin.all("ClusterOperator")
        for condition in operator.get("status", {}).get("conditions", [])
        if condition["type"] == "Degraded" and condition["status"] == "True"
    }


@then(phrase("a cluster operator is degraded because of {cause}"))
def degraded(world: World, cause: str) -> None:
    """Its message names the cause: a field path, an endpoint, a file."""
    found = _degraded(world)
    claim(any(cause in message for message in found.values()), f"none says {cause}; degraded are {found or 'none'}")


@then("no cluster operator is degraded")
def none_degraded(world: World) -> None:
    """There are operators that report, and all of them are well."""
    claim(bool(world.admin.all("ClusterOperator")), "no cluster operator reports anything")
    found = _degraded(world)
    claim(not found, f"degraded are {found}")
