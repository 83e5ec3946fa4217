"""The world of one scenario: a network, a cluster on it, the target at work, and what can be observed of all three."""

from enhancement_kit.world.actions import Act
from enhancement_kit.world.world import World

__all__ = ["Act", "World"]
