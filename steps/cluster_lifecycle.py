"""Phrases about the cluster as a whole: platform, release, time."""

from __future__ import annotations

from pytest_bdd import given, when

from enhancement_kit.world import Act, World
from steps.phrases import phrase


@given(phrase("a cluster on platform {platform:Name}"))
def a_cluster(world: World, platform: str) -> None:
    """Create a cluster of the release that has the enhancement; on AWS it is in the VPC of an earlier step."""
    world.cluster.make(platform)


@given(phrase("a cluster of release {release} on platform {platform:Name}"))
def an_older_cluster(world: World, release: str, platform: str) -> None:
    """Create a cluster of another release; `4.(y-1)` is the release before the enhancement."""
    world.cluster.make(platform, version=release)


@given(phrase("the API of a cluster with feature set {feature_set:Name}"))
def an_api(world: World, feature_set: str) -> None:
    """Start the API server alone, without any components."""
    world.cluster.serve_feature_set(feature_set)


@given(phrase("the cluster has been upgraded to release {release}"))
def upgraded(world: World, release: str) -> None:
    """Upgrade the components and CRDs to the release and keep the stored objects."""
    world.cluster.upgrade(release)


@when(phrase("the cluster is upgraded to release {release}"), target_fixture="act")
def is_upgraded(world: World, release: str) -> Act:
    """Upgrade the components and CRDs to the release and keep the stored objects."""
    return world.actions.act(lambda: world.cluster.upgrade(release))


@given(phrase("{seconds:d} seconds have passed"))
def time_has_passed(world: World, seconds: int) -> None:
    """Move the clock of the components forward."""
    world.cluster.advance(seconds)


@when(phrase("{seconds:d} seconds pass"), target_fixture="act")
def time_passes(world: World, seconds: int) -> Act:
    """Move the clock of the components forward."""
    return world.actions.act(lambda: world.cluster.advance(seconds))
