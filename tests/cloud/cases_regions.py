"""Cases of the rules about regions, images and the tagging API, with and without the rule."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.interface import SubnetSpec
from tests.cloud.cases import Case
from tests.cloud.world import LISTENERS, REGION, World


def _at(w: World, service: str, region: str) -> Any:
    return w.cloud.client("tester", service, region=region, endpoint=w.endpoint)


def _subnet_arn(region: str) -> Any:
    def act(w: World) -> Any:
        vpc = w.cloud.make_vpc(region, [SubnetSpec("x", f"{region}a")], cluster_id="c2")
        return _at(w, "ec2", region).describe_subnets(SubnetIds=[vpc.subnets["x"]])["Subnets"][0]["SubnetArn"]

    return act


def _regions(region: str) -> Any:
    def act(w: World) -> Any:
        found = {one["RegionName"] for one in _at(w, "ec2", region).describe_regions()["Regions"]}
        return ["us-east-1" in found, "cn-north-1" in found, "ap-east-1" in found]

    return act


def _unknown_region(w: World) -> Any:
    return _at(w, "ec2", REGION).describe_regions(RegionNames=["zz-1"])["Regions"]


def _offered(region: str, kind: str = "region") -> Any:
    def act(w: World) -> Any:
        found = _at(w, "ec2", region).describe_instance_type_offerings(
            LocationType=kind, Filters=[{"Name": "instance-type", "Values": ["m6i.xlarge", "p9.huge"]}]
        )["InstanceTypeOfferings"]
        return [(one["InstanceType"], one["Location"]) for one in found]

    return act


def _copy(**more: Any) -> Any:
    def act(w: World) -> Any:
        there = _at(w, "ec2", "us-west-2")
        asked = {"Name": "copy", "SourceImageId": w.image(), "SourceRegion": REGION, **more}
        copies = [there.copy_image(**asked)["ImageId"] for _ in range(2)]
        image = there.describe_images(ImageIds=[copies[0]])["Images"][0]
        ebs = image["BlockDeviceMappings"][0]["Ebs"]
        tags = {tag["Key"]: tag["Value"] for tag in image.get("Tags", [])}
        return [ebs.get("Encrypted"), ebs.get("KmsKeyId"), tags, len(set(copies))]

    return act


def _default_key(w: World) -> Any:
    return w.client("ec2").get_ebs_default_kms_key_id()["KmsKeyId"]


def _tagged(w: World, **asked: Any) -> list[str]:
    found = _at(w, "resourcegroupstaggingapi", "us-east-1").get_resources(**asked)["ResourceTagMappingList"]
    return [one["ResourceARN"].split(":", 2)[2].split("/")[0] for one in found]


def _balancers(w: World, *, tags: list[dict[str, str]]) -> str:
    """Create a Network and a Classic load balancer in us-east-1; return the ARN of the first."""
    vpc = w.cloud.make_vpc("us-east-1", [SubnetSpec("x", "us-east-1a", tags={"untagged": ""})], cluster_id="")
    subnets = list(vpc.subnets.values())
    made = _at(w, "elbv2", "us-east-1").create_load_balancer(Name="n", Type="network", Subnets=subnets)
    asked = {"LoadBalancerName": "c", "Subnets": subnets, "Listeners": LISTENERS, **({"Tags": tags} if tags else {})}
    _at(w, "elb", "us-east-1").create_load_balancer(**asked)
    return str(made["LoadBalancers"][0]["LoadBalancerArn"])


def _untagged(w: World) -> Any:
    _balancers(w, tags=[])
    return _tagged(w)


def _classic(w: World) -> Any:
    _balancers(w, tags=[{"Key": "k", "Value": "v"}])
    return _tagged(w, ResourceTypeFilters=["elasticloadbalancing:loadbalancer"], TagFilters=[{"Key": "k"}])


def _zone(w: World) -> Any:
    route53 = _at(w, "route53", "us-east-1")
    zone = route53.create_hosted_zone(Name="example.com", CallerReference="1")["HostedZone"]["Id"].split("/")[-1]
    tags = [{"Key": "k", "Value": "v"}]
    route53.change_tags_for_resource(ResourceType="hostedzone", ResourceId=zone, AddTags=tags)
    return _tagged(w, TagFilters=[{"Key": "k", "Values": ["v"]}])


def _tag(w: World) -> Any:
    arn = _balancers(w, tags=[])
    tagging = _at(w, "resourcegroupstaggingapi", "us-east-1")
    tagging.tag_resources(ResourceARNList=[arn], Tags={"k": "v", "gone": "soon"})
    tagging.untag_resources(ResourceARNList=[arn], TagKeys=["gone"])
    return _at(w, "elbv2", "us-east-1").describe_tags(ResourceArns=[arn])["TagDescriptions"][0]["Tags"]


def _attribute(w: World) -> Any:
    arn = w.network("a")["LoadBalancerArn"]
    change = [{"Key": "idle_timeout.timeout_seconds", "Value": "30"}]
    w.client("elbv2").modify_load_balancer_attributes(LoadBalancerArn=arn, Attributes=change)
    return "accepted"


def _run(image: str) -> Any:
    def act(w: World) -> Any:
        answer = w.client("ec2").run_instances(ImageId=image, InstanceType="m6i.large", MinCount=1, MaxCount=1)
        return answer["Instances"][0]["ImageId"]

    return act


def _run_known(w: World) -> Any:
    return _run(w.image())(w).startswith("ami-")


ROLE = "arn:aws:iam::123456789012:role/installer"


def _assume(w: World) -> Any:
    sts = _at(w, "sts", REGION)
    return sts.assume_role(RoleArn=ROLE, RoleSessionName="kit")["AssumedRoleUser"]["Arn"]


def _assume_known(w: World) -> Any:
    _at(w, "iam", REGION).create_role(RoleName="installer", AssumeRolePolicyDocument="{}")
    return _assume(w)


ACCEPTED = ((_run_known, True), (_assume_known, "arn:aws:sts::123456789012:assumed-role/installer/kit"))
"""What the rules about images and roles let through."""

CASES = (
    Case(
        "ec2-unknown-id",
        _run("ami-0123456789abcdef0"),
        r"InvalidAMIID\.NotFound: The image id '\[ami-0123456789abcdef0\]' does not exist",
        "ami-0123456789abcdef0",
    ),
    Case(
        "ec2-malformed-id",
        _run("rhcos"),
        r'InvalidAMIID\.Malformed: Invalid id: "rhcos" \(expecting "ami-\.\.\."\)',
        r"InvalidAMIID\.NotFound: .*",
    ),
    Case(
        "sts-unknown-role",
        _assume,
        rf"AccessDenied: User: arn:aws:.* is not authorized to perform: sts:AssumeRole on resource: {ROLE}",
        "arn:aws:sts::123456789012:assumed-role/installer/kit",
    ),
    Case("ec2-partition", _subnet_arn("us-gov-west-1"), r"arn:aws-us-gov:ec2:us-gov-west-1:.*", r"arn:aws:ec2:.*"),
    Case("ec2-partition", _subnet_arn("us-iso-east-1"), r"arn:aws-iso:ec2:us-iso-east-1:.*", r"arn:aws:ec2:.*"),
    Case("ec2-regions", _regions(REGION), [True, False, False], [True, True, True]),
    Case("ec2-regions", _regions("cn-northwest-1"), [False, True, False], [True, True, True]),
    Case("ec2-regions", _unknown_region, r"InvalidParameterValue: Invalid region: \[zz-1\]", []),
    Case("ec2-instance-type-offerings", _offered("xx-custom-1"), [("m6i.xlarge", "xx-custom-1")], []),
    Case(
        "ec2-instance-type-offerings",
        _offered("us-iso-east-1", "availability-zone"),
        [("m6i.xlarge", f"us-iso-east-1{letter}") for letter in "abc"],
        [],
    ),
    Case("ec2-copy-image", _copy(Encrypted=True), [True, "alias/aws/ebs", {}, 2], [None, None, {}, 2]),
    Case(
        "ec2-copy-image",
        _copy(
            Encrypted=True,
            KmsKeyId="alias/mine",
            ClientToken="once",
            TagSpecifications=[{"ResourceType": "image", "Tags": [{"Key": "k", "Value": "v"}]}],
        ),
        [True, "alias/mine", {"k": "v"}, 1],
        [None, None, {}, 2],
    ),
    Case("ec2-copy-image", _copy(SourceRegion="zz-1"), "InvalidRequest: The source region 'zz-1' .*", "InvalidAMIID.*"),
    Case("ec2-default-kms-key", _default_key, "alias/aws/ebs", "broken"),
    Case("tagging-only-tagged", _untagged, [], ["elasticloadbalancing:us-east-1:123456789012:loadbalancer"]),
    Case("tagging-classic-load-balancers", _classic, ["elasticloadbalancing:us-east-1:123456789012:loadbalancer"], []),
    Case("tagging-hosted-zones", _zone, ["route53:::hostedzone"], []),
    Case("tagging-load-balancers", _tag, [{"Key": "k", "Value": "v"}], []),
    Case(
        "elbv2-network-attributes",
        _attribute,
        "InvalidConfigurationRequest: Load balancer attribute key 'idle_timeout.timeout_seconds' is not supported on "
        "load balancers with type 'network'",
        "accepted",
    ),
)


def _shared(w: World) -> Any:
    row = SubnetSpec("shared", f"{REGION}a", vpc="theirs", owner="999988887777")
    subnet = w.cloud.add_subnets(w.vpc, [row], cluster_id="c1").subnets["shared"]
    found = w.client("ec2").describe_subnets(SubnetIds=[subnet])["Subnets"][0]
    vpc = w.client("ec2").describe_vpcs(VpcIds=[found["VpcId"]])["Vpcs"][0]
    return [found["OwnerId"], vpc["OwnerId"], found["SubnetArn"].split(":")[4]]


def _outpost(w: World) -> Any:
    row = SubnetSpec("rack", f"{REGION}a", "private", outpost="op-1")
    subnet = w.cloud.add_subnets(w.vpc, [row], cluster_id="c1").subnets["rack"]
    return w.client("ec2").describe_subnets(SubnetIds=[subnet])["Subnets"][0].get("OutpostArn")


def _delete_table(w: World) -> Any:
    ec2 = w.client("ec2")
    subnet = w.isolated_subnet()
    vpc = ec2.describe_subnets(SubnetIds=[subnet])["Subnets"][0]["VpcId"]
    table = ec2.create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"]
    ec2.associate_route_table(RouteTableId=table, SubnetId=subnet)
    ec2.delete_subnet(SubnetId=subnet)
    inside = [{"Name": "route-table-id", "Values": [table]}]
    left = [a for t in ec2.describe_route_tables(Filters=inside)["RouteTables"] for a in t["Associations"]]
    return ["table" for _ in left]


CASES = (
    *CASES,
    Case("ec2-shared-subnet", _shared, ["999988887777"] * 3, ["123456789012"] * 3),
    Case("ec2-outpost", _outpost, "arn:aws:outposts:us-east-2:123456789012:outpost/op-1", None),
    Case("ec2-deleted-subnet", _delete_table, [], ["table"]),
)
