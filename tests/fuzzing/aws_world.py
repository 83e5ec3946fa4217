"""What the requests to AWS are about: a network, load balancers and a zone, whose ids are equal in every run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import boto3
from botocore.config import Config

SECRET = "fuzzing"
"""The secret access key that the requests are signed with: the server is to be started with it."""
REGION = "us-east-1"
KNOWN: dict[str, Sequence[str]] = {}
"""Ids, by a pattern of the parameters that take them; filled by `prepare`."""


def prepare(url: str) -> None:
    """Make a network, load balancers and a zone that the requests are about. Raises ClientError, BotoCoreError."""

    def client(name: str) -> Any:
        keys = {"aws_access_key_id": "fuzzing", "aws_secret_access_key": SECRET}
        config = Config(retries={"total_max_attempts": 1}, proxies={})
        return boto3.session.Session().client(name, region_name=REGION, endpoint_url=url, config=config, **keys)

    ec2, elb, elbv2, route53 = map(client, ("ec2", "elb", "elbv2", "route53"))
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
    ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
    subnets = []
    for number, zone in enumerate(("a", "b")):
        cidr = f"10.0.{number}.0/24"
        made = ec2.create_subnet(VpcId=vpc, CidrBlock=cidr, AvailabilityZone=f"{REGION}{zone}")["Subnet"]
        subnets.append(made["SubnetId"])
    table = ec2.create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"]
    ec2.create_route(RouteTableId=table, DestinationCidrBlock="0.0.0.0/0", GatewayId=gateway)
    for subnet in subnets:
        ec2.associate_route_table(RouteTableId=table, SubnetId=subnet)
    group = ec2.create_security_group(GroupName="nodes", Description="d", VpcId=vpc)["GroupId"]
    address = ec2.allocate_address(Domain="vpc")["AllocationId"]
    target_group = elbv2.create_target_group(Name="tg", Protocol="TCP", Port=80, VpcId=vpc)["TargetGroups"][0]
    net = elbv2.create_load_balancer(Name="net", Type="network", Subnets=subnets)["LoadBalancers"][0]
    forward = {"Type": "forward", "TargetGroupArn": target_group["TargetGroupArn"]}
    listener = elbv2.create_listener(
        LoadBalancerArn=net["LoadBalancerArn"], Protocol="TCP", Port=80, DefaultActions=[forward]
    )["Listeners"][0]
    port = {"Protocol": "TCP", "LoadBalancerPort": 80, "InstancePort": 80}
    elb.create_load_balancer(LoadBalancerName="classic", Listeners=[port], Subnets=subnets[:1])
    zone = route53.create_hosted_zone(Name="example.com.", CallerReference="1")["HostedZone"]["Id"]
    arns = [net["LoadBalancerArn"], target_group["TargetGroupArn"], listener["ListenerArn"]]
    KNOWN.clear()
    KNOWN.update(
        {
            r"VpcIds?|VPCId": [vpc],
            r"SubnetIds?|Subnets?": subnets,
            r"(Security)?GroupIds?|SecurityGroups?(Ids?)?": [group],
            r"InternetGatewayIds?|GatewayId": [gateway],
            r"RouteTableIds?": [table],
            r"AllocationIds?": [address],
            r"TargetGroupArns?": arns[1:2],
            r"ListenerArns?": arns[2:],
            r"LoadBalancerArns?": arns[:1],
            r"Resource(s|Arns?|ARNs?|ARNList)": [*arns, vpc, subnets[0], group],
            r"(Hosted)?Zone(Id)?|HostedZoneId|Id|ResourceId": [zone.rpartition("/")[2], vpc, "10.0.0.9"],
        }
    )
