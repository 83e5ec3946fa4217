"""The network of one scenario: its VPC, subnets, Elastic IPs and DNS zones, made by the kit before anything runs."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence

from enhancement_kit.cloud.interface import AddressSpec, Cloud, SubnetSpec, Vpc
from enhancement_kit.cloud.starting import start_of_scenario
from enhancement_kit.errors import UsageError
from enhancement_kit.specification.variants import Variant
from enhancement_kit.world import default_objects
from enhancement_kit.world.clients.aws import AwsClient
from enhancement_kit.world.vocabulary import aws_faults, install_configs
from enhancement_kit.world.vocabulary.aliases import Aliases

DEFAULT_REGION = "us-east-1"
IMAGE_SOURCE = "us-east-1"
"""The region where images of the operating system are published first."""
OWN_IMAGES = {"own-image": False, "own-encrypted-image": True}
"""Images that the admin has in the region, and whether they are encrypted."""
PUBLISHED_IMAGE = f"image-{IMAGE_SOURCE}"
"""The word for the image of the operating system in that region."""
VPC_OF = "VPC of "
SUBNET_ALIAS = re.compile(r"(pub|priv)-[a-z]\d*")
"""A subnet in a scenario without a VPC: its visibility and its zone."""


class Network:
    """What Given steps make in AWS, with the names that scenarios give to it."""

    def __init__(self, cloud: Cloud, variant: Variant) -> None:
        self._cloud = cloud
        self._owner = "" if variant.bare_network else default_objects.CLUSTER_ID
        """The cluster that the network is tagged for before it exists; none where the installer does that."""
        self.region = DEFAULT_REGION
        self.vpc: Vpc | None = None
        self.subnets = Aliases("subnet", ("subnet-", "no-such-", "ingress-"))
        self.addresses = Aliases("Elastic IP", ("eipal", "EIPAL"))
        self.public_subnets: set[str] = set()
        """Ids of the subnets that scenarios call public."""
        self.subnet_names: dict[str, str] = {}
        """Subnet ids by Name tag."""
        self.hosted_zones: dict[str, str] = {}
        """Ids of the Route 53 zones by visibility."""
        self.instances: dict[str, str] = {}
        """Instance ids by the name of their node."""
        self.unreachable: set[str] = set()
        """URLs that no component can reach."""
        self.has_faults = False
        """Whether the scenario lets calls to AWS fail, so that whatever needs them may fail, too."""
        self._images: dict[str, str] = {}
        """Ids of images by the words of scenarios."""

    def make_vpc(self, region: str, subnets: Sequence[SubnetSpec]) -> Vpc:
        """Make the VPC of this scenario."""
        self.region = region
        return self._know(self._cloud.make_vpc(region, subnets, cluster_id=self._owner), subnets)

    def add_subnets(self, subnets: Sequence[SubnetSpec]) -> Vpc:
        """Add subnets to the VPC. Raises UsageError where there is none yet."""
        if self.vpc is None:
            raise UsageError(
                "there is no VPC yet to add subnets to; begin with `Given a VPC in <region> with the subnets`"
            )
        return self._know(self._cloud.add_subnets(self.vpc, subnets, cluster_id=self._owner), subnets)

    def _know(self, vpc: Vpc, subnets: Sequence[SubnetSpec]) -> Vpc:
        self.vpc = vpc
        self.subnets.add(vpc.subnets)
        self.public_subnets |= {vpc.subnets[s.alias] for s in subnets if s.visibility == "public"}
        self.subnet_names.update({s.name: vpc.subnets[s.alias] for s in subnets if s.name})
        return vpc

    def allocate_addresses(self, aliases: Sequence[str]) -> list[str]:
        """Allocate Elastic IPs and return their ids.

        An alias that is an allocation id gets just this id; `eip-1 in eu-west-1` is allocated in that region.
        """
        made: dict[str, str] = {}
        for words in aliases:
            alias, _, region = words.partition(" in ")
            spec = AddressSpec(alias, alias if alias.startswith("eipalloc-") else None)
            made |= self._cloud.allocate_addresses(region or self.region, [spec])
        self.addresses.add(made)
        return list(made.values())

    def subnet_id(self, alias: str) -> str:
        """Return the id of a subnet; in a scenario without a VPC, which needs no AWS, make one up.

        Raises UsageError for an unknown alias.
        """
        if self.vpc is None and alias not in self.subnets:
            self.subnets.add({alias: install_configs.made_up_id(alias)})
            if alias.startswith("pub"):
                self.public_subnets.add(self.subnets.id_of(alias))
        return self.subnets.id_of(alias)

    def subnet_id_or_word(self, word: str) -> str:
        """Return the id of a subnet, or of its VPC for `VPC of <subnet>`, or the word itself where it names none."""
        if word.startswith(VPC_OF):
            subnet = self.subnet_id(word.removeprefix(VPC_OF))
            return str(self.aws("ec2").describe_subnets(SubnetIds=[subnet])["Subnets"][0]["VpcId"])
        named = word in self.subnets or (self.vpc is None and SUBNET_ALIAS.fullmatch(word))
        return self.subnet_id(word) if named else word

    def id_or_word(self, word: str) -> str:
        """Do as `subnet_id_or_word`; for a word of OWN_IMAGES, return the id of an image of the admin's own.

        For PUBLISHED_IMAGE, return the id of the image that was prepared for an installation.
        """
        if word not in OWN_IMAGES and word not in self._images:
            return self.subnet_id_or_word(word)
        if word not in self._images:
            ec2 = self.aws("ec2")
            image = str(ec2.register_image(Name=word)["ImageId"])
            if OWN_IMAGES[word]:
                copied = ec2.copy_image(Name=word, SourceImageId=image, SourceRegion=self.region, Encrypted=True)
                image = str(copied["ImageId"])
            self._images[word] = image
        return self._images[word]

    def cause_fault(self, row: Mapping[str, str]) -> None:
        """Let calls to AWS go as the row of a table says. Raises UsageError as `aws_faults.cause` does."""
        self.has_faults = True
        aws_faults.cause(self._cloud, row)

    def problem_at(self, url: str) -> str:
        """Say why a component gets no answer that it may trust from a URL; an empty text where it does."""
        if url in self.unreachable:
            return "no such host"
        return self._cloud.trouble(url) if "aws-endpoints" in self._cloud.capabilities else ""

    def aws(self, service: str) -> AwsClient:
        """Return the kit's own boto3 client."""
        return self._cloud.client("kit", service, region=self.region)

    def endpoint_name(self, service: str) -> str:
        """Return the name by which custom endpoints call a service: `elasticloadbalancing` for elb and elbv2."""
        return str(self.aws(service).meta.service_model.endpoint_prefix)

    def default_endpoint(self, service: str, region: str) -> str:
        """Return the endpoint of a client that was given none."""
        return str(self._cloud.client("kit", service, region=region).meta.endpoint_url)

    def default_endpoints(self, service: str, region: str) -> set[str]:
        """Return the endpoints of callers that were given none, programs outside this process among them."""
        return {self.default_endpoint(service, region), self._cloud.address}

    @start_of_scenario("the nodes")
    def run_nodes(self, platform: str) -> list[tuple[str, str]]:
        """Run an instance in each of the first two subnets; return zone and instance of each node."""
        vpc = self.vpc
        if platform != "AWS" or vpc is None:
            return []
        first_two = list(vpc.subnets)[:2]
        instances = self._cloud.run_nodes(vpc, cluster_id=default_objects.CLUSTER_ID, subnets=first_two)
        self.instances = {default_objects.node_name(n): instances[alias] for n, alias in enumerate(first_two, start=1)}
        described = self.aws("ec2").describe_subnets(SubnetIds=[vpc.subnets[a] for a in first_two])["Subnets"]
        zones = {s["SubnetId"]: s["AvailabilityZone"] for s in described}
        return [(zones[vpc.subnets[alias]], instances[alias]) for alias in first_two]

    @start_of_scenario("the hosted zones")
    def make_hosted_zones(self) -> dict[str, str]:
        """Make the public and the private Route 53 zone of the cluster, once; return their ids by visibility."""
        route53, vpc = self.aws("route53"), self.vpc
        if vpc is None:
            raise UsageError("a private hosted zone belongs to a VPC, and there is none yet")
        private = {
            "HostedZoneConfig": {"PrivateZone": True},
            "VPC": {"VPCRegion": vpc.region, "VPCId": vpc.id},
        }
        for visibility, more in () if self.hosted_zones else (("public", {}), ("private", private)):
            made = route53.create_hosted_zone(
                Name=default_objects.CLUSTER_DOMAIN + ".", CallerReference=f"{visibility} {vpc.id}", **more
            )
            self.hosted_zones[visibility] = made["HostedZone"]["Id"].rpartition("/")[2]
        return self.hosted_zones

    @start_of_scenario("the base domain and the images")
    def prepare_installation(self, base_domain: str) -> None:
        """Make what an admin has before installing: the public zone of the base domain, and images.

        An image is registered in the region and in the region that images are copied from.
        """
        if base_domain:
            self.aws("route53").create_hosted_zone(
                Name=base_domain + ".", CallerReference=f"base {secrets.token_hex(8)}"
            )
        for region in sorted({self.region, IMAGE_SOURCE}):
            image = self._cloud.client("kit", "ec2", region=region).register_image(Name="rhcos")["ImageId"]
            if region == IMAGE_SOURCE:
                self._images[PUBLISHED_IMAGE] = str(image)
