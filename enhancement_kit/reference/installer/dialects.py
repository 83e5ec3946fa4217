"""The two forms of the install-config: the document's and the released one, which names the subnet list differently.

Rules use the document's dialect. The released one is converted to it and back by one table of names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import install_config, network_rules, shipped_rules, static_rules
from .existing_network import Network
from .findings import Finding
from .install_config import AWS_FIELDS, FIELDS, LIST, SHIPPED_ROLES, InstallConfig
from .shapes import TEXT, Fields, ListOf
from .source import Source

SHIPPED_LIST = "platform.aws.vpc.subnets"
# (the document's path, the released one), tried in turn
PATHS: Sequence[tuple[re.Pattern[str], str]] = (
    (re.compile(re.escape(LIST)), SHIPPED_LIST),
    (re.compile(r"\.rolesOverride(\[\d+\])$"), r".roles\1.type"),
    (re.compile(r"\.rolesOverride$"), ".roles"),
)


@dataclass(frozen=True)
class Dialect:
    """The names and rules that one form of the install-config uses."""

    decoding_findings: Callable[[Source], list[Finding]]
    decoded: Callable[[Source], InstallConfig]
    static_findings: Callable[[InstallConfig, frozenset[str]], list[Finding]]
    network_findings: Callable[[InstallConfig, Network], list[Finding]]
    printed: Callable[[Finding], Finding] = lambda finding: finding


def _shipped_fields() -> Fields:
    """Return the released fields; an unknown field only causes a warning there (interpretation ISS-A56)."""
    entry = Fields({"id": TEXT, "roles": ListOf(Fields({"type": TEXT}))})
    known = {name: shape for name, shape in AWS_FIELDS.known.items() if name != "subnetsConfig"}
    aws = Fields({**known, "vpc": Fields({"subnets": ListOf(entry)})})
    return replace(FIELDS, known={**FIELDS.known, "platform": Fields({"aws": aws})})


SHIPPED_FIELDS = _shipped_fields()


def in_document(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """Rewrite the settings of platform aws as the document spells them; the old list alone counts as the new one."""
    listed = install_config.mappings(settings.get("vpc") or {}, "subnets")
    old = settings.get("subnets") or []
    entries = [
        {"id": one.get("id"), "rolesOverride": [role.get("type") for role in install_config.mappings(one, "roles")]}
        for one in listed
    ]
    converted = [{"id": one} for one in old]
    return {**settings, "subnetsConfig": entries or converted, "subnets": old if entries else []}


def in_shipped(finding: Finding) -> Finding:
    """Move a finding to the path that the released installer uses."""
    path = finding.path
    for pattern, instead in PATHS:
        path = pattern.sub(instead, path)
    return replace(finding, path=path)


DIALECTS: Mapping[str, Dialect] = {
    "document": Dialect(
        decoding_findings=lambda source: install_config.decoding_findings(source),
        decoded=lambda source: install_config.decoded(source),
        static_findings=lambda config, gates: static_rules.findings(config, gates),
        network_findings=network_rules.findings,
    ),
    "shipped": Dialect(
        decoding_findings=lambda source: install_config.decoding_findings(source, SHIPPED_FIELDS),
        decoded=lambda source: install_config.decoded(source, in_document, SHIPPED_ROLES),
        static_findings=shipped_rules.static_findings,
        network_findings=shipped_rules.network_findings,
        printed=in_shipped,
    ),
}
"""By profile."""
