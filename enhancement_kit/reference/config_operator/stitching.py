"""The stitched cloud config as a function of the admin's configuration and the Infrastructure object.

Document: `Cluster Kube Cloud Config Operator`. The form of an override is that of the Kubernetes AWS cloud provider.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..runtime import gcfg
from . import infrastructure

KEY = "cloud.conf"


class StitchingError(Exception):
    """The configuration cannot be stitched; the text names the reason."""


@dataclass(frozen=True)
class Content:
    """The content of a ConfigMap; values of `binary` are base64 as in the API."""

    data: Mapping[str, str] = field(default_factory=dict)
    binary: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, config_map: Mapping[str, Any]) -> Content:
        """Return the content of a ConfigMap object."""
        return cls(config_map.get("data", {}), config_map.get("binaryData", {}))

    @property
    def empty(self) -> bool:
        """Whether both parts are empty."""
        return not self.data and not self.binary


def renamed(source: Content, key: str) -> Content:
    """Return the source with its configuration under the known key; everything else is kept."""

    def under_known_key(values: Mapping[str, str]) -> dict[str, str]:
        return {KEY if name == key else name: value for name, value in values.items()}

    return Content(under_known_key(source.data), under_known_key(source.binary))


def text_of(source: Content, key: str) -> str:
    """Return the configuration in a source, text or binary. Raises StitchingError for bytes that are not text."""
    if key in source.data:
        return source.data[key]
    try:
        return base64.b64decode(source.binary.get(key, ""), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise StitchingError(f"failed to read the cloud.conf: {error}") from error


def check_source(text: str) -> None:
    """Raise StitchingError for a configuration that has its own overrides or cannot be read."""
    try:
        sections = gcfg.read(text)
    except gcfg.GcfgError as error:
        raise StitchingError(f"failed to read the cloud.conf: {error}") from error
    if any(section.name == "serviceoverride" for section in sections):
        raise StitchingError(
            "invalid user provided cloud.conf: user provided cloud.conf and infrastructure object both include "
            "service overrides"
        )


def override(number: int, endpoint: Mapping[str, Any], region: str) -> str:
    """Format one section, in the provider's own layout."""
    lines = (
        f'[ServiceOverride "{number}"]',
        f"\tService = {endpoint['name']}",
        f"\tRegion = {region}",
        f"\tURL = {endpoint['url']}",
        f"\tSigningRegion = {region}",
    )
    return "\n" + "\n".join(lines) + "\n"


def overrides(endpoints: Sequence[Mapping[str, Any]], region: str) -> str:
    """Format the sections for a list of endpoints, in its order."""
    return "".join(override(number, endpoint, region) for number, endpoint in enumerate(endpoints))


def as_is(source: Content, key: str, _: Mapping[str, Any]) -> Content:
    """Return the source, under the known key."""
    return renamed(source, key)


def with_overrides(source: Content, key: str, found: Mapping[str, Any]) -> Content:
    """Return the source followed by an override for each endpoint in status. Raises StitchingError."""
    status = infrastructure.platform_status(found)
    if status.get("type") != "AWS":
        raise StitchingError("invalid platform, expected to be AWS")
    endpoints = infrastructure.endpoints_in_status(found)
    if not endpoints:
        return renamed(source, key)
    region = str(status["aws"].get("region", ""))
    if not region:
        raise StitchingError(
            "status.platformStatus.aws.region: Required value: region is required to be set for AWS platform"
        )
    text = text_of(source, key)
    check_source(text)
    stitched = text + overrides(endpoints, region)
    plain = renamed(source, key)
    if key in source.binary and key not in source.data:
        return Content(plain.data, {**plain.binary, KEY: base64.b64encode(stitched.encode()).decode()})
    return Content({**plain.data, KEY: stitched}, plain.binary)


TRANSFORMERS: Mapping[str, Callable[[Content, str, Mapping[str, Any]], Content]] = {"AWS": with_overrides}
"""By platform; all others take the source as it is."""


def stitch(platform: str, source: Content, key: str, found: Mapping[str, Any]) -> Content:
    """Return the configuration that components consume. Raises StitchingError."""
    return TRANSFORMERS.get(platform, as_is)(source, key, found)
