"""Phrases about where AWS calls of components went."""

from __future__ import annotations

from pytest_bdd import given, then

from enhancement_kit.cloud.interface import Call
from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary.data_tables import columns, pairs, rows
from steps.phrases import DEFAULT_ENDPOINT, phrase

# parameters of CopyImage and of CreateLoadBalancer
PARAMETERS = ("SourceImageId", "SourceRegion", "Encrypted", "KmsKeyId", "Scheme")
# the region that a call is signed for
SIGNING_REGION = "signing region"


def _calls(world: World, act: Act, component: str, operation: str) -> list[Call]:
    calls = world.cloud.record.calls(since=act.before.calls, component=component, operation=operation)
    claim(bool(calls), f"{component} did not call {operation}")
    return calls


@then(phrase("{component:Name} called {operation:Name} at {endpoint:Endpoint}"))
def called_at(world: World, act: Act, component: str, operation: str, endpoint: str) -> None:
    """Check that the component called it since before the act, and only at that URL or at `the default endpoint`."""
    for call in _calls(world, act, component, operation):
        default = endpoint == DEFAULT_ENDPOINT
        wanted = world.network.default_endpoints(call.service, call.region) if default else {endpoint}
        claim(call.endpoint in wanted, f"{component} called {operation} at {call.endpoint}")


@then("components called the services at")
@columns("component", "service", "endpoint")
def services_called_at(world: World, act: Act, datatable: list[list[str]]) -> None:
    """Check that each component called the service since before the act, and only at that endpoint.

    What else the same components called was at the default endpoint. A service goes by its name in lists of endpoints:
    `elasticloadbalancing` is both clients for load balancers.
    """
    wanted = {(row["component"], row["service"]): row["endpoint"] for row in rows(datatable)}
    components = {component for component, _ in wanted}
    found: dict[tuple[str, str], set[str]] = {}
    for call in world.cloud.record.calls(since=act.before.calls):
        default = call.endpoint in world.network.default_endpoints(call.service, call.region)
        service = world.network.endpoint_name(call.service)
        found.setdefault((call.component, service), set()).add(DEFAULT_ENDPOINT if default else call.endpoint)
    own = {pair: places for pair, places in found.items() if pair[0] in components}
    for component, service in sorted({*wanted, *own}):
        places = own.get((component, service), set())
        claim(
            places == {wanted.get((component, service), DEFAULT_ENDPOINT)},
            f"{component} called {service} at {', '.join(sorted(places)) or 'no endpoint'}",
        )


@given("AWS answers calls with")
@columns("operation", "service", optional=("answer", "after", "times"))
def answers(world: World, datatable: list[list[str]]) -> None:
    """Let calls by components fail, be slow or see an old state, always or so many times (needs aws-faults).

    `answer` is an error code, or `its old state`: the answer that an equal call got before, as while a change is on its
    way. Without it the call succeeds. `after` is virtual time, such as `61 seconds`: nothing waits, but a component
    with a shorter timeout gets no answer.
    """
    for row in rows(datatable):
        world.network.cause_fault(row)


@then(phrase("{component:Name} called {operation:Name} with"))
@columns("parameter", "value", words={"parameter": (*PARAMETERS, SIGNING_REGION)})
def called_with(world: World, act: Act, component: str, operation: str, datatable: list[list[str]]) -> None:
    """Check that each call since before the act has these parameters; `absent` is one that was not given.

    `signing region` is the region that the call was signed for.
    """
    for call in _calls(world, act, component, operation):
        for parameter, word in pairs(datatable).items():
            value = world.network.id_or_word(word)
            found = call.region if parameter == SIGNING_REGION else str(call.parameters.get(parameter, "absent"))
            claim(found == value, f"{component} called {operation} with {parameter} {found}")


@given(phrase("region {region:Name} offers {types:Instance_types}"))
def offers(world: World, region: str, types: list[str]) -> None:
    """Let the region offer exactly these instance types, or `no instance types`."""
    world.cloud.offer_types(region, types)
