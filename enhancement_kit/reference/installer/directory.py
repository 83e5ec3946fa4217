"""The installer's directory: the files that it writes there and reads again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from . import endpoints, manifests, source
from .errors import UnusableDirectory
from .install_config import ServiceEndpoint
from .plan import Identity

STATE = ".openshift_install_state.json"
METADATA = "metadata.json"

Manifest = dict[str, Any]


@dataclass(frozen=True)
class Metadata:
    """The data for destroying a cluster; nothing else is read for it."""

    infra_id: str
    cluster_id: str
    region: str
    domain: str
    endpoints: tuple[ServiceEndpoint, ...] = ()


def write_manifests(directory: Path, found: Mapping[str, Manifest], identity: Identity) -> None:
    """Write manifests, and the names they were made with."""
    for name, manifest in found.items():
        source.write(directory / name, manifest)
    source.write_text(directory / STATE, json.dumps(asdict(identity), indent=1) + "\n")


def read_identity(directory: Path) -> Identity | None:
    """Read the names that manifests of this directory were made with; None where there are none."""
    path = directory / STATE
    return Identity(**_json(path)) if path.exists() else None


def read_manifests(directory: Path) -> dict[str, Manifest]:
    """Read the manifests of a directory by file name, with the admin's edits. Raises UnusableDirectory."""
    found: dict[str, Manifest] = {}
    for folder in (manifests.CLUSTER, manifests.OPENSHIFT, manifests.INFRASTRUCTURE):
        for path in sorted((directory / folder).rglob("*")):
            if path.suffix in (".yaml", ".yml", ".json"):
                found[path.relative_to(directory).as_posix()] = source.read(path).value
    return found


def write_terraform(directory: Path, found: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the files that Terraform works from."""
    for name, value in found.items():
        source.write_text(directory / name, json.dumps(value, indent=1) + "\n")


def write_metadata(directory: Path, metadata: Metadata) -> None:
    """Write metadata.json."""
    tags = [
        {f"kubernetes.io/cluster/{metadata.infra_id}": "owned"},
        {"openshiftClusterID": metadata.cluster_id},
    ]
    aws: dict[str, Any] = {"region": metadata.region, "identifier": tags, "clusterDomain": metadata.domain}
    if metadata.endpoints:
        aws["serviceEndpoints"] = endpoints.plain(metadata.endpoints)
    value = {
        "clusterName": metadata.domain.partition(".")[0],
        "clusterID": metadata.cluster_id,
        "infraID": metadata.infra_id,
        "aws": aws,
    }
    source.write_text(directory / METADATA, json.dumps(value, indent=1) + "\n")


def read_metadata(directory: Path) -> Metadata:
    """Read metadata.json. Raises UnusableDirectory where no cluster was created from this directory."""
    path = directory / METADATA
    if not path.exists():
        raise UnusableDirectory(f"there is no {METADATA} in {directory}: no cluster was created from there")
    value = _json(path)
    try:
        aws = value["aws"]
        custom = tuple(ServiceEndpoint(e["name"], e["url"]) for e in aws.get("serviceEndpoints") or ())
        return Metadata(value["infraID"], value["clusterID"], aws["region"], aws["clusterDomain"], custom)
    except (AttributeError, KeyError, TypeError) as error:
        raise UnusableDirectory(f"{path} has no {error}; it must be the file that create cluster wrote") from error


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnusableDirectory(f"{path} cannot be read: {error}") from error
