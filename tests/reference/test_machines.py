"""The machine controllers: scaling a set down, and machines on other platforms."""

from __future__ import annotations

from typing import Any

from enhancement_kit.reference.platform_components import machine_controller
from enhancement_kit.reference.runtime.resources import MACHINE, MACHINE_SET

from .world import NAMESPACE, World

SPACE = "openshift-machine-api"


def machine_set(world: World, replicas: int) -> dict[str, Any]:
    world.admin.create(NAMESPACE, {"metadata": {"name": SPACE}})
    value: dict[str, Any] = {"ami": {"id": "ami-1"}, "instanceType": "m5.large", "subnet": {"id": "subnet-1"}}
    if world.vpc is not None:
        image = world.aws("ec2").register_image(Name="rhcos")["ImageId"]
        value |= {"ami": {"id": image}, "subnet": {"id": world.vpc.subnets["s0"]}}
    spec = {"replicas": replicas, "template": {"spec": {"providerSpec": {"value": value}}}}
    made: dict[str, Any] = world.admin.create(
        MACHINE_SET, {"metadata": {"name": "workers", "namespace": SPACE}, "spec": spec}
    )
    return made


def instances(world: World) -> dict[str, str]:
    """Return the state of instances by name, for those that have one."""
    found = world.aws("ec2").describe_instances()["Reservations"]
    named = [(i, t["Value"]) for r in found for i in r["Instances"] for t in i.get("Tags") or () if t["Key"] == "Name"]
    return {name: instance["State"]["Name"] for instance, name in named if name.startswith("workers")}


def test_a_set_that_shrinks_takes_its_instances_away(world: World) -> None:
    world.start(platform_operators=True)
    made = machine_set(world, 2)
    world.settle()
    assert instances(world) == {"workers-0": "running", "workers-1": "running"}
    world.admin.patch(MACHINE_SET, made, {"spec": {"replicas": 1}})
    world.settle()
    assert instances(world) == {"workers-0": "running", "workers-1": "terminated"}
    assert [m["metadata"]["name"] for m in world.admin.objects(MACHINE)] == ["workers-0"]


def test_machines_of_other_platforms_are_left_alone(world: World) -> None:
    world.start(platform="None", platform_operators=True)
    machine_set(world, 1)
    world.settle()
    [machine] = world.admin.objects(MACHINE)
    assert "providerID" not in machine["spec"]
    assert machine_controller.of_set(machine) == "workers"
