"""Measures the reference per IngressController: with few of them and with many, in one run."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from time import process_time
from typing import NamedTuple

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.runner.default_world import default_world
from enhancement_kit.world import World, default_objects
from enhancement_kit.world.vocabulary.ingress_controller_words import DRAFT_SUBNETS

FEW, MANY = 10, 1000
BALANCED = 50
"""Many IngressControllers with Classic load balancers. Each adds a rule to the security group of the nodes, and AWS
allows 60 inbound rules in a group (Amazon VPC quotas), which the simulated AWS enforces."""
ROUNDS = 5
WARM = 2

_REGION = "us-east-1"
_SUBNETS = ("pub-a", "pub-b")
PRIVATE: Mapping[str, str] = {"endpoint publishing strategy": "Private"}
CLASSIC: Mapping[str, str] = {"load balancer type": "Classic", "subnets": ", ".join(_SUBNETS)}


class Cost(NamedTuple):
    """Seconds of processor time per IngressController: of the settle that makes everything, and of the next one."""

    making: float
    idle: float


def run() -> dict[str, float]:
    """Return milliseconds per IngressController, and ratios of many to few: 1 where each takes the same time.

    `growth_ratio` compares 1,000 with 10 that have no load balancer in AWS; `balancers_growth_ratio` compares 50 with
    10 that have a Classic one in listed subnets. The few are measured before and after the many; their median counts.
    """
    found: dict[str, float] = {}
    for prefix, rows, many in (("", PRIVATE, MANY), ("balancers_", CLASSIC, BALANCED)):
        settle(WARM, rows)
        before = [settle(FEW, rows) for _ in range(ROUNDS // 2)]
        crowd = settle(many, rows)
        few = [*before, *(settle(FEW, rows) for _ in range(ROUNDS - len(before)))]
        making = statistics.median(cost.making for cost in few)
        found[f"{prefix}growth_ratio"] = crowd.making / making
        found[f"{prefix}ms_with_{FEW}"] = 1000 * making
        found[f"{prefix}ms_with_{many}"] = 1000 * crowd.making
        found[f"{prefix}idle_ms_with_{many}"] = 1000 * crowd.idle
    return {name: round(value, 3) for name, value in found.items()}


def settle(number: int, rows: Mapping[str, str]) -> Cost:
    """Measure the cost per IngressController with these parameters, all created before the components see any."""
    with default_world(frozenset({DRAFT_SUBNETS})) as world:
        world.network.make_vpc(_REGION, [SubnetSpec(name, f"{_REGION}{name[-1]}") for name in _SUBNETS])
        world.cluster.make("AWS")
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
