"""The strictness rules, in the order in which they look at a call, and the switches for tests and mutants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from enhancement_kit.cloud.simulated.strictness import (
    addresses,
    ec2,
    elb_checks,
    elb_identity,
    elb_subnets,
    elbv2_addresses,
    elbv2_identity,
    elbv2_subnets,
    elbv2_targets,
    engine,
    images,
    regions,
    roles,
    route53,
    sharing,
    tagging,
)
from enhancement_kit.cloud.simulated.strictness.engine import Rule

# Earlier rules see a call first: a repeated call with the same name and settings is answered before its subnets and
# addresses are checked, and interfaces are created once every check has passed.
_ORDER = (elb_identity, elb_checks, elb_subnets, elbv2_identity, elbv2_subnets, elbv2_addresses, elbv2_targets)

RULES: Mapping[str, Rule] = {
    rule.id: rule
    for module in (*_ORDER, addresses, ec2, regions, images, sharing, roles, route53, tagging)
    for rule in module.RULES
}
"""Every rule by its id."""


def install() -> None:
    """Install all rules in moto; does nothing where they are installed."""
    engine.install(tuple(RULES.values()))


def uninstall() -> None:
    """Restore moto's own behaviour."""
    engine.uninstall()


@contextmanager
def disabled(*rule_ids: str) -> Iterator[None]:
    """Switch rules off, so that calls meet moto's own behaviour. Raises UsageError for an unknown id."""
    engine.switch(rule_ids, RULES, 1)
    try:
        yield
    finally:
        engine.switch(rule_ids, RULES, -1)
