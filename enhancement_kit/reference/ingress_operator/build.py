"""The operator's build: features by gate, and the texts of its profile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..api import Features, features_of
from ..runtime import ComponentLog, Recorder, Store


@dataclass(frozen=True)
class Build:
    """Version, features and profile of one operator binary."""

    version: str
    profile: str
    features: Features

    @classmethod
    def of(cls, *, version: str, gates: frozenset[str], profile: str) -> Build:
        """Return the build for a release. Raises GateConflict."""
        return cls(version, profile, features_of(gates, profile=profile, version=version))


@dataclass(frozen=True)
class Operator:
    """The dependencies that every reconciler of the operator shares."""

    build: Build
    store: Store
    recorder: Recorder
    log: ComponentLog
    clock: Any
    aws: Callable[..., Any]
    """Makes boto3 clients: (service, *, region, endpoint)."""
    load_balancer_zones: dict[tuple[str | None, ...], dict[str, str]] = field(default_factory=dict)
    """Hosted zones of load balancers that AWS has told of so far, by DNS name: neither ever changes.

    They are kept apart by region and endpoints: the operator asks again where these have changed.
    """


LOGS_HINT: Mapping[str, str] = {
    # interpretations LSS-A10 and EIP-A21
    "document": "The kube-controller-manager logs may contain more details.",
    "shipped": "The cloud-controller-manager logs may contain more details.",
}
