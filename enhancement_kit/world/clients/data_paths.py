"""The way of clients' traffic through a load balancer to the nodes, as AWS describes it, Classic and Network alike."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from enhancement_kit.world.clients.aws import AwsClient
from enhancement_kit.world.clients.load_balancers import LoadBalancer

EVERYBODY = frozenset({"0.0.0.0/0"})
_PROXY_POLICY = "ProxyProtocolPolicyType"


@dataclass(frozen=True)
class HealthCheck:
    """How a load balancer finds out whether a target can take traffic."""

    protocol: str
    port: str
    """A number, or `traffic-port`."""
    path: str
    """Empty for a protocol without paths."""
    interval: int
    timeout: int
    healthy: int
    """Successful checks in a row after which a target is healthy."""
    unhealthy: int
    """Failed checks in a row after which a target is unhealthy."""


@dataclass(frozen=True)
class Target:
    """One instance behind a listener."""

    instance: str
    state: str
    """In AWS's words: `healthy`, `unhealthy`, `unused`, ... behind an NLB, `InService`, `OutOfService` behind a Classic
    load balancer."""
    reason: str
    """AWS's reason code; empty for a target that gets traffic."""
    description: str

    @property
    def gets_traffic(self) -> bool:
        """Whether the load balancer sends traffic to it."""
        return self.state in ("healthy", "InService")


@dataclass(frozen=True)
class Listener:
    """One listener and where its traffic goes."""

    port: int
    protocol: str
    target_port: int
    targets: tuple[Target, ...]
    """In the order of their ids."""
    health_check: HealthCheck
    clients: frozenset[str]
    """The address ranges that security groups let in from: those of the load balancer for the listener's port; where it
    has none, those of every target for the target port."""
    nodes_let_in: bool
    """Whether the security groups of every target let in on the target port what the load balancer sends."""
    proxy_protocol: bool
    """Whether the load balancer sends the client's address by PROXY protocol."""


@dataclass(frozen=True)
class DataPath:
    """What clients of a load balancer meet."""

    scheme: str
    security_groups: frozenset[str]
    listeners: tuple[Listener, ...]
    """In the order of their ports."""


def describe(balancer: LoadBalancer, aws: Callable[[str], AwsClient]) -> DataPath:
    """Return the data path of a load balancer, read with the boto3 clients that `aws` makes."""
    firewall = Firewall(aws("ec2"), balancer)
    listeners = (_classic if balancer.kind == "Classic" else _network)(balancer, aws, firewall)
    ordered = tuple(sorted(listeners, key=lambda one: one.port))
    return DataPath(balancer.scheme, frozenset(balancer.security_groups), ordered)


def _classic(balancer: LoadBalancer, aws: Callable[[str], AwsClient], firewall: Firewall) -> list[Listener]:
    elb = aws("elb")
    [own] = [b for b in elb.describe_load_balancers()["LoadBalancerDescriptions"] if b["DNSName"] == balancer.host]
    name = own["LoadBalancerName"]
    instances = [i["InstanceId"] for i in own.get("Instances", [])]
    states = elb.describe_instance_health(LoadBalancerName=name)["InstanceStates"]
    targets = _sorted(
        Target(s["InstanceId"], s["State"], _said(s, "ReasonCode"), _said(s, "Description")) for s in states
    )
    policies = elb.describe_load_balancer_policies(LoadBalancerName=name)["PolicyDescriptions"]
    proxy = {p["PolicyName"] for p in policies if p["PolicyTypeName"] == _PROXY_POLICY}
    with_proxy = {
        b["InstancePort"] for b in own.get("BackendServerDescriptions", []) if proxy & set(b.get("PolicyNames", []))
    }
    check = own["HealthCheck"]
    protocol, _, rest = check["Target"].partition(":")
    port, slash, path = rest.partition("/")
    health_check = HealthCheck(
        protocol=protocol,
        port=port,
        path=slash + path,
        interval=check["Interval"],
        timeout=check["Timeout"],
        healthy=check["HealthyThreshold"],
        unhealthy=check["UnhealthyThreshold"],
    )
    return [
        Listener(
            port=listener["LoadBalancerPort"],
            protocol=listener["Protocol"],
            target_port=listener["InstancePort"],
            targets=targets,
            health_check=health_check,
            clients=firewall.ranges(balancer.security_groups, listener["LoadBalancerPort"]),
            nodes_let_in=firewall.nodes_let_in(instances, listener["InstancePort"]),
            proxy_protocol=listener["InstancePort"] in with_proxy,
        )
        for listener in (one["Listener"] for one in own["ListenerDescriptions"])
    ]


def _said(state: Mapping[str, Any], key: str) -> str:
    return "" if state.get(key) in (None, "N/A") else str(state[key])


def _network(balancer: LoadBalancer, aws: Callable[[str], AwsClient], firewall: Firewall) -> list[Listener]:
    elbv2 = aws("elbv2")
    found = elbv2.describe_listeners(LoadBalancerArn=balancer.identity.split()[0])["Listeners"]
    return [_network_listener(one, elbv2, firewall, balancer.security_groups) for one in found]


def _network_listener(
    listener: Mapping[str, Any], elbv2: AwsClient, firewall: Firewall, groups: Sequence[str]
) -> Listener:
    arn = next(a["TargetGroupArn"] for a in listener["DefaultActions"] if a.get("TargetGroupArn"))
    group = elbv2.describe_target_groups(TargetGroupArns=[arn])["TargetGroups"][0]
    answer = elbv2.describe_target_group_attributes(TargetGroupArn=arn)["Attributes"]
    attributes = {one["Key"]: one["Value"] for one in answer}
    found = elbv2.describe_target_health(TargetGroupArn=arn)["TargetHealthDescriptions"]
    health = {one["Target"]["Id"]: one["TargetHealth"] for one in found}
    keeps_address = attributes.get("preserve_client_ip.enabled") == "true"
    at_nodes = firewall.ranges_at_nodes(list(health), group["Port"])
    return Listener(
        port=listener["Port"],
        protocol=listener["Protocol"],
        target_port=group["Port"],
        targets=_sorted(
            Target(one, state["State"], state.get("Reason", ""), state.get("Description", ""))
            for one, state in health.items()
        ),
        health_check=HealthCheck(
            protocol=group["HealthCheckProtocol"],
            port=group["HealthCheckPort"],
            path=group.get("HealthCheckPath", ""),
            interval=group["HealthCheckIntervalSeconds"],
            timeout=group["HealthCheckTimeoutSeconds"],
            healthy=group["HealthyThresholdCount"],
            unhealthy=group["UnhealthyThresholdCount"],
        ),
        clients=firewall.ranges(groups, listener["Port"]) if groups else at_nodes,
        nodes_let_in=bool(at_nodes)
        if keeps_address and not groups
        else firewall.nodes_let_in(list(health), group["Port"]),
        proxy_protocol=attributes.get("proxy_protocol_v2.enabled") == "true",
    )


def _sorted(targets: Iterable[Target]) -> tuple[Target, ...]:
    return tuple(sorted(targets, key=lambda one: one.instance))


class Firewall:
    """What security groups let in: those of a load balancer, and those of the instances that it sends traffic to.

    AWS is asked once for each instance and group, however many listeners there are.
    """

    def __init__(self, ec2: AwsClient, balancer: LoadBalancer) -> None:
        self._ec2, self._balancer = ec2, balancer
        self._groups: dict[str, list[str]] = {}
        """Ids of the security groups of each instance."""
        self._permissions: dict[str, list[dict[str, Any]]] = {}
        """The rules of each security group."""

    @cached_property
    def _senders(self) -> list[ipaddress.IPv4Network]:
        described = self._ec2.describe_subnets(SubnetIds=sorted(self._balancer.subnets))["Subnets"]
        return [ipaddress.IPv4Network(one["CidrBlock"]) for one in described]

    def ranges(self, groups: Sequence[str], port: int) -> frozenset[str]:
        """Return the address ranges that these security groups let in on a port."""
        return frozenset(r["CidrIp"] for rule in self._rules(groups, port) for r in rule.get("IpRanges", []))

    def ranges_at_nodes(self, instances: Sequence[str], port: int) -> frozenset[str]:
        """Return the address ranges that the security groups of every instance let in on a port."""
        found = [self.ranges(groups, port) for groups in self._groups_of(instances)]
        return frozenset.intersection(*found) if found else frozenset()

    def nodes_let_in(self, instances: Sequence[str], port: int) -> bool:
        """Tell whether every instance lets in, on a port, members of the load balancer's groups or all its subnets."""
        groups = self._groups_of(instances)
        return bool(groups) and all(self._lets_in(own, port) for own in groups)

    def _lets_in(self, own: Sequence[str], port: int) -> bool:
        named = {p["GroupId"] for rule in self._rules(own, port) for p in rule.get("UserIdGroupPairs", [])}
        covering = list(ipaddress.collapse_addresses(map(ipaddress.IPv4Network, self.ranges(own, port))))
        return bool(named & set(self._balancer.security_groups)) or all(
            any(one.subnet_of(net) for net in covering) for one in self._senders
        )

    def _groups_of(self, instances: Sequence[str]) -> list[list[str]]:
        missing = [one for one in instances if one not in self._groups]
        for reservation in self._ec2.describe_instances(InstanceIds=missing)["Reservations"] if missing else ():
            for instance in reservation["Instances"]:
                self._groups[instance["InstanceId"]] = [group["GroupId"] for group in instance["SecurityGroups"]]
        return [self._groups[one] for one in instances]

    def _rules(self, groups: Sequence[str], port: int) -> list[dict[str, Any]]:
        missing = [one for one in groups if one not in self._permissions]
        for group in self._ec2.describe_security_groups(GroupIds=missing)["SecurityGroups"] if missing else ():
            self._permissions[group["GroupId"]] = group["IpPermissions"]
        rules = [rule for group in groups for rule in self._permissions[group]]
        return [
            rule
            for rule in rules
            if rule["IpProtocol"] == "-1"
            or (rule["IpProtocol"] == "tcp" and rule["FromPort"] <= port <= rule["ToPort"])
        ]
