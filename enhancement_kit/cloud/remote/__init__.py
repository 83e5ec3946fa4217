"""AWS outside this process: any endpoint that speaks its API, and real accounts."""

from __future__ import annotations

from enhancement_kit.cloud.remote.account import AccountCloud
from enhancement_kit.cloud.remote.endpoint import EndpointCloud

__all__ = ["AccountCloud", "EndpointCloud"]
