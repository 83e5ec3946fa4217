"""Another cluster that lives in the account and in the VPC of the scenario's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from enhancement_kit.world.clients.aws import AwsClientMaker

OTHER_CLUSTER = "mycluster-zzzzz"
"""The infrastructure id of the other cluster: all but its last characters may be those of the scenario's cluster."""
OTHER_NAME = "my-mycluster"
"""The other cluster's name, which ends like that of the scenario's cluster."""


def add_other_cluster(aws: AwsClientMaker, vpc: str, subnets: Mapping[str, str], base_domain: str) -> None:
    """Make what another cluster has in the account, with the tags by which that one will be destroyed some day."""
    key = f"kubernetes.io/cluster/{OTHER_CLUSTER}"
    owned = [{"Key": key, "Value": "owned"}]
    shared = [{"Key": key, "Value": "shared"}]
    subnet, name = next(iter(subnets.values())), OTHER_CLUSTER
    _add_machine(aws("ec2"), vpc, subnet, owned)
    aws("ec2").create_tags(Resources=list(subnets.values()), Tags=shared)
    listener = {"Protocol": "TCP", "LoadBalancerPort": 443, "InstanceProtocol": "TCP", "InstancePort": 30443}
    aws("elb").create_load_balancer(LoadBalancerName=name, Listeners=[listener], Subnets=[subnet], Tags=owned)
    aws("elbv2").create_load_balancer(Name=f"{name}-int", Type="network", Subnets=[subnet], Tags=owned)
    aws("elbv2").create_target_group(Name=f"{name}-aint", Protocol="TCP", Port=6443, VpcId=vpc, Tags=owned)
    _add_names(aws("route53"), vpc, aws("ec2").meta.region_name, base_domain, owned)
    iam = aws("iam")
    iam.create_user(UserName=f"{name}-ingress", Tags=owned)
    iam.create_access_key(UserName=f"{name}-ingress")
    iam.put_user_policy(
        UserName=f"{name}-ingress", PolicyName="policy", PolicyDocument=_policy(Action="s3:*", Resource="*")
    )
    iam.create_role(RoleName=f"{name}-worker", AssumeRolePolicyDocument=_policy(Action="sts:AssumeRole"), Tags=owned)
    iam.create_instance_profile(InstanceProfileName=f"{name}-worker", Tags=owned)
    iam.add_role_to_instance_profile(InstanceProfileName=f"{name}-worker", RoleName=f"{name}-worker")
    s3, region = aws("s3"), aws("s3").meta.region_name
    elsewhere = {} if region == "us-east-1" else {"CreateBucketConfiguration": {"LocationConstraint": region}}
    s3.create_bucket(Bucket=f"{name}-image-registry", **elsewhere)
    s3.put_bucket_tagging(Bucket=f"{name}-image-registry", Tagging={"TagSet": owned})


def add_zones(route53: Any, count: int) -> None:
    """Make public hosted zones that have nothing to do with any cluster."""
    for number in range(1, count + 1):
        name = f"zone-{number}.test"
        route53.create_hosted_zone(Name=name, CallerReference=name)


def _policy(**statement: str) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", **statement}]})


def _add_machine(ec2: Any, vpc: str, subnet: str, owned: list[dict[str, str]]) -> None:
    """Make a machine with its image and its security group."""

    def of(*kinds: str) -> list[dict[str, Any]]:
        return [{"ResourceType": kind, "Tags": owned} for kind in kinds]

    name = OTHER_CLUSTER
    group = ec2.create_security_group(
        GroupName=f"{name}-node", Description="nodes", VpcId=vpc, TagSpecifications=of("security-group")
    )["GroupId"]
    rule = {"IpProtocol": "tcp", "FromPort": 22623, "ToPort": 22623, "IpRanges": [{"CidrIp": "10.0.0.0/16"}]}
    ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[rule])
    image = ec2.register_image(Name=f"{name}-ami")["ImageId"]
    ec2.create_tags(Resources=[image], Tags=owned)
    ec2.run_instances(
        ImageId=image, MinCount=1, MaxCount=1, SubnetId=subnet, SecurityGroupIds=[group],
        TagSpecifications=of("instance"),
    )  # fmt: skip


def _add_names(route53: Any, vpc: str, region: str, base_domain: str, owned: list[dict[str, str]]) -> None:
    """Make a private zone, and records in the zone of the base domain: the other cluster's and somebody's."""
    domain = f"{OTHER_NAME}.{base_domain}"
    made = route53.create_hosted_zone(
        Name=f"{domain}.",
        CallerReference=f"{OTHER_CLUSTER} {vpc}",
        VPC={"VPCRegion": region, "VPCId": vpc},
        HostedZoneConfig={"PrivateZone": True},
    )["HostedZone"]["Id"].rpartition("/")[2]
    tags = [*owned, {"Key": "Name", "Value": f"{OTHER_CLUSTER}-int"}]
    route53.change_tags_for_resource(ResourceType="hostedzone", ResourceId=made, AddTags=tags)
    zones = route53.list_hosted_zones()["HostedZones"]
    base = next(z["Id"].rpartition("/")[2] for z in zones if z["Name"] == f"{base_domain}.")
    for zone, name in ((made, f"*.apps.{domain}"), (base, f"*.apps.{domain}"), (base, f"www.{base_domain}")):
        record = {"Name": name, "Type": "A", "TTL": 30, "ResourceRecords": [{"Value": "203.0.113.7"}]}
        changes = [{"Action": "CREATE", "ResourceRecordSet": record}]
        route53.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": changes})
