"""Validation in stages: decoding, the install-config alone, AWS. The first stage with findings ends it (ISS-A54)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    line: Callable[[str], int] = lambda _: 1
    """Returns the line of a field in the install-config."""

    def placed(self, found: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return findings with the line of their field."""
        return tuple(replace(finding, line=self.line(finding.path)) for finding in found)


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

    def judged(config: InstallConfig | None, found: Iterable[Finding], network: Network | None = None) -> Validated:
        bare = Validated(config, network, line=read.line)
        return replace(bare, findings=bare.placed(dialect.printed(finding) for finding in found))

    found = dialect.decoding_findings(read) or install_config.missing_findings(read)
    if found:
        return judged(None, found)
    config = dialect.decoded(read)
    found = dialect.static_findings(config, gates) or reachability.findings(config, reach)
    entries = config.aws.entries
    if found or not entries:
        return judged(config, found)
    field = install_config.LIST if config.aws.subnets_config else install_config.OLD_LIST
    ec2 = endpoints.clients(aws, config.aws.service_endpoints)("ec2", region=config.aws.region)
    try:
        existing = existing_network.read(ec2, [entry.id for entry in entries], field)
    except existing_network.Unusable as error:
        return judged(config, error.findings)
    return judged(config, dialect.network_findings(config, existing), existing)
