"""A world that is not as it is meant is an error of the kit, never a failure of the implementation: one test each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from enhancement_kit.cloud.interface import AddressSpec, SubnetSpec, Vpc
from enhancement_kit.cloud.remote import EndpointCloud
from enhancement_kit.cloud.simulated import SimulatedCloud, checks
from enhancement_kit.cloud.simulated.zones import known_zones
from enhancement_kit.cluster.answers import ApiError, Refusal
from enhancement_kit.errors import HarnessError, TargetError, UsageError
from enhancement_kit.local import environment
from enhancement_kit.local.variables.row import ALWAYS
from enhancement_kit.runner import states
from enhancement_kit.runner.backends import check_wall_clock
from enhancement_kit.specification.variants import Variant
from enhancement_kit.world.cluster import ScenarioCluster
from enhancement_kit.world.network import Network

REGION = "us-east-1"
ROW = SubnetSpec("pub-a", "us-east-1a")


@pytest.fixture
def stopped(cloud: SimulatedCloud) -> Iterator[SimulatedCloud]:
    """Provide the simulated AWS before its start, and after the test as the next one expects it."""
    cloud.stop()
    yield cloud
    cloud.stop()


def state(action: Callable[[], object]) -> tuple[str, str]:
    """Return the state of a scenario in whose step the action is done, and the reason."""
    with pytest.raises((HarnessError, TargetError, UsageError)) as caught:
        action()
    outcome = states.classify(caught.value, in_step=True)
    return outcome.state, outcome.reason


def test_another_account(stopped: SimulatedCloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTO_ACCOUNT_ID", "111111111111")
    found, reason = state(stopped.start)
    assert found == states.HARNESS_ERROR
    assert reason == "STS answers account 111111111111, the world is made for 123456789012: unset MOTO_ACCOUNT_ID"
    monkeypatch.delenv("MOTO_ACCOUNT_ID")
    stopped.start()


def test_an_account_that_changes_while_scenarios_run(monkeypatch: pytest.MonkeyPatch) -> None:
    environment.check(ALWAYS)
    monkeypatch.setenv("MOTO_ACCOUNT_ID", "111111111111")
    found, reason = state(lambda: environment.check(ALWAYS))
    assert found == states.HARNESS_ERROR
    assert reason.startswith("MOTO_ACCOUNT_ID changed after the run had begun")


def test_no_such_zones(stopped: SimulatedCloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "known_zones", lambda region: known_zones(region)[1:])
    found, reason = state(stopped.start)
    assert found == states.HARNESS_ERROR
    assert reason.startswith("region us-east-1 lacks the zones us-east-1a: install")


def test_another_moto(stopped: SimulatedCloud, monkeypatch: pytest.MonkeyPatch) -> None:
    from moto.ec2.models import subnets

    monkeypatch.delattr(subnets, "random_subnet_id")
    found, reason = state(stopped.start)
    assert found == states.HARNESS_ERROR
    assert "does not fit this kit, it lacks moto.ec2.models.subnets.random_subnet_id: install" in reason


def test_a_clock_that_is_behind() -> None:
    check_wall_clock(datetime.now(UTC))
    found, reason = state(lambda: check_wall_clock(datetime(1970, 1, 1, tzinfo=UTC)))
    assert found == states.HARNESS_ERROR
    assert reason == "the clock of this machine says 1970-01-01 00:00 UTC, which is past: set it"


def broken(*_: object, **__: object) -> None:
    from moto.ec2.exceptions import InvalidParameterValueError

    raise InvalidParameterValueError("10.0.0.0/16")


ASKED: dict[str, Callable[[Any, Vpc], object]] = {
    "the VPC": lambda cloud, vpc: cloud.make_vpc(REGION, [], cluster_id="c"),
    "the subnets": lambda cloud, vpc: cloud.add_subnets(vpc, [ROW], cluster_id="c"),
    "the Elastic IPs": lambda cloud, vpc: cloud.allocate_addresses(REGION, [AddressSpec("eip-1")]),
    "the nodes": lambda cloud, vpc: cloud.run_nodes(vpc, cluster_id="c", subnets=["pub-b"]),
}


@pytest.mark.parametrize("what", ASKED)
def test_a_network_that_the_simulated_aws_refuses(
    cloud: SimulatedCloud, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    from moto.ec2.models import EC2Backend

    vpc = cloud.make_vpc(REGION, [SubnetSpec("pub-b", "us-east-1b")], cluster_id="c")
    for method in ("create_vpc", "associate_route_table", "allocate_address", "run_instances"):
        monkeypatch.setattr(EC2Backend, method, broken)
    found, reason = state(lambda: ASKED[what](cloud, vpc))
    assert found == states.HARNESS_ERROR
    assert reason.startswith(f"AWS does not give the scenario {what} to start from: ")


def test_a_wrong_table_stays_a_usage_error(cloud: SimulatedCloud) -> None:
    with pytest.raises(UsageError):
        cloud.make_vpc(REGION, [ROW, ROW], cluster_id="c")


@pytest.mark.parametrize("what", ["the VPC", "the Elastic IPs"])
def test_a_network_that_another_aws_refuses(cloud: SimulatedCloud, what: str) -> None:
    url = cloud.serve().url
    other = EndpointCloud(aws_endpoint_url=url)
    # nobody answers there any more
    cloud.stop()
    found, reason = state(lambda: ASKED[what](other, Vpc("vpc-1", REGION, {})))
    assert found == states.HARNESS_ERROR
    assert reason.startswith(f"AWS does not give the scenario {what} to start from: ")


def test_hosted_zones_that_aws_refuses(cloud: SimulatedCloud) -> None:
    network = Network(cloud, cast(Variant, SimpleNamespace(gates=frozenset(), bare_network=False)))
    network.vpc = Vpc("vpc-0123456789abcdef0", REGION, {})
    found, reason = state(network.make_hosted_zones)
    assert found == states.HARNESS_ERROR
    assert reason.startswith("AWS does not give the scenario the hosted zones to start from: ")


class Refusing:
    """An API server that refuses to create objects of one kind."""

    def __init__(self, kind: str, code: int) -> None:
        self._kind, self._code = kind, code

    def create(self, manifest: dict[str, Any], **_: object) -> dict[str, Any]:
        if manifest["kind"] == self._kind:
            raise ApiError(f"POST {self._kind}", Refusal(self._code, "Refused", "no"))
        return manifest

    def set_status(self, manifest: dict[str, Any], **_: object) -> dict[str, Any]:
        return manifest

    def find(self, *_: object) -> None:
        return None


@pytest.mark.parametrize(
    ("kind", "code", "expected"),
    [
        ("Namespace", 422, states.HARNESS_ERROR),
        ("Node", 403, states.HARNESS_ERROR),
        ("ConfigMap", 400, states.HARNESS_ERROR),
        ("IngressController", 500, states.HARNESS_ERROR),
        ("Infrastructure", 429, states.HARNESS_ERROR),
        # these kinds are the target's, and so are the schemas that refuse them
        ("IngressController", 422, states.FAILED),
        ("Infrastructure", 404, states.FAILED),
    ],
)
def test_a_cluster_that_the_api_refuses(monkeypatch: pytest.MonkeyPatch, kind: str, code: int, expected: str) -> None:
    nothing = cast(Any, None)
    network = SimpleNamespace(vpc=None, region=REGION, run_nodes=lambda _: [("us-east-1a", "i-1")])
    made = ScenarioCluster(
        nothing,
        nothing,
        cast(Network, network),
        nothing,
        clock=nothing,
        variant=cast(Variant, SimpleNamespace(gates=frozenset())),
        profile="document",
        platform_operators=frozenset(),
    )
    monkeypatch.setattr(made, "serve", lambda *_: None)
    monkeypatch.setattr(made, "client_of", lambda _: Refusing(kind, code))
    with pytest.raises((HarnessError, TargetError)) as caught:
        made.make("AWS")
    assert states.classify(caught.value, in_step=True).state == expected
    assert "Refused: no" in str(caught.value)
