"""What scenarios see of a cluster, where telling things apart matters."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from enhancement_kit.world.observations import ObservedWorld


def test_events_on_a_service_are_not_those_on_the_deployment_of_that_name() -> None:
    def about(kind: str, name: str) -> dict[str, Any]:
        return {"involvedObject": {"kind": kind, "name": name, "uid": "1"}}

    service = about("Service", "router-custom")
    events = [service, about("Deployment", "router-custom"), about("Service", "router-other")]
    world: Any = SimpleNamespace(
        admin=SimpleNamespace(all=lambda _: events), service_name=lambda name: f"router-{name}"
    )
    assert ObservedWorld.events(world, "custom") == [service]
