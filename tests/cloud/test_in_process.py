"""Direct calls in this process: clients get, and the record has, the same as over the wire."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import pytest

from enhancement_kit.cloud.simulated import SimulatedCloud, in_process
from tests.cloud.cases import Case
from tests.cloud.test_strictness import CASES
from tests.cloud.world import World, outcome

RANDOM = re.compile(
    r"(?<=[-/])[0-9a-f]{16,17}|127(\.\d+){3}|10\.0\.200\.\d+|02(:[0-9a-f]{2}){5}|(?<=-)\d{5,10}(?=\.)"
    r"|\b(?=[A-Z]*\d)[A-Z0-9]{22}\b"
)

ADDED = ("ResponseMetadata", "ClientToken")


class Listening(World):
    """Notes what botocore hands to the callers of the tester's clients."""

    def __init__(self, cloud: SimulatedCloud) -> None:
        self.answers: list[Any] = []
        self._heard: dict[str, Any] = {}
        """Clients by service; the cloud keeps them longer than a world lasts."""
        super().__init__(cloud)

    def client(self, service: str) -> Any:
        if service not in self._heard:
            self._heard[service] = super().client(service)
            self._heard[service].meta.events.register("after-call", self._note)
        return self._heard[service]

    def stop(self) -> None:
        for client in self._heard.values():
            client.meta.events.unregister("after-call", self._note)

    def _note(self, model: Any, parsed: Any, **_: Any) -> None:
        self.answers.append((model.name, parsed["ResponseMetadata"]["HTTPStatusCode"], comparable(parsed)))


def comparable(value: Any) -> Any:
    """Return an answer with its types and the order of its members, to compare two answers.

    Left out are times, moto's random ids and addresses, and the metadata and the tokens that botocore adds.
    """
    if isinstance(value, dict):
        return [(key, comparable(item)) for key, item in value.items() if key not in ADDED]
    if isinstance(value, list):
        return [comparable(item) for item in value]
    if isinstance(value, datetime):
        return f"a time at {value.utcoffset()} from UTC"
    return type(value).__name__, RANDOM.sub("random", value) if isinstance(value, str) else value


def told(cloud: SimulatedCloud, case: Case) -> tuple[Any, ...]:
    cloud.reset()
    world = Listening(cloud)
    result = outcome(case.act, world)
    calls = [
        (c.component, str(c), comparable(dict(c.parameters)), c.region, c.endpoint, comparable(c.message))
        for c in cloud.record.calls()
    ]
    world.stop()
    return comparable(result), world.answers, calls


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_tells_what_the_wire_tells(cloud: SimulatedCloud, case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    short = told(cloud, case)
    monkeypatch.setattr(in_process, "goes", lambda service, operation: False)
    monkeypatch.setattr(in_process, "UNSIGNED", frozenset())
    wire = told(cloud, case)
    for one, other in zip(short, wire, strict=True):
        assert one == other


def test_nothing_is_signed_or_sent_on_the_short_way(world: World) -> None:
    seen: list[str] = []
    ec2 = world.client("ec2")
    for event in ("before-sign", "request-created", "before-send"):
        ec2.meta.events.register(event, lambda event_name, **_: seen.append(event_name), unique_id=event)
    try:
        ec2.describe_vpcs()
    finally:
        for event in ("before-sign", "request-created", "before-send"):
            ec2.meta.events.unregister(event, unique_id=event)
    assert seen == []


def test_what_goes_the_short_way() -> None:
    assert in_process.goes("ec2", "DescribeSubnets")
    assert in_process.goes("route53", "ListHostedZones")
    # its answer has a header
    assert not in_process.goes("route53", "CreateHostedZone")
    assert not in_process.goes("sts", "GetCallerIdentity")


@pytest.mark.parametrize("region", ["us-gov-west-1", "cn-north-1"])
def test_hosted_zones_are_the_same_on_both_ways(cloud: SimulatedCloud, region: str) -> None:
    route53 = cloud.client("tester", "route53", region=region)
    assert not in_process.goes("route53", "CreateHostedZone")
    assert in_process.goes("route53", "ListHostedZones")
    made = route53.create_hosted_zone(Name="example.test.", CallerReference="1")["HostedZone"]["Id"]
    assert [zone["Id"] for zone in route53.list_hosted_zones()["HostedZones"]] == [made]
