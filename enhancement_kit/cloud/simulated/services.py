"""What has to be known of an AWS service to answer for it: protocol, error statuses, signing name, host."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from enhancement_kit.cloud.simulated.partitions import moto_suffix

# Services with one endpoint for a whole partition.
_GLOBAL = frozenset({"route53", "iam", "cloudfront"})

SERVED = ("ec2", "elb", "elbv2", "iam", "kms", "resourcegroupstaggingapi", "route53", "sts")
"""The services that requests from outside are answered for, by their names in botocore."""


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
        }
        self._endpoint_prefix: str = model.endpoint_prefix

    def host(self, region: str) -> str:
        """Return the AWS host for which moto answers."""
        place = "" if self.name in _GLOBAL else f".{region}"
        return f"{self._endpoint_prefix}{place}.{moto_suffix(region)}"

    def error_status(self, code: str) -> int:
        """Return the HTTP status of an error code; 400 for codes that the model lacks."""
        return self._statuses.get(code, 400)


@functools.cache
def service(name: str) -> Service:
    """Return the service of that name in botocore."""
    from moto.core.utils import get_service_model

    return Service(name, get_service_model(name))
