"""What has to be known of an AWS service to answer for it: protocol, error statuses, signing name, host."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

from enhancement_kit.cloud.simulated.partitions import partitions

_STATUSES = {"ec2": {"DryRunOperation": 412, "AuthFailure": 401}}
"""The statuses of errors that a service's model lacks, where they are not 400."""

SERVED = ("ec2", "elb", "elbv2", "iam", "kms", "resourcegroupstaggingapi", "route53", "sts")
"""The services that requests from outside are answered for, by their names in botocore."""

_COMMON: Mapping[str, int] = {
    "AccessDenied": 403,
    "InternalFailure": 500,
    "MissingAuthenticationToken": 403,
    "RequestEntityTooLarge": 413,
    "SignatureDoesNotMatch": 403,
}
"""Statuses of errors that every service has and no model names: the pages CommonErrors.html of their references.

That of a request that is too large is guessed.
"""


class Service:
    """One service, as its model describes it."""

    def __init__(self, name: str, model: Any) -> None:
        """Read the model of the service once."""
        self.name = name
        self.protocol: str = model.resolved_protocol
        self.content_type = "application/x-amz-json-1.1" if "json" in self.protocol else "text/xml"
        self.signing_name: str = model.signing_name
        self.version: str = model.api_version
        self.target_prefix: str = model.metadata.get("targetPrefix", "")
        self._statuses: Mapping[str, int] = {
            shape.error_code: int(shape.metadata.get("error", {}).get("httpStatusCode", 400))
            for shape in model.error_shapes
        } | _STATUSES.get(name, {})
        self.endpoint_prefix: str = model.endpoint_prefix

    def host(self, region: str) -> str:
        """Return the host for which moto answers: it takes the partition from the region, and knows one domain."""
        return f"{self.endpoint_prefix}.{region}.amazonaws.com"

    def error_status(self, code: str) -> int:
        """Return the HTTP status of an error code; 400 for codes that nothing is known of."""
        return self._statuses.get(code) or _COMMON.get(code, 400)


def is_endpoint(host: str) -> bool:
    """Check whether a host is the default endpoint of one of the services, in any region and partition."""
    name = next((host.removesuffix(f".{one.suffix}") for one in partitions() if host.endswith(f".{one.suffix}")), "")
    prefix, _, region = name.partition(".")
    return prefix in _prefixes() and re.fullmatch(r"[a-z0-9-]*", region) is not None


@functools.cache
def _prefixes() -> frozenset[str]:
    return frozenset(service(name).endpoint_prefix for name in SERVED)


@functools.cache
def service(name: str) -> Service:
    """Return the service of that name in botocore."""
    from moto.core.utils import get_service_model

    return Service(name, get_service_model(name))
