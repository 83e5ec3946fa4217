"""The cloud controller manager on Services that no operator owns: discovery, updates, nodes, failures."""

from __future__ import annotations

from typing import Any

import pytest

from enhancement_kit.reference.runtime.resources import NODE, SERVICE

from .world import SUBNETS, World

PREFIX = "service.beta.kubernetes.io/aws-load-balancer-"


def service(world: World, name: str = "app", ports: tuple[int, ...] = (80,), **annotations: str) -> dict[str, Any]:
    """Build a LoadBalancer Service in `default`."""
    keys = {PREFIX + key.replace("_", "-"): value for key, value in annotations.items()}
    listed = [{"name": f"p{port}", "port": port} for port in ports]
    made = world.admin.create(
        SERVICE,
        {
            "metadata": {"name": name, "namespace": "default", "annotations": keys},
            "spec": {"type": "LoadBalancer", "selector": {"app": name}, "ports": listed},
        },
    )
    world.settle()
    return world.admin.fetch(SERVICE, "default", made["metadata"]["name"])


def host(found: dict[str, Any]) -> str:
    return str(found["status"]["loadBalancer"]["ingress"][0]["hostname"])


def subnets_of(world: World, name: str = "app") -> set[str]:
    return world.classic()[host(world.admin.fetch(SERVICE, "default", name))]


@pytest.fixture
def quiet(world: World) -> World:
    """Start a cluster whose operator has no load balancer to manage."""
    return world.start(zones=2)


@pytest.mark.parametrize(
    ("tags", "internal", "wins"),
    [
        ({"kubernetes.io/role/elb": ""}, False, True),
        ({"kubernetes.io/role/internal-elb": ""}, True, True),
        ({"kubernetes.io/role/internal-elb": ""}, False, None),
        ({}, False, None),
    ],
)
def test_ties_inside_a_zone(quiet: World, tags: dict[str, str], internal: bool, wins: bool | None) -> None:
    other = quiet.add_subnet("other", "us-east-1a", tags=tags)
    service(quiet, **({"internal": "true"} if internal else {}))
    expected = other if wins else min(other, quiet.subnet(0))
    assert subnets_of(quiet) == {expected, quiet.subnet(1)}


def test_private_subnets_serve_internal_load_balancers_only(quiet: World) -> None:
    private = quiet.add_subnet("private", "us-east-1c", visibility="private")
    service(quiet, "outside")
    service(quiet, "inside", internal="true")
    assert private not in subnets_of(quiet, "outside")
    assert private in subnets_of(quiet, "inside")


def test_a_subnet_of_another_cluster_is_no_candidate(quiet: World) -> None:
    other = quiet.add_subnet("other", "us-east-1c", tags={"kubernetes.io/cluster/another": "shared"})
    service(quiet)
    assert other not in subnets_of(quiet)


def test_names_and_ids_mix(quiet: World) -> None:
    named = quiet.add_subnet("named", "us-east-1c", name="ingress-c")
    service(quiet, subnets=f"{quiet.subnet(0)}, ingress-c")
    assert subnets_of(quiet) == {quiet.subnet(0), named}


def test_nothing_reaches_aws_while_an_annotation_is_invalid(quiet: World) -> None:
    found = service(quiet)
    quiet.admin.patch(SERVICE, found, {"metadata": {"annotations": {SUBNETS: "no-such-subnet"}}})
    ports = [*found["spec"]["ports"], {"name": "p81", "port": 81}]
    quiet.admin.patch(SERVICE, found, {"spec": {"ports": ports}})
    mark = quiet.cloud.record.mark()
    quiet.settle()
    assert not [call for call in quiet.cloud.record.calls(since=mark) if call.changed]
    quiet.admin.patch(SERVICE, found, {"metadata": {"annotations": {SUBNETS: None}}})
    quiet.settle()
    balancer = quiet.aws("elb").describe_load_balancers()["LoadBalancerDescriptions"]
    mine = next(b for b in balancer if b["DNSName"] == host(found))
    assert {d["Listener"]["LoadBalancerPort"] for d in mine["ListenerDescriptions"]} == {80, 81}


def test_ports_of_an_nlb_follow(quiet: World) -> None:
    found = service(quiet, ports=(80, 443), type="nlb")
    quiet.admin.patch(SERVICE, found, {"spec": {"ports": [{"name": "p8080", "port": 8080}]}})
    quiet.settle()
    elbv2 = quiet.aws("elbv2")
    mine = next(b for b in elbv2.describe_load_balancers()["LoadBalancers"] if b["DNSName"] == host(found))
    listeners = elbv2.describe_listeners(LoadBalancerArn=mine["LoadBalancerArn"])["Listeners"]
    assert [entry["Port"] for entry in listeners] == [8080]
    assert len(elbv2.describe_target_groups()["TargetGroups"]) == 1


@pytest.mark.parametrize("kind", ["", "nlb"])
def test_deleting_the_service_leaves_nothing_behind(quiet: World, kind: str) -> None:
    rules = security_rules(quiet)
    found = service(quiet, **({"type": kind} if kind else {}))
    assert found["metadata"]["finalizers"] == ["service.kubernetes.io/load-balancer-cleanup"]
    assert security_rules(quiet) != rules
    quiet.admin.delete(SERVICE, found)
    quiet.settle()
    assert quiet.admin.find(SERVICE, "default", "app") is None
    assert host(found) not in {**quiet.classic(), **quiet.nlbs()}
    assert quiet.aws("elbv2").describe_target_groups()["TargetGroups"] == []
    assert security_rules(quiet) == rules


def security_rules(world: World) -> dict[str, Any]:
    groups = world.aws("ec2").describe_security_groups()["SecurityGroups"]
    return {group["GroupId"]: group["IpPermissions"] for group in groups}


def test_a_service_that_is_no_load_balancer_any_more_is_cleaned_up(quiet: World) -> None:
    found = service(quiet)
    quiet.admin.patch(SERVICE, found, {"spec": {"type": "ClusterIP"}})
    quiet.settle()
    now = quiet.admin.fetch(SERVICE, "default", "app")
    assert not now["metadata"].get("finalizers")
    assert not now["status"]["loadBalancer"].get("ingress")
    assert host(found) not in quiet.classic()


def test_a_type_annotation_cannot_change_on_a_live_service(quiet: World) -> None:
    found = service(quiet)
    quiet.admin.patch(SERVICE, found, {"metadata": {"annotations": {PREFIX + "type": "nlb"}}})
    quiet.settle()
    text = f'cannot update Load Balancer Type annotation "{PREFIX}type" after creation for NLB'
    assert any(text.replace('"', '\\"') in line for line in quiet.target.components.logs("cloud-controller-manager"))
    assert host(found) in quiet.classic()


def test_a_new_node_is_registered(quiet: World) -> None:
    found = service(quiet)
    assert quiet.vpc is not None
    more = quiet.cloud.run_nodes(quiet.vpc, cluster_id="mycluster-x7k2p", subnets=["s1"])["s1"]
    quiet.admin.create(NODE, {"metadata": {"name": "worker-2"}, "spec": {"providerID": f"aws:///us-east-1b/{more}"}})
    quiet.settle()
    balancers = quiet.aws("elb").describe_load_balancers()["LoadBalancerDescriptions"]
    mine = next(b for b in balancers if b["DNSName"] == host(found))
    assert more in {instance["InstanceId"] for instance in mine["Instances"]}
