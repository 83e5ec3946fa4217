"""What a cloud controller manager does with load balancers works from creation to deletion."""

from __future__ import annotations

from typing import Any

from tests.cloud.world import UNKNOWN_ADDRESS, World


def _forward(group: str) -> list[dict[str, Any]]:
    return [{"Type": "forward", "TargetGroupArn": group}]


def test_a_classic_load_balancers_life(world: World) -> None:
    nodes = world.cloud.run_nodes(world.vpc, cluster_id="c1", subnets=["p-a"])
    elb = world.client("elb")
    first = world.classic("a", "b", Tags=[{"Key": "kubernetes.io/service-name", "Value": "ns/x"}])["DNSName"]
    check = {
        "Target": "HTTP:32000/healthz",
        "Interval": 5,
        "Timeout": 4,
        "UnhealthyThreshold": 2,
        "HealthyThreshold": 2,
    }
    assert elb.configure_health_check(LoadBalancerName="clb", HealthCheck=check)["HealthCheck"] == check
    attributes = {"ConnectionSettings": {"IdleTimeout": 90}, "CrossZoneLoadBalancing": {"Enabled": True}}
    elb.modify_load_balancer_attributes(LoadBalancerName="clb", LoadBalancerAttributes=attributes)
    instances = [{"InstanceId": nodes["p-a"]}]
    elb.register_instances_with_load_balancer(LoadBalancerName="clb", Instances=instances)
    elb.create_load_balancer_policy(
        LoadBalancerName="clb",
        PolicyName="k8s-proxyprotocol-enabled",
        PolicyTypeName="ProxyProtocolPolicyType",
        PolicyAttributes=[{"AttributeName": "ProxyProtocol", "AttributeValue": "true"}],
    )
    elb.set_load_balancer_policies_for_backend_server(
        LoadBalancerName="clb", InstancePort=30080, PolicyNames=["k8s-proxyprotocol-enabled"]
    )
    elb.attach_load_balancer_to_subnets(LoadBalancerName="clb", Subnets=world.ids("c"))
    elb.detach_load_balancer_from_subnets(LoadBalancerName="clb", Subnets=world.ids("a"))
    shown = world.classic_now()
    assert shown["HealthCheck"] == check
    assert set(shown["Subnets"]) == set(world.ids("b", "c"))
    assert shown["AvailabilityZones"] == ["us-east-2b", "us-east-2c"]
    assert shown["Instances"] == instances
    assert shown["BackendServerDescriptions"][0]["PolicyNames"] == ["k8s-proxyprotocol-enabled"]
    elb.delete_load_balancer(LoadBalancerName="clb")
    assert world.classic("a", "b")["DNSName"] != first


def test_a_network_load_balancers_life(world: World) -> None:
    nodes = world.cloud.run_nodes(world.vpc, cluster_id="c1", subnets=["p-a"])
    elbv2, ec2 = world.client("elbv2"), world.client("ec2")
    addresses = world.addresses(2)
    made = world.network("a", "b", addresses=addresses, Tags=[{"Key": "k", "Value": "v"}])
    arn = made["LoadBalancerArn"]
    assert made["State"]["Code"] in ("provisioning", "active")
    assert world.network_now()["State"]["Code"] == "active"
    assert elbv2.describe_tags(ResourceArns=[arn])["TagDescriptions"][0]["Tags"] == [{"Key": "k", "Value": "v"}]
    group = elbv2.create_target_group(
        Name="k8s-ns-x-1",
        Protocol="TCP",
        Port=30080,
        VpcId=world.vpc.id,
        TargetType="instance",
        HealthCheckProtocol="HTTP",
        HealthCheckPort="32000",
        HealthCheckPath="/healthz",
        HealthCheckIntervalSeconds=10,
        HealthyThresholdCount=2,
        UnhealthyThresholdCount=2,
    )["TargetGroups"][0]["TargetGroupArn"]
    elbv2.register_targets(TargetGroupArn=group, Targets=[{"Id": nodes["p-a"], "Port": 30080}])
    listener = elbv2.create_listener(LoadBalancerArn=arn, Protocol="TCP", Port=80, DefaultActions=_forward(group))[
        "Listeners"
    ][0]
    assert "SslPolicy" not in listener
    change = [{"Key": "proxy_protocol_v2.enabled", "Value": "true"}]
    elbv2.modify_target_group_attributes(TargetGroupArn=group, Attributes=change)
    cross_zone = [{"Key": "load_balancing.cross_zone.enabled", "Value": "true"}]
    elbv2.modify_load_balancer_attributes(LoadBalancerArn=arn, Attributes=cross_zone)
    assert cross_zone[0] in elbv2.describe_load_balancer_attributes(LoadBalancerArn=arn)["Attributes"]
    assert elbv2.describe_target_groups(LoadBalancerArn=arn)["TargetGroups"][0]["LoadBalancerArns"] == [arn]
    health = elbv2.describe_target_health(TargetGroupArn=group)["TargetHealthDescriptions"]
    assert health[0]["Target"]["Id"] == nodes["p-a"]
    elbv2.delete_load_balancer(LoadBalancerArn=arn)
    elbv2.delete_target_group(TargetGroupArn=group)
    freed = ec2.describe_addresses(AllocationIds=addresses)["Addresses"]
    assert not any(one.get("AssociationId") for one in freed)
    again = world.network("a", "b", addresses=addresses)
    assert again["DNSName"] != made["DNSName"]
    elbv2.delete_load_balancer(LoadBalancerArn=again["LoadBalancerArn"])
    ec2.release_address(AllocationId=addresses[0])
    ec2.delete_subnet(SubnetId=world.subnets["b"])


def test_addresses_chosen_by_aws_show_on_the_interface_only(world: World) -> None:
    world.network("a", "b")
    assert [zone["LoadBalancerAddresses"] for zone in world.network_now()["AvailabilityZones"]] == [[], []]
    filters = [{"Name": "description", "Values": ["ELB net/nlb/*"]}]
    interfaces = world.client("ec2").describe_network_interfaces(Filters=filters)["NetworkInterfaces"]
    public = [one["Association"]["PublicIp"] for one in interfaces]
    assert len(set(public)) == 2
    assert all("AllocationId" not in one["Association"] for one in interfaces)
    assert {one["InterfaceType"] for one in interfaces} == {"network_load_balancer"}
    assert {one["RequesterId"] for one in interfaces} == {"amazon-elb"}


def test_private_addresses_of_an_internal_network_load_balancer(world: World) -> None:
    mapping = [{"SubnetId": world.subnets["a"], "PrivateIPv4Address": "10.0.0.77"}]
    world.network(SubnetMappings=mapping, Scheme="internal")
    addresses = world.network_now()["AvailabilityZones"][0]["LoadBalancerAddresses"]
    assert addresses == [{"PrivateIPv4Address": "10.0.0.77"}]


def test_set_subnets_moves_interfaces_and_keeps_addresses(world: World) -> None:
    addresses = world.addresses(3)
    arn = world.network("a", "b", addresses=addresses[:2])["LoadBalancerArn"]
    mappings = [
        {"SubnetId": subnet, "AllocationId": address}
        for subnet, address in zip(world.ids("a", "b", "c"), addresses, strict=True)
    ]
    world.client("elbv2").set_subnets(LoadBalancerArn=arn, SubnetMappings=mappings)
    shown = [zone["LoadBalancerAddresses"][0]["AllocationId"] for zone in world.network_now()["AvailabilityZones"]]
    assert shown == addresses


def test_a_repeated_unknown_address_is_named_once(world: World) -> None:
    from tests.cloud.world import outcome

    answer = outcome(lambda w: w.network("a", "b", addresses=[UNKNOWN_ADDRESS] * 2), world)
    assert answer.count(UNKNOWN_ADDRESS) == 1
    assert answer.startswith("AllocationIdNotFound")


def test_load_balancers_take_addresses_of_their_subnets(world: World) -> None:
    ec2 = world.client("ec2")

    def free() -> int:
        return int(ec2.describe_subnets(SubnetIds=world.ids("c"))["Subnets"][0]["AvailableIpAddressCount"])

    before = free()
    world.classic("c")
    world.network("c")
    assert free() == before - 2
