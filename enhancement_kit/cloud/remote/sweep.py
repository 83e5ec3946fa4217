"""Deleting what a run created in AWS, found by the VPCs of the run and by the tag of the kit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from enhancement_kit.cloud.remote.pages import listed
from enhancement_kit.errors import HarnessError

TAG = "enhancement-conformance-kit"
"""The key of the tag that everything carries that is made in a real account; the value is the id of the run."""

_GONE = ("NotFound", "NoSuchHostedZone")
_DESCRIBED = 20
"""So many load balancers AWS describes the tags of in one call."""


@dataclass(frozen=True)
class Leftover:
    """A resource to delete, or something that keeps the kit from deleting: `stays` says why."""

    kind: str
    id: str
    remove: Callable[[], object] = lambda: None
    stays: str = ""

    is_list: bool = False
    """Whether this stands for resources that could not be listed."""

    def __str__(self) -> str:
        return f"{self.kind} {self.id}".strip()


@dataclass(frozen=True)
class Found:
    """What carries the tag of one run: ids of VPCs, Elastic IPs and hosted zones."""

    vpcs: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    zones: list[str] = field(default_factory=list)


def _run_of(tags: Iterable[Mapping[str, str]]) -> str:
    return next((tag["Value"] for tag in tags if tag["Key"] == TAG), "")


def tagged(client: Callable[[str], Any]) -> dict[str, Found]:
    """Return what carries the kit's tag, by run. Raises HarnessError where it cannot be listed."""
    runs: dict[str, Found] = {}

    def found(tags: Iterable[Mapping[str, str]]) -> Found:
        return runs.setdefault(_run_of(tags), Found())

    ec2, route53 = client("ec2"), client("route53")
    mine = [{"Name": "tag-key", "Values": [TAG]}]
    try:
        for vpc in listed(ec2, "describe_vpcs", "Vpcs", Filters=mine):
            found(vpc["Tags"]).vpcs.append(vpc["VpcId"])
        for address in listed(ec2, "describe_addresses", "Addresses", Filters=mine):
            found(address["Tags"]).addresses.append(address["AllocationId"])
        for zone in listed(route53, "list_hosted_zones", "HostedZones"):
            identifier = zone["Id"].rpartition("/")[2]
            tags = route53.list_tags_for_resource(ResourceType="hostedzone", ResourceId=identifier)
            if _run_of(tags["ResourceTagSet"]["Tags"]):
                found(tags["ResourceTagSet"]["Tags"]).zones.append(identifier)
    except (ClientError, BotoCoreError) as error:
        raise HarnessError(f"what runs left cannot be listed, and nothing was deleted: {error}") from error
    runs.pop("", None)
    return runs


def leftovers(
    client: Callable[[str], Any], *, vpcs: Iterable[str], addresses: Iterable[str], zones: Iterable[str], run: str = ""
) -> Iterator[Leftover]:
    """Yield what these VPCs hold, then these addresses and zones, in an order in which AWS allows their deletion.

    With `run`, what does not carry the tag of that run stays, also inside of these VPCs. The iterator is lazy: it looks
    up each resource after the previous one was deleted. What cannot be listed is yielded as something that stays.
    """
    ec2 = client("ec2")
    for vpc in vpcs:
        for what, found in (
            ("network load balancers", _network_balancers(client("elbv2"), vpc)),
            ("classic load balancers", _classic_balancers(client("elb"), vpc)),
            ("target groups", _target_groups(client("elbv2"), vpc)),
            ("instances", _instances(ec2, vpc)),
            ("NAT gateways", _nat_gateways(ec2, vpc)),
            ("subnets, routes and groups", _network(ec2, vpc)),
        ):
            yield from _permitted(_noticed(f"{what} of {vpc}", found), run)
        yield Leftover("VPC", vpc, partial(ec2.delete_vpc, VpcId=vpc))
    for address in addresses:
        yield Leftover("Elastic IP", address, partial(ec2.release_address, AllocationId=address))
    for zone in zones:
        yield Leftover("hosted zone", zone, partial(_delete_zone, client("route53"), zone))


_Tagged = tuple[Leftover, str]
"""A resource, and the run of its tag."""


def _noticed(what: str, found: Iterator[_Tagged]) -> Iterator[_Tagged]:
    try:
        yield from found
    except (ClientError, BotoCoreError) as error:
        yield Leftover(what, "", stays=f"cannot be listed: {_reason(error)}", is_list=True), ""


def _permitted(found: Iterator[_Tagged], run: str) -> Iterator[Leftover]:
    for one, of_run in found:
        if run and of_run != run and not one.stays:
            yield Leftover(one.kind, one.id, stays=f"does not carry the tag {TAG}={run}")
        else:
            yield one


def _network_balancers(elbv2: Any, vpc: str) -> Iterator[_Tagged]:
    found = [one for one in listed(elbv2, "describe_load_balancers", "LoadBalancers") if one["VpcId"] == vpc]
    for arn, run in _runs(elbv2, [one["LoadBalancerArn"] for one in found]):
        yield Leftover("load balancer", arn, partial(elbv2.delete_load_balancer, LoadBalancerArn=arn)), run


def _target_groups(elbv2: Any, vpc: str) -> Iterator[_Tagged]:
    found = [one for one in listed(elbv2, "describe_target_groups", "TargetGroups") if one.get("VpcId") == vpc]
    for arn, run in _runs(elbv2, [one["TargetGroupArn"] for one in found]):
        yield Leftover("target group", arn, partial(elbv2.delete_target_group, TargetGroupArn=arn)), run


def _runs(elbv2: Any, arns: list[str]) -> Iterator[tuple[str, str]]:
    for first in range(0, len(arns), _DESCRIBED):
        for one in elbv2.describe_tags(ResourceArns=arns[first : first + _DESCRIBED])["TagDescriptions"]:
            yield one["ResourceArn"], _run_of(one["Tags"])


def _classic_balancers(elb: Any, vpc: str) -> Iterator[_Tagged]:
    found = listed(elb, "describe_load_balancers", "LoadBalancerDescriptions")
    names = [one["LoadBalancerName"] for one in found if one.get("VPCId") == vpc]
    for first in range(0, len(names), _DESCRIBED):
        for one in elb.describe_tags(LoadBalancerNames=names[first : first + _DESCRIBED])["TagDescriptions"]:
            name = one["LoadBalancerName"]
            remove = partial(elb.delete_load_balancer, LoadBalancerName=name)
            yield Leftover("load balancer", name, remove), _run_of(one["Tags"])


def _instances(ec2: Any, vpc: str) -> Iterator[_Tagged]:
    inside = [{"Name": "vpc-id", "Values": [vpc]}]
    for reservation in listed(ec2, "describe_instances", "Reservations", Filters=inside):
        for one in reservation["Instances"]:
            if one["State"]["Name"] not in ("terminated", "shutting-down"):
                remove = partial(_terminate, ec2, one["InstanceId"])
                yield Leftover("instance", one["InstanceId"], remove), _run_of(one.get("Tags", ()))


def _nat_gateways(ec2: Any, vpc: str) -> Iterator[_Tagged]:
    inside = [{"Name": "vpc-id", "Values": [vpc]}]
    for one in listed(ec2, "describe_nat_gateways", "NatGateways", Filters=inside):
        if one["State"] not in ("deleted", "deleting"):
            remove = partial(_delete_nat, ec2, one["NatGatewayId"])
            yield Leftover("NAT gateway", one["NatGatewayId"], remove), _run_of(one.get("Tags", ()))


def _network(ec2: Any, vpc: str) -> Iterator[_Tagged]:
    inside = [{"Name": "vpc-id", "Values": [vpc]}]
    attached = [{"Name": "attachment.vpc-id", "Values": [vpc]}]
    for one in listed(ec2, "describe_subnets", "Subnets", Filters=inside):
        remove = partial(ec2.delete_subnet, SubnetId=one["SubnetId"])
        yield Leftover("subnet", one["SubnetId"], remove), _run_of(one.get("Tags", ()))
    for one in listed(ec2, "describe_route_tables", "RouteTables", Filters=inside):
        if not any(association.get("Main") for association in one["Associations"]):
            remove = partial(ec2.delete_route_table, RouteTableId=one["RouteTableId"])
            yield Leftover("route table", one["RouteTableId"], remove), _run_of(one.get("Tags", ()))
    for one in listed(ec2, "describe_internet_gateways", "InternetGateways", Filters=attached):
        remove = partial(_delete_gateway, ec2, one["InternetGatewayId"], vpc)
        yield Leftover("internet gateway", one["InternetGatewayId"], remove), _run_of(one.get("Tags", ()))
    # the default group goes with its VPC
    groups = [
        one
        for one in listed(ec2, "describe_security_groups", "SecurityGroups", Filters=inside)
        if one["GroupName"] != "default"
    ]
    for one in groups:
        if rules := [rule for rule in one["IpPermissions"] if rule["UserIdGroupPairs"]]:
            revoke = partial(ec2.revoke_security_group_ingress, GroupId=one["GroupId"], IpPermissions=rules)
            yield Leftover("rules of security group", one["GroupId"], revoke), _run_of(one.get("Tags", ()))
    for one in groups:
        remove = partial(ec2.delete_security_group, GroupId=one["GroupId"])
        yield Leftover("security group", one["GroupId"], remove), _run_of(one.get("Tags", ()))


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
    records = listed(route53, "list_resource_record_sets", "ResourceRecordSets", HostedZoneId=zone)
    changes = [{"Action": "DELETE", "ResourceRecordSet": one} for one in records if one["Type"] not in ("NS", "SOA")]
    if changes:
        route53.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": changes})
    route53.delete_hosted_zone(Id=zone)


def _reason(error: Exception) -> str:
    """Return the code of an error of AWS, or what botocore says."""
    return str(error.response["Error"]["Code"]) if isinstance(error, ClientError) else str(error)


def remove(found: Iterable[Leftover], *, remedy: str, tell: Callable[[Leftover], object] = lambda _: None) -> None:
    """Delete all leftovers, and `tell` of each that is gone; a failure keeps nothing else.

    Raises HarnessError naming everything that stayed, and the `remedy`.
    """
    stayed = []
    for one in found:
        if one.stays:
            stayed.append(f"{one} ({one.stays})")
            continue
        try:
            one.remove()
        except (ClientError, BotoCoreError) as error:
            if not _reason(error).endswith(_GONE):
                stayed.append(f"{one} ({_reason(error)})")
                continue
        tell(one)
    if stayed:
        raise HarnessError(f"not everything could be taken away from AWS: {'; '.join(stayed)}; {remedy}")
