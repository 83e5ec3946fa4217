"""Cases of parts of calls that the models allow to be left out, and of texts and numbers that moto breaks at."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import World


def _attribute(w: World) -> Any:
    balancer = w.client("elbv2").create_load_balancer(Name="n", Type="network", Subnets=w.ids("a"))["LoadBalancers"][0]
    w.client("elbv2").modify_load_balancer_attributes(
        LoadBalancerArn=balancer["LoadBalancerArn"], Attributes=[{"Key": "deletion_protection.enabled"}]
    )
    return "changed"


def _deleted_tag(w: World) -> Any:
    w.client("ec2").delete_tags(Resources=[w.vpc.id], Tags=[{"Value": "v"}])
    return "deleted"


def _filter_without_key(w: World) -> Any:
    found = w.client("resourcegroupstaggingapi").get_resources(TagFilters=[{"Values": ["v"]}])
    return found["ResourceTagMappingList"]


def _zone_tags(*tags: dict[str, str]) -> Any:
    def act(w: World) -> Any:
        route53 = w.client("route53")
        zone = route53.create_hosted_zone(Name="example.com", CallerReference="1")["HostedZone"]["Id"].rpartition("/")[
            2
        ]
        route53.change_tags_for_resource(ResourceType="hostedzone", ResourceId=zone, AddTags=list(tags))
        held = route53.list_tags_for_resource(ResourceType="hostedzone", ResourceId=zone)
        return held["ResourceTagSet"]["Tags"]

    return act


def _tag_without_value(w: World) -> Any:
    ec2 = w.client("ec2")
    ec2.create_tags(Resources=[w.vpc.id], Tags=[{"Key": "bare"}])
    (vpc,) = ec2.describe_vpcs(VpcIds=[w.vpc.id])["Vpcs"]
    return [tag["Value"] for tag in vpc["Tags"] if tag["Key"] == "bare"]


def _classic_tag_without_value(w: World) -> Any:
    w.classic("a")
    elb = w.client("elb")
    elb.add_tags(LoadBalancerNames=["clb"], Tags=[{"Key": "bare"}])
    (found,) = elb.describe_tags(LoadBalancerNames=["clb"])["TagDescriptions"]
    return [tag.get("Value", "") for tag in found["Tags"]]


def _interface(**asked: Any) -> Any:
    def act(w: World) -> Any:
        w.client("ec2").create_network_interface(SubnetId=w.subnets["a"], **asked)
        return "made"

    return act


def _vpc(*types: str) -> Any:
    def act(w: World) -> Any:
        tags = [{"ResourceType": one, "Tags": [{"Key": "k", "Value": "v"}]} for one in types]
        w.client("ec2").create_vpc(CidrBlock="10.9.0.0/16", TagSpecifications=tags)
        return "made"

    return act


def _untyped(w: World) -> Any:
    w.client("ec2").create_vpc(CidrBlock="10.9.0.0/16", TagSpecifications=[{"Tags": [{"Key": "k", "Value": "v"}]}])
    return "made"


def _any_ports(w: World) -> Any:
    ec2 = w.client("ec2")
    group = ec2.create_security_group(GroupName="g", Description="d", VpcId=w.vpc.id)["GroupId"]
    permission = {"IpProtocol": "icmp", "IpRanges": [{"CidrIp": "10.0.0.0/8"}]}
    ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[permission])
    (found,) = ec2.describe_security_groups(GroupIds=[group])["SecurityGroups"]
    return [(one["IpProtocol"], one["FromPort"], one["ToPort"]) for one in found["IpPermissions"]]


def _removed(protocol: str) -> Any:
    def act(w: World) -> Any:
        ec2 = w.client("ec2")
        group = ec2.create_security_group(GroupName="g", Description="d", VpcId=w.vpc.id)["GroupId"]
        ec2.revoke_security_group_ingress(GroupId=group, IpProtocol=protocol, CidrIp="10.0.0.0/8")
        return "removed"

    return act


def _outposts(w: World) -> Any:
    return w.client("ec2").describe_instance_type_offerings(LocationType="outpost")["InstanceTypeOfferings"]


def _block(w: World) -> Any:
    w.client("ec2").create_subnet(VpcId=w.vpc.id, Ipv6CidrBlock="nonsense")
    return "made"


def _launched(**asked: Any) -> Any:
    def act(w: World) -> Any:
        launched = {"MinCount": 1, "MaxCount": 1, "InstanceType": "m6i.large", **asked}
        if "LaunchTemplate" not in asked:
            launched["ImageId"] = w.image()
        return len(w.client("ec2").run_instances(**launched)["Instances"])

    return act


def _pool(w: World) -> Any:
    w.client("ec2").create_vpc(Ipv4IpamPoolId="ipam-pool-0123456789abcdef0")
    return "made"


_NULL = "failed to satisfy constraint: Member must not be null"

CASES = (
    Case(
        "incomplete-items",
        _attribute,
        rf"ValidationError: 1 validation error detected: Value null at 'attributes\.member\.1\.value' {_NULL}",
        "broken",
    ),
    Case("incomplete-items", _deleted_tag, "MissingParameter: The request must contain the parameter Key", "broken"),
    Case("incomplete-items", _filter_without_key, f"InvalidParameterException: .* {_NULL}", "broken|\\[\\]"),
    Case("incomplete-items", _zone_tags({"Value": "v"}), f"InvalidInput: .* {_NULL}", "broken"),
    Case("tags-without-value", _zone_tags({"Key": "bare"}), [{"Key": "bare", "Value": ""}], "broken"),
    Case("tags-without-value", _tag_without_value, [""], "broken"),
    Case("tags-without-value", _classic_tag_without_value, [""], "broken"),
    Case(
        "ec2-address-form",
        _interface(PrivateIpAddress="nonsense"),
        r"InvalidParameterValue: Value \(nonsense\) for parameter address is invalid\. .* valid IPv4 address\.",
        "broken",
    ),
    Case("ec2-ipv6-block", _block, "InvalidParameterValue: .* ipv6CidrBlock is invalid.*", "broken"),
    Case(
        "ec2-tag-specification",
        _vpc("subnet"),
        "InvalidParameterValue: 'subnet' is not a valid taggable resource type for this operation.",
        "made",
    ),
    Case(
        "ec2-tag-specification",
        _interface(TagSpecifications=[{"ResourceType": "network-interface"}] * 2),
        "InvalidParameterValue: .* more than once.",
        "broken",
    ),
    Case("ec2-tag-specification", _untyped, "MissingParameter: .* resourceType", "made"),
    Case("ec2-any-port", _any_ports, [("icmp", -1, -1)], "broken"),
    Case("ec2-rule-ports", _removed("tcp"), "InvalidParameterValue: .* Must specify both from and to ports .*", ".*"),
    Case("ec2-rule-protocol", _removed("http"), "InvalidParameterValue: .* Unknown protocol.", ".*"),
    Case("ec2-offerings-of-outposts", _outposts, [], "broken"),
    Case("ec2-counts", _interface(SecondaryPrivateIpAddressCount=51), "PrivateIpAddressLimitExceeded: .*", "made"),
    Case("ec2-counts", _interface(Ipv6AddressCount=-1), "InvalidParameterValue: .*", "made"),
    Case("ec2-counts", _launched(MinCount=101, MaxCount=101), "InstanceLimitExceeded: .* of 100 allows .*", 101),
    Case(
        "ec2-launch-parameters",
        _launched(LaunchTemplate={"Version": "1"}),
        "MissingParameter: Either a launch template .*",
        "broken",
    ),
    Case("ec2-unknown-id", _pool, "InvalidIpamPoolId.NotFound: The ipam-pool ID '.*' does not exist", ".*"),
    Case(
        "ec2-unknown-id",
        _launched(LaunchTemplate={"LaunchTemplateId": "lt-0123456789abcdef0"}),
        "InvalidLaunchTemplateId.NotFound: The specified launch template, with template ID lt-.*, does not exist.",
        "broken",
    ),
)
