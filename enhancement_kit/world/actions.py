"""What was there before an act, and what the act brought: the measure for `as before`, `another`, `only error`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from enhancement_kit.targets.interface import Finding
from enhancement_kit.world.clients.kubernetes import Manifest, Refusal
from enhancement_kit.world.clients.load_balancers import LoadBalancer


@dataclass(frozen=True)
class Snapshot:
    """What was there before an act: the measure for `as before`, `another`, `nothing has changed`."""

    services: Mapping[str, Manifest]
    controllers: Mapping[str, Manifest]
    balancers: Mapping[str, LoadBalancer]
    """Load balancers by namespace and name of their Service."""
    infrastructure: Manifest | None
    calls: int
    """Number of the newest AWS call."""
    version: str
    """The API's resource version, from which a watch sees all that followed."""
    deployments: Mapping[str, Manifest] = field(default_factory=dict)
    """The routers' Deployments by name."""
    files: Mapping[str, tuple[int, bytes]] = field(default_factory=dict)
    """When a file of the installer's directory was written, and what it holds, by its path there."""

    @classmethod
    def without_cluster(cls, calls: int) -> Snapshot:
        """Where no API is there yet: nothing but the number of the newest AWS call."""
        return cls({}, {}, {}, None, calls, "")


@dataclass(frozen=True)
class Act:
    """One When: what was before it, and how the API answered."""

    before: Snapshot
    refusal: Refusal | None = None
    load_balancer: str = "Classic"
    """The type of load balancer that the manifest or object spoke of; field paths depend on it."""
    findings: Sequence[Finding] = ()
    """What the installer complained about."""
    output: str = ""
    """What a command printed."""
    failure: str = ""
    """Why the installer or a command failed on the way; it is part of the output."""
