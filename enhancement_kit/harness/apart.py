"""A world that no scenario asked for: on the default lane, in the default reading of an enhancement."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from enhancement_kit.harness import lanes, options, session
from enhancement_kit.harness.variants import readings_of
from enhancement_kit.harness.world import World


@contextmanager
def default_world(enhancement: str) -> Iterator[World]:
    """A world, still without network and cluster, on backends of its own. `enhancement`: its feature folder.

    Raises HarnessError where it cannot be made or its backends cannot be stopped.
    """
    backends = session.make_backends(
        options.resolve(lane=lanes.DEFAULT_LANE, cells=dict.fromkeys(lanes.KINDS), profile=None, variants="default")
    )
    try:
        world = World(
            cluster=backends.cluster,
            cloud=backends.cloud,
            target=backends.target,
            clock=backends.clock,
            profile=backends.profile,
            variant=readings_of(enhancement).default,
        )
        yield world
        world.close()
    finally:
        backends.stop()
