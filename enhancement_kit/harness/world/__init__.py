"""The world of one scenario: a network, a cluster on it, the target at work, and what can be observed of all three."""

from enhancement_kit.harness.world.snapshot import Act
from enhancement_kit.harness.world.world import World

__all__ = ["Act", "World"]
