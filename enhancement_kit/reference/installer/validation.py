"""Validation in stages: decoding, the install-config alone, AWS. A stage with findings is the last one (ISS-A54)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import endpoints, install_config, network, network_rules, source, static_rules
from .findings import Finding
from .install_config import InstallConfig
from .network import Network
from .source import Source


@dataclass(frozen=True)
class Validated:
    """What a validation knows in the end."""

    config: InstallConfig | None = None
    """None where the install-config could not be decoded."""
    network: Network | None = None
    """None where no existing subnets are listed, or they were not looked at."""
    findings: tuple[Finding, ...] = ()


def validate(directory: Path, aws: Any, gates: frozenset[str] = frozenset()) -> Validated:
    """Validate the install-config of a directory; `aws` makes boto3 clients (service, *, region, endpoint).

    `gates` are on by default in the release.

    Raises UnusableDirectory for a file that is missing or no YAML, InstallError where AWS does not answer.
    """
    read = source.read(directory / install_config.FILE)
    found = install_config.decoding_findings(read) or install_config.missing_findings(read)
    if found:
        return Validated(findings=_placed(found, read))
    config = install_config.decoded(read)
    found = static_rules.findings(config, gates)
    entries = config.aws.entries
    if found or not entries:
        return Validated(config, findings=_placed(found, read))
    field = install_config.LIST if config.aws.subnets_config else install_config.OLD_LIST
    ec2 = endpoints.clients(aws, config.aws.service_endpoints)("ec2", region=config.aws.region)
    try:
        existing = network.read(ec2, [entry.id for entry in entries], field)
    except network.Unusable as error:
        return Validated(config, findings=_placed(error.findings, read))
    return Validated(config, existing, _placed(network_rules.findings(config, existing), read))


def _placed(findings: Sequence[Finding], read: Source) -> tuple[Finding, ...]:
    return tuple(replace(finding, line=read.line(finding.path)) for finding in findings)
