"""Phrases about the cluster as a whole: platform, release, time."""

from __future__ import annotations

from pytest_bdd import given, when

from enhancement_kit.world import Act, World
from steps.phrases import phrase


@given(phrase("a cluster on platform {platform:Name}"))
def a_cluster(world: World, platform: str) -> None:
    """A running cluster of the release that has the enhancement; on AWS it stands in the VPC given before."""
    world.cluster.make(platform)


@given(phrase("a cluster of release {release} on platform {platform:Name}"))
def an_older_cluster(world: World, release: str, platform: str) -> None:
    """A running cluster of another release, `4.(y-1)` being the one before the enhancement."""
    world.cluster.make(platform, version=release)


@given(phrase("the API of a cluster with feature set {feature_set:Name}"))
def an_api(world: World, feature_set: str) -> None:
    """What the API server decides alone: no component is at work."""
    world.cluster.serve_feature_set(feature_set)


@given(phrase("the cluster has been upgraded to release {release}"))
def upgraded(world: World, release: str) -> None:
    """Operators and CRDs are those of the release; what is stored stays."""
    world.cluster.upgrade(release)


@when(phrase("the cluster is upgraded to release {release}"), target_fixture="act")
def is_upgraded(world: World, release: str) -> Act:
    """Operators and CRDs change to those of the release; what is stored stays."""
    return world.actions.act(lambda: world.cluster.upgrade(release))


@given(phrase("{seconds:d} seconds have passed"))
def time_has_passed(world: World, seconds: int) -> None:
    """Time as components see it has moved on."""
    world.cluster.advance(seconds)


@when(phrase("{seconds:d} seconds pass"), target_fixture="act")
def time_passes(world: World, seconds: int) -> Act:
    """Time as components see it moves on."""
    return world.actions.act(lambda: world.cluster.advance(seconds))
