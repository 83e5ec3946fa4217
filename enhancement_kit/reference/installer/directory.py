"""The installer's directory: the files that it writes there and reads again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from . import endpoints, manifest_shapes, manifests, source
from .errors import InstallError, UnusableDirectory
from .findings import Finding
from .install_config import ServiceEndpoint
from .plan import Identity
from .shapes import Fields, check

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
    """Write manifests, and the names they were made with: all, or nothing. Raises UnusableDirectory."""
    texts = {directory / name: source.printed(manifest) for name, manifest in found.items()}
    source.write_texts({**texts, directory / STATE: json.dumps(asdict(identity), indent=1) + "\n"})


def read_identity(directory: Path) -> Identity | None:
    """Read the names that manifests of this directory were made with; None where there are none."""
    path = directory / STATE
    if not path.exists():
        return None
    return Identity(**_own(path, manifest_shapes.STATE, "create manifests"))


def read_manifests(directory: Path) -> dict[str, Manifest]:
    """Read the manifests of a directory by file name, with the admin's edits.

    Raises UnusableDirectory for a file that cannot be read, InstallError for one that is no manifest.
    """
    found: dict[str, Manifest] = {}
    for folder in (manifests.CLUSTER, manifests.OPENSHIFT, manifests.INFRASTRUCTURE):
        for path in sorted((directory / folder).rglob("*")):
            if path.suffix in (".yaml", ".yml", ".json"):
                found[path.relative_to(directory).as_posix()] = _manifest(path, manifest_shapes.manifest_findings)
    return found


def check_infrastructure(directory: Path, found: Iterable[str]) -> None:
    """Check what the infrastructure is made from, by the names of the files. Raises InstallError."""
    kinds = [_manifest(directory / name, manifest_shapes.infrastructure_findings)["kind"] for name in found]
    if kinds.count("AWSCluster") != 1:
        raise InstallError(
            f"{directory / manifests.INFRASTRUCTURE}: there must be one AWSCluster, not {kinds.count('AWSCluster')}; "
            "remove all manifests and create them again"
        )


def _manifest(path: Path, findings: Callable[[Manifest], Iterator[Finding]]) -> Manifest:
    read = source.read(path)
    for finding in findings(read.value):
        raise InstallError(f"{path}:{read.line(finding.path)}: {finding}; correct it there")
    return read.value


def write_terraform(directory: Path, found: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the files that Terraform works from."""
    source.write_texts({directory / name: json.dumps(value, indent=1) + "\n" for name, value in found.items()})


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
    value = _own(path, manifest_shapes.CREATED, "create cluster")
    aws = value["aws"]
    custom = tuple(ServiceEndpoint(e["name"], e["url"]) for e in aws.get("serviceEndpoints") or ())
    region, domain = aws.get("region") or "", aws.get("clusterDomain") or ""
    return Metadata(value["infraID"], value["clusterID"], region, domain, custom)


def _own(path: Path, shape: Fields, command: str) -> dict[str, Any]:
    """Read a file that a command of the installer wrote, and nobody should edit. Raises UnusableDirectory."""
    read = source.read(path)
    for finding in check(read.value, shape, ""):
        raise UnusableDirectory(
            f"{path}:{read.line(finding.path)}: {finding}; it must be the file that {command} wrote"
        )
    return read.value
