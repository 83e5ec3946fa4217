"""A world for code outside of scenarios, on the default lane."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from enhancement_kit.runner import backends, lanes, options
from enhancement_kit.specification.variants import Variant
from enhancement_kit.world import World


@contextmanager
def default_world(gates: frozenset[str], *, bare_network: bool = False) -> Iterator[World]:
    """Yield a world on backends of its own, which are stopped afterwards; it has no network and no cluster yet.

    `gates` are the feature gates that are on. `bare_network`: VPCs carry no cluster tag, since an installer will set
    it. Raises HarnessError where the backends cannot be made or stopped.
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
            variant=Variant("", gates, bare_network=bare_network),
        )
        yield world
        world.close()
    finally:
        made.stop()
