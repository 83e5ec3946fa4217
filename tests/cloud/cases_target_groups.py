"""Cases of the rules of attributes, health checks, targets and security groups, with and without the rule."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.cases_elbv2 import target_group
from tests.cloud.world import World

UNKNOWN_INSTANCE = "i-0123456789abcdef0"
_HTTP = {"Protocol": "HTTP"}
_CHECKED = {"HealthCheckProtocol": "HTTP"}


def _attribute(key: str, value: str, kind: str = "network") -> Any:
    def act(w: World) -> Any:
        elbv2, subnets = w.client("elbv2"), w.ids("a", "b")
        made = elbv2.create_load_balancer(Name="lb", Type=kind, Subnets=subnets)["LoadBalancers"][0]["LoadBalancerArn"]
        change = [{"Key": key, "Value": value}]
        elbv2.modify_load_balancer_attributes(LoadBalancerArn=made, Attributes=change)
        shown = elbv2.describe_load_balancer_attributes(LoadBalancerArn=made)["Attributes"]
        return next(one["Value"] for one in shown if one["Key"] == key)

    return act


def _shown(key: str, kind: str) -> Any:
    def act(w: World) -> Any:
        elbv2, subnets = w.client("elbv2"), w.ids("a", "b")
        made = elbv2.create_load_balancer(Name="lb", Type=kind, Subnets=subnets)["LoadBalancers"][0]["LoadBalancerArn"]
        shown = elbv2.describe_load_balancer_attributes(LoadBalancerArn=made)["Attributes"]
        return next((one["Value"] for one in shown if one["Key"] == key), None)

    return act


def _group_attribute(key: str, value: str, **more: Any) -> Any:
    def act(w: World) -> str:
        change = [{"Key": key, "Value": value}]
        arn = target_group(w, **more)
        w.client("elbv2").modify_target_group_attributes(TargetGroupArn=arn, Attributes=change)
        return "accepted"

    return act


def _made(**more: Any) -> Any:
    """Return an act that creates a target group and tells what is checked, how often and for how long."""

    def act(w: World) -> Any:
        arn = target_group(w, **more)
        [shown] = w.client("elbv2").describe_target_groups(TargetGroupArns=[arn])["TargetGroups"]
        keys = ("HealthCheckPath", "HealthCheckIntervalSeconds", "HealthCheckTimeoutSeconds")
        return [*(shown.get(key) for key in keys), shown.get("Matcher", {}).get("HttpCode")]

    return act


def _changed(changes: dict[str, Any], **more: Any) -> Any:
    def act(w: World) -> str:
        w.client("elbv2").modify_target_group(TargetGroupArn=target_group(w, **more), **changes)
        return "accepted"

    return act


def _register(*wrong: str, state: str = "running", **more: Any) -> Any:
    """Return an act that registers a node and wrong targets, and counts targets, also where that is refused."""

    def act(w: World) -> Any:
        elbv2, group = w.client("elbv2"), target_group(w, **more)
        node = w.cloud.run_nodes(w.vpc, cluster_id="c1", subnets=["a"])["a"]
        if state != "running":
            w.client("ec2").stop_instances(InstanceIds=[node])
        targets = [{"Id": one} for one in ([] if more else [node, node]) + list(wrong)]
        elbv2.register_targets(TargetGroupArn=group, Targets=targets)
        return len(elbv2.describe_target_health(TargetGroupArn=group)["TargetHealthDescriptions"])

    return act


def _register_elsewhere(w: World) -> str:
    node = w.cloud.run_nodes(w.vpc, cluster_id="c1", subnets=["a"])["a"]
    vpc = w.client("ec2").describe_subnets(SubnetIds=[w.isolated_subnet()])["Subnets"][0]["VpcId"]
    w.client("elbv2").register_targets(TargetGroupArn=target_group(w, VpcId=vpc), Targets=[{"Id": node}])
    return "accepted"


def _deregister(w: World) -> str:
    w.client("elbv2").deregister_targets(TargetGroupArn=target_group(w), Targets=[{"Id": UNKNOWN_INSTANCE}])
    return "accepted"


def _security_group(w: World, vpc: str) -> str:
    made = w.client("ec2").create_security_group(GroupName="g", Description="g", VpcId=vpc)
    return str(made["GroupId"])


def _other_vpc(w: World) -> str:
    return str(w.client("ec2").create_vpc(CidrBlock="10.9.0.0/16")["Vpc"]["VpcId"])


def _set_groups(*, with_groups: bool, new: str = "own") -> Any:
    """Return an act that sets the security groups of an NLB: a group of its VPC, of another one, or none."""

    def act(w: World) -> int:
        own = _security_group(w, w.vpc.id)
        made = w.network("a", **({"SecurityGroups": [own]} if with_groups else {}))["LoadBalancerArn"]
        groups = {"own": [own], "none": []}.get(new)
        groups = [_security_group(w, _other_vpc(w))] if groups is None else groups
        answer = w.client("elbv2").set_security_groups(LoadBalancerArn=made, SecurityGroups=groups)
        return len(answer["SecurityGroupIds"]) if "SecurityGroupIds" in answer else len(groups)

    return act


def _created_with_group_elsewhere(w: World) -> str:
    return str(w.network("a", SecurityGroups=[_security_group(w, _other_vpc(w))])["Type"])


def _dualstack(w: World) -> str:
    arn = w.network("a")["LoadBalancerArn"]
    return str(w.client("elbv2").set_ip_address_type(LoadBalancerArn=arn, IpAddressType="dualstack")["IpAddressType"])


_NO_IPV6 = r"ValidationError: You must specify subnets with an associated IPv6 CIDR block\."
_SHORTER = r"ValidationError: Health check interval must be greater than the timeout\."
_ELSEWHERE = "InvalidConfigurationRequest: Security group 'sg-.*' does not belong to VPC 'vpc-.*'"

CASES = (
    Case(
        "elbv2-attribute",
        _attribute("nonsense", "x"),
        "ValidationError: Load balancer attribute key 'nonsense' is not recognized",
        "InvalidConfigurationRequest: Key nonsense not valid",
    ),
    Case(
        "elbv2-attribute",
        _attribute("deletion_protection.enabled", "yes"),
        r"ValidationError: 'deletion_protection\.enabled' value 'yes' must be one of \[true, false\]",
        "yes",
    ),
    Case(
        "elbv2-attribute",
        _attribute("idle_timeout.timeout_seconds", "4001", "application"),
        r"ValidationError: 'idle_timeout\.timeout_seconds' value '4001' must be between '1-4000' inclusive",
        "4001",
    ),
    Case(
        "elbv2-attribute-cross-zone",
        _attribute("load_balancing.cross_zone.enabled", "false", "application"),
        "InvalidConfigurationRequest: .*",
        "false",
    ),
    Case("elbv2-attribute-defaults", _shown("load_balancing.cross_zone.enabled", "application"), "true", "false"),
    Case("elbv2-attribute-defaults", _shown("dns_record.client_routing_policy", "network"), "any_.*", None),
    Case(
        "elbv2-attribute-known",
        _attribute("routing.http.x_amzn_tls_kx.enabled", "true", "application"),
        "true",
        "InvalidConfigurationRequest: Key .* not valid",
    ),
    Case(
        "elbv2-target-group-attribute",
        _group_attribute("nonsense", "x"),
        "ValidationError: Target group attribute key 'nonsense' is not recognized",
        "accepted",
    ),
    Case(
        "elbv2-target-group-attribute",
        _group_attribute("preserve_client_ip.enabled", "maybe"),
        r"ValidationError: 'preserve_client_ip\.enabled' value 'maybe' must be one of \[true, false\]",
        "accepted",
    ),
    Case(
        "elbv2-target-group-attribute",
        _group_attribute("slow_start.duration_seconds", "30"),
        "InvalidConfigurationRequest: Target group attribute key 'slow_start.duration_seconds' is not supported for "
        "target groups with the TCP protocol",
        "accepted",
    ),
    Case("elbv2-health-check-interval", _made(HealthCheckIntervalSeconds=5, **_HTTP), _SHORTER, ["/", 5, 5, "200"]),
    Case(
        "elbv2-health-check-interval",
        _made(HealthCheckIntervalSeconds=10, HealthCheckTimeoutSeconds=11),
        _SHORTER,
        "ValidationError: Health check timeout '11' must be smaller than or equal to the interval '10'",
    ),
    Case("elbv2-health-check-interval", _changed({"HealthCheckTimeoutSeconds": 60}), _SHORTER, "accepted"),
    Case(
        "elbv2-health-check-protocol",
        _made(HealthCheckProtocol="TCP", **_HTTP),
        "ValidationError: Health check protocol 'TCP' must be one of 'HTTP, HTTPS'",
        ["/", 30, 5, None],
    ),
    Case(
        "elbv2-health-check-protocol",
        _changed({"HealthCheckProtocol": "TLS"}),
        "ValidationError: Health check protocol 'TLS' must be one of 'HTTP, HTTPS, TCP'",
        "accepted",
    ),
    Case("elbv2-health-check-path", _made(HealthCheckPath="/"), "ValidationError: .*", ["/", 30, 10, None]),
    Case("elbv2-health-check-path", _changed({"HealthCheckPath": "/"}), "ValidationError: .*", "accepted"),
    Case(
        "elbv2-health-check-path-start",
        _made(HealthCheckPath="up", **_CHECKED),
        "ValidationError: Health check path must begin with a '/' character",
        ["up", 30, 6, "200-399"],
    ),
    Case(
        "elbv2-health-check-port",
        _made(HealthCheckPort="70000"),
        "ValidationError: Health check port '70000' must be in the range 1-65535 or 'traffic-port'",
        [None, 30, 10, None],
    ),
    Case("elbv2-health-check-defaults", _made(**_CHECKED), ["/", 30, 6, "200-399"], [None, 30, 10, "200"]),
    Case(
        "elbv2-target-instance",
        _register(UNKNOWN_INSTANCE),
        f"InvalidTarget: The following instances do not exist: '{UNKNOWN_INSTANCE}'",
        "InvalidInstanceID.NotFound: .*",
    ),
    Case(
        "elbv2-target-instance", _register("node"), "ValidationError: Instance ID 'node' is not valid", "InvalidInst.*"
    ),
    Case(
        "elbv2-target-instance",
        _register_elsewhere,
        "InvalidTarget: The following targets are not in the target group VPC 'vpc-.*': 'i-.*'",
        "accepted",
    ),
    Case(
        "elbv2-target-address",
        _register("nowhere", TargetType="ip"),
        "ValidationError: The IP address 'nowhere' is not a valid IPv4 address",
        1,
    ),
    Case("elbv2-target-deregistered", _deregister, "accepted", "InvalidTarget: .*"),
    Case(
        "elbv2-security-groups-at-creation",
        _set_groups(with_groups=False),
        r"InvalidConfigurationRequest: You cannot set security groups on a Network Load Balancer which was created "
        r"without any security groups\.",
        1,
    ),
    Case("elbv2-some-security-group", _set_groups(with_groups=True, new="none"), "ValidationError: .*", 0),
    Case("elbv2-security-group-vpc", _set_groups(with_groups=True, new="elsewhere"), _ELSEWHERE, 1),
    Case("elbv2-security-group-vpc", _created_with_group_elsewhere, _ELSEWHERE, "network"),
    Case("elbv2-dualstack-subnets", lambda w: w.network("a", IpAddressType="dualstack")["Type"], _NO_IPV6, "network"),
    Case("elbv2-dualstack-subnets", _dualstack, _NO_IPV6, "dualstack"),
)

ACCEPTED = (
    (_attribute("load_balancing.cross_zone.enabled", "true"), "true"),
    (_attribute("idle_timeout.timeout_seconds", "4000", "application"), "4000"),
    (_attribute("dns_record.client_routing_policy", "availability_zone_affinity"), "availability_zone_affinity"),
    (_group_attribute("deregistration_delay.timeout_seconds", "0"), "accepted"),
    (_group_attribute("preserve_client_ip.enabled", "false"), "accepted"),
    (_group_attribute("slow_start.duration_seconds", "30", **_HTTP), "accepted"),
    (_made(HealthCheckIntervalSeconds=10, HealthCheckTimeoutSeconds=10), [None, 10, 10, None]),
    (_made(HealthCheckPath="/up", **_CHECKED), ["/up", 30, 6, "200-399"]),
    (_register(), 1),
    (_register("10.0.0.10", TargetType="ip"), 1),
    (_register(state="stopped"), r"InvalidTarget: The following targets are not in a running state and .*: 'i-.*'"),
    (_set_groups(with_groups=True), 1),
)
"""What AWS accepts, and its result."""
