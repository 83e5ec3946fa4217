"""The measurement of IngressControllers, on worlds too small to measure anything."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping

import pytest

from enhancement_kit.bench import ingress_controllers


def test_many_are_compared_with_the_median_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def settle(number: int, _: Mapping[str, str]) -> ingress_controllers.Cost:
        asked.append(number)
        return ingress_controllers.Cost(0.001 * number, 0.0)

    monkeypatch.setattr(ingress_controllers, "settle", settle)
    found = ingress_controllers.run()
    assert asked == [2, 10, 10, 100, 300, 1000, 10, 10, 10, 2, 10, 10, 100, 300, 900, 10, 10, 10]
    assert (found["growth_ratio"], found["balancers_growth_ratio"]) == (100, 90)
    assert [found[f"balancers_ms_with_{number}"] for number in (10, 100, 300, 900)] == [10, 100, 300, 900]


def settled(expression: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: the one of the tests has a simulated AWS already."""
    module = "from enhancement_kit.bench import ingress_controllers"
    code = f"{module}\ncost = {expression}\nassert cost.making > cost.idle > 0"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_a_settle_makes_everything_once() -> None:
    done = settled("ingress_controllers.settle(1, ingress_controllers.CLASSIC)")
    assert done.returncode == 0, done.stderr


def test_a_crowd_that_does_not_come_up_is_not_measured() -> None:
    done = settled('ingress_controllers.settle(1, {"load balancer type": "Classic", "subnets": "no-such-subnet"})')
    assert done.returncode == 1
    assert "RuntimeError: only 0 of 1 IngressControllers are available" in done.stderr
