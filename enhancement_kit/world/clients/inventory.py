"""What AWS holds, each thing as a line of text, so that two states can be compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from enhancement_kit.world.clients import load_balancers
from enhancement_kit.world.clients.aws import AwsClient, AwsClientMaker

NOT_THERE = ("terminated", "shutting-down")

Found = Iterator[tuple[str, Any]]
"""Things by kind and id, with the properties that somebody else could change."""


def of(aws: AwsClientMaker) -> frozenset[str]:
    """List load balancers, target groups, security groups, Elastic IPs and DNS records, read with the kit's clients."""
    return frozenset(
        (
            *_balancers(aws("elb"), aws("elbv2")),
            *_classic_listeners(aws("elb")),
            *_target_groups(aws("elbv2")),
            *_security_groups(aws("ec2")),
            *_addresses(aws("ec2")),
            *_records(aws("route53")),
        )
    )


def of_account(aws: AwsClientMaker) -> frozenset[str]:
    """List all of that, and whatever else clusters make in an account: with tags, and what somebody could change."""
    return of(aws) | {
        f"the {name}: {json.dumps(properties, sort_keys=True, default=str)}"
        for reader in (_ec2, _zones, _iam, _buckets)
        for name, properties in reader(aws)
    }


def differences(before: frozenset[str], now: frozenset[str]) -> list[str]:
    """Say what is new and what is gone; what has changed is both."""
    left = [f"there still is {one}" for one in sorted(now - before)]
    return left + [f"there is no longer {one}" for one in sorted(before - now)]


def _balancers(elb: AwsClient, elbv2: AwsClient) -> Iterator[str]:
    for one in load_balancers.describe(elb, elbv2):
        yield f"the {one.kind} load balancer {one.host} of {one.service}, {one.scheme}, in {_joined(one.subnets)}"
        for port in load_balancers.ports(one, elb, elbv2):
            yield f"the listener {port} of {one.host}"


def _classic_listeners(elb: AwsClient) -> Iterator[str]:
    for one in elb.describe_load_balancers()["LoadBalancerDescriptions"]:
        instances = _joined(i["InstanceId"] for i in one.get("Instances", []))
        groups = _joined(one.get("SecurityGroups", []))
        yield f"the targets {instances} and the security groups {groups} of {one['DNSName']}"


def _target_groups(elbv2: AwsClient) -> Iterator[str]:
    for one in elbv2.describe_target_groups()["TargetGroups"]:
        arn = one["TargetGroupArn"]
        health = elbv2.describe_target_health(TargetGroupArn=arn)["TargetHealthDescriptions"]
        targets = _joined(target["Target"]["Id"] for target in health)
        users = _joined(one.get("LoadBalancerArns", []))
        yield f"the target group {arn} on port {one['Port']} with the targets {targets}, used by {users}"


def _security_groups(ec2: AwsClient) -> Iterator[str]:
    for group in ec2.describe_security_groups()["SecurityGroups"]:
        name = f"{group['GroupName']} ({group['GroupId']})"
        yield f"the security group {name}"
        for rule in group["IpPermissions"]:
            ports = f"{rule['IpProtocol']} {rule.get('FromPort', '')}-{rule.get('ToPort', '')}"
            sources = [r["CidrIp"] for r in rule.get("IpRanges", [])]
            sources += [p["GroupId"] for p in rule.get("UserIdGroupPairs", [])]
            yield from (f"the rule {ports} from {source} of {name}" for source in sources)


def _addresses(ec2: AwsClient) -> Iterator[str]:
    for one in ec2.describe_addresses()["Addresses"]:
        use = one.get("NetworkInterfaceId") or one.get("InstanceId") or "nothing"
        yield f"the Elastic IP {one['AllocationId']}, associated with {use}"


def _records(route53: AwsClient) -> Iterator[str]:
    for page in route53.get_paginator("list_hosted_zones").paginate():
        for zone in page["HostedZones"]:
            records = route53.get_paginator("list_resource_record_sets").paginate(HostedZoneId=zone["Id"])
            for one in (record for page_ in records for record in page_["ResourceRecordSets"]):
                yield f"the record {one['Name']} {one['Type']} {_values(one)} in the zone {zone['Id']}"


def _values(record: Mapping[str, Any]) -> str:
    alias = record.get("AliasTarget")
    return (
        f"alias {alias['DNSName']} of {alias['HostedZoneId']}"
        if alias
        else _joined(one["Value"] for one in record.get("ResourceRecords", []))
    )


def _tags(entry: Mapping[str, Any]) -> dict[str, str]:
    return {tag["Key"]: tag.get("Value", "") for tag in entry.get("Tags") or ()}


def _ec2(aws: AwsClientMaker) -> Found:
    ec2 = aws("ec2")
    instances = [i for reservation in ec2.describe_instances()["Reservations"] for i in reservation["Instances"]]
    for one in instances:
        if one["State"]["Name"] not in NOT_THERE:
            yield f"instance {one['InstanceId']}", _tags(one)
    for one in ec2.describe_security_groups()["SecurityGroups"]:
        yield f"security group {one['GroupId']}", (one["IpPermissions"], _tags(one))
    for one in ec2.describe_images(Owners=["self"])["Images"]:
        yield f"image {one['ImageId']}", _tags(one)
    for one in ec2.describe_snapshots(OwnerIds=["self"])["Snapshots"]:
        yield f"snapshot {one['SnapshotId']}", _tags(one)
    for one in ec2.describe_addresses()["Addresses"]:
        yield f"Elastic IP {one['AllocationId']}", (one.get("AssociationId"), _tags(one))
    for one in ec2.describe_subnets()["Subnets"]:
        yield f"subnet {one['SubnetId']}", _tags(one)


def _zones(aws: AwsClientMaker) -> Found:
    for zone in aws("route53").list_hosted_zones()["HostedZones"]:
        yield f"hosted zone {zone['Id']}", zone["Name"]


def _iam(aws: AwsClientMaker) -> Found:
    iam = aws("iam")
    for user in iam.list_users()["Users"]:
        name = user["UserName"]
        keys = [key["AccessKeyId"] for key in iam.list_access_keys(UserName=name)["AccessKeyMetadata"]]
        yield f"user {name}", (keys, iam.list_user_policies(UserName=name)["PolicyNames"])
    for role in iam.list_roles()["Roles"]:
        yield f"role {role['RoleName']}", None
    for profile in iam.list_instance_profiles()["InstanceProfiles"]:
        yield f"instance profile {profile['InstanceProfileName']}", [r["RoleName"] for r in profile["Roles"]]


def _buckets(aws: AwsClientMaker) -> Found:
    for bucket in aws("s3").list_buckets()["Buckets"]:
        yield f"bucket {bucket['Name']}", None


def _joined(words: Iterable[str]) -> str:
    return ", ".join(sorted(words)) or "nothing"
