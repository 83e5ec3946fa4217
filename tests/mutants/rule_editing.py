"""Helpers for mutants that change the rules by which the reference installer judges an install-config."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from enhancement_kit.mutation.mutants import Patcher
from enhancement_kit.reference.installer import network_rules, static_rules
from enhancement_kit.reference.installer.findings import FORBIDDEN, Finding
from enhancement_kit.reference.installer.install_config import LIST

INSTALLER = "enhancement_kit.reference.installer"
STATIC, NETWORK = f"{INSTALLER}.static_rules:RULES", f"{INSTALLER}.network_rules:RULES"
TABLES: dict[str, Mapping[str, Any]] = {STATIC: static_rules.RULES, NETWORK: network_rules.RULES}


def without(table: str, rule: str) -> Callable[[Patcher], None]:
    """Remove a rule from a table."""
    kept = {name: check for name, check in TABLES[table].items() if name != rule}
    assert len(kept) < len(TABLES[table]), f"there is no rule {rule}"
    return lambda patcher: patcher.replace(table, kept)


def instead(table: str, rule: str, check: Callable[..., Iterator[Finding]]) -> Callable[[Patcher], None]:
    """Replace a rule of a table, or add one."""
    return lambda patcher: patcher.replace(table, {**TABLES[table], rule: check})


def refusing(what: Callable[[Any], bool]) -> Callable[[Patcher], None]:
    """Add a rule about the install-config alone, which refuses where `what` holds."""

    def more(config: Any) -> Iterator[Finding]:
        if what(config):
            yield Finding(LIST, FORBIDDEN, "is not supported")

    return instead(STATIC, "more", more)


def refusing_network(what: Callable[[Any, Any], bool]) -> Callable[[Patcher], None]:
    """Add a rule about the network, which refuses where `what` holds."""

    def more(config: Any, network: Any) -> Iterator[Finding]:
        if what(config, network):
            yield Finding(LIST, FORBIDDEN, "is not supported")

    return instead(NETWORK, "more", more)
