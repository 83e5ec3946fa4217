"""The network of one scenario: its VPC, subnets, Elastic IPs and DNS zones, made by the kit before anything runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from enhancement_kit.cloud.interface import AddressSpec, Cloud, SubnetSpec, Vpc
from enhancement_kit.errors import UsageError
from enhancement_kit.specification.variants import Variant
from enhancement_kit.world import default_objects
from enhancement_kit.world.vocabulary import install_configs
from enhancement_kit.world.vocabulary.aliases import Aliases

DEFAULT_REGION = "us-east-1"
OWN_IMAGES = {"own-image": False, "own-encrypted-image": True}
"""Images that the admin has in the region, and whether they are encrypted."""
SUBNET_ALIAS = re.compile(r"(pub|priv)-[a-z]\d*")
"""A subnet that no VPC was given for: its visibility and its zone."""


@dataclass(kw_only=True)
class Network:
    """What Given steps make in AWS, with the names that scenarios give to it."""

    cloud: Cloud
    variant: Variant
    region: str = DEFAULT_REGION
    vpc: Vpc | None = None
    subnets: Aliases = field(default_factory=lambda: Aliases("subnet", ("subnet-", "no-such-", "ingress-")))
    addresses: Aliases = field(default_factory=lambda: Aliases("Elastic IP", ("eipal", "EIPAL")))
    public_subnets: set[str] = field(default_factory=set)
    """Ids of the subnets that scenarios call public."""
    subnet_names: dict[str, str] = field(default_factory=dict)
    hosted_zones: dict[str, str] = field(default_factory=dict)
    """Ids of the Route 53 zones by visibility."""
    own_images: dict[str, str] = field(default_factory=dict)
    """The ids of the admin's own images, once a scenario speaks of them."""
    unreachable: set[str] = field(default_factory=set)
    """URLs that no component can reach."""
    refusing: bool = False
    """Whether AWS was told to refuse calls, so that what needs them may fail."""
    instances: dict[str, str] = field(default_factory=dict)
    """Instance ids by the name of their node."""

    def make_vpc(self, region: str, subnets: Sequence[SubnetSpec]) -> Vpc:
        """Make the VPC of this world."""
        self.region = region
        return self._know(self.cloud.make_vpc(region, subnets, cluster_id=self._owner), subnets)

    def add_subnets(self, subnets: Sequence[SubnetSpec]) -> Vpc:
        """Add subnets to the VPC. Raises UsageError where there is none yet."""
        if self.vpc is None:
            raise UsageError(
                "there is no VPC yet to add subnets to; begin with `Given a VPC in <region> with the subnets`"
            )
        return self._know(self.cloud.add_subnets(self.vpc, subnets, cluster_id=self._owner), subnets)

    @property
    def _owner(self) -> str:
        """The cluster that the network is tagged for before it exists; none where the installer does that."""
        return "" if self.variant.bare_network else default_objects.CLUSTER_ID

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
            made |= self.cloud.allocate_addresses(region or self.region, [spec])
        self.addresses.add(made)
        return list(made.values())

    def subnet_id(self, alias: str) -> str:
        """The id of a subnet; in a scenario without a VPC one that is made up. Raises UsageError for an unknown alias.

        What the install-config alone shows needs no AWS.
        """
        if self.vpc is None and alias not in self.subnets:
            self.subnets.add({alias: install_configs.made_up_id(alias)})
            if alias.startswith("pub"):
                self.public_subnets.add(self.subnets.id_of(alias))
        return self.subnets.id_of(alias)

    def subnet_id_or_word(self, word: str) -> str:
        """The id of a subnet; a word that names none stands for itself."""
        named = word in self.subnets or (self.vpc is None and SUBNET_ALIAS.fullmatch(word))
        return self.subnet_id(word) if named else word

    def id_or_word(self, word: str) -> str:
        """As `subnet_id_or_word`; a word of OWN_IMAGES is an image that the admin has in the region."""
        if word not in OWN_IMAGES:
            return self.subnet_id_or_word(word)
        if word not in self.own_images:
            ec2 = self.aws("ec2")
            image = str(ec2.register_image(Name=word)["ImageId"])
            if OWN_IMAGES[word]:
                copied = ec2.copy_image(Name=word, SourceImageId=image, SourceRegion=self.region, Encrypted=True)
                image = str(copied["ImageId"])
            self.own_images[word] = image
        return self.own_images[word]

    def trouble_at(self, url: str) -> str:
        """Why a component gets no answer that it may trust from a URL; an empty text where it does."""
        if url in self.unreachable:
            return "no such host"
        return self.cloud.trouble(url) if "aws-endpoints" in self.cloud.capabilities else ""

    def aws(self, service: str) -> Any:
        """The kit's own boto3 client."""
        return self.cloud.client("kit", service, region=self.region)

    def default_endpoint(self, service: str, region: str) -> str:
        """Where a client goes that was told of no endpoint."""
        return str(self.cloud.client("kit", service, region=region).meta.endpoint_url)

    def default_endpoints(self, service: str, region: str) -> set[str]:
        """Where calls go that were told of no endpoint, those of programs outside among them."""
        return {self.default_endpoint(service, region), self.cloud.address}

    def run_nodes(self, platform: str) -> list[tuple[str, str]]:
        """Zone and instance of each node: one in each of the first two subnets."""
        vpc = self.vpc
        if platform != "AWS" or vpc is None:
            return []
        first_two = list(vpc.subnets)[:2]
        instances = self.cloud.run_nodes(vpc, cluster_id=default_objects.CLUSTER_ID, subnets=first_two)
        self.instances = {default_objects.node_name(n): instances[alias] for n, alias in enumerate(first_two, start=1)}
        described = self.aws("ec2").describe_subnets(SubnetIds=[vpc.subnets[a] for a in first_two])["Subnets"]
        zones = {s["SubnetId"]: s["AvailabilityZone"] for s in described}
        return [(zones[vpc.subnets[alias]], instances[alias]) for alias in first_two]

    def make_hosted_zones(self) -> dict[str, str]:
        """Make the public and the private Route 53 zone of the cluster, once; their ids by visibility."""
        route53 = self.aws("route53")
        for visibility in () if self.hosted_zones else ("public", "private"):
            made = route53.create_hosted_zone(Name=default_objects.CLUSTER_DOMAIN + ".", CallerReference=visibility)
            self.hosted_zones[visibility] = made["HostedZone"]["Id"].rpartition("/")[2]
        return self.hosted_zones
