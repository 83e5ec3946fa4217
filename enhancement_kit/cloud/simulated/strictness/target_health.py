"""Rules about the health of targets: of Network and Application Load Balancers, and of Classic ones."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.probes import answers
from enhancement_kit.cloud.simulated.strictness.elb_subnets import BACKEND as CLASSIC_BACKEND
from enhancement_kit.cloud.simulated.strictness.elbv2_identity import BACKEND, NETWORK
from enhancement_kit.cloud.simulated.strictness.engine import Around, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.lookups import ec2_of
from enhancement_kit.cloud.simulated.strictness.reachability import lets_in, ranges_of, zones_of

UNUSED_GROUP = "Target group is not configured to receive traffic from the load balancer"
OTHER_ZONE = "Target is in an Availability Zone that is not enabled for the load balancer"
FAILED = "Health checks failed"
CLASSIC_OTHER_ZONE = (
    "Instance is in the EC2 Availability Zone for which LoadBalancer is not configured to route traffic to."
)
CLASSIC_FAILED = "Instance has failed at least the UnhealthyThreshold number of health checks consecutively."

_CROSS_ZONE = "load_balancing.cross_zone.enabled"
_TRAFFIC_PORT = "traffic-port"
_RESPONSE = "moto.elb.responses:ELBResponse"
_GOOD = ("InService", "N/A", "N/A")


def _running(instance: Any) -> bool:
    return bool(instance.state == "running")


def _sent_from(ec2: Any, groups: list[str], subnet_ids: list[str]) -> dict[str, list[str]]:
    return {"from_groups": groups, "from_ranges": ranges_of(ec2, subnet_ids)}


def _subnet_ids(balancer: Any) -> list[str]:
    return [str(subnet.id) for subnet in balancer.subnets]


def _crosses_zones(group: Any, balancer: Any) -> bool:
    """Tell whether a load balancer's nodes send to targets of other zones: the target group's setting counts first."""
    own = group.attributes.get(_CROSS_ZONE, "use_load_balancer_configuration")
    return str(balancer.attrs.get(_CROSS_ZONE) if own == "use_load_balancer_configuration" else own) == "true"


def _sends_to_zone(ec2: Any, group: Any, balancer: Any, zone: str) -> bool:
    crosses = balancer.type == NETWORK and _crosses_zones(group, balancer)
    return crosses or zone in zones_of(ec2, _subnet_ids(balancer))


def _passes(ec2: Any, group: Any, balancer: Any, instance: Any, port: int) -> bool:
    sent_from = _sent_from(ec2, list(balancer.security_groups or []), _subnet_ids(balancer))
    let_in = lets_in(instance.security_groups, port, **sent_from)
    return let_in and answers(instance.id, group.health_check_protocol, port, group.health_check_path or "/")


def _verdict(call: Invocation, status: Any) -> tuple[str, str | None, str | None]:
    """Return state, reason and description of a registered target."""
    ec2, group = ec2_of(call.backend), call.backend.target_groups[call["target_group_arn"]]
    instance = ec2.get_instance(status.instance_id)
    balancers = [b for b in call.backend.load_balancers.values() if b.arn in group.load_balancer_arns]
    if not balancers:
        return "unused", "Target.NotInUse", UNUSED_GROUP
    if not _running(instance):
        kind = instance.state if instance.state in ("stopped", "terminated") else "terminated or stopped"
        return "unused", "Target.InvalidState", f"Target is in the {kind} state"
    serving = [b for b in balancers if _sends_to_zone(ec2, group, b, instance.availability_zone)]
    if not serving:
        return "unused", "Target.NotInUse", OTHER_ZONE
    port = int(status.port if group.health_check_port in (None, _TRAFFIC_PORT) else group.health_check_port)
    if all(_passes(ec2, group, balancer, instance, port) for balancer in serving):
        return "healthy", None, None
    return "unhealthy", "Target.FailedHealthChecks", FAILED


def _target_health(call: Invocation) -> Any:
    group = call.backend.target_groups.get(call["target_group_arn"])
    answer = call.proceed()
    for status in answer:
        if group.target_type == "instance" and status.instance_id in group.targets:
            status.status, status.reason, status.description = _verdict(call, status)
    return answer


def _classic_verdict(backend: Any, balancer: Any, instance: Any) -> tuple[str, str, str]:
    """Return state, reason code and description of a registered instance."""
    ec2 = ec2_of(backend)
    if not _running(instance):
        return "OutOfService", "Instance", f"Instance is in {instance.state} state."
    if instance.availability_zone not in zones_of(ec2, balancer.subnets):
        return "OutOfService", "ELB", CLASSIC_OTHER_ZONE
    protocol, _, rest = balancer.health_check.target.partition(":")
    port, slash, path = rest.partition("/")
    sent_from = _sent_from(ec2, list(balancer.security_groups), list(balancer.subnets))
    passes = lets_in(instance.security_groups, int(port), **sent_from)
    if passes and answers(instance.id, protocol.upper(), int(port), slash + path):
        return _GOOD
    return "OutOfService", "Instance", CLASSIC_FAILED


def _instance_health(call: Invocation) -> Any:
    balancer = call.backend.load_balancers.get(call["lb_name"])
    answer = call.proceed()
    ec2 = ec2_of(call.backend)
    for one in answer:
        if one["InstanceId"] in balancer.instance_ids:
            verdict = _classic_verdict(call.backend, balancer, ec2.get_instance(one["InstanceId"]))
            one["State"], one["ReasonCode"], one["Description"] = verdict
    return answer


def _instance_states(call: Invocation) -> Any:
    """Replace moto's action, which writes the same reason and description for every instance."""
    from moto.core.responses import ActionResult

    response = call.backend
    asked = response._get_param("Instances", [])
    found = response.elb_backend.describe_instance_health(response._get_param("LoadBalancerName"), asked)
    return ActionResult({"InstanceStates": [{"Description": "N/A", "ReasonCode": "N/A", **one} for one in found]})


RULES = (
    Rule(
        id="elbv2-target-health",
        calls=("elbv2 DescribeTargetHealth",),
        moto="shows every target whose instance runs as healthy",
        aws="shows a target as `unused` (Target.NotInUse) if no load balancer uses its target group, or if no load "
        "balancer that does has a subnet in the target's zone (or, for Network Load Balancers, cross-zone load "
        "balancing); as `unused` (Target.InvalidState) if its instance does not run; as `unhealthy` "
        "(Target.FailedHealthChecks) if the health check's port does not answer, or if the instance's security groups "
        "do not let the check in, which comes from the load balancer's security groups and subnets",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetHealth.html; "
        "https://docs.aws.amazon.com/elasticloadbalancing/latest/network/check-target-health.html (descriptions) and "
        "target-group-cross-zone.html; "
        "https://docs.aws.amazon.com/elasticloadbalancing/latest/network/target-group-register-targets.html "
        "(security groups)",
        corrections=(Around(BACKEND, "describe_target_health", _target_health),),
    ),
    Rule(
        id="elb-instance-health",
        calls=("elb DescribeInstanceHealth",),
        moto="shows every instance that runs as `InService`, and no reasons",
        aws="shows an instance as `OutOfService`, with a description, if it does not run, if the load balancer has no "
        "subnet in its zone, if the health check's port does not answer, or if the instance's security groups do not "
        "let the check in, which comes from the load balancer's security groups and subnets",
        source="https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_InstanceState.html "
        "(descriptions); https://docs.aws.amazon.com/elasticloadbalancing/latest/userguide/"
        "how-elastic-load-balancing-works.html (zones)",
        corrections=(
            Around(CLASSIC_BACKEND, "describe_instance_health", _instance_health),
            Around(_RESPONSE, "describe_instance_health", _instance_states),
        ),
    ),
)
