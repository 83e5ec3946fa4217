"""Validation in stages: decoding, the install-config alone, AWS. The first stage with findings ends it (ISS-A54)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import (
    dialects,
    endpoints,
    existing_network,
    install_config,
    reachability,
    source,
)
from .existing_network import Network
from .findings import Finding
from .install_config import InstallConfig


@dataclass(frozen=True)
class Validated:
    """The results of a validation."""

    config: InstallConfig | None = None
    """None where the install-config could not be decoded."""
    network: Network | None = None
    """None where no existing subnets are listed, or they were not looked at."""
    findings: tuple[Finding, ...] = ()


def validate(
    directory: Path,
    aws: Any,
    profile: str = "document",
    gates: frozenset[str] = frozenset(),
    reach: reachability.Reach = reachability.everywhere,
) -> Validated:
    """Validate the install-config of a directory; `aws` makes boto3 clients (service, *, region, endpoint).

    `gates` are on by default in the release, `reach` says why the host cannot reach a URL.

    Raises UnusableDirectory for a file that is missing or no YAML, InstallError where AWS does not answer.
    """
    dialect = dialects.DIALECTS[profile]
    read = source.read(directory / install_config.FILE)

    def placed(found: Sequence[Finding]) -> tuple[Finding, ...]:
        printed = (dialect.printed(finding) for finding in found)
        return tuple(replace(finding, line=read.line(finding.path)) for finding in printed)

    found = dialect.decoding_findings(read) or install_config.missing_findings(read)
    if found:
        return Validated(findings=placed(found))
    config = dialect.decoded(read)
    found = dialect.static_findings(config, gates) or reachability.findings(config, reach)
    entries = config.aws.entries
    if found or not entries:
        return Validated(config, findings=placed(found))
    field = install_config.LIST if config.aws.subnets_config else install_config.OLD_LIST
    ec2 = endpoints.clients(aws, config.aws.service_endpoints)("ec2", region=config.aws.region)
    try:
        existing = existing_network.read(ec2, [entry.id for entry in entries], field)
    except existing_network.Unusable as error:
        return Validated(config, findings=placed(error.findings))
    return Validated(config, existing, placed(dialect.network_findings(config, existing)))
