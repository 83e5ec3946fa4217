"""Reachability of custom endpoints from the host of the installer, and whether that host trusts them.

Document: `Validations for service endpoints`. Any answer will do (interpretation CRE-A01), the host's own trust store
decides (CRE-A03), and what cannot be reached is an error (CRE-A02).
"""

from __future__ import annotations

from collections.abc import Callable

from .endpoints import LIST
from .findings import INVALID, Finding
from .install_config import InstallConfig

Reach = Callable[[str], str]
"""Why a URL cannot be reached, or its certificate is not trusted; an empty text where all is well."""


def everywhere(_: str) -> str:
    """Report every URL as reachable, with an empty text."""
    return ""


def findings(config: InstallConfig, reach: Reach) -> list[Finding]:
    """Return a finding for each endpoint that the host cannot use, in known and unknown regions alike."""
    return [
        Finding(f"{LIST}[{index}].url", INVALID, f"failed to connect to service endpoint url: {cause}", endpoint.url)
        for index, endpoint in enumerate(config.aws.service_endpoints)
        if (cause := reach(endpoint.url))
    ]
