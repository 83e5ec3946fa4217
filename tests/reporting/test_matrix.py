"""The matrix of components and platforms: gathered from scenarios, one value a cell unless they differ."""

from __future__ import annotations

import csv
import io
from typing import Any

from enhancement_kit.reporting.matrix import matrix, observations_table
from enhancement_kit.reporting.results import PASSED, Identity, ScenarioResult


def seen(platform: str, *values: str) -> dict[str, Any]:
    return {"component": "mao", "platform": platform, "observable": "objects", "values": list(values)}


def result(node: str, *observations: dict[str, Any]) -> ScenarioResult:
    identity = Identity(node, "f.feature", 1, node, node, (), "F", "", "folder", ())
    return ScenarioResult(identity, PASSED, observations=observations)


def test_equal_observations_are_one_value() -> None:
    found = matrix([result("b", seen("None", "x")), result("a", seen("None", "x"), seen("External", "x"))])
    assert [(cell["platform"], cell["seen"]) for cell in found] == [
        ("External", [{"values": ["x"], "scenarios": ["a"]}]),
        ("None", [{"values": ["x"], "scenarios": ["a", "b"]}]),
    ]


def test_other_observations_stand_beside_each_other() -> None:
    [cell] = matrix([result("a", seen("None", "x")), result("b", seen("None"))])
    assert cell["seen"] == [{"values": [], "scenarios": ["b"]}, {"values": ["x"], "scenarios": ["a"]}]


def test_a_scenario_shows_its_own_as_a_table() -> None:
    text = observations_table([seen("None"), seen("External", "x", "y")])
    assert list(csv.reader(io.StringIO(text))) == [
        ["component", "platform", "observable", "seen"],
        ["mao", "None", "objects", "none"],
        ["mao", "External", "objects", "x\ny"],
    ]
