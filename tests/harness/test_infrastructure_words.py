"""The words for settings of the Infrastructure, both ways."""

from __future__ import annotations

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.harness.world import infrastructure, state

STATE = "state of the cloud controller manager"


def test_values_go_in_and_come_out() -> None:
    made = infrastructure.changed(state.infrastructure("External", ""), {STATE: "External", "platform name": "empty"})
    assert infrastructure.shown(made, STATE) == "External"
    assert infrastructure.shown(made, "cloud controller manager") == "set"
    assert infrastructure.shown(made, "platform name") == "empty"
    gone = infrastructure.changed(made, {STATE: "absent", "external settings": "absent"})
    assert infrastructure.shown(gone, "cloud controller manager") == "empty"
    assert infrastructure.shown(gone, "platform name") == "absent"
    assert infrastructure.shown(made, STATE) == "External"


def test_an_unknown_word_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="'state' is no setting of the Infrastructure; known: API server URL"):
        infrastructure.path_of("state")


def test_the_unknown_platform_joins_every_enum_of_types() -> None:
    types = {"enum": ["AWS", "None"]}
    crd = {"metadata": {"name": infrastructure.CRD}, "spec": [types, {"enum": ["None"]}]}
    found = infrastructure.with_unknown_platform([crd])[0]
    assert found["spec"] == [{"enum": ["AWS", "None", "unknown"]}, {"enum": ["None"]}]
    assert types == {"enum": ["AWS", "None"]}
