"""Phrases about the routers of an IngressController: the Deployment behind its load balancer."""

from __future__ import annotations

from pytest_bdd import given

from enhancement_kit.world import World


@given("no router becomes available")
def held_back(world: World) -> None:
    """Keep the pods of Deployments that are written from now on from becoming ready (needs workload-hold)."""
    world.cluster.backend.workloads.hold()
