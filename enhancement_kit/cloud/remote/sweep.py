"""Deleting what a run created in AWS, found by the VPCs of the run and by the tag of the kit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from botocore.exceptions import ClientError

from enhancement_kit.errors import HarnessError

TAG = "enhancement-conformance-kit"
"""The key of the tag that everything carries that is made in a real account."""

_GONE = ("NotFound", "Malformed", "NoSuchHostedZone", "DependencyViolation.Gone")


@dataclass(frozen=True)
class Leftover:
    """A resource to delete."""

    kind: str
    id: str
    remove: Callable[[], object]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


def tagged(client: Callable[[str], Any]) -> tuple[list[str], list[str], list[str]]:
    """Return the VPCs, Elastic IPs and hosted zones that carry the kit's tag."""
    ec2, route53 = client("ec2"), client("route53")
    mine = [{"Name": "tag-key", "Values": [TAG]}]
    vpcs = [vpc["VpcId"] for vpc in ec2.describe_vpcs(Filters=mine)["Vpcs"]]
    addresses = [one["AllocationId"] for one in ec2.describe_addresses(Filters=mine)["Addresses"]]
    zones = []
    for zone in route53.list_hosted_zones()["HostedZones"]:
        identifier = zone["Id"].rpartition("/")[2]
        answer = route53.list_tags_for_resource(ResourceType="hostedzone", ResourceId=identifier)
        if any(tag["Key"] == TAG for tag in answer["ResourceTagSet"]["Tags"]):
            zones.append(identifier)
    return vpcs, addresses, zones


def leftovers(
    client: Callable[[str], Any], *, vpcs: Iterable[str], addresses: Iterable[str], zones: Iterable[str]
) -> Iterator[Leftover]:
    """Yield what these VPCs hold, then these addresses and zones, in an order in which AWS allows their deletion.

    The iterator is lazy: it looks up each resource after the previous one was deleted.
    """
    ec2 = client("ec2")
    for vpc in vpcs:
        yield from _balancers(client, vpc)
        yield from _in_vpc(ec2, vpc)
    for address in addresses:
        yield Leftover("Elastic IP", address, partial(ec2.release_address, AllocationId=address))
    for zone in zones:
        yield Leftover("hosted zone", zone, partial(_delete_zone, client("route53"), zone))


def _balancers(client: Callable[[str], Any], vpc: str) -> Iterator[Leftover]:
    elbv2, elb = client("elbv2"), client("elb")
    for one in elbv2.describe_load_balancers()["LoadBalancers"]:
        if one["VpcId"] == vpc:
            arn = one["LoadBalancerArn"]
            yield Leftover("load balancer", arn, partial(elbv2.delete_load_balancer, LoadBalancerArn=arn))
    for one in elb.describe_load_balancers()["LoadBalancerDescriptions"]:
        if one.get("VPCId") == vpc:
            name = one["LoadBalancerName"]
            yield Leftover("load balancer", name, partial(elb.delete_load_balancer, LoadBalancerName=name))
    for one in elbv2.describe_target_groups()["TargetGroups"]:
        if one.get("VpcId") == vpc:
            arn = one["TargetGroupArn"]
            yield Leftover("target group", arn, partial(elbv2.delete_target_group, TargetGroupArn=arn))


def _in_vpc(ec2: Any, vpc: str) -> Iterator[Leftover]:
    inside = [{"Name": "vpc-id", "Values": [vpc]}]
    for reservation in ec2.describe_instances(Filters=inside)["Reservations"]:
        for one in reservation["Instances"]:
            if one["State"]["Name"] not in ("terminated", "shutting-down"):
                yield Leftover("instance", one["InstanceId"], partial(_terminate, ec2, one["InstanceId"]))
    for one in ec2.describe_nat_gateways(Filters=inside)["NatGateways"]:
        if one["State"] not in ("deleted", "deleting"):
            yield Leftover("NAT gateway", one["NatGatewayId"], partial(_delete_nat, ec2, one["NatGatewayId"]))
    for one in ec2.describe_subnets(Filters=inside)["Subnets"]:
        yield Leftover("subnet", one["SubnetId"], partial(ec2.delete_subnet, SubnetId=one["SubnetId"]))
    for one in ec2.describe_route_tables(Filters=inside)["RouteTables"]:
        if not any(association.get("Main") for association in one["Associations"]):
            table = one["RouteTableId"]
            yield Leftover("route table", table, partial(ec2.delete_route_table, RouteTableId=table))
    for one in ec2.describe_internet_gateways(Filters=[{"Name": "attachment.vpc-id", "Values": [vpc]}])[
        "InternetGateways"
    ]:
        gateway = one["InternetGatewayId"]
        yield Leftover("internet gateway", gateway, partial(_delete_gateway, ec2, gateway, vpc))
    groups = ec2.describe_security_groups(Filters=inside)["SecurityGroups"]
    for one in groups:
        if rules := [rule for rule in one["IpPermissions"] if rule["UserIdGroupPairs"]]:
            group = one["GroupId"]
            revoke = partial(ec2.revoke_security_group_ingress, GroupId=group, IpPermissions=rules)
            yield Leftover("rules of security group", group, revoke)
    for one in groups:
        if one["GroupName"] != "default":
            yield Leftover("security group", one["GroupId"], partial(ec2.delete_security_group, GroupId=one["GroupId"]))
    yield Leftover("VPC", vpc, partial(ec2.delete_vpc, VpcId=vpc))


def _terminate(ec2: Any, instance: str) -> None:
    ec2.terminate_instances(InstanceIds=[instance])
    ec2.get_waiter("instance_terminated").wait(InstanceIds=[instance])


def _delete_nat(ec2: Any, nat: str) -> None:
    ec2.delete_nat_gateway(NatGatewayId=nat)
    ec2.get_waiter("nat_gateway_deleted").wait(NatGatewayIds=[nat])


def _delete_gateway(ec2: Any, gateway: str, vpc: str) -> None:
    ec2.detach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
    ec2.delete_internet_gateway(InternetGatewayId=gateway)


def _delete_zone(route53: Any, zone: str) -> None:
    records = route53.list_resource_record_sets(HostedZoneId=zone)["ResourceRecordSets"]
    changes = [{"Action": "DELETE", "ResourceRecordSet": one} for one in records if one["Type"] not in ("NS", "SOA")]
    if changes:
        route53.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": changes})
    route53.delete_hosted_zone(Id=zone)


def remove(found: Iterable[Leftover]) -> list[str]:
    """Delete all leftovers and return those deleted. Raises HarnessError naming everything that stayed."""
    gone, stayed = [], []
    for one in found:
        try:
            one.remove()
            gone.append(str(one))
        except ClientError as error:
            if not error.response["Error"]["Code"].endswith(_GONE):
                stayed.append(f"{one} ({error.response['Error']['Code']})")
    if stayed:
        raise HarnessError(f"not everything could be taken away from AWS: {'; '.join(stayed)}; run ekit clean")
    return gone
