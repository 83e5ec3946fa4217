"""The types of boto3 clients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

AwsClient: TypeAlias = Any
"""A boto3 client. boto3 builds its classes at run time, so that there is no type to name."""

AwsClientMaker: TypeAlias = Callable[[str], AwsClient]
"""Makes the client of a service, such as `ec2`."""
