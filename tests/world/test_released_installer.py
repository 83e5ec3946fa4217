"""Install-configs in the released form."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.world.vocabulary import released_installer


def config(publish: str, *entries: dict[str, Any]) -> dict[str, Any]:
    return {"publish": publish, "platform": {"aws": {"region": "us-east-2", "subnetsConfig": list(entries)}}}


def test_the_document_s_dialect_stays_as_it_is() -> None:
    given = config("External", {"id": "a", "rolesOverride": ["ClusterNode"]})
    assert released_installer.written(given, "document", lambda _: False) is given


@pytest.mark.parametrize(("publish", "holder"), [("External", 1), ("Internal", 0)])
def test_roles_become_objects_and_bootstrap_is_held_by_a_subnet_of_the_right_side(publish: str, holder: int) -> None:
    given = config(
        publish, {"id": "a", "rolesOverride": ["ClusterNode"]}, {"id": "b", "rolesOverride": ["IngressControllerLB"]}
    )
    found = released_installer.written(given, "shipped", lambda one: one == "b")
    wanted = [
        {"id": "a", "roles": [{"type": "ClusterNode"}]},
        {"id": "b", "roles": [{"type": "IngressControllerLB"}]},
    ]
    wanted[holder]["roles"].append({"type": "BootstrapNode"})  # type: ignore[attr-defined]
    assert found["platform"]["aws"] == {"region": "us-east-2", "vpc": {"subnets": wanted}}
    assert "vpc" not in given["platform"]["aws"]


@pytest.mark.parametrize("roles", [{}, {"rolesOverride": []}, {"rolesOverride": None}])
def test_automatic_selection_stays_automatic(roles: dict[str, Any]) -> None:
    found = released_installer.written(config("External", {"id": "a", **roles}), "shipped", lambda _: True)
    assert not found["platform"]["aws"]["vpc"]["subnets"][0].get("roles")
