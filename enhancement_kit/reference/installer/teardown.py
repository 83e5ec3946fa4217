"""Destroying a cluster: resources tagged as its own are deleted, shared ones only lose the tag."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..runtime.aws_networks import CLUSTER_PREFIX
from . import cluster_manifests, images
from .directory import Metadata
from .infrastructure import Aws, shared_tag


def destroy(aws: Aws, metadata: Metadata) -> None:
    """Delete all resources of the cluster. Raises InstallError where AWS refuses."""
    infra_id = metadata.infra_id
    delete_records(aws, metadata)
    tagged = owned_resources(aws, infra_id)
    delete_load_balancers(aws, tagged)
    delete_buckets(aws, tagged)
    delete_users(aws, infra_id)
    terminate_instances(aws, infra_id)
    images.deregister(aws, infra_id)
    delete_security_groups(aws, infra_id)
    unshare(aws, infra_id)


def _owned(tags: Iterable[Mapping[str, Any]], infra_id: str) -> bool:
    return any(tag["Key"] == CLUSTER_PREFIX + infra_id and tag.get("Value") == "owned" for tag in tags)


def _owned_filter(infra_id: str) -> list[dict[str, Any]]:
    return [{"Name": f"tag:{CLUSTER_PREFIX}{infra_id}", "Values": ["owned"]}]


def owned_resources(aws: Aws, infra_id: str) -> list[str]:
    """Return the ARNs of the resources that are tagged as the cluster's own."""
    found = aws.every(
        "resourcegroupstaggingapi",
        "get_resources",
        "ResourceTagMappingList",
        TagFilters=[{"Key": CLUSTER_PREFIX + infra_id, "Values": ["owned"]}],
        ResourceTypeFilters=["elasticloadbalancing:loadbalancer", "s3"],
    )
    return [str(one["ResourceARN"]) for one in found]


def delete_load_balancers(aws: Aws, tagged: Iterable[str]) -> None:
    """Delete the load balancers of the control plane and of Services, the network ones with their target groups."""
    for arn in tagged:
        _, found, name = arn.partition(":loadbalancer/")
        if found and "/" not in name:
            aws("elb", "delete_load_balancer", LoadBalancerName=name)
        elif found:
            groups = aws("elbv2", "describe_target_groups", LoadBalancerArn=arn)["TargetGroups"]
            aws("elbv2", "delete_load_balancer", LoadBalancerArn=arn)
            for group in groups:
                aws("elbv2", "delete_target_group", TargetGroupArn=group["TargetGroupArn"])


def delete_buckets(aws: Aws, tagged: Iterable[str]) -> None:
    """Delete the buckets that operators made."""
    for arn in tagged:
        if ":s3:::" in arn:
            aws("s3", "delete_bucket", Bucket=arn.rpartition(":")[2])


def delete_users(aws: Aws, infra_id: str) -> None:
    """Delete the users whose credentials operators have, recognised by their tag."""
    for user in aws.every("iam", "list_users", "Users"):
        name = user["UserName"]
        if not _owned(aws("iam", "list_user_tags", UserName=name)["Tags"], infra_id):
            continue
        for key in aws("iam", "list_access_keys", UserName=name)["AccessKeyMetadata"]:
            aws("iam", "delete_access_key", UserName=name, AccessKeyId=key["AccessKeyId"])
        for policy in aws("iam", "list_user_policies", UserName=name)["PolicyNames"]:
            aws("iam", "delete_user_policy", UserName=name, PolicyName=policy)
        aws("iam", "delete_user", UserName=name)


def terminate_instances(aws: Aws, infra_id: str) -> None:
    """Terminate all machines."""
    reservations = aws("ec2", "describe_instances", Filters=_owned_filter(infra_id))["Reservations"]
    ids = [instance["InstanceId"] for reservation in reservations for instance in reservation["Instances"]]
    if ids:
        aws("ec2", "terminate_instances", InstanceIds=ids)


def delete_security_groups(aws: Aws, infra_id: str) -> None:
    """Delete all security groups, after the rules that refer to one of them."""
    groups = aws("ec2", "describe_security_groups", Filters=_owned_filter(infra_id))["SecurityGroups"]
    for group in groups:
        rules = group.get("IpPermissions")
        if rules:
            aws("ec2", "revoke_security_group_ingress", GroupId=group["GroupId"], IpPermissions=rules)
    for group in groups:
        aws("ec2", "delete_security_group", GroupId=group["GroupId"])


def delete_records(aws: Aws, metadata: Metadata) -> None:
    """Delete the private zone, and the cluster's records in the zone of the base domain."""
    wanted = cluster_manifests.private_zone_tags(metadata.infra_id)
    for zone in aws.every("route53", "list_hosted_zones", "HostedZones"):
        identifier = str(zone["Id"]).rpartition("/")[2]
        answer = aws("route53", "list_tags_for_resource", ResourceType="hostedzone", ResourceId=identifier)
        tags = {tag["Key"]: tag["Value"] for tag in answer["ResourceTagSet"]["Tags"]}
        own = wanted.items() <= tags.items()
        if own or metadata.domain.endswith("." + zone["Name"].rstrip(".")):
            _delete_records_below(aws, identifier, metadata.domain)
        if own:
            aws("route53", "delete_hosted_zone", Id=identifier)


def _delete_records_below(aws: Aws, zone: str, domain: str) -> None:
    found = aws.every("route53", "list_resource_record_sets", "ResourceRecordSets", HostedZoneId=zone)
    gone = [r for r in found if r["Type"] not in ("NS", "SOA") and r["Name"].rstrip(".").endswith("." + domain)]
    if gone:
        changes = [{"Action": "DELETE", "ResourceRecordSet": record} for record in gone]
        aws("route53", "change_resource_record_sets", HostedZoneId=zone, ChangeBatch={"Changes": changes})


def unshare(aws: Aws, infra_id: str) -> None:
    """Remove the shared tag; other tags stay."""
    key, value = next(iter(shared_tag(infra_id).items()))
    filters = [{"Name": f"tag:{key}", "Values": [value]}]
    shared = [s["SubnetId"] for s in aws("ec2", "describe_subnets", Filters=filters)["Subnets"]]
    if shared:
        aws("ec2", "delete_tags", Resources=shared, Tags=[{"Key": key, "Value": value}])
