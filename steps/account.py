"""Phrases about the AWS account as a whole: what it has beside the cluster, and what a destroyed cluster leaves."""

from __future__ import annotations

from pytest_bdd import given, parsers, then

from enhancement_kit.errors import UsageError, claim
from enhancement_kit.world import World, account
from enhancement_kit.world.clients.inventory import differences
from enhancement_kit.world.default_objects import BASE_DOMAIN


@given("another cluster in the VPC and the account", target_fixture="account_before")
def another_cluster(world: World) -> frozenset[str]:
    """Make what another cluster has in AWS, with names close to those of this one, and list all that AWS then has."""
    vpc = world.network.vpc
    if vpc is None:
        raise UsageError("there is no VPC yet; begin with `Given a VPC in <region> with the subnets`")
    world.installation.prepare()
    account.add_other_cluster(world.network.aws, vpc.id, vpc.subnets, BASE_DOMAIN)
    return world.observed.inventory_of_account()


@given(parsers.parse("the account has {count:d} more hosted zones"), target_fixture="account_before")
def more_zones(world: World, count: int) -> frozenset[str]:
    """Make public zones of other domains, and list all that AWS then has."""
    account.add_zones(world.network.aws("route53"), count)
    return world.observed.inventory_of_account()


@then("AWS has all that it had before the installation, and nothing else")
def as_before(world: World, account_before: frozenset[str]) -> None:
    """Compare every resource of the account, its tags and its records, with those that the other cluster found."""
    found = differences(account_before, world.observed.inventory_of_account())
    claim(not found, "; ".join(found))
