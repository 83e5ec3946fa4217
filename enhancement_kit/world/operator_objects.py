"""The objects that an operator creates in a cluster beside its reports, in the words of scenarios."""

from __future__ import annotations

from collections.abc import Iterator

from enhancement_kit.errors import TargetError
from enhancement_kit.world.clients.kubernetes import Manifest, writers
from enhancement_kit.world.world import World

WORKLOADS = frozenset({"Deployment", "DaemonSet"})
REPORTS = frozenset({"ClusterOperator", "Event", "Lease"})
CONFIGURATION = "cluster"
"""The name of every operator's own configuration object."""


def component_of(world: World, operator: str) -> str:
    """Return the target's component for the name of an operator. Raises TargetError if the target does not run it."""
    name, names = f"{operator}-operator", world.target.components.names
    if name not in names:
        raise TargetError(f"the target runs no component {name}; it runs {', '.join(names) or 'none'}")
    return name


def provided(world: World, operator: str) -> list[str]:
    """Return the words for every object that an operator wrote. Raises TargetError.

    A workload goes by its name, or by its containers where it has several; other objects go by kind and name.
    """
    component = component_of(world, operator)
    found: list[str] = []
    for obj in world.cluster.admin.everything():
        own = component in writers(obj, status=False) and obj["kind"] not in REPORTS
        if own and not (obj["metadata"]["name"] == CONFIGURATION and not obj["metadata"].get("namespace")):
            found += _words(obj)
    return sorted(found)


def _words(obj: Manifest) -> Iterator[str]:
    name = str(obj["metadata"]["name"])
    if obj["kind"] not in WORKLOADS:
        yield f"{obj['kind']} {name}"
        return
    containers = [str(c["name"]) for c in obj["spec"]["template"]["spec"]["containers"]]
    yield from containers if len(containers) > 1 else [name]
