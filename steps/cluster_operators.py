"""Phrases about what operators report of themselves. No operator is named: any of them may do it."""

from __future__ import annotations

from pytest_bdd import then

from enhancement_kit.errors import claim
from enhancement_kit.world import World
from enhancement_kit.world.vocabulary.aliases import split
from steps.phrases import phrase

GROUPS = {"machine-api": "machine.openshift.io"}
"""The API groups that come and go with a cluster operator."""


def _degraded(world: World) -> dict[str, str]:
    """Return the message of the condition Degraded of each ClusterOperator where it is True."""
    return {
        operator["metadata"]["name"]: str(condition.get("message", ""))
        for operator in world.cluster.admin.all("ClusterOperator")
        for condition in operator.get("status", {}).get("conditions", [])
        if condition["type"] == "Degraded" and condition["status"] == "True"
    }


@then(phrase("a cluster operator is degraded because of {cause}"))
def degraded(world: World, cause: str) -> None:
    """Check that the message names the cause: a field path, an endpoint, a file."""
    found = _degraded(world)
    claim(any(cause in message for message in found.values()), f"none says {cause}; degraded are {found or 'none'}")


@then("no cluster operator is degraded")
def none_degraded(world: World) -> None:
    """Check that there are ClusterOperators and that none of them is degraded."""
    claim(bool(world.cluster.admin.all("ClusterOperator")), "no cluster operator reports anything")
    found = _degraded(world)
    claim(not found, f"degraded are {found}")


@then(phrase("the cluster operators are {names}"))
def are(world: World, names: str) -> None:
    """Check that exactly these report, and that the API has no kinds of an operator that is absent."""
    wanted = sorted(split(names))
    found = sorted(o["metadata"]["name"] for o in world.cluster.admin.all("ClusterOperator"))
    claim(found == wanted, f"the cluster operators are {', '.join(found)}")
    served = {crd["spec"]["group"] for crd in world.cluster.admin.all("CustomResourceDefinition")}
    left = [group for name, group in GROUPS.items() if name not in wanted and group in served]
    claim(not left, f"the API still has kinds of {', '.join(left)}")
