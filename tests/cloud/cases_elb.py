"""Cases of the rules of Classic load balancers: what an act gives with the rule, and what moto gives without it."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import LISTENERS, UNKNOWN_SUBNET, World

MADE = r"clb-\d+\.us-east-2\.elb\.amazonaws\.com"
NOT_FOUND = "LoadBalancerNotFound: There is no ACTIVE Load Balancer named 'none'"


def _create(*aliases: str, **more: Any) -> Any:
    return lambda w: w.classic(*aliases, **more)["DNSName"]


def _attach(*aliases: str, subnet: str | None = None) -> Any:
    def act(w: World) -> Any:
        w.classic("a")
        asked = [*w.ids(*aliases), *([subnet] if subnet else [])]
        w.client("elb").attach_load_balancer_to_subnets(LoadBalancerName="clb", Subnets=asked)
        return len(w.classic_now()["Subnets"])

    return act


def _detach_all(w: World) -> Any:
    w.classic("a", "b")
    answer = w.client("elb").detach_load_balancer_from_subnets(LoadBalancerName="clb", Subnets=w.ids("b", "a"))
    return answer["Subnets"]


def _again(**changes: Any) -> Any:
    def act(w: World) -> Any:
        first = w.classic("a")["DNSName"]
        return w.classic("a", **changes)["DNSName"] == first

    return act


def _interfaces(w: World) -> list[int]:
    found = []
    elb = w.client("elb")
    w.classic("a", "b")
    found.append(_count(w))
    elb.detach_load_balancer_from_subnets(LoadBalancerName="clb", Subnets=w.ids("b"))
    found.append(_count(w))
    elb.delete_load_balancer(LoadBalancerName="clb")
    return [*found, _count(w)]


def _count(w: World) -> int:
    answer = w.client("ec2").describe_network_interfaces(Filters=[{"Name": "description", "Values": ["ELB clb"]}])
    return len(answer["NetworkInterfaces"])


def _two_vpcs(w: World) -> Any:
    return w.classic(Subnets=[*w.ids("a"), w.isolated_subnet()], Scheme="internal")["DNSName"]


def _group(w: World, subnet: str) -> str:
    """Create a security group in the VPC of a subnet."""
    ec2 = w.client("ec2")
    vpc = ec2.describe_subnets(SubnetIds=[subnet])["Subnets"][0]["VpcId"]
    return str(ec2.create_security_group(GroupName="g", Description="g", VpcId=vpc)["GroupId"])


def _group_elsewhere(w: World) -> Any:
    return w.classic("a", SecurityGroups=[_group(w, w.isolated_subnet())])["DNSName"]


def _apply_group_elsewhere(w: World) -> Any:
    w.classic("a", SecurityGroups=[_group(w, *w.ids("a"))])
    groups = [_group(w, w.isolated_subnet())]
    w.client("elb").apply_security_groups_to_load_balancer(LoadBalancerName="clb", SecurityGroups=groups)
    return "applied"


def _delete_listeners(w: World) -> list[int]:
    ports = [{**LISTENERS[0], "LoadBalancerPort": port} for port in (80, 443, 8080)]
    w.classic("a", Listeners=ports)
    w.client("elb").delete_load_balancer_listeners(LoadBalancerName="clb", LoadBalancerPorts=[80, 443])
    return [one["Listener"]["LoadBalancerPort"] for one in w.classic_now()["ListenerDescriptions"]]


def _health_check(w: World) -> str:
    w.classic("a")
    check = {"Target": "TCP:1", "Interval": 5, "Timeout": 5, "UnhealthyThreshold": 2, "HealthyThreshold": 2}
    w.client("elb").configure_health_check(LoadBalancerName="clb", HealthCheck=check)
    return "accepted"


def _eleven_tags(w: World) -> str:
    w.classic("a")
    for n in range(11):
        w.client("elb").add_tags(LoadBalancerNames=["clb"], Tags=[{"Key": f"k{n}", "Value": "v"}])
    return "accepted"


def _attributes(w: World) -> list[str]:
    w.classic("a")
    elb = w.client("elb")
    for enabled in (True, False):
        change = {"CrossZoneLoadBalancing": {"Enabled": enabled}}
        elb.modify_load_balancer_attributes(LoadBalancerName="clb", LoadBalancerAttributes=change)
    shown = elb.describe_load_balancer_attributes(LoadBalancerName="clb")["LoadBalancerAttributes"]
    return [one["Key"] for one in shown["AdditionalAttributes"]]


def _unknown(w: World) -> Any:
    return w.client("elb").attach_load_balancer_to_subnets(LoadBalancerName="none", Subnets=w.ids("a"))


CASES = (
    Case(
        "elb-subnets-or-zones",
        _create(),
        "ValidationError: Either AvailabilityZones or SubnetIds must be specified",
        MADE,
    ),
    Case(
        "elb-unknown-subnet",
        _create(Subnets=[UNKNOWN_SUBNET]),
        f"SubnetNotFound: The subnet ID '{UNKNOWN_SUBNET}' does not exist",
        "InvalidSubnetID.NotFound: .*",
    ),
    Case(
        "elb-unknown-subnet",
        _attach(subnet=UNKNOWN_SUBNET),
        f"SubnetNotFound: The subnet ID '{UNKNOWN_SUBNET}' does not exist",
        1,
    ),
    Case(
        "elb-one-subnet-per-zone",
        _create("a", "a2"),
        "InvalidConfigurationRequest: ELB cannot be attached to multiple subnets in the same AZ.",
        MADE,
    ),
    Case(
        "elb-one-subnet-per-zone",
        _attach("a2"),
        "InvalidConfigurationRequest: ELB cannot be attached to multiple subnets in the same AZ.",
        2,
    ),
    Case(
        "elb-one-vpc", _two_vpcs, "InvalidConfigurationRequest: The subnets must belong to the same VPC.", "internal-.*"
    ),
    Case(
        "elb-internet-gateway",
        lambda w: w.classic(Subnets=[w.isolated_subnet()])["DNSName"],
        r"InvalidSubnet: VPC vpc-\w+ has no internet gateway",
        MADE,
    ),
    Case(
        "elb-free-addresses",
        lambda w: w.classic(Subnets=[w.small_subnet()])["DNSName"],
        r"InvalidSubnet: Not enough IP space available in subnet-\w+\. "
        r"ELB requires at least 8 free IP addresses in each subnet\.",
        MADE,
    ),
    Case(
        "elb-detach-last-subnet",
        _detach_all,
        'InvalidConfigurationRequest: Requested configuration change for LoadBalancer "clb" is invalid because you '
        "attempted to detach all the subnets for this LoadBalancer and a LoadBalancer cannot be attached to zero "
        "subnets in VPC.",
        [],
    ),
    Case(
        "elb-zones",
        lambda w: (w.classic("c", "a"), w.classic_now()["AvailabilityZones"])[1],
        ["us-east-2a", "us-east-2c"],
        [],
    ),
    Case("elb-network-interfaces", _interfaces, [2, 1, 0], [0, 0, 0]),
    Case(
        "elb-name",
        _create("a", name="x" * 33),
        "ValidationError: LoadBalancer name cannot be longer than 32 characters",
        "x{33}-.*",
    ),
    Case(
        "elb-name",
        _create("a", name="under_score"),
        "ValidationError: .*letters, or digits or the dash.",
        "under_score-.*",
    ),
    Case("elb-scheme", _create("a", Scheme="public"), "InvalidScheme: Scheme 'public' is not valid", MADE),
    Case(
        "elb-same-name", _again(), True, "DuplicateLoadBalancerName: The specified load balancer name already exists.*"
    ),
    Case(
        "elb-same-name",
        _again(Scheme="internal"),
        "DuplicateLoadBalancerName: Load Balancer named clb already exists and it is configured with different "
        "parameters.",
        "DuplicateLoadBalancerName: The specified load balancer name already exists.*",
    ),
    Case("elb-dns-name", _create("a"), MADE, r"clb\.us-east-1\.elb\.amazonaws\.com"),
    Case(
        "elb-dns-name",
        _create("a", Scheme="internal"),
        r"internal-clb-\d+\.us-east-2\.elb\.amazonaws\.com",
        r"clb\.us-east-1\.elb\.amazonaws\.com",
    ),
    Case(
        "elb-hosted-zone",
        lambda w: (w.classic("a"), w.classic_now().get("CanonicalHostedZoneNameID"))[1],
        "Z3AADJGX6KTTL2",
        None,
    ),
    Case("elb-unknown-load-balancer", _unknown, NOT_FOUND, "broken"),
    Case("elb-delete-listeners", _delete_listeners, [8080], [443, 8080, 80, 8080]),
    Case(
        "elb-first-health-check",
        lambda w: (w.classic("a"), w.classic_now().get("HealthCheck"))[1],
        {"Target": "TCP:30080", "Interval": 30, "Timeout": 5, "UnhealthyThreshold": 2, "HealthyThreshold": 10},
        None,
    ),
    Case(
        "elb-health-check", _health_check, "ValidationError: HealthCheck timeout must be less than interval", "accepted"
    ),
    Case(
        "elb-security-group",
        _create("a", SecurityGroups=["sg-0123456789abcdef0"]),
        "InvalidSecurityGroup: .*sg-0123456789abcdef0",
        "ValidationError: .*",
    ),
    Case(
        "elb-security-group-vpc",
        _group_elsewhere,
        'InvalidConfigurationRequest: Security group "sg-[0-9a-f]+" does not belong to VPC "vpc-[0-9a-f]+"',
        MADE,
    ),
    Case("elb-security-group-vpc", _apply_group_elsewhere, "InvalidConfigurationRequest: .*", "applied"),
    Case("elb-tag-quota", _eleven_tags, "TooManyTags: .*", "LoadBalancerNotFound: .*"),
    Case(
        "elb-attributes-once",
        _attributes,
        ["elb.http.desyncmitigationmode"],
        ["elb.http.desyncmitigationmode"] * 2,
    ),
)
