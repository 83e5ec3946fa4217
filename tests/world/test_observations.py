"""What scenarios observe of a cluster, where objects are easily confused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from enhancement_kit.world.observations import Observations

REPAIRS = "ipallocator-repair-controller"
"""What a real API server calls the loop that checks the addresses of Services."""


def test_events_on_a_service_are_not_those_on_the_deployment_of_that_name() -> None:
    def about(kind: str, name: str) -> dict[str, Any]:
        return {"involvedObject": {"kind": kind, "name": name, "uid": "1"}}

    service = about("Service", "router-custom")
    events = [service, about("Deployment", "router-custom"), about("Service", "router-other")]
    cluster: Any = SimpleNamespace(admin=SimpleNamespace(all=lambda _: events))
    nowhere: Any = None
    assert Observations(nowhere, cluster, nowhere).events("custom") == [service]


def test_what_the_api_server_reports_of_its_own_repairs_is_no_event_of_a_component() -> None:
    def warning(reporter: str) -> dict[str, Any]:
        about = {"kind": "Service", "name": "router-custom"}
        return {"involvedObject": about, "type": "Warning", "reportingComponent": reporter}

    failed = warning("service-controller")
    cluster: Any = SimpleNamespace(admin=SimpleNamespace(all=lambda _: [warning(REPAIRS), failed]))
    nowhere: Any = None
    assert Observations(nowhere, cluster, nowhere).reported() == [failed]
