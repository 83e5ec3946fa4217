"""A world that no scenario asked for: on the default lane, in the default reading of an enhancement."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from enhancement_kit.runner import backends, lanes, options
from enhancement_kit.specification.variants import readings_of
from enhancement_kit.world import World


@contextmanager
def default_world(enhancement: str) -> Iterator[World]:
    """A world, still without network and cluster, on backends of its own. `enhancement`: its feature folder.

    Raises HarnessError where it cannot be made or its backends cannot be stopped.
    """
    made = backends.make_backends(
        options.resolve(lane=lanes.DEFAULT_LANE, cells=dict.fromkeys(lanes.KINDS), profile=None, variants="default")
    )
    try:
        world = World(
            cluster=made.cluster,
            cloud=made.cloud,
            target=made.target,
            clock=made.clock,
            profile=made.profile,
            variant=readings_of(enhancement).default,
        )
        yield world
        world.close()
    finally:
        made.stop()
