"""What may not be left at the end of any scenario: warnings that no step asked for, things in AWS without an owner."""

from __future__ import annotations

from collections.abc import Iterator

from enhancement_kit.world.clients.kubernetes import OPERAND_NAMESPACE
from enhancement_kit.world.clients.load_balancers import SERVICE_TAG
from enhancement_kit.world.vocabulary.ingress_controller_words import router_name
from enhancement_kit.world.world import World

WARNED = frozenset({"Service", "IngressController"})
"""The kinds whose warnings count: what others meet, such as Pods of a real cluster, is not a scenario's subject."""
MAKES = frozenset({"CreateLoadBalancer", "CreateTargetGroup", "CreateSecurityGroup"})
"""Calls without which there is nothing to look for in AWS."""


def left_behind(world: World) -> Iterator[str]:
    """Yield what the implementation has left and no step asked for.

    A scenario that makes AWS fail, or has no VPC, asks for all warnings.
    """
    if not world.cluster.running or world.network.vpc is None:
        return
    if not world.network.has_faults:
        yield from _warnings(world)
    calls = world.cloud.record.calls()
    if any(call.operation in MAKES and call.changed and call.component != "kit" for call in calls):
        yield from _without_owner(world)


def _warnings(world: World) -> Iterator[str]:
    asked = _asked(world)
    for event in world.observed.reported():
        about = event["involvedObject"]
        if event.get("type") == "Warning" and about["kind"] in WARNED and about["name"] not in asked:
            yield f"a warning on {about['kind']} {about['name']}: {event['reason']}: {event['message']}"


def _asked(world: World) -> set[str]:
    """Return the names of IngressControllers and Services of which a step has read the trouble."""
    return {word for name in world.observed.troubled for word in (name, router_name(name))}


def _without_owner(world: World) -> Iterator[str]:
    infrastructure = world.cluster.infrastructure()
    tag = f"kubernetes.io/cluster/{infrastructure['status']['infrastructureName']}"
    listed, asked = world.observed.services(), _asked(world)
    services = {f"{OPERAND_NAMESPACE}/{one['metadata']['name']}" for one in listed}
    for balancer in world.observed.load_balancers():
        operands = tag in balancer.tags and balancer.service.startswith(f"{OPERAND_NAMESPACE}/")
        if operands and balancer.service not in services:
            yield f"the load balancer {balancer.host} of the Service {balancer.service}, which is gone"
    for name, service in _unused_target_groups(world, tag):
        # without its listeners, a load balancer in trouble uses none of its target groups
        if service not in services or service.rpartition("/")[2] not in asked:
            yield f"the target group {name} of the Service {service}, which no load balancer uses"
    owned = {"Name": f"tag:{tag}", "Values": ["owned"]}
    made_for = {f"k8s-elb-{_balancer_name(one['metadata']['uid'])}" for one in listed}
    for found in world.network.aws("ec2").describe_security_groups(Filters=[owned])["SecurityGroups"]:
        if found["GroupName"].startswith("k8s-elb-") and found["GroupName"] not in made_for:
            yield f"the security group {found['GroupName']} of a Service that is gone"


def _unused_target_groups(world: World, tag: str) -> Iterator[tuple[str, str]]:
    """Yield the cluster's target groups that no load balancer uses, each with the Service that it is tagged for."""
    elbv2 = world.network.aws("elbv2")
    found = elbv2.describe_target_groups()["TargetGroups"]
    unused = {one["TargetGroupArn"]: one["TargetGroupName"] for one in found if not one["LoadBalancerArns"]}
    for described in elbv2.describe_tags(ResourceArns=list(unused))["TagDescriptions"] if unused else ():
        tags = {one["Key"]: one["Value"] for one in described["Tags"]}
        if tag in tags:
            yield unused[described["ResourceArn"]], tags.get(SERVICE_TAG, "")


def _balancer_name(uid: str) -> str:
    """Return the name that cloud providers give to the load balancer of a Service."""
    return ("a" + uid.replace("-", ""))[:32]
