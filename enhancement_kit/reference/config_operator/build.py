"""The dependencies that every reconciler of the operator shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..api import Features
from ..runtime import ComponentLog, Recorder, Store

NAME = "config-operator"
EVENT_SOURCE = "config-operator"
SINGLETON = "cluster"


@dataclass
class Operator:
    """The operator: its build, its access to the API, and the errors of its controllers."""

    profile: str
    version: str
    features: Features
    store: Store
    recorder: Recorder
    log: ComponentLog
    clock: Any
    reach: Callable[[str], str]
    """Why a URL cannot be reached from the cluster; an empty text where it can."""
    outcomes: dict[str, str] = field(default_factory=dict)
    """The last error of each controller, an empty text after a good pass."""
