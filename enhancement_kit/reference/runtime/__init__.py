"""The runtime of every component: API access on plain objects, events, logs, controllers, and the loop that settles."""

from __future__ import annotations

from .api import Cache, Store
from .controller import Controller, Result, Watch
from .errors import AlreadyExists, ApiError, Conflict, Invalid, NeverSettled, NotFound, ReconcileError
from .events import Recorder
from .logs import ComponentLog
from .settle import Runner

__all__ = [
    "AlreadyExists",
    "ApiError",
    "Cache",
    "ComponentLog",
    "Conflict",
    "Controller",
    "Invalid",
    "NeverSettled",
    "NotFound",
    "ReconcileError",
    "Recorder",
    "Result",
    "Runner",
    "Store",
    "Watch",
]
