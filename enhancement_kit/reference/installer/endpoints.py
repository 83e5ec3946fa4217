"""Custom AWS endpoints of an install-config: what is wrong with them, and the clients that use them.

Document: `Install Config`, `Validations for service endpoints`, `Destroying clusters`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from botocore.utils import is_valid_endpoint_url, is_valid_ipv6_endpoint_url

from ..api import service_endpoints
from ..api.service_endpoints import Problem
from ..runtime.signing import signing_region
from .findings import INVALID, REQUIRED, Finding
from .install_config import InstallConfig, ServiceEndpoint

LIST = "platform.aws.serviceEndpoints"


def plain(endpoints: Sequence[ServiceEndpoint]) -> list[dict[str, str]]:
    """Return the entries as manifests and metadata.json write them."""
    return [{"name": endpoint.name, "url": endpoint.url} for endpoint in endpoints]


def _invalid(problem: Problem) -> Finding:
    return Finding(problem.path, INVALID, problem.detail, problem.value)


def endpoints_named(config: InstallConfig) -> Iterator[Finding]:
    """Check that every entry names a service."""
    for index, endpoint in enumerate(config.aws.service_endpoints):
        if not endpoint.name:
            yield Finding(f"{LIST}[{index}].name", REQUIRED, "name the service by its endpoint prefix, such as ec2")


def endpoints_located(config: InstallConfig) -> Iterator[Finding]:
    """Check that every entry has a URL."""
    for index, endpoint in enumerate(config.aws.service_endpoints):
        if not endpoint.url:
            yield Finding(f"{LIST}[{index}].url", REQUIRED, "give the https URL of the endpoint")


def endpoints_unique(config: InstallConfig) -> Iterator[Finding]:
    """Check that a service has one entry; the later one is reported. URLs may be the same."""
    yield from map(_invalid, service_endpoints.duplicates(plain(config.aws.service_endpoints), LIST))


def endpoints_https(config: InstallConfig) -> Iterator[Finding]:
    """Check that components may use each URL: https, with a host, without path and query."""
    found = service_endpoints.invalid_urls(plain(config.aws.service_endpoints), LIST)
    yield from (_invalid(problem) for problem in found if problem.value)


def endpoints_usable(config: InstallConfig) -> Iterator[Finding]:
    """Check that the AWS SDK takes each URL; it refuses hosts that no DNS can have, and control characters."""
    for index, endpoint in enumerate(config.aws.service_endpoints):
        url = endpoint.url
        if url and not service_endpoints.url_problem(url) and not _taken(url):
            yield Finding(f"{LIST}[{index}].url", INVALID, "the host must be a DNS name or an IP address", url)


def _taken(url: str) -> bool:
    return bool(is_valid_endpoint_url(url) or is_valid_ipv6_endpoint_url(url))


def clients(make: Callable[..., Any], endpoints: Sequence[ServiceEndpoint]) -> Callable[..., Any]:
    """Build a factory of boto3 clients (service, *, region) that uses a service's custom endpoint if it has one.

    Requests are signed as at the default endpoint.
    """

    def at_endpoint(service: str, *, region: str) -> Any:
        endpoint = service_endpoints.for_client(plain(endpoints), service)
        return make(service, region=signing_region(service, region) if endpoint else region, endpoint=endpoint)

    return at_endpoint
