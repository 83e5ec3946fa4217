"""The state before an act: the measure for `unchanged`, `another object`, `nothing has changed`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.clients.load_balancers import LoadBalancer


@dataclass(frozen=True)
class Snapshot:
    """The objects, load balancers and files that there were before an act."""

    services: Mapping[str, Manifest]
    controllers: Mapping[str, Manifest]
    balancers: Mapping[str, LoadBalancer]
    """Load balancers by namespace and name of their Service."""
    infrastructure: Manifest | None
    calls: int
    """Number of the newest AWS call."""
    version: str
    """The resource version of the API, from which a watch shows everything that followed; empty without an API."""
    deployments: Mapping[str, Manifest] = field(default_factory=dict)
    """The routers' Deployments by name."""
    files: Mapping[str, tuple[int, bytes]] = field(default_factory=dict)
    """Modification time and content of each file in the installer's directory, by its path there."""

    @classmethod
    def without_cluster(cls, calls: int, files: Mapping[str, tuple[int, bytes]] | None = None) -> Snapshot:
        """Make the snapshot of a scenario that has no API yet: the newest AWS call, and the installer's files."""
        return cls({}, {}, {}, None, calls, "", files=files or {})
