"""The operator on the bootstrap host: makes one file from files, without an API.

Document: `Boostrap host control flow`. The endpoints come from the status of the Infrastructure file or, if it has
none, from its spec (interpretation CRE-A18); what the operator refuses in a cluster it refuses here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from ..api import service_endpoints
from . import cloud_config, infrastructure, stitching
from .mirror import SPEC_PATH
from .stitching import Content, StitchingError


class RenderError(Exception):
    """The ConfigMap cannot be rendered and nothing was written; the text names the file and the reason."""


def render(infrastructure_file: Path, cloud_config_file: Path | None, output: Path) -> None:
    """Write the stitched ConfigMap. Raises RenderError."""
    found = with_endpoints(read(infrastructure_file, "Infrastructure"), infrastructure_file)
    source = Content.of(read(cloud_config_file, "ConfigMap")) if cloud_config_file is not None else Content()
    key = str(found.get("spec", {}).get("cloudConfig", {}).get("key", ""))
    platform = str(infrastructure.platform_status(found).get("type", ""))
    try:
        wanted = stitching.stitch(platform, source, key, found)
    except StitchingError as error:
        raise RenderError(f"{cloud_config_file or infrastructure_file}: {error}") from error
    if not wanted.empty:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(yaml.safe_dump(config_map(wanted), sort_keys=False), encoding="utf-8")


def read(path: Path, kind: str) -> Mapping[str, Any]:
    """Read the object in a file. Raises RenderError for a file that is missing, unreadable or of another kind."""
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise RenderError(f"{path} cannot be read: {error}") from error
    if not isinstance(found, dict) or found.get("kind") != kind:
        raise RenderError(f"{path} holds no {kind}")
    return found


def with_endpoints(found: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """Return the Infrastructure with its endpoints in status. Raises RenderError for invalid endpoints."""
    endpoints = infrastructure.endpoints_in_status(found) or infrastructure.endpoints_in_spec(found)
    if wrong := service_endpoints.problems(endpoints, SPEC_PATH):
        raise RenderError(f"{path}: {service_endpoints.printed(wrong)}")
    status = infrastructure.platform_status(found)
    aws = {**status.get("aws", {}), "serviceEndpoints": endpoints}
    return {**found, "status": {"platformStatus": {**status, "aws": aws}}}


def config_map(wanted: Content) -> dict[str, Any]:
    """Build the manifest, as the cluster gets it and as other operators read it."""
    made: dict[str, Any] = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": cloud_config.TARGET_NAME, "namespace": cloud_config.TARGET_NAMESPACE},
        "data": dict(wanted.data),
    }
    return {**made, "binaryData": dict(wanted.binary)} if wanted.binary else made
