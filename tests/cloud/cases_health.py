"""Cases of the rules about the health of targets: an instance in zone a behind a load balancer in one zone."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.cases_elbv2 import listener, target_group
from tests.cloud.world import World

PORT, CHECK = 30080, 30303
HEALTHY = ("healthy", None, None)
IN_SERVICE = ("InService", "N/A", "N/A")
FAILED = ("unhealthy", "Target.FailedHealthChecks", "Health checks failed")
CLASSIC_FAILED = (
    "OutOfService",
    "Instance",
    "Instance has failed at least the UnhealthyThreshold number of health checks consecutively.",
)
OTHER_ZONE = (
    "unused",
    "Target.NotInUse",
    "Target is in an Availability Zone that is not enabled for the load balancer",
)


def _node(w: World, sources: list[str], port: int = CHECK) -> str:
    """Run an instance in subnet a whose security group lets these ranges (or groups) in."""
    node = w.cloud.run_nodes(w.vpc, cluster_id="c1", subnets=["a"])["a"]
    ec2 = w.client("ec2")
    of_nodes = [{"Name": "group-name", "Values": ["c1-node"]}]
    [group] = ec2.describe_security_groups(Filters=of_nodes)["SecurityGroups"]
    for source in sources:
        rule: dict[str, Any] = {"IpProtocol": "tcp", "FromPort": port, "ToPort": port}
        rule |= {"UserIdGroupPairs": [{"GroupId": source}]} if source.startswith("sg-") else {}
        rule |= {"IpRanges": [{"CidrIp": source}]} if "/" in source else {}
        ec2.authorize_security_group_ingress(GroupId=group["GroupId"], IpPermissions=[rule])
    return node


def network(
    zone: str = "a",
    sources: tuple[str, ...] = ("10.0.0.0/16",),
    *,
    answers: bool = True,
    listens: bool = True,
    state: str = "running",
    cross_zone: bool = False,
) -> Any:
    """Return an act that shows the health of an instance in zone a behind a Network Load Balancer in one zone."""

    def act(w: World) -> Any:
        elbv2, node = w.client("elbv2"), _node(w, list(sources))
        w.cloud.answer_probes(
            lambda _, protocol, port, path: answers and (protocol, port, path) == ("HTTP", CHECK, "/up")
        )
        check = {"HealthCheckProtocol": "HTTP", "HealthCheckPort": str(CHECK), "HealthCheckPath": "/up"}
        balancer, group = w.network(zone)["LoadBalancerArn"], target_group(w, **check)
        if cross_zone:
            on = [{"Key": "load_balancing.cross_zone.enabled", "Value": "true"}]
            elbv2.modify_load_balancer_attributes(LoadBalancerArn=balancer, Attributes=on)
        if listens:
            listener(w, balancer, group)
        elbv2.register_targets(TargetGroupArn=group, Targets=[{"Id": node}])
        if state == "stopped":
            w.client("ec2").stop_instances(InstanceIds=[node])
        [shown] = elbv2.describe_target_health(TargetGroupArn=group)["TargetHealthDescriptions"]
        return tuple(shown["TargetHealth"].get(key) for key in ("State", "Reason", "Description"))

    return act


def classic(zone: str = "a", source: str = "group", *, answers: bool = True, state: str = "running") -> Any:
    """Return an act that shows the health of an instance in zone a behind a Classic load balancer in one zone."""

    def act(w: World) -> Any:
        w.classic(zone)
        elb, ec2 = w.client("elb"), w.client("ec2")
        made = ec2.create_security_group(GroupName="lb", Description="of the load balancer", VpcId=w.vpc.id)
        group = made["GroupId"]
        elb.apply_security_groups_to_load_balancer(LoadBalancerName="clb", SecurityGroups=[group])
        node = _node(w, [group if source == "group" else source], PORT)
        w.cloud.answer_probes(lambda _, protocol, port, path: answers and (protocol, port, path) == ("TCP", PORT, ""))
        elb.register_instances_with_load_balancer(LoadBalancerName="clb", Instances=[{"InstanceId": node}])
        if state == "stopped":
            w.client("ec2").stop_instances(InstanceIds=[node])
        [shown] = elb.describe_instance_health(LoadBalancerName="clb")["InstanceStates"]
        return tuple(shown[key] for key in ("State", "ReasonCode", "Description"))

    return act


_NETWORK = (
    (network("b"), OTHER_ZONE),
    (
        network(listens=False),
        ("unused", "Target.NotInUse", "Target group is not configured to receive traffic from the load balancer"),
    ),
    (network(answers=False), FAILED),
    (network(sources=()), FAILED),
    (network("b", ("10.0.0.0/24",), cross_zone=True), FAILED),
)
_CLASSIC = (
    (
        classic("b"),
        (
            "OutOfService",
            "ELB",
            "Instance is in the EC2 Availability Zone for which LoadBalancer is not configured to route traffic to.",
        ),
    ),
    (classic(answers=False), CLASSIC_FAILED),
    (classic(source="10.0.9.0/24"), CLASSIC_FAILED),
)

CASES = (
    *(Case("elbv2-target-health", act, strict, HEALTHY) for act, strict in _NETWORK),
    *(Case("elb-instance-health", act, strict, IN_SERVICE) for act, strict in _CLASSIC),
    Case(
        "elb-instance-health",
        classic(state="stopped"),
        ("OutOfService", "Instance", "Instance is in stopped state."),
        ("OutOfService", "N/A", "N/A"),
    ),
)

EQUAL = (
    (network(), HEALTHY),
    (network(sources=("10.0.0.0/17", "10.0.128.0/17")), HEALTHY),
    (network("b", cross_zone=True), HEALTHY),
    (network(state="stopped"), ("unused", "Target.InvalidState", "Target is in the stopped state")),
    (classic(), IN_SERVICE),
    (classic(source="10.0.0.0/24"), IN_SERVICE),
)
"""What is right with and without the rules."""
