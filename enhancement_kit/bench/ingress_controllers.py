"""Measures the reference per IngressController: the curve from few of them to a thousand, in one run."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from time import process_time
from typing import NamedTuple

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.cloud.simulated.cloud import SimulatedCloud
from enhancement_kit.cloud.simulated.strictness.ec2_permissions import DEFAULT_RULES
from enhancement_kit.runner.default_world import default_world
from enhancement_kit.world import World, default_objects
from enhancement_kit.world.vocabulary.ingress_controller_words import DRAFT_SUBNETS

FEW = 10
CROWDS = (100, 300, 1000)
BALANCED = (100, 300, 900)
"""With load balancers. Each takes three node ports, and a cluster has 2,768."""
ROUNDS = 5
WARM = 2

_REGION = "us-east-1"
_SUBNETS = {"pub-a": "10.0.0.0/20", "pub-b": "10.0.16.0/20"}
"""Aliases with their addresses: AWS wants eight that are free for each load balancer."""
PRIVATE: Mapping[str, str] = {"endpoint publishing strategy": "Private"}
CLASSIC: Mapping[str, str] = {"load balancer type": "Classic", "subnets": ", ".join(_SUBNETS)}
_RULES = 1
"""Rules that each load balancer adds to the security group of the nodes. AWS allows 60, and more on request, though not
as many as the largest crowd needs: the measurement raises the quota beyond that."""


class Cost(NamedTuple):
    """Seconds of processor time per IngressController: of the settle that makes everything, and of the next one."""

    making: float
    idle: float


def run() -> dict[str, float]:
    """Return the curve: milliseconds per IngressController by their number, and the ratio of most to few.

    The ratio is 1 where each takes the same time. `growth_ratio` is of those without a load balancer in AWS,
    `balancers_growth_ratio` of those with a Classic one in listed subnets. The few are measured before and after the
    others; their median counts. Takes some minutes.
    """
    found: dict[str, float] = {}
    for prefix, rows, crowds in (("", PRIVATE, CROWDS), ("balancers_", CLASSIC, BALANCED)):
        settle(WARM, rows)
        before = [settle(FEW, rows) for _ in range(ROUNDS // 2)]
        costs = {number: settle(number, rows) for number in crowds}
        few = [*before, *(settle(FEW, rows) for _ in range(ROUNDS - len(before)))]
        making = statistics.median(cost.making for cost in few)
        found[f"{prefix}growth_ratio"] = costs[crowds[-1]].making / making
        found[f"{prefix}ms_with_{FEW}"] = 1000 * making
        for number, cost in costs.items():
            found[f"{prefix}ms_with_{number}"] = 1000 * cost.making
        found[f"{prefix}idle_ms_with_{crowds[-1]}"] = 1000 * costs[crowds[-1]].idle
    return {name: round(value, 3) for name, value in found.items()}


def settle(number: int, rows: Mapping[str, str]) -> Cost:
    """Measure the cost per IngressController with these parameters, all created before the components see any."""
    with default_world(frozenset({DRAFT_SUBNETS})) as world:
        subnets = [SubnetSpec(name, f"{_REGION}{name[-1]}", cidr=cidr) for name, cidr in _SUBNETS.items()]
        world.network.make_vpc(_REGION, subnets)
        world.cluster.make("AWS")
        assert isinstance(world.cloud, SimulatedCloud)
        world.cloud.raise_rule_quota(_REGION, DEFAULT_RULES + _RULES * number)
        for index in range(number):
            manifest = world.cluster.parameters.manifest(f"custom-{index}", rows, domain=default_objects.CLUSTER_DOMAIN)
            world.cluster.admin.create(manifest)
        cost = Cost(_timed(world.cluster.settle) / number, _timed(world.cluster.settle) / number)
        _check(world, number)
    return cost


def _check(world: World, number: int) -> None:
    controllers = [
        c for c in world.cluster.admin.all("IngressController") if c["metadata"]["name"].startswith("custom-")
    ]
    ready = sum(
        any((c["type"], c["status"]) == ("Available", "True") for c in controller["status"]["conditions"])
        for controller in controllers
    )
    if ready < number:
        raise RuntimeError(f"only {ready} of {number} IngressControllers are available, so nothing was measured")


def _timed(act: Callable[[], object]) -> float:
    begin = process_time()
    act()
    return process_time() - begin
