"""Cases of the rules of Network and Application load balancers, with and without the rule."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import UNKNOWN_ADDRESS, UNKNOWN_SUBNET, World

UNKNOWN_ADDRESS_2 = "eipalloc-0fedcba9876543210"
MADE = r"arn:aws:elasticloadbalancing:us-east-2:123456789012:loadbalancer/net/nlb/[0-9a-f]{16}"
SAME_ZONE = (
    "InvalidConfigurationRequest: A load balancer cannot be attached to multiple subnets in the same Availability Zone"
)
IN_USE = "ResourceInUse: The allocation IDs are not available for use"


def _network(*aliases: str, key: str = "LoadBalancerArn", **more: Any) -> Any:
    return lambda w: w.network(*aliases, **more).get(key)


def _application(w: World, *aliases: str, **more: Any) -> Any:
    asked = {"Name": "alb", "Subnets": w.ids(*aliases), **more}
    return w.client("elbv2").create_load_balancer(**asked)["LoadBalancers"][0]


def _set_subnets(before: tuple[str, ...], after: tuple[str, ...]) -> Any:
    def act(w: World) -> Any:
        arn = w.network(*before)["LoadBalancerArn"]
        answer = w.client("elbv2").set_subnets(LoadBalancerArn=arn, Subnets=w.ids(*after))
        aliases = {subnet: alias for alias, subnet in w.subnets.items()}
        return [aliases[zone["SubnetId"]] for zone in answer["AvailabilityZones"]]

    return act


def _both(w: World) -> Any:
    return w.network("a", Subnets=w.ids("b"))["LoadBalancerArn"]


def _with_addresses(count: int, *aliases: str, **more: Any) -> Any:
    return lambda w: w.network(*aliases, addresses=w.addresses(count), **more)["LoadBalancerArn"]


def _unknown_addresses(w: World) -> Any:
    known = w.addresses(1)[0]
    addresses = [UNKNOWN_ADDRESS_2, known, UNKNOWN_ADDRESS]
    return w.network("a", "b", "c", addresses=addresses)["LoadBalancerArn"]


def _used_by_another(w: World) -> Any:
    addresses = w.addresses(1)
    w.network("b", name="other", addresses=addresses)
    return w.network("a", addresses=addresses)["LoadBalancerArn"]


def _used_by_instance(w: World) -> Any:
    address = w.addresses(1)
    node = w.cloud.run_nodes(w.vpc, cluster_id="c1", subnets=["a"])["a"]
    w.client("ec2").associate_address(InstanceId=node, AllocationId=address[0])
    return w.network("b", addresses=address)["LoadBalancerArn"]


def _used_twice(w: World) -> Any:
    return w.network("a", "b", addresses=w.addresses(1) * 2)["LoadBalancerArn"]


def _shown_addresses(w: World) -> list[Any]:
    addresses = w.addresses(2)
    w.network("a", "b", addresses=addresses)
    shown = [zone.get("LoadBalancerAddresses") for zone in w.network_now()["AvailabilityZones"]]
    described = w.client("ec2").describe_addresses(AllocationIds=addresses)["Addresses"]
    by_id = {one["AllocationId"]: one["PublicIp"] for one in described}
    chosen = [[{"AllocationId": one, "IpAddress": by_id[one]}] for one in addresses]
    return [shown == chosen, ["AssociationId" in one and one["NetworkInterfaceId"] != "" for one in described]]


def _again(**changes: Any) -> Any:
    def act(w: World) -> Any:
        asked: dict[str, Any] = {"addresses": w.addresses(1)}
        first = w.network("a", **asked)["LoadBalancerArn"]
        return w.network("a", **{**asked, **changes})["LoadBalancerArn"] == first

    return act


def target_group(w: World, **more: Any) -> Any:
    asked: dict[str, Any] = {"Name": "tg", "Protocol": "TCP", "Port": 30080, "VpcId": w.vpc.id, **more}
    return w.client("elbv2").create_target_group(**asked)["TargetGroups"][0]["TargetGroupArn"]


def listener(w: World, balancer: str, group: str, **more: Any) -> Any:
    forward = [{"Type": "forward", "TargetGroupArn": group}]
    asked: dict[str, Any] = {
        "LoadBalancerArn": balancer,
        "Protocol": "TCP",
        "Port": 80,
        "DefaultActions": forward,
        **more,
    }
    return w.client("elbv2").create_listener(**asked)["Listeners"][0]


def _group_attributes(w: World) -> dict[str, str]:
    answer = w.client("elbv2").describe_target_group_attributes(TargetGroupArn=target_group(w))["Attributes"]
    wanted = ("preserve_client_ip.enabled", "proxy_protocol_v2.enabled")
    return {one["Key"]: one["Value"] for one in answer if one["Key"] in wanted}


def _same_group(**changes: Any) -> Any:
    return lambda w: target_group(w) == target_group(w, **changes)


def _ssl_policy(w: World) -> Any:
    arn = w.network("a")["LoadBalancerArn"]
    listener(w, arn, target_group(w))
    return w.client("elbv2").describe_listeners(LoadBalancerArn=arn)["Listeners"][0].get("SslPolicy")


def _uses_after_delete(w: World) -> Any:
    arn, group = w.network("a")["LoadBalancerArn"], target_group(w)
    listener(w, arn, group)
    w.client("elbv2").delete_load_balancer(LoadBalancerArn=arn)
    groups = w.client("elbv2").describe_target_groups(TargetGroupArns=[group])["TargetGroups"]
    return len(groups[0].get("LoadBalancerArns", []))


def _group_elsewhere(w: World) -> str:
    """Create a target group in another VPC."""
    vpc = w.client("ec2").describe_subnets(SubnetIds=[w.isolated_subnet()])["Subnets"][0]["VpcId"]
    asked = {"Name": "elsewhere", "Protocol": "TCP", "Port": 30080, "VpcId": vpc}
    return str(w.client("elbv2").create_target_group(**asked)["TargetGroups"][0]["TargetGroupArn"])


def _listen_elsewhere(w: World) -> str:
    listener(w, w.network("a")["LoadBalancerArn"], _group_elsewhere(w))
    return "accepted"


def _forward_elsewhere(w: World) -> str:
    arn = w.network("a")["LoadBalancerArn"]
    made = listener(w, arn, target_group(w))
    actions = [{"Type": "forward", "TargetGroupArn": _group_elsewhere(w)}]
    w.client("elbv2").modify_listener(ListenerArn=made["ListenerArn"], DefaultActions=actions)
    return "accepted"


def _no_groups(w: World) -> Any:
    arn = w.network("a")["LoadBalancerArn"]
    return w.client("elbv2").describe_target_groups(LoadBalancerArn=arn)["TargetGroups"]


def _unknown(w: World) -> Any:
    w.network("a")
    return len(w.client("elbv2").describe_load_balancers(Names=["nlb", "none"])["LoadBalancers"])


def _eleven_tags(w: World) -> str:
    arn = w.network("a")["LoadBalancerArn"]
    for n in range(11):
        w.client("elbv2").add_tags(ResourceArns=[arn], Tags=[{"Key": f"k{n}", "Value": "v"}])
    return "accepted"


def _fifty_one_tags(w: World) -> str:
    w.network("a", Tags=[{"Key": f"k{n}", "Value": "v"} for n in range(51)])
    return "accepted"


def _equal_tags(w: World) -> str:
    w.network("a", Tags=[{"Key": "k", "Value": "1"}, {"Key": "k", "Value": "2"}])
    return "accepted"


def _tags_of_unknown(w: World) -> Any:
    arn = w.network("a")["LoadBalancerArn"]
    w.client("elbv2").delete_load_balancer(LoadBalancerArn=arn)
    return w.client("elbv2").describe_tags(ResourceArns=[arn])["TagDescriptions"][0]["Tags"]


CASES = (
    Case(
        "elbv2-name", _network("a", name="x" * 33), "ValidationError: .*cannot be longer than '32' characters", "arn:.*"
    ),
    Case("elbv2-name", _network("a", name="under_score"), "ValidationError: .*alphanumeric.*", "arn:.*"),
    Case("elbv2-name", _network("a", name="internal-x"), "ValidationError: .*cannot begin with 'internal-'", "arn:.*"),
    Case("elbv2-same-name", _again(), True, IN_USE),
    Case(
        "elbv2-same-name",
        _again(addresses=[]),
        "DuplicateLoadBalancerName: .*'nlb' exists, but with different.*",
        False,
    ),
    Case("elbv2-scheme", _network("a", key="Scheme"), "internet-facing", None),
    Case(
        "elbv2-dns-name",
        _network("a", key="DNSName"),
        r"nlb-[0-9a-f]{16}\.elb\.us-east-2\.amazonaws\.com",
        r"nlb-1\.us-east-2\.elb\.amazonaws\.com",
    ),
    Case(
        "elbv2-dns-name",
        lambda w: _application(w, "a", "b", Scheme="internal")["DNSName"],
        r"internal-alb-\d+\.us-east-2\.elb\.amazonaws\.com",
        r"alb-1\.us-east-2\.elb\.amazonaws\.com",
    ),
    Case("elbv2-hosted-zone", _network("a", key="CanonicalHostedZoneId"), "ZLMOA37VPKANP", "Z2P70J7EXAMPLE"),
    Case("elbv2-arn", _network("a"), MADE, MADE.replace("/net/", "/app/")),
    Case(
        "elbv2-arn",
        lambda w: listener(w, w.network("a")["LoadBalancerArn"], target_group(w))["ListenerArn"],
        r"arn:aws:elasticloadbalancing:us-east-2:\d+:listener/net/nlb/[0-9a-f]{16}/[0-9a-f]{16}",
        r"arn:aws:elasticloadbalancing:us-east-2:\d+:listener/app/nlb/[0-9a-f]{16}/[0-9a-f]{16}",
    ),
    Case(
        "elbv2-subnets-or-mappings",
        _both,
        "ValidationError: You can specify either subnets or subnet mappings, not both",
        MADE,
    ),
    Case(
        "elbv2-some-subnet",
        _network(SubnetMappings=[]),
        "ValidationError: At least one subnet must be specified",
        "SubnetNotFound: .*",
    ),
    Case(
        "elbv2-unknown-subnet",
        _network(SubnetMappings=[{"SubnetId": UNKNOWN_SUBNET}]),
        "SubnetNotFound: InvalidSubnetID.NotFound",
        "InvalidSubnetID.NotFound: .*",
    ),
    Case("elbv2-one-subnet-per-zone", _network("a", "a2"), SAME_ZONE, MADE),
    Case("elbv2-one-subnet-per-zone", _set_subnets(("b",), ("a", "a2")), SAME_ZONE, "SubnetNotFound: .*"),
    Case(
        "elbv2-application-two-zones",
        lambda w: _application(w, "a")["LoadBalancerArn"],
        "ValidationError: At least two subnets in two different Availability Zones must be specified",
        "arn:.*",
    ),
    Case(
        "elbv2-one-vpc",
        lambda w: w.network(Subnets=[*w.ids("a"), w.isolated_subnet()], Scheme="internal", SubnetMappings=[])["Type"],
        "InvalidConfigurationRequest: All subnets must belong to the same VPC: 'vpc-.*'",
        "network",
    ),
    Case(
        "elbv2-internet-gateway",
        lambda w: w.network(SubnetMappings=[{"SubnetId": w.isolated_subnet()}])["Type"],
        r"InvalidSubnet: VPC vpc-\w+ has no internet gateway",
        "network",
    ),
    Case(
        "elbv2-free-addresses",
        lambda w: w.network(SubnetMappings=[{"SubnetId": w.small_subnet()}])["Type"],
        r"InvalidSubnet: Not enough IP space available in subnet-\w+\. "
        r"ELB requires at least 8 free IP addresses in each subnet\.",
        "network",
    ),
    Case(
        "elbv2-zone-in-use",
        _set_subnets(("a", "b"), ("a2", "b")),
        "InvalidConfigurationRequest: You cannot specify an additional subnet from an Availability Zone that is "
        r"already associated with the load balancer\. The Availability Zone 'us-east-2a' corresponding to the new "
        r"subnet 'subnet-\w+' is already associated with the load balancer\.",
        ["a2", "b"],
    ),
    Case(
        "elbv2-network-one-zone",
        _set_subnets(("a", "b"), ("a",)),
        ["a"],
        "InvalidConfigurationRequest: More than 1 availability zone must be specified",
    ),
    Case(
        "elbv2-addresses-internal",
        _with_addresses(1, "a", Scheme="internal"),
        "InvalidConfigurationRequest: Elastic IPs are not supported for load balancers with scheme 'internal'",
        MADE,
    ),
    Case(
        "elbv2-addresses-partial",
        _with_addresses(1, "a", "b"),
        "InvalidConfigurationRequest: You must specify an Elastic IP for every subnet or for none",
        MADE,
    ),
    Case("elbv2-used-address", _used_by_another, IN_USE, MADE),
    Case("elbv2-used-address", _used_by_instance, IN_USE, MADE),
    Case("elbv2-used-address", _used_twice, IN_USE, MADE),
    Case("elbv2-addresses", _shown_addresses, [True, [True, True]], [False, [False, False]]),
    Case(
        "elbv2-target-group-attributes",
        _group_attributes,
        {"preserve_client_ip.enabled": "true", "proxy_protocol_v2.enabled": "false"},
        {},
    ),
    Case("elbv2-target-group-same-name", _same_group(), True, "DuplicateTargetGroupName: .*"),
    Case(
        "elbv2-target-group-same-name",
        _same_group(Port=30081),
        "DuplicateTargetGroupName: A target group with the same name 'tg' exists, but with different settings",
        "DuplicateTargetGroupName: A target group with the specified name already exists.",
    ),
    Case("elbv2-ssl-policy", _ssl_policy, None, "ELBSecurityPolicy-2016-08"),
    Case("elbv2-target-group-uses", _uses_after_delete, 0, 1),
    Case(
        "elbv2-target-group-vpc",
        _listen_elsewhere,
        "InvalidConfigurationRequest: Target group 'arn:.*' is in a different VPC than load balancer 'arn:.*'",
        "accepted",
    ),
    Case("elbv2-target-group-vpc", _forward_elsewhere, "InvalidConfigurationRequest: .*", "accepted"),
    Case("elbv2-no-target-groups", _no_groups, [], "TargetGroupNotFound: .*"),
    Case("elbv2-unknown-load-balancer", _unknown, r"LoadBalancerNotFound: Load balancers '\[none\]' not found", 1),
    Case(
        "elbv2-security-group",
        _network("a", SecurityGroups=["sg-0123456789abcdef0"]),
        r"InvalidSecurityGroup: The security group 'sg-0123456789abcdef0' does not exist \(Service: AmazonEC2; .*\)",
        MADE,
    ),
    Case("elbv2-tags", _eleven_tags, "accepted", "TooManyTags: .*"),
    Case("elbv2-tags", _fifty_one_tags, "TooManyTags: .*", "accepted"),
    Case("elbv2-tags", _equal_tags, "DuplicateTagKeys: .*", "accepted"),
    Case("elbv2-tags", _tags_of_unknown, "LoadBalancerNotFound: .*", []),
    Case(
        "elbv2-unknown-address",
        _unknown_addresses,
        f"AllocationIdNotFound: The allocation IDs '{UNKNOWN_ADDRESS_2}', '{UNKNOWN_ADDRESS}' do not exist "
        r"\(Service: AmazonEC2; Status Code: 400; Error Code: InvalidAllocationID\.NotFound; "
        r"Request ID: [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}; Proxy: null\)",
        MADE,
    ),
)
