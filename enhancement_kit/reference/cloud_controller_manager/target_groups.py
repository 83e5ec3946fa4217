"""Listeners and target groups of NLBs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..runtime.aws_networks import tag_list
from . import annotations as service_annotations
from . import aws, health
from .aws import AwsError, ProviderError
from .context import Port, Provider, Request, resource_tags


def short(text: str, length: int) -> str:
    """Remove the characters that AWS does not accept from a name, and shorten it."""
    return re.sub("[^0-9A-Za-z]", "", text)[:length]


def group_name(provider: Provider, request: Request, port: Port, check: health.Check) -> str:
    """Return the name of a target group: a readable prefix and a hash over the parameters that distinguish it."""
    meta = request.service["metadata"]
    parts = (
        provider.config.cluster_id,
        meta["namespace"],
        meta["name"],
        str(port.port),
        str(port.node_port),
        port.protocol,
        "instance",
        check.protocol,
        str(check.interval),
    )
    digest = hashlib.sha1("".join(parts).encode(), usedforsecurity=False).hexdigest()[:10]
    return f"k8s-{short(meta['namespace'], 8)}-{short(meta['name'], 8)}-{digest}"


def ensure(provider: Provider, request: Request, balancer: Mapping[str, Any], *, fresh: bool) -> None:
    """Ensure a listener and a target group for each port, and nothing else. A fresh NLB has neither yet.

    Raises ProviderError or AwsError.
    """
    arn = balancer["LoadBalancerArn"]
    check = health.for_nlb(request.service)
    current = {(item["Port"], item["Protocol"]): item for item in ([] if fresh else listeners_of(provider, arn))}
    groups = {group["Port"]: group for group in ([] if fresh else groups_of(provider, arn))}
    wanted = {(port.port, port.protocol): port for port in request.ports}
    for key, listener in current.items():
        if key not in wanted:
            aws.call(provider.elbv2, "delete_listener", ListenerArn=listener["ListenerArn"])
    used: set[str] = set()
    for key, port in wanted.items():
        group = groups.get(port.node_port)
        if group is not None and fits(group, port, check):
            update_group(provider, request, group, check)
        else:
            group = create_group(provider, request, port, check)
        used.add(group["TargetGroupArn"])
        update_group_attributes(provider, request, group)
        if key not in current:
            create_listener(provider, request, arn, port, group)
        elif current[key]["DefaultActions"][0]["TargetGroupArn"] != group["TargetGroupArn"]:
            point_at(provider, current[key], group)
    for group in groups.values():
        if group["TargetGroupArn"] not in used:
            aws.call(provider.elbv2, "delete_target_group", TargetGroupArn=group["TargetGroupArn"])


def groups_of(provider: Provider, arn: str) -> list[dict[str, Any]]:
    """Return the target groups of an NLB."""
    found: list[dict[str, Any]] = aws.call(provider.elbv2, "describe_target_groups", LoadBalancerArn=arn)[
        "TargetGroups"
    ]
    return found


def listeners_of(provider: Provider, arn: str) -> list[dict[str, Any]]:
    """Return the listeners of an NLB."""
    found: list[dict[str, Any]] = aws.call(provider.elbv2, "describe_listeners", LoadBalancerArn=arn)["Listeners"]
    return found


def fits(group: Mapping[str, Any], port: Port, check: health.Check) -> bool:
    """Tell whether a group can stay: AWS changes neither protocol nor these parts of a health check in place."""
    return bool(
        group["Protocol"] == port.protocol
        and group["HealthCheckProtocol"] == check.protocol
        and group["HealthCheckIntervalSeconds"] == check.interval
    )


def create_group(provider: Provider, request: Request, port: Port, check: health.Check) -> dict[str, Any]:
    """Create a target group and register the nodes."""
    path = {} if check.protocol == "TCP" else {"HealthCheckPath": check.path}
    answer = aws.call(
        provider.elbv2,
        "create_target_group",
        Name=group_name(provider, request, port, check),
        Protocol=port.protocol,
        Port=port.node_port,
        VpcId=provider.config.vpc,
        TargetType="instance",
        HealthCheckProtocol=check.protocol,
        HealthCheckPort=check.port,
        HealthCheckIntervalSeconds=check.interval,
        HealthyThresholdCount=check.healthy,
        UnhealthyThresholdCount=check.unhealthy,
        Tags=tag_list(resource_tags(provider, request.service)),
        **path,
    )
    group: dict[str, Any] = answer["TargetGroups"][0]
    register(provider, group["TargetGroupArn"], request.instance_ids)
    return group


def update_group(provider: Provider, request: Request, group: Mapping[str, Any], check: health.Check) -> None:
    """Update the targets and the changeable parts of the health check."""
    arn = group["TargetGroupArn"]
    health_state = aws.call(provider.elbv2, "describe_target_health", TargetGroupArn=arn)["TargetHealthDescriptions"]
    have = {d["Target"]["Id"] for d in health_state if d["TargetHealth"]["State"] != "draining"}
    want = set(request.instance_ids)
    deregister(provider, arn, sorted(have - want))
    register(provider, arn, sorted(want - have))
    changes: dict[str, Any] = {}
    if group["HealthCheckPort"] != check.port:
        changes["HealthCheckPort"] = check.port
    if group["HealthyThresholdCount"] != check.healthy:
        changes |= {"HealthyThresholdCount": check.healthy, "UnhealthyThresholdCount": check.unhealthy}
    if check.protocol != "TCP" and group.get("HealthCheckPath") != check.path:
        changes["HealthCheckPath"] = check.path
    if changes:
        aws.call(provider.elbv2, "modify_target_group", TargetGroupArn=arn, **changes)


def update_group_attributes(provider: Provider, request: Request, group: Mapping[str, Any]) -> None:
    """Update the annotated attributes that differ. Removing the annotation resets nothing."""
    wanted = service_annotations.target_group_attributes(request.service)
    if not wanted:
        return
    arn = group["TargetGroupArn"]
    answer = aws.call(provider.elbv2, "describe_target_group_attributes", TargetGroupArn=arn)
    have = {item["Key"]: item["Value"] for item in answer["Attributes"]}
    changed = [{"Key": key, "Value": value} for key, value in wanted.items() if have.get(key) != value]
    if changed:
        aws.call(provider.elbv2, "modify_target_group_attributes", TargetGroupArn=arn, Attributes=changed)


def create_listener(provider: Provider, request: Request, arn: str, port: Port, group: Mapping[str, Any]) -> None:
    """Create a listener, or delete the group that it would have been for. Raises ProviderError."""
    try:
        aws.call(
            provider.elbv2,
            "create_listener",
            LoadBalancerArn=arn,
            Protocol=port.protocol,
            Port=port.port,
            DefaultActions=[{"Type": "forward", "TargetGroupArn": group["TargetGroupArn"]}],
            Tags=tag_list(resource_tags(provider, request.service)),
        )
    except AwsError as error:
        aws.call(provider.elbv2, "delete_target_group", TargetGroupArn=group["TargetGroupArn"])
        raise ProviderError(f"error creating listener: {aws.quoted(error, provider.profile)}") from error


def point_at(provider: Provider, listener: Mapping[str, Any], group: Mapping[str, Any]) -> None:
    """Make a listener forward to another group."""
    aws.call(
        provider.elbv2,
        "modify_listener",
        ListenerArn=listener["ListenerArn"],
        DefaultActions=[{"Type": "forward", "TargetGroupArn": group["TargetGroupArn"]}],
    )


def register(provider: Provider, arn: str, ids: Sequence[str]) -> None:
    """Register instances."""
    _targets(provider, "register_targets", arn, ids)


def deregister(provider: Provider, arn: str, ids: Sequence[str]) -> None:
    """Deregister instances."""
    _targets(provider, "deregister_targets", arn, ids)


def _targets(provider: Provider, operation: str, arn: str, ids: Sequence[str]) -> None:
    if ids:
        aws.call(provider.elbv2, operation, TargetGroupArn=arn, Targets=[{"Id": instance} for instance in ids])
