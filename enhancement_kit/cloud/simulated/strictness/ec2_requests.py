"""Checks of EC2 calls as their client made them; what the kit and moto do with the backend themselves passes by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Before, Invocation

BACKEND, RESPONSES = "moto.ec2.models:EC2Backend", "moto.ec2.responses:EC2Response"
ERRORS = "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html"
"""Where AWS lists the codes of EC2."""


class Request:
    """A call of EC2: the backend of its region, and its parameters by the names of the service's model."""

    __slots__ = ("_response", "ec2")

    def __init__(self, response: Any) -> None:
        self._response, self.ec2 = response, response.ec2_backend

    def __getitem__(self, name: str) -> Any:
        return self._response._get_param(name)

    def all(self, name: str) -> list[Any]:
        """Return a parameter that is a list; an empty one where it was not given."""
        return list(self._response._get_param(name) or [])


def first(action: str, check: Callable[[Request], None]) -> Before:
    """Let a check look at a call first, except at a dry run: that asks for permissions only."""

    def apply(call: Invocation) -> None:
        request = Request(call.backend)
        if not request["DryRun"]:
            check(request)

    return Before(RESPONSES, action, apply)


def live_interfaces(ec2: Any) -> Iterator[Any]:
    """Yield the network interfaces except those of terminated instances."""
    for eni in ec2.enis.values():
        if eni.instance is None or eni.instance.state != "terminated":
            yield eni


def find_interface(ec2: Any, eni_id: str | None) -> Any | None:
    """Return the network interface, or None where there is none."""
    return ec2.enis.get(eni_id)


def find_instance(ec2: Any, instance_id: str | None) -> Any | None:
    """Return the instance, or None where there is none."""
    return next((one for one in ec2.all_instances() if one.id == instance_id), None)


def find_table(ec2: Any, table_id: str | None) -> Any | None:
    """Return the route table, or None where there is none."""
    return ec2.route_tables.get(table_id)
