"""The controllers for machines: one for MachineSets, and one that on AWS runs an instance for each machine.

Document: `Machine API`. Endpoints are the controller's own concern; a Machine does not contain them.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from ..runtime import Controller, ReconcileError, Result, Watch
from ..runtime.aws_networks import tag_list
from ..runtime.controller import own_name
from ..runtime.resources import INFRASTRUCTURE, MACHINE, MACHINE_SET
from . import aws, library_go, reactions
from .component import Component, platform_status

FINALIZER = "machine.machine.openshift.io"
OWNER = "machine.openshift.io/cluster-api-machineset"

Object = Mapping[str, Any]


def reconcile_set(component: Component, key: str) -> Result:
    """Scale a set to the number of machines that it asks for: create missing ones, delete surplus ones."""
    namespace, _, name = key.partition("/")
    found = component.store.find(MACHINE_SET, namespace, name)
    if found is None:
        return Result()
    wanted = {f"{name}-{number}" for number in range(int(found["spec"].get("replicas") or 0))}
    machines = {m["metadata"]["name"]: m for m in component.store.objects(MACHINE) if of_set(m) == name}
    for missing in sorted(wanted - set(machines)):
        component.store.create(MACHINE, machine(found, missing))
    gone = {name for name, found in machines.items() if found["metadata"].get("deletionTimestamp")}
    for surplus in sorted(set(machines) - wanted - gone):
        component.store.delete(MACHINE, machines[surplus])
    return Result()


def of_set(found: Object) -> str:
    """Return the set that a machine belongs to; empty for a machine that belongs to none."""
    return str((found["metadata"].get("labels") or {}).get(OWNER) or "")


def machine(machine_set: Object, name: str) -> dict[str, Any]:
    """Build a machine from the template of a set."""
    template = machine_set["spec"]["template"]
    labels = {**((template.get("metadata") or {}).get("labels") or {}), OWNER: machine_set["metadata"]["name"]}
    namespace = machine_set["metadata"]["namespace"]
    return {
        "metadata": {"name": name, "namespace": namespace, "labels": labels, "finalizers": [FINALIZER]},
        "spec": copy.deepcopy(dict(template["spec"])),
    }


def reconcile_machine(component: Component, key: str) -> Result:
    """Run an instance for each machine as long as the machine exists. Raises ReconcileError where AWS refuses."""
    namespace, _, name = key.partition("/")
    found = component.store.find(MACHINE, namespace, name)
    status = platform_status(component.store)
    kind = library_go.platform_type(status)
    if found is None or reactions.reaction(component.name, kind, component.reading) != "aws":
        return Result()
    try:
        if found["metadata"].get("deletionTimestamp"):
            take_away(component, status, found)
        elif not found["spec"].get("providerID"):
            bring_about(component, status, found)
    except (ClientError, BotoCoreError) as error:
        raise ReconcileError(f"machine {name}: {error}") from error
    return Result()


def bring_about(component: Component, status: Object, found: Object) -> None:
    """Run the instance of a machine, and record its id."""
    value = found["spec"]["providerSpec"]["value"]
    instance = run(component, status, found["metadata"]["name"], value)
    register(component, status, instance["InstanceId"], value)
    zone = instance["Placement"]["AvailabilityZone"]
    made = {"spec": {"providerID": f"aws:///{zone}/{instance['InstanceId']}"}}
    component.store.patch(MACHINE, found, made)


def take_away(component: Component, status: Object, found: Object) -> None:
    """Terminate the instance of a machine, then remove the machine's finalizer."""
    finalizers = found["metadata"].get("finalizers") or []
    if FINALIZER not in finalizers:
        return
    instance = str(found["spec"].get("providerID") or "").rpartition("/")[2]
    if instance:
        aws.client(component, status, "ec2").terminate_instances(InstanceIds=[instance])
    left = [finalizer for finalizer in finalizers if finalizer != FINALIZER]
    component.store.patch(MACHINE, found, {"metadata": {"finalizers": left}})


def run(component: Component, status: Object, name: str, value: Object) -> dict[str, Any]:
    """Run the instance of a machine."""
    tags = tag_list({"Name": name, **{tag["name"]: tag["value"] for tag in value.get("tags") or ()}})
    answer = aws.client(component, status, "ec2").run_instances(
        ImageId=value["ami"]["id"],
        InstanceType=value["instanceType"],
        SubnetId=value["subnet"]["id"],
        MinCount=1,
        MaxCount=1,
        TagSpecifications=[{"ResourceType": "instance", "Tags": tags}],
    )
    instance: dict[str, Any] = answer["Instances"][0]
    return instance


def register(component: Component, status: Object, instance: str, value: Object) -> None:
    """Register the instance with the load balancers that the machine names."""
    for balancer in value.get("loadBalancers") or ():
        if balancer["type"] == "classic":
            aws.client(component, status, "elb").register_instances_with_load_balancer(
                LoadBalancerName=balancer["name"], Instances=[{"InstanceId": instance}]
            )
        else:
            register_target(aws.client(component, status, "elbv2"), balancer["name"], instance)


def register_target(elbv2: Any, name: str, instance: str) -> None:
    """Register an instance with every target group of a network load balancer."""
    for balancer in elbv2.describe_load_balancers(Names=[name])["LoadBalancers"]:
        groups = elbv2.describe_target_groups(LoadBalancerArn=balancer["LoadBalancerArn"])["TargetGroups"]
        for group in groups:
            elbv2.register_targets(TargetGroupArn=group["TargetGroupArn"], Targets=[{"Id": instance}])


def controllers(component: Component) -> list[Controller]:
    """Build the controllers of sets and of machines; both run again when the Infrastructure changes."""

    def sets_of(found: Object) -> tuple[str, ...]:
        owner = of_set(found)
        return (f"{found['metadata']['namespace']}/{owner}",) if owner else ()

    def every_machine(_: Object) -> tuple[str, ...]:
        return tuple(key for m in component.store.objects(MACHINE) for key in own_name(m))

    return [
        Controller(
            "machineset-controller",
            (Watch(MACHINE_SET, own_name), Watch(MACHINE, sets_of)),
            lambda key: reconcile_set(component, key),
            component.log,
        ),
        Controller(
            "machine-controller",
            (Watch(MACHINE, own_name), Watch(INFRASTRUCTURE, every_machine)),
            lambda key: reconcile_machine(component, key),
            component.log,
        ),
    ]
