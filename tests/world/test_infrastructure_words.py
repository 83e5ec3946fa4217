"""The words for settings of the Infrastructure, both ways."""

from __future__ import annotations

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.world import default_objects
from enhancement_kit.world.vocabulary import infrastructure_words

STATE = "state of the cloud controller manager"


def test_values_go_in_and_come_out() -> None:
    made = infrastructure_words.changed(
        default_objects.infrastructure("External", ""), {STATE: "External", "platform name": "empty"}
    )
    assert infrastructure_words.shown(made, STATE) == "External"
    assert infrastructure_words.shown(made, "cloud controller manager in status") == "set"
    assert infrastructure_words.shown(made, "platform name") == "empty"
    gone = infrastructure_words.changed(made, {STATE: "absent", "external platform spec": "absent"})
    assert infrastructure_words.shown(gone, "cloud controller manager in status") == "empty"
    assert infrastructure_words.shown(gone, "platform name") == "absent"
    assert infrastructure_words.shown(made, STATE) == "External"


def test_an_unknown_word_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="'state' is no setting of the Infrastructure; known: API server URL"):
        infrastructure_words.path_of("state")


def test_the_unknown_platform_joins_every_enum_of_types() -> None:
    types = {"enum": ["AWS", "None"]}
    crd = {"metadata": {"name": infrastructure_words.CRD}, "spec": [types, {"enum": ["None"]}]}
    found = infrastructure_words.with_unknown_platform([crd])[0]
    assert found["spec"] == [{"enum": ["AWS", "None", "unknown"]}, {"enum": ["None"]}]
    assert types == {"enum": ["AWS", "None"]}
