"""Cases of the rules about filters, pages, ids and dry runs, with and without the rule."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import REGION, World

ABSENT = "0123456789abcdef0"
EVERY_ZONE = [f"{REGION}a", f"{REGION}b", f"{REGION}c", f"{REGION}-nyc-1a"]
BALANCER = f"arn:aws:elasticloadbalancing:{REGION}:123456789012:loadbalancer/net/gone/0123456789abcdef"


def ec2(operation: str, show: str = "", **asked: Any) -> Any:
    """Call EC2, and return a member of the answer or nothing."""

    def act(w: World) -> Any:
        answer = getattr(w.client("ec2"), operation)(**asked)
        return answer[show] if show else "answered"

    return act


def _zones(**wanted: str) -> Any:
    """Return the names of the zones that filters let through, one of them a Local Zone."""

    def act(w: World) -> list[str]:
        from enhancement_kit.cloud.interface import SubnetSpec

        w.cloud.add_subnets(w.vpc, [SubnetSpec("edge", f"{REGION}-nyc-1a")], cluster_id="c1")
        filters = [{"Name": name.replace("_", "-"), "Values": [value]} for name, value in wanted.items()]
        found = w.client("ec2").describe_availability_zones(Filters=filters)["AvailabilityZones"]
        return [zone["ZoneName"] for zone in found]

    return act


def _subnets_of(name: str, value: str) -> Any:
    """Return the aliases of the subnets of the route tables that a filter lets through."""

    def act(w: World) -> list[str]:
        filters = [{"Name": name, "Values": [value]}]
        tables = w.client("ec2").describe_route_tables(Filters=filters)["RouteTables"]
        held = {one.get("SubnetId") for table in tables for one in table["Associations"]}
        return sorted(alias for alias, subnet in w.subnets.items() if subnet in held)

    return act


def _interfaces(w: World) -> int:
    w.network("a", "b")
    filters = [
        {"Name": "description", "Values": ["ELB net/nlb/*"]},
        {"Name": "association.public-ip", "Values": ["198.51.100.?"]},
    ]
    return len(w.client("ec2").describe_network_interfaces(Filters=filters)["NetworkInterfaces"])


def _many_values(w: World) -> int:
    filters = [{"Name": "vpc-id", "Values": [f"vpc-{n}" for n in range(201)]}]
    return len(w.client("ec2").describe_subnets(Filters=filters)["Subnets"])


def _pages_of_offerings(w: World) -> Any:
    client, pages = w.client("ec2"), []
    asked: dict[str, Any] = {"MaxResults": 7, "Filters": [{"Name": "instance-type", "Values": ["m5.*"]}]}
    while not pages or "NextToken" in pages[-1]:
        token = {"NextToken": pages[-1]["NextToken"]} if pages else {}
        pages.append(client.describe_instance_type_offerings(**asked, **token))
    types = [one["InstanceType"] for page in pages for one in page["InstanceTypeOfferings"]]
    return len(types), len(set(types)), len(pages)


def _dry(w: World) -> Any:
    w.client("ec2").create_nat_gateway(SubnetId=w.subnets["a"], ConnectivityType="private", DryRun=True)
    return "made"


def _zones_by_name(w: World) -> Any:
    client = w.client("route53")
    for name in ("b.test", "a.test", "c.test"):
        client.create_hosted_zone(Name=name, CallerReference=name)
    found = client.list_hosted_zones_by_name(DNSName="aa.test", MaxItems="1")
    return [zone["Name"] for zone in found["HostedZones"]], found.get("IsTruncated"), found.get("NextDNSName")


CASES = (
    Case(
        "ec2-unknown-filter",
        ec2("describe_subnets", Filters=[{"Name": "nonsense", "Values": ["x"]}]),
        "InvalidParameterValue: The filter 'nonsense' is invalid",
        "broken",
    ),
    Case(
        "ec2-unknown-filter",
        ec2("describe_addresses", "Addresses", Filters=[{"Name": "nonsense", "Values": ["x"]}]),
        "InvalidParameterValue: The filter 'nonsense' is invalid",
        [],
    ),
    Case(
        "ec2-unknown-filter",
        ec2("describe_availability_zones", Filters=[{"Name": "nonsense", "Values": ["x"]}]),
        "InvalidParameterValue: The filter 'nonsense' is invalid",
        "answered",
    ),
    Case(
        "ec2-filter-limit",
        _many_values,
        "FilterLimitExceeded: The maximum number of filter values specified on a single call is 200",
        0,
    ),
    Case("ec2-filters", _zones(opt_in_status="opted-in"), [f"{REGION}-nyc-1a"], EVERY_ZONE),
    Case("ec2-filters", _zones(group_name="*-nyc-?"), [f"{REGION}-nyc-1a"], EVERY_ZONE),
    Case("ec2-filters", _subnets_of("route.state", "active"), ["a", "a2", "b", "c", "p-a"], "broken"),
    Case("ec2-filters", _interfaces, 2, "broken"),
    Case(
        "page-refusals",
        ec2("describe_instances", MaxResults=1001),
        r"InvalidParameterValue: Value \( 1001 \) .*",
        "answered",
    ),
    Case(
        "page-refusals",
        ec2("describe_vpcs", NextToken="nonsense"),
        r"InvalidParameterValue: Value \( nonsense \) for parameter NextToken is invalid\. The token is invalid\.",
        "answered",
    ),
    Case(
        "page-refusals",
        ec2("describe_volumes", VolumeIds=[f"vol-{ABSENT}"], MaxResults=5),
        "InvalidParameterCombination: The parameter volumeSet cannot be used with the parameter maxResults",
        r"InvalidVolume\.NotFound: .*",
    ),
    Case("pages", _pages_of_offerings, (9, 9, 2), (9, 9, 1)),
    Case(
        "ec2-malformed-id",
        ec2("describe_vpcs", VpcIds=["nonsense"]),
        r'InvalidVpcID\.Malformed: Invalid id: "nonsense" \(expecting "vpc-\.\.\."\)',
        r"InvalidVpcID\.NotFound: .*",
    ),
    Case(
        "ec2-malformed-id",
        ec2("create_route_table", VpcId="vpc-nonsense"),
        r'InvalidVpcID\.Malformed: Invalid id: "vpc-nonsense"',
        r"InvalidVpcID\.NotFound: .*",
    ),
    Case(
        "ec2-unknown-id",
        ec2("describe_vpcs", VpcIds=[f"vpc-{ABSENT}"]),
        rf"InvalidVpcID\.NotFound: The vpc ID 'vpc-{ABSENT}' does not exist",
        r"InvalidVpcID\.NotFound: VpcID .*",
    ),
    Case(
        "ec2-unknown-id",
        ec2("describe_nat_gateways", "NatGateways", NatGatewayIds=[f"nat-{ABSENT}"]),
        f"NatGatewayNotFound: The Nat Gateway nat-{ABSENT} was not found",
        [],
    ),
    Case(
        "elbv2-malformed-arn",
        lambda w: w.client("elbv2").describe_target_groups(TargetGroupArns=[BALANCER]),
        f"ValidationError: '{BALANCER}' is not a valid target group ARN",
        "TargetGroupNotFound: .*",
    ),
    Case(
        "elbv2-malformed-arn",
        lambda w: w.client("elbv2").describe_listeners(LoadBalancerArn="nonsense"),
        "ValidationError: 'nonsense' is not a valid load balancer ARN",
        "LoadBalancerNotFound: .*",
    ),
    Case("route53-name-pages", _zones_by_name, (["b.test."], True, "c.test."), ([], None, None)),
    Case(
        "list-limits",
        lambda w: w.client("elbv2").describe_tags(ResourceArns=[BALANCER] * 21),
        r"ValidationError: 1 validation error detected: Value .* at 'resourceArns' .* less than or equal to 20",
        "LoadBalancerNotFound: .*",
    ),
    Case(
        "ec2-unknown-zone",
        ec2("describe_availability_zones", "AvailabilityZones", ZoneIds=["nonsense"]),
        r"InvalidParameterValue: Invalid availability zone-id: \[nonsense\]",
        [],
    ),
    Case("ec2-dry-run", _dry, "DryRunOperation: Request would have succeeded, but DryRun flag is set.", "made"),
)
