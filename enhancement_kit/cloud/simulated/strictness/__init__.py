"""The strictness rules, in the order in which they look at a call, and the switches for tests and mutants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from enhancement_kit.cloud.simulated.strictness import (
    addresses,
    arns,
    balancer_groups,
    dry_run,
    ec2,
    ec2_gateways,
    ec2_groups,
    ec2_instances,
    ec2_interfaces,
    ec2_permissions,
    ec2_routes,
    ec2_vpcs,
    edge_zones,
    elb_checks,
    elb_identity,
    elb_instances,
    elb_listeners,
    elb_subnets,
    elbv2_addresses,
    elbv2_attributes,
    elbv2_health_checks,
    elbv2_identity,
    elbv2_listeners,
    elbv2_registration,
    elbv2_subnets,
    elbv2_targets,
    engine,
    filters,
    govcloud,
    ids,
    images,
    incomplete,
    models,
    needed,
    pages,
    regions,
    roles,
    route53,
    route53_records,
    route53_zones,
    sharing,
    signatures,
    tag_keys,
    tagging,
    target_health,
    users,
    zone_pages,
)
from enhancement_kit.cloud.simulated.strictness.engine import Rule

# Earlier rules see a call first: a repeated call with the same name and settings is answered before its subnets and
# addresses are checked, and interfaces are created once every check has passed.
_ORDER = (
    elb_identity,
    elb_listeners,
    elb_instances,
    elb_checks,
    edge_zones,
    elb_subnets,
    elbv2_identity,
    elbv2_subnets,
    elbv2_registration,
    elbv2_addresses,
    elbv2_attributes,
    elbv2_health_checks,
    elbv2_listeners,
    elbv2_targets,
    balancer_groups,
)

_EC2 = (ec2, ec2_groups, ec2_permissions, ec2_interfaces, ec2_gateways, ec2_routes, ec2_vpcs, ec2_instances)

_ROUTE53 = (route53_zones, route53_records, route53, govcloud, zone_pages)

# A filter is applied before the answer is cut into pages; a dry run succeeds where nothing is wrong with a call.
_EVERY_CALL = (needed, incomplete, filters, pages, ids, arns, dry_run)

RULES: Mapping[str, Rule] = {
    rule.id: rule
    for module in (
        signatures,
        models,
        *_ORDER,
        target_health,
        *_EVERY_CALL,
        addresses,
        *_EC2,
        regions,
        images,
        sharing,
        roles,
        users,
        *_ROUTE53,
        tag_keys,
        tagging,
    )
    for rule in module.RULES
} | {rule.id: rule for module in (route53_records, elbv2_attributes) for rule in module.APPLY}
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
