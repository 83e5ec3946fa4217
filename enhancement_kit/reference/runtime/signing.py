"""The region that requests to AWS are signed for: of services with one endpoint in a partition, where that is."""

from __future__ import annotations

import functools
from typing import Any

FALLBACK = "aws"
"""The partition of regions that the SDK does not know."""


@functools.cache
def signing_region(service: str, region: str) -> str:
    """Return the region that the SDK signs for at the default endpoint of a service.

    At a custom endpoint it would sign for the region of the client, which services without regions do not accept.
    """
    resolver = _endpoints()
    found = resolver.construct_endpoint(service, region) or resolver.construct_endpoint(service, region, FALLBACK) or {}
    return str(found.get("credentialScope", {}).get("region", region))


@functools.cache
def _endpoints() -> Any:
    from botocore.loaders import create_loader
    from botocore.regions import EndpointResolver

    return EndpointResolver(create_loader().load_data("endpoints"))
