"""The dependencies that every component of this package shares, and how it reads the platform."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..runtime import ComponentLog, NotFound, ReconcileError, Recorder, Store
from ..runtime.resources import INFRASTRUCTURE
from .library_go import Reading

SINGLETON = "cluster"


@dataclass(frozen=True)
class Component:
    """One operator: its build, and its access to the cluster and to AWS."""

    name: str
    reading: Reading
    version: str
    store: Store
    recorder: Recorder
    log: ComponentLog
    clock: Any
    aws: Callable[..., Any]
    """Makes boto3 clients: (service, *, region, endpoint)."""


def platform_status(store: Store) -> Mapping[str, Any]:
    """Return status.platformStatus of the Infrastructure, the only source of the platform (interpretation EXT-A17).

    Raises ReconcileError where there is no Infrastructure.
    """
    try:
        found = store.view(INFRASTRUCTURE, "", SINGLETON)
    except NotFound as error:
        raise ReconcileError("Required infrastructures.config.openshift.io/cluster not found") from error
    platform: Mapping[str, Any] = (found.get("status") or {}).get("platformStatus") or {}
    return platform
