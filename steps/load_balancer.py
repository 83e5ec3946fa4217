"""Phrases about load balancers as AWS describes them."""

from __future__ import annotations

from pytest_bdd import then

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary.aliases import split
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from steps.phrases import phrase


@then(phrase("{name:Name} has {:Article} {kind:Name} load balancer in {subnets}"))
def has_load_balancer(world: World, name: str, kind: str, subnets: str) -> None:
    """Check that there is one load balancer of that type, in exactly these subnets; `a or b` is one of the two."""
    balancer = world.observed.balancer(name)
    found = sorted(world.network.subnets.aliases_of(balancer.subnets))
    claim(balancer.kind == kind, f"the load balancer of {name} is a {balancer.kind}")
    wanted = [word.split(" or ") for word in split(subnets)]
    fits = len(found) == len(wanted) and all(any(s in either for s in found) for either in wanted)
    claim(fits, f"the load balancer of {name} is in {', '.join(found)}")


@then(phrase("the load balancer of {name:Name} listens on {ports}"))
def listens_on(world: World, name: str, ports: str) -> None:
    """Check that it has listeners for exactly these ports."""
    found = ", ".join(map(str, world.observed.ports(name)))
    claim(found == ports, f"the load balancer of {name} listens on {found}")


@then(phrase("{name:Name} has no load balancer"))
def has_none(world: World, name: str) -> None:
    """Check that AWS has no load balancer for the Service, of either type."""
    found = world.observed.balancers_of(name)
    claim(not found, f"{name} has the load balancer {found[0].host if found else ''}")


@then(phrase("the addresses of the load balancer of {name:Name} are"))
@columns("subnet", "Elastic IP")
def addresses_are(world: World, name: str, datatable: list[list[str]]) -> None:
    """Check that each subnet has exactly that Elastic IP, and that no other subnet has an address of its own."""
    wanted = {row["subnet"]: row["Elastic IP"] for row in rows(datatable)}
    found = {
        world.network.subnets.alias_of(subnet): ", ".join(world.network.addresses.aliases_of(allocations))
        or "chosen by AWS"
        for subnet, allocations in world.observed.balancer(name).addresses.items()
    }
    claim(found == wanted, f"the addresses of the load balancer of {name} are {found}")


@then("nothing has changed in AWS")
def nothing_changed(world: World, act: Act) -> None:
    """Check that no component's call has changed anything in AWS since before the act."""
    calls = world.observed.changes_in_aws(act.before.calls)
    claim(not calls, "AWS was changed by " + "; ".join(map(str, calls)))


@then(phrase("no component called {operations}"))
def not_called(world: World, act: Act, operations: str) -> None:
    """Check that none of these AWS operations was tried since before the act, with or without success.

    `a default endpoint` is any operation at the default endpoint of its service.
    """
    calls = [c for c in world.cloud.record.calls(since=act.before.calls) if c.component != "kit"]
    if operations == "a default endpoint":
        found = [c for c in calls if c.endpoint in world.network.default_endpoints(c.service, c.region)]
    else:
        found = [c for c in calls if c.operation in split(operations)]
    claim(not found, "; ".join(map(str, found)))
