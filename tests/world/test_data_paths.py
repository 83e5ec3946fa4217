"""What clients of a load balancer meet: listeners, targets and their health, security groups, names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.specification.variants import PLAIN
from enhancement_kit.targets.reference import ReferenceTarget
from enhancement_kit.world import World
from enhancement_kit.world.clients import dns
from enhancement_kit.world.clients.data_paths import EVERYBODY, DataPath, Listener
from enhancement_kit.world.clock import VirtualClock
from enhancement_kit.world.default_objects import CLUSTER_DOMAIN

NAME = f"console.test.apps.{CLUSTER_DOMAIN}"


@pytest.fixture
def world(embedded: EmbeddedCluster, cloud: SimulatedCloud) -> Iterator[World]:
    embedded.reset()
    target: Any = ReferenceTarget()
    clock = VirtualClock()
    made = World(cluster=embedded, cloud=cloud, target=target, clock=clock, profile="document", variant=PLAIN.default)
    made.network.make_vpc("us-east-1", [SubnetSpec(f"pub-{z}", f"us-east-1{z}") for z in "abc"])
    made.cluster.make("AWS")
    yield made
    made.close()


def _publish(world: World, kind: str, **load_balancer: Any) -> None:
    parameters = {"type": "AWS", "aws": {"type": kind}}
    balancer = {"scope": "External", "providerParameters": parameters, **load_balancer}
    spec = {
        "domain": f"test.apps.{CLUSTER_DOMAIN}",
        "endpointPublishingStrategy": {"type": "LoadBalancerService", "loadBalancer": balancer},
    }
    world.cluster.admin.create({"kind": "IngressController", "metadata": {"name": "test"}, "spec": spec})
    world.cluster.settle()


def _path(world: World) -> DataPath:
    return world.observed.data_path(world.observed.balancer("test"))


def _states(listener: Listener) -> dict[str, str]:
    return {one.instance: one.state for one in listener.targets}


@pytest.mark.parametrize("kind", ["Classic", "NLB"])
def test_the_way_of_traffic_to_the_nodes(world: World, kind: str) -> None:
    _publish(world, kind)
    service = world.observed.service("test")["spec"]
    path = _path(world)
    assert path.scheme == "internet-facing"
    assert len(path.security_groups) == (kind == "Classic")
    assert [(one.port, one.protocol) for one in path.listeners] == [(80, "TCP"), (443, "TCP")]
    assert [one.target_port for one in path.listeners] == [port["nodePort"] for port in service["ports"]]
    healthy = "InService" if kind == "Classic" else "healthy"
    for listener in path.listeners:
        assert _states(listener) == dict.fromkeys(world.network.instances.values(), healthy)
        assert all(one.gets_traffic and not one.reason for one in listener.targets)
        assert listener.clients == EVERYBODY
        assert listener.nodes_let_in
        assert listener.proxy_protocol == (kind == "Classic")
        check, port = listener.health_check, str(service["healthCheckNodePort"])
        assert (check.protocol, check.port, check.path) == ("HTTP", port, "/healthz")
        assert (check.interval, check.healthy, check.unhealthy) == (5 if kind == "Classic" else 10, 2, 2)


@pytest.mark.parametrize("kind", ["Classic", "NLB"])
def test_clients_of_some_ranges(world: World, kind: str) -> None:
    _publish(world, kind, allowedSourceRanges=["192.0.2.0/24", "198.51.100.0/24"])
    clients = {one.clients for one in _path(world).listeners}
    assert clients == {frozenset({"192.0.2.0/24", "198.51.100.0/24"})}


@pytest.mark.parametrize("kind", ["Classic", "NLB"])
def test_nodes_without_ready_routers_are_unhealthy(world: World, kind: str) -> None:
    _publish(world, kind)
    admin = world.cluster.admin
    router = admin.get("Deployment", "router-test")
    router["spec"]["replicas"] = 0
    admin.set_status({**router, "status": {**router["status"], "availableReplicas": 0}})
    [http, _] = _path(world).listeners
    assert {(one.gets_traffic, one.reason) for one in http.targets} == {
        (False, "Instance" if kind == "Classic" else "Target.FailedHealthChecks")
    }


def test_instances_that_are_no_nodes_are_unhealthy(world: World) -> None:
    _publish(world, "NLB")
    world.cluster.admin.delete("Node", "worker-1")
    first, second = world.network.instances.values()
    [http, _] = _path(world).listeners
    assert _states(http) == {first: "unhealthy", second: "healthy"}


@pytest.mark.parametrize("kind", ["Classic", "NLB"])
def test_nodes_that_let_nothing_in(world: World, kind: str) -> None:
    _publish(world, kind)
    ec2 = world.network.aws("ec2")
    for group in ec2.describe_security_groups()["SecurityGroups"]:
        if group["GroupName"].endswith("-node") and group["IpPermissions"]:
            ec2.revoke_security_group_ingress(GroupId=group["GroupId"], IpPermissions=group["IpPermissions"])
    [http, _] = _path(world).listeners
    assert not http.nodes_let_in
    assert not any(one.gets_traffic for one in http.targets)
    assert http.clients == (EVERYBODY if kind == "Classic" else frozenset())


def test_an_nlb_that_sends_addresses_by_proxy_protocol(world: World) -> None:
    _publish(world, "NLB")
    elbv2 = world.network.aws("elbv2")
    values = {"preserve_client_ip.enabled": "false", "proxy_protocol_v2.enabled": "true"}
    attributes = [{"Key": key, "Value": value} for key, value in values.items()]
    for group in elbv2.describe_target_groups()["TargetGroups"]:
        elbv2.modify_target_group_attributes(TargetGroupArn=group["TargetGroupArn"], Attributes=attributes)
    [http, _] = _path(world).listeners
    assert http.proxy_protocol
    assert http.nodes_let_in


@pytest.mark.parametrize("kind", ["Classic", "NLB"])
def test_a_name_of_the_cluster_leads_to_its_load_balancer(world: World, kind: str) -> None:
    assert world.observed.resolved(NAME) == {"public": (), "private": ()}
    _publish(world, kind)
    host = world.observed.balancer("test").host
    assert world.observed.resolved(NAME) == {"public": (host,), "private": (host,)}
    assert world.observed.resolved(f"other.apps.{CLUSTER_DOMAIN}") == {"public": (), "private": ()}
    assert world.observed.resolved("www.example.org") == {}


def test_the_zones_of_a_cluster(world: World) -> None:
    route53 = world.network.aws("route53")
    answers = {v: route53.get_hosted_zone(Id=zone) for v, zone in world.network.hosted_zones.items()}
    assert {v: one["HostedZone"]["Config"]["PrivateZone"] for v, one in answers.items()} == {
        "public": False,
        "private": True,
    }
    assert world.network.vpc is not None
    assert answers["private"]["VPCs"] == [{"VPCRegion": "us-east-1", "VPCId": world.network.vpc.id}]
    assert not answers["public"].get("VPCs")


def _record(kind: str, *values: str, alias: str = "") -> dict[str, Any]:
    if alias:
        return {"Type": kind, "AliasTarget": {"DNSName": alias, "HostedZoneId": "Z1"}}
    return {"Type": kind, "ResourceRecords": [{"Value": value} for value in values]}


RECORDS = {
    "*.example.com": [_record("A", alias="dualstack.Lb-1.example.net.")],
    "www.example.com": [_record("CNAME", "a.example.com.")],
    "plain.example.com": [_record("A", "192.0.2.1", "192.0.2.2")],
    "below.deep.example.com": [_record("TXT", '"text"')],
    "one.example.com": [_record("CNAME", "two.example.com")],
    "two.example.com": [_record("A", alias="one.example.com")],
}


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a.example.com", ("lb-1.example.net",)),
        ("A.B.example.com.", ("lb-1.example.net",)),
        ("www.example.com", ("lb-1.example.net",)),
        ("plain.example.com", ("192.0.2.1", "192.0.2.2")),
        ("deep.example.com", ()),
        ("x.deep.example.com", ()),
        ("below.deep.example.com", ()),
        ("example.com", ()),
        ("one.example.com", ()),
    ],
)
def test_resolving_in_the_records_of_a_zone(name: str, found: tuple[str, ...]) -> None:
    assert dns.resolve(RECORDS, name) == found
