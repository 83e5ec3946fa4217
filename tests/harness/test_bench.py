"""The measurement of IngressControllers, on worlds too small to measure anything."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from enhancement_kit.harness import bench


def test_many_are_compared_with_the_median_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def settle(number: int, _: Mapping[str, str]) -> bench.Cost:
        asked.append(number)
        return bench.Cost(0.001 * number, 0.0)

    monkeypatch.setattr(bench, "settle", settle)
    found = bench.run()
    assert asked == [2, 10, 10, 1000, 10, 10, 10, 2, 10, 10, 50, 10, 10, 10]
    assert (found["growth_ratio"], found["balancers_growth_ratio"]) == (100, 5)


def test_a_settle_makes_everything_once() -> None:
    cost = bench.settle(1, bench.CLASSIC)
    assert cost.making > cost.idle > 0


def test_a_crowd_that_does_not_come_up_is_not_measured() -> None:
    with pytest.raises(RuntimeError, match="only 0 of 1 IngressControllers are available"):
        bench.settle(1, {"load balancer": "Classic", "subnets": "no-such-subnet"})
