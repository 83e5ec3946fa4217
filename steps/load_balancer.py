"""Phrases about load balancers as AWS describes them."""

from __future__ import annotations

from pytest_bdd import given, then

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.clients.inventory import differences
from enhancement_kit.world.clients.load_balancers import INTERNET_FACING
from enhancement_kit.world.vocabulary.aliases import split
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from steps.phrases import phrase

CHOSEN = "chosen by AWS"
"""The address of a subnet without an Elastic IP."""


@then(phrase("{name:Name} has {:Article} {kind:Balancer} load balancer in {subnets}"))
def has_load_balancer(world: World, name: str, kind: str, subnets: str) -> None:
    """Check that there is one load balancer of that type, in exactly these subnets; `a or b` is one of the two.

    `internal NLB` and `internet-facing NLB` also say its scheme; else it is what the IngressController's scope says.
    The load balancer works: it leads from the ports of the Service to every node, lets the clients in and checks the
    health of the routers, and names below the domain of the IngressController resolve to it.
    """
    scheme, _, kind = kind.rpartition(" ")
    balancer = world.observed.balancer(name)
    found = sorted(world.network.subnets.aliases_of(balancer.subnets))
    claim(balancer.kind == kind, f"the load balancer of {name} is a {balancer.kind}")
    wanted = [word.split(" or ") for word in split(subnets)]
    fits = len(found) == len(wanted) and all(any(s in either for s in found) for either in wanted)
    claim(fits, f"the load balancer of {name} is in {', '.join(found)}")
    world.check_working(name, scheme)


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
    """Check that each subnet has exactly that Elastic IP, that no other subnet has one, and that all of it works."""
    wanted = {row["subnet"]: row["Elastic IP"] for row in rows(datatable)}
    found = {
        world.network.subnets.alias_of(subnet): ", ".join(world.network.addresses.aliases_of(allocations)) or CHOSEN
        for subnet, allocations in world.observed.balancer(name).addresses.items()
    }
    claim(found == wanted, f"the addresses of the load balancer of {name} are {found}")
    # an internal load balancer has no Elastic IPs, also while a change of the scope is pending
    world.check_working(name, "" if set(wanted.values()) == {CHOSEN} else INTERNET_FACING)


@given("the admin has listed what AWS holds", target_fixture="listed")
def listed(world: World) -> frozenset[str]:
    """List load balancers with listeners and targets, security groups with rules, Elastic IPs and DNS records."""
    return world.observed.inventory()


@then("AWS holds exactly what the admin has listed")
def holds(world: World, listed: frozenset[str]) -> None:
    """Check that everything on the list is as it was, and that there is nothing else."""
    found = differences(listed, world.observed.inventory())
    claim(not found, "; ".join(found))


@then(phrase("the wildcard record of {name:Name} leads to its load balancer"))
def record_leads(world: World, name: str) -> None:
    """Check that both hosted zones resolve a name below the IngressController's domain to the one load balancer."""
    host, route = world.observed.balancer(name).host.lower(), world.observed.route(name)
    zones = world.observed.resolved(route)
    claim(bool(zones), f"no hosted zone answers for {route}")
    for visibility, found in zones.items():
        claim(found == (host,), f"the {visibility} zone leads to {', '.join(found) or 'nothing'}, not to {host}")


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
