"""Manifests of an admin: how they are read, and what counts as a change by somebody else."""

from __future__ import annotations

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.world import applied_manifests


def test_a_kind_that_is_not_known_is_refused() -> None:
    with pytest.raises(UsageError, match="'Pdo' is no kind"):
        applied_manifests.read("kind: Pdo")
    with pytest.raises(UsageError, match="no YAML"):
        applied_manifests.read("kind: [")


def test_what_the_server_adds_is_no_difference() -> None:
    assert applied_manifests.missing({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}], "d": 3}) == ""


def test_the_place_of_a_difference_is_named() -> None:
    assert applied_manifests.missing({"a": [{"b": 1}]}, {"a": [{"b": 2}]}) == "a[0].b"
    assert applied_manifests.missing({"a": [1]}, {"a": [1, 2]}) == "a"
    assert applied_manifests.missing({"a": {"b": 1}}, {}) == "a"


def test_capabilities_that_are_not_listed_are_disabled() -> None:
    [version] = applied_manifests.read(
        "kind: ClusterVersion\nmetadata: {name: version}\nspec:\n  capabilities:\n    baselineCapabilitySet: None\n"
        "    additionalEnabledCapabilities: [MachineAPI]\n"
    )
    assert applied_manifests.disabled_capabilities([version]) == frozenset(applied_manifests.CAPABILITIES) - {
        "MachineAPI"
    }
    assert applied_manifests.disabled_capabilities([]) == frozenset()
